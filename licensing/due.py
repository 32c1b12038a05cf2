"""What is due and expired: the last license of each dog that is here, by the day it ends."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from licensing.keys import key
from licensing.models import Dog, License, RabiesCertificate, RabiesStatement
from office.models import Town

STATES = {
    "all": "Due within 60 days or expired",
    "due30": "Due within 30 days",
    "due60": "Due within 60 days",
    "expired": "Expired",
    "rabies": "Rabies certificate run out",
}
SORTS = {
    "expires": ("Day it ends", ("last", "pk")),
    "name": ("Owner", ("dog__owner__name_key", "last", "pk")),
    "address": ("Address", ("dog__owner__address_key", "last", "pk")),
}
HEADER = (
    "Owner", "Street", "City", "State", "ZIP code", "Telephone", "E-mail",
    "Dog", "Breed", "Tag", "License", "License ends", "Rabies certificate ends",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of them, in what order: a key of STATES, one of SORTS, words of the street or ZIP code."""

    state: str = "all"
    sort: str = "expires"
    address: str = ""


def due(town: Town, wanted: Wanted, *, on: date) -> QuerySet[License]:
    """The licenses that end, or have ended, without another that follows them, of dogs that are with their owners."""
    licenses = (
        License.objects.last_of_each_dog()
        .filter(town=town, dog__status__in=[Dog.Status.HERE, Dog.Status.LOST])
        .filter(_state(wanted.state, on))
        .select_related("dog__owner", "tag")
    )
    for word in key(wanted.address).split():
        licenses = licenses.filter(dog__owner__address_key__contains=word)
    return licenses.order_by(*SORTS[wanted.sort][1])


def _state(state: str, on: date) -> Q:
    last = {"due30": on + timedelta(days=30), "rabies": date.max}.get(state, on + timedelta(days=60))
    ends = Q(last__lte=last)
    if state.startswith("due"):
        return ends & Q(last__gte=on)
    if state == "expired":
        return Q(last__lt=on)
    return ends & _rabies_run_out(on) if state == "rabies" else ends


def _rabies_run_out(on: date) -> Q:
    """No certificate of the dog counts on the day, nor a veterinarian's statement of the last year."""
    current = RabiesCertificate.objects.filter(dog=OuterRef("dog"), expires__gte=on)
    stated = RabiesStatement.objects.filter(dog=OuterRef("dog"), dated__gt=on - timedelta(days=365))
    return ~Exists(current) & ~Exists(stated)


def rows(licenses: QuerySet[License]) -> Iterator[tuple[object, ...]]:
    """The list as a table, its header first, read from the database piece by piece."""
    yield HEADER
    ends = RabiesCertificate.objects.filter(dog=OuterRef("dog")).order_by("-expires").values("expires")[:1]
    for license_ in licenses.annotate(rabies_to=Subquery(ends)).iterator(chunk_size=2000):
        owner, dog = license_.dog.owner, license_.dog
        yield (
            owner.name, owner.street, owner.city, owner.state, owner.zip_code, owner.telephone, owner.email,
            dog.name, dog.breed, license_.tag.number, license_.number, license_.last_day, license_.rabies_to,
        )  # fmt: skip


def csv_lines(table: Iterable[Sequence[object]]) -> Iterator[str]:
    """The table as lines of CSV. What a spreadsheet would take for a formula is marked as text by an apostrophe."""
    writer = csv.writer(_Line())
    yield "\ufeff"  # by which spreadsheets know UTF-8
    for row in table:
        yield writer.writerow(["" if cell is None else _as_text(str(cell)) for cell in row])


def _as_text(cell: str) -> str:
    return f"'{cell}" if cell.lstrip().startswith(FORMULA) or cell.startswith(FORMULA) else cell


class _Line:
    """Hands each line back to who writes it."""

    def write(self, line: str) -> str:
        """The line itself."""
        return line
