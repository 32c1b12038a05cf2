"""The codes on the pound's papers: the officer's statement for the Clerk, and the receipt for the officer.

A tablet without a signal knows what each release code hashes to: it can check a code, and never make one. An undone
redemption's code is good for nothing: the next one has another.
"""

from __future__ import annotations

from hashlib import sha256

from impound.models import Redemption, Seizure
from licensing.codes import code_of, paper_behind, tidied
from office.models import Town

_STATEMENT = "impound.statement"
_RELEASE = "impound.release"


def statement_code(town: Town, number: int) -> str:
    """The code on the officer's statement of this number."""
    return code_of(town.slug, number, _STATEMENT)


def statement_behind(code: str, town: Town) -> int | None:
    """The number of the town's statement whose code this is; None when it is none's."""
    found = paper_behind(code, [town.slug], _STATEMENT)
    return found[1] if found else None


def release_code(seizure: Seizure) -> str:
    """The code that the dog is released on: the one on the receipt, or the one that will be on it."""
    redemptions = list(seizure.redemptions.all())
    standing = next((each for each in redemptions if each.undone_at is None), None)
    if standing is not None:
        return printed_code(standing)
    return code_of(seizure.town.slug, seizure.number, f"{_RELEASE}.{len(redemptions) + 1}")


def printed_code(redemption: Redemption) -> str:
    """The release code as it is printed on the receipt."""
    code: str = redemption.receipt.heading["code"]["code"]
    return code


def hashed(code: str) -> str:
    """What a tablet keeps of a code, to know it by."""
    return sha256(tidied(code).encode()).hexdigest()
