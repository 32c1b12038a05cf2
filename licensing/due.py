"""What is due and expired: dogs that are here, by the day on which the license or the rabies certificate ends."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Q, QuerySet

from licensing.keys import key
from licensing.models import DueEntry
from licensing.privacy import is_hidden, shown_email, shown_street, shown_telephone
from office.export.zipped import one_moment
from office.models import Town
from ordinances import facts
from ordinances.ordinance import Ordinance

STATES = {
    "all": "Due within 60 days or expired",
    "due30": "Due within 30 days",
    "due60": "Due within 60 days",
    "expired": "Expired",
    "missing": "License missing though required",
    "rabies": "Rabies certificate run out",
}
SORTS = {
    "expires": ("Day it ends", ("expires", "dog_id")),
    "name": ("Owner", ("name", "expires", "dog_id")),
    "address": ("Address", ("address", "expires", "dog_id")),
}
MOST = 1000
"""So many are paged through at most; who sees more narrows the list, or takes all as CSV."""
HEADER = (
    "Owner", "Street", "City", "State", "ZIP code", "Telephone", "E-mail",
    "Dog", "Breed", "Tag", "License", "License ends", "Rabies certificate ends",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of them, in what order: a key of STATES, one of SORTS, words of the street or ZIP code."""

    state: str = "all"
    sort: str = "expires"
    address: str = ""


def due(town: Town, wanted: Wanted, *, on: date) -> QuerySet[DueEntry]:
    """The dogs that are with their owners and whose license ends or has ended, or is missing, as wanted."""
    entries = DueEntry.objects.filter(_state(wanted.state, on, town.ordinance(on)), town=town, listed=True)
    number, *street = words = key(wanted.address).split() or [""]
    if street and number.isdigit() and len(number) < 5:  # a house, and no ZIP code
        entries, words = entries.filter(address__startswith=f" {number} "), street
    for word in filter(None, words):
        short = len(word) < 3  # found at the beginning of a word alone: an index knows three letters together
        entries = entries.filter(address__contains=f" {word}" if short else word)
    return entries.order_by(*SORTS[wanted.sort][1])


def _state(state: str, on: date, law: Ordinance) -> Q:
    if state == "missing":
        return _missing(on, law)
    if state == "rabies":
        return _rabies_run_out(on, law)
    if state == "expired":
        return Q(expires__lt=on)
    ends = Q(expires__lte=on + timedelta(days=30 if state == "due30" else 60))
    return ends if state == "all" else ends & Q(expires__gte=on)


def _missing(on: date, law: Ordinance) -> Q:
    """No license of the present owner's, though the law requires one: the dog is of age, no visitor, in no kennel."""
    of_age = Q(born__lte=_born_by(on, law))
    if law.license_required(facts.Presence(on, facts.Dog())).required:
        of_age |= Q(born=None)
    at_home = Q(visits_to=None) | Q(visits_to__lt=on)
    if not law.license_required(facts.Presence(on, facts.Dog(), in_kennel=True)).required:
        at_home &= Q(in_kennel=False)
    return Q(expires=None, license=None) & of_age & at_home


def _born_by(on: date, law: Ordinance) -> date:
    """The latest day of birth of a dog that must be licensed on the day ``on``; what is older must be as well."""

    def required(age: int) -> bool:
        born = facts.Dog(born=on - timedelta(days=age))
        return law.license_required(facts.Presence(on, born)).required

    return on - timedelta(days=bisect_left(range(3660), True, key=required))


def _rabies_run_out(on: date, law: Ordinance) -> Q:
    """A licensed dog of which no certificate counts on the day, nor a veterinarian's statement of the last year."""
    run_out = Q(certificate_to=None) | Q(certificate_to__lt=on)
    if law.accepts_rabies_statement:
        run_out &= Q(stated_on=None) | Q(stated_on__lte=on - timedelta(days=365))
    return Q(expires__isnull=False) & run_out


def rows(entries: QuerySet[DueEntry]) -> Iterator[tuple[object, ...]]:
    """The list of one moment as a table, its header first, read from the database piece by piece."""
    yield HEADER
    with one_moment():
        for entry in entries.prefetch_related("dog__owner", "license__tag").iterator(chunk_size=500):
            owner, dog, license_ = entry.dog.owner, entry.dog, entry.license
            place = ("", "", "") if is_hidden(owner) else (owner.city, owner.state, owner.zip_code)
            yield (
                owner.name, shown_street(owner), *place, shown_telephone(owner), shown_email(owner),
                dog.name, dog.breed, license_ and license_.tag.number, license_ and license_.number,
                entry.expires, entry.certificate_to,
            )  # fmt: skip
