"""Records that are likely one person, or one dog, twice: the pairs, each with its reasons, the likeliest first.

The database finds the pairs by equal keys (an address, a telephone, an e-mail, a birth date), never all with all, and
keeps them (``LikelyPair``); the likeliest are then looked at one by one. What is shared alone makes nobody the same:
households share an address, a telephone and an e-mail. A confidential address or telephone is never a reason.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from licensing.duplicates import first_alike, same_name
from licensing.keys import key
from licensing.models import Dog, LikelyPair, Merge, NotTheSame, Owner
from office.models import Town

MOST = 200
"""So many pairs are listed at most; when they are settled, the next come up."""
AT_ONCE = 250
"""So many are looked at by one pair of queries."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two records, the lower number first, and why they may be one."""

    first: Owner | Dog
    second: Owner | Dog
    reasons: tuple[str, ...]


def pairs(town: Town, kind: str) -> list[Pair]:
    """The likely duplicates of a kind of ``Merge.Kind``, the likeliest first: one more than ``MOST`` at most."""
    answered = NotTheSame.objects.filter(kind=kind, first=OuterRef("first"), second=OuterRef("second"))
    kept = LikelyPair.objects.filter(~Exists(answered), town=town, kind=kind)
    numbers = kept.order_by("-shared", "-likeness", "first", "second").values_list("first", "second")
    found: list[Pair] = []
    for start in itertools.count(0, AT_ONCE):
        batch = list(numbers[start : start + AT_ONCE])
        found += [pair for pair in _looked_at(town, kind, batch) if pair.reasons]
        if len(batch) < AT_ONCE or len(found) > MOST:
            break
    return sorted(found, key=lambda pair: -len(pair.reasons))[: MOST + 1]


def _looked_at(town: Town, kind: str, numbers: list[tuple[int, int]]) -> list[Pair]:
    """The pairs of records with why each may be one, in one query."""
    wanted = {pk for pair in numbers for pk in pair}
    rows: dict[int, Owner] | dict[int, Dog]
    if kind == Merge.Kind.OWNER:
        rows = Owner.objects.of(town).in_bulk(wanted)
        return [Pair(rows[a], rows[b], why_same_person(rows[a], rows[b])) for a, b in numbers]
    rows = Dog.objects.of(town).select_related("owner").in_bulk(wanted)
    return [Pair(rows[a], rows[b], why_same_dog(rows[a], rows[b])) for a, b in numbers]


def why_same_person(one: Owner, other: Owner) -> tuple[str, ...]:
    """Why the two may be one person: names alike and what else is the same; nothing where it is too little.

    People of one household whose first names differ are two, whatever they share; so are people of two birth dates.
    """
    if not same_name(one, other) or (one.born and other.born and one.born != other.born):
        return ()
    reasons = ["same name" if one.name_key == other.name_key else "name written alike"]
    if one.born and one.born == other.born:
        reasons.append("same birth date")
    open_to_all = not (one.confidential or other.confidential)
    shared = (("same telephone", "telephone_key"), ("same address", "address_key"), ("same e-mail", "email_key"))
    reasons += [words for words, name in shared if open_to_all and getattr(one, name) == getattr(other, name) != ""]
    return tuple(reasons) if len(reasons) > 1 else ()


def why_same_dog(one: Dog, other: Dog) -> tuple[str, ...]:
    """Why the two may be one dog: its name and home, and what else is the same."""
    reasons = ["same name", "same owner" if one.owner_id == other.owner_id else "same household"]
    if one.born and one.born == other.born:
        reasons.append("same birth date")
    if first_alike(key(one.breed), key(other.breed)):
        reasons.append("breed alike")
    if one.sex == other.sex:
        reasons.append("same sex")
    return tuple(reasons)
