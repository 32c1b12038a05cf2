"""A town's register as a flat table: a row a dog, and one for each person who has none.

Of each kind of paper the latest is written, the tag that the dog carries now, and its last license if the present owner
holds it. All the others are in the tables of the export. Words are written as an import reads them: without blanks
around them, and but one between.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from typing import Any

from django.db.models import DateField, F, FilteredRelation, Model, Q, QuerySet
from django.db.models.functions import TruncDate

from licensing.models import (
    AlterationProof,
    Dog,
    License,
    Owner,
    RabiesCertificate,
    RabiesStatement,
    Tag,
    WorkingProof,
)
from licensing.register.columns import COLUMNS, PARTS, Column
from office.export.cells import described, kind_of
from office.export.tables import CHUNK
from office.models import Town

MODELS: Mapping[str, type[Model]] = {
    "owner": Owner,
    "dog": Dog,
    "rabies": RabiesCertificate,
    "statement": RabiesStatement,
    "alteration": AlterationProof,
    "working": WorkingProof,
    "tag": Tag,
    "license": License,
}
"""Whose facts the parts of a row are."""
_LATEST = {
    "rabies": ("-expires", "-pk"),
    "statement": ("-dated", "-pk"),
    "alteration": ("-signed_on", "-pk"),
    "working": ("-dated", "-pk"),
    "tag": ("-pk",),
}
_OF_PART = {part: tuple(column for column in COLUMNS if column.part == part) for part in PARTS}
_ISSUED_ON = TruncDate("issued_at")

Rows = dict[int | None, tuple[Any, ...]]


def lines(town: Town) -> QuerySet[Owner, tuple[int, int | None]]:
    """Each person's number with the number of each of their dogs; None beside a person who has none."""
    owners = Owner.objects.of(town).annotate(dog=FilteredRelation("dogs", condition=Q(dogs__merged_into=None)))
    return owners.order_by("pk", "dog__pk").values_list("pk", "dog__pk")


def register(town: Town) -> Iterator[tuple[Any, ...]]:
    """The header and the lines, read piece by piece with one query for each part of them."""
    yield tuple(column.name for column in COLUMNS)
    pairs = lines(town).iterator(chunk_size=CHUNK)
    while piece := list(islice(pairs, CHUNK)):
        yield from _rows(piece)


def about(column: Column) -> str:
    """What the column says, and what its cells look like."""
    fields: Any = {field.name: field for field in MODELS[column.part]._meta.concrete_fields}
    field = fields.get(column.fact, DateField())  # a license is issued at an hour, and written by its day
    return described(column.name, kind_of(field), column.label)


def _rows(pairs: Collection[tuple[int, int | None]]) -> Iterator[tuple[Any, ...]]:
    """The lines of these people with these dogs."""
    dogs = [dog for _, dog in pairs if dog is not None]
    of_dogs = [_told_of(part, dogs) for part in PARTS if part != "owner"]
    owners = _cells("owner", Owner.objects.filter(pk__in={owner for owner, _ in pairs}), by="pk")
    nothing = [("",) * len(columns) for part, columns in _OF_PART.items() if part != "owner"]
    for owner, dog in pairs:
        told = (part.get(dog, empty) for part, empty in zip(of_dogs, nothing, strict=True))
        yield sum(told, owners[owner])


def _told_of(part: str, dogs: Collection[int]) -> Rows:
    """The cells of the part for each of the dogs that has it."""
    if part == "dog":
        return _cells(part, Dog.objects.filter(pk__in=dogs), by="pk")
    if part == "license":
        last = License.objects.last_of_each_dog().filter(dog__in=dogs, holder=F("dog__owner"))
        return _cells(part, last.annotate(issued_on=_ISSUED_ON), by="dog")
    papers: Any = Tag.objects.current() if part == "tag" else MODELS[part]._default_manager
    return _cells(part, papers.filter(dog__in=dogs).order_by("dog", *_LATEST[part]).distinct("dog"), by="dog")


def _cells(part: str, rows: QuerySet[Any], *, by: str) -> Rows:
    """The cells of the part of each row, by the number under which a line finds them."""
    facts = [column.fact for column in _OF_PART[part]]
    return {number: tuple(map(_as_read, facts, told)) for number, *told in rows.values_list(by, *facts)}


def _as_read(fact: str, value: Any) -> Any:
    """Words as an import would read them from the cell; anything else as it is."""
    if not isinstance(value, str):
        return value
    return re.sub(r"\r\n?", "\n", value).strip() if fact == "note" else " ".join(value.split())
