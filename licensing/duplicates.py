"""Who on file is likely the same person as the one at the counter (a misspelt name, another way to write a telephone).

The database narrows by telephone, e-mail, birth date or house number; names and streets are then compared one by one,
so that two people of one name at 5 and 50 stay two, and a couple at one address is not taken for one.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from difflib import SequenceMatcher

from django.contrib.postgres.search import TrigramSimilarity
from django.db.models import Q

from licensing.keys import digits, key
from licensing.models import Owner
from office.models import Town

_NAME_ALIKE = 0.7
_STREET_ALIKE = 0.6
_WORTH_A_LOOK = 0.2
_MOST = 5
_SHORT_FOR = {
    "street": "st", "road": "rd", "avenue": "ave", "lane": "ln", "drive": "dr", "court": "ct", "route": "rt",
    "place": "pl", "terrace": "ter", "circle": "cir", "highway": "hwy", "boulevard": "blvd", "north": "n",
    "south": "s", "east": "e", "west": "w",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Person:
    """What tells one person from another."""

    first_name: str
    last_name: str
    street: str
    telephone: str = ""
    email: str = ""
    born: date | None = None


def likely_same(town: Town, person: Person) -> list[Owner]:
    """Owners of the town who are likely this person, the likeliest first; at most five."""
    name = key(f"{person.last_name} {person.first_name}")
    near = (
        Owner.objects.of(town)
        .filter(_same_somewhere(person))
        .annotate(likeness=TrigramSimilarity("name_key", name))
        .filter(likeness__gte=_WORTH_A_LOOK)
        .order_by("-likeness", "pk")
    )
    return [owner for owner in near if _is_likely(owner, person)][:_MOST]


def _same_somewhere(person: Person) -> Q:
    """Owners who share a telephone, an e-mail address, a birth date or a house number with the person."""
    same = Q(pk__in=[])
    if telephone := digits(person.telephone):
        same |= Q(telephone_key=telephone)
    if email := key(person.email):
        same |= Q(email_key=email)
    if person.born:
        same |= Q(born=person.born)
    if street := key(person.street):
        same |= Q(address_key__startswith=street.split()[0] + " ")
    return same


def _is_likely(owner: Owner, person: Person) -> bool:
    """The names are alike, and what they share is not just the number of a house in another street."""
    if not _names_alike(owner, person):
        return False
    same_birth = owner.born is not None and owner.born == person.born
    if owner.confidential:
        return same_birth  # where someone lives is not told by asking
    same_telephone = owner.telephone_key != "" and owner.telephone_key == digits(person.telephone)
    same_email = owner.email_key != "" and owner.email_key == key(person.email)
    return same_telephone or same_email or same_birth or streets_alike(owner.street, person.street)


def _names_alike(owner: Owner, person: Person) -> bool:
    """Both names are alike, the first perhaps as its initial or missing; also with first and last exchanged."""
    theirs, ours = (key(owner.first_name), key(owner.last_name)), (key(person.first_name), key(person.last_name))
    straight = first_alike(theirs[0], ours[0]) and _alike(theirs[1], ours[1]) >= _NAME_ALIKE
    return straight or (_alike(theirs[0], ours[1]) >= _NAME_ALIKE and _alike(theirs[1], ours[0]) >= _NAME_ALIKE)


def same_person(owner: Owner, person: Person) -> bool:
    """Whether the last names are alike and the first ones the same, one perhaps as its initial.

    Closer than ``likely_same``, which only asks: John and Joan of one telephone are two.
    """
    first, other = key(owner.first_name), key(person.first_name)
    same_first = bool(first and other and (first.startswith(other) or other.startswith(first))) or first == other
    return same_first and _alike(key(owner.last_name), key(person.last_name)) >= _NAME_ALIKE


def same_name(one: Owner, other: Owner) -> bool:
    """Whether two people on file have names alike."""
    return _names_alike(one, Person(other.first_name, other.last_name, other.street))


def first_alike(one: str, other: str) -> bool:
    """Whether two keys are alike, one perhaps only begun (an initial)."""
    return one.startswith(other) or other.startswith(one) or _alike(one, other) >= _NAME_ALIKE


def streets_alike(one: str, other: str) -> bool:
    """The same house number, and a street written alike."""
    number, *street = [_SHORT_FOR.get(word, word) for word in key(one).split()] or [""]
    other_number, *other_street = [_SHORT_FOR.get(word, word) for word in key(other).split()] or [""]
    return number != "" and number == other_number and _alike(" ".join(street), " ".join(other_street)) >= _STREET_ALIKE


def _alike(one: str, other: str) -> float:
    """From 0, nothing in common, to 1, the same; 0 where either is empty."""
    return SequenceMatcher(None, one, other).ratio() if one and other else 0.0
