"""Records that are likely one person, or one dog, twice: the pairs, each with its reasons, the likeliest first.

The database finds the pairs by equal keys (an address, a telephone, an e-mail, a birth date), never all with all;
of these the likeliest by name are then looked at one by one. What is shared alone makes nobody the same: households
share an address, a telephone and an e-mail. A confidential address or telephone is never a reason.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection

from licensing.duplicates import first_alike, same_name
from licensing.keys import key
from licensing.models import Dog, Merge, Owner
from office.models import Town

CANDIDATES = 3000
"""So many pairs are looked at, those most alike by name."""

_OWNERS = """
WITH living AS (
    SELECT id, name_key, born, CASE WHEN confidential THEN '' ELSE address_key END AS address,
           CASE WHEN confidential THEN '' ELSE telephone_key END AS telephone,
           CASE WHEN confidential THEN '' ELSE email_key END AS email
    FROM licensing_owner WHERE town_id = %(town)s AND merged_into_id IS NULL
), shared AS (
    SELECT a.id AS first, b.id AS second FROM living a JOIN living b USING (address) WHERE address <> '' AND a.id < b.id
    UNION
    SELECT a.id, b.id FROM living a JOIN living b USING (telephone) WHERE telephone <> '' AND a.id < b.id
    UNION
    SELECT a.id, b.id FROM living a JOIN living b USING (email) WHERE email <> '' AND a.id < b.id
    UNION
    SELECT a.id, b.id FROM living a JOIN living b USING (born, name_key) WHERE a.id < b.id
)
SELECT first, second FROM shared JOIN living a ON a.id = first JOIN living b ON b.id = second
WHERE similarity(a.name_key, b.name_key) >= 0.3 AND NOT EXISTS (
    SELECT FROM licensing_notthesame said
    WHERE kind = 'owner' AND said.first = shared.first AND said.second = shared.second
)
ORDER BY similarity(a.name_key, b.name_key) DESC, first, second LIMIT %(most)s
"""
_DOGS = """
WITH living AS (
    SELECT dog.id, dog.name_key, dog.chip_key, dog.born, dog.breed, owner.id AS owner,
           CASE WHEN owner.confidential THEN owner.id::text ELSE owner.address_key END AS home
    FROM licensing_dog dog JOIN licensing_owner owner ON owner.id = dog.owner_id
    WHERE dog.town_id = %(town)s AND dog.merged_into_id IS NULL
)
SELECT a.id, b.id FROM living a JOIN living b USING (home, name_key)
WHERE a.id < b.id AND (a.chip_key = '' OR b.chip_key = '') AND NOT EXISTS (
    SELECT FROM licensing_notthesame said WHERE kind = 'dog' AND said.first = a.id AND said.second = b.id
)
ORDER BY (a.born = b.born) DESC NULLS LAST, (a.breed = b.breed) DESC, a.id, b.id LIMIT %(most)s
"""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two records, the lower number first, and why they may be one."""

    first: Owner | Dog
    second: Owner | Dog
    reasons: tuple[str, ...]


def pairs(town: Town, kind: str) -> list[Pair]:
    """The likely duplicates of a kind of ``Merge.Kind``, the likeliest first, in two queries."""
    numbers = _candidates(_OWNERS if kind == Merge.Kind.OWNER else _DOGS, town)
    wanted = {pk for pair in numbers for pk in pair}
    rows: dict[int, Owner] | dict[int, Dog]
    if kind == Merge.Kind.OWNER:
        rows = Owner.objects.of(town).in_bulk(wanted)
        found = [Pair(rows[a], rows[b], why_same_person(rows[a], rows[b])) for a, b in numbers]
    else:
        rows = Dog.objects.of(town).select_related("owner").in_bulk(wanted)
        found = [Pair(rows[a], rows[b], why_same_dog(rows[a], rows[b])) for a, b in numbers]
    return sorted((pair for pair in found if pair.reasons), key=lambda pair: -len(pair.reasons))


def _candidates(query: str, town: Town) -> list[tuple[int, int]]:
    with connection.cursor() as cursor:
        cursor.execute(query, {"town": town.pk, "most": CANDIDATES})
        return [(int(first), int(second)) for first, second in cursor.fetchall()]


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
