"""The signed code on a paper: whoever holds it may ask about it, and nobody can guess the next one.

A code is the paper's number and 60 bits of a signature over its kind, town and number, in the digits and letters that
are not mistaken for one another: ``001Q-7KFM-2XA4-BDT6``. A key that was replaced still reads its old papers as long
as it stands in ``SECRET_KEY_FALLBACKS``.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without I, L, O and U
NUMBER_LENGTH = 4  # more for the 1,048,576th paper and later ones
SIGNATURE_LENGTH = 12
LONGEST = SIGNATURE_LENGTH + 13

LICENSE = "licensing.codes"
"""The kind of paper that a license is; each kind has a name of its own, and its codes say nothing of another's."""

_GROUP = 4
_MEANT = str.maketrans("ILOU", "110V", " -\t\u2010\u2011\u2012\u2013\u2014\u00a0.")


def code_of(town: str, number: int, kind: str = LICENSE) -> str:
    """The code of a town's paper of the kind, in groups of four."""
    plain = _written(number, NUMBER_LENGTH) + _signature(town, number, kind, settings.SECRET_KEY)
    return "-".join(plain[place : place + _GROUP] for place in range(0, len(plain), _GROUP))


def license_behind(code: str, towns: Iterable[str]) -> tuple[str, int] | None:
    """The town and number of the license whose code this is; None when it is nobody's."""
    return paper_behind(code, towns, LICENSE)


def paper_behind(code: str, towns: Iterable[str], kind: str) -> tuple[str, int] | None:
    """The town and number of the paper of the kind whose code this is; None when it is nobody's.

    Case, spaces, hyphens and look-alikes (O for 0, I and L for 1, U for V) do not matter. Every town and key is
    compared, in the same time whether one fits or not.
    """
    plain = tidied(code)
    if not SIGNATURE_LENGTH < len(plain) <= LONGEST or not set(plain) <= set(ALPHABET):
        return None
    number, signature = _read(plain[:-SIGNATURE_LENGTH]), plain[-SIGNATURE_LENGTH:]
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    genuine = [
        town for town in towns for key in keys if constant_time_compare(_signature(town, number, kind, key), signature)
    ]
    return (genuine[0], number) if genuine else None


def tidied(code: str) -> str:
    """The code as it was meant: capitals without spaces and hyphens, look-alikes replaced."""
    return code.upper().translate(_MEANT)


def _signature(town: str, number: int, kind: str, key: str | bytes) -> str:
    digest = salted_hmac(kind, f"{town}/{number}", secret=key, algorithm="sha256").digest()
    return _written(int.from_bytes(digest[:8]) >> 4, SIGNATURE_LENGTH)


def _written(value: int, length: int) -> str:
    """The value in base 32, with zeros in front up to the length."""
    signs = ""
    while value or len(signs) < length:
        value, sign = divmod(value, len(ALPHABET))
        signs = ALPHABET[sign] + signs
    return signs


def _read(signs: str) -> int:
    value = 0
    for sign in signs:
        value = value * len(ALPHABET) + ALPHABET.index(sign)
    return value
