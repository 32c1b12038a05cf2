"""The tags in stock, box by box and license year by license year, and the story of one number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from typing import Any

from django.db.models import F, Q

from licensing.models import Dog, License, Owner, Tag, TagBox
from office.models import Town
from office.timeline import Moment, timeline
from ordinances.answers import Refusal
from ordinances.ordinance import Ordinance

LOW_STOCK = 50
"""From this many left in all boxes for a year on, the next box is to be ordered: one that runs out while others are
full is no news."""

USED_UP = 20
"""Of the boxes that are used up so many are told of, the last received."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The boxes for one license year, or where tags are for life, all of them."""

    license_year: int | None
    boxes: Sequence[BoxCount]
    wanted: bool
    """Whether licenses still draw from them: a year that is over needs no tags."""

    @property
    def left(self) -> int:
        """How many tags are left."""
        return sum(each.left for each in self.boxes)

    @property
    def low(self) -> bool:
        """Whether the next box is to be ordered."""
        return self.wanted and self.left <= LOW_STOCK


@dataclass(frozen=True, slots=True)
class BoxCount:
    """A box and what became of its tags."""

    box: TagBox
    spoiled: int
    left: int

    @property
    def issued(self) -> int:
        """How many were given to dogs."""
        return self.box.size - self.spoiled - self.left


def shelves(town: Town, *, law: Ordinance, on: date) -> list[Shelf]:
    """The town's stock and the boxes used up last, the latest license year first: one query."""
    years = {period.value for period in law.periods(on, None)} if "license_year" in law.asks else set()
    boxes = TagBox.objects.filter(town=town)
    used_up = boxes.filter(next_number__gt=F("last")).order_by("-received_on", "-first").values("pk")[:USED_UP]
    boxes = (
        boxes.filter(Q(next_number__lte=F("last")) | Q(pk__in=used_up))
        .with_counts()
        .order_by("-license_year", "-first")
    )
    return [
        Shelf(year, _counts(group), year is None or year in years)
        for year, group in groupby(boxes, key=lambda box: box.license_year)
    ]


def left(town: Town, license_year: int | None) -> int:
    """How many tags are left from which a license of the year draws."""
    boxes: Iterable[Any] = TagBox.objects.for_year(town, license_year).with_counts()
    return sum(box.left for box in boxes)


def no_tags() -> Refusal:
    """Why no license is issued when stock is out."""
    message = "No tag is left in stock: the manager enters the next box under Set-up."
    return Refusal("no_tags", "Office rule", message, "tag_number")


def _counts(boxes: Iterable[Any]) -> list[BoxCount]:
    return [BoxCount(box, box.spoiled, box.left) for box in boxes]


@dataclass(frozen=True, slots=True)
class Story:
    """All that is known of one number. ``tag`` is None while it lies free in its box."""

    number: int
    box: TagBox | None
    tag: Tag | None
    licenses: Sequence[tuple[License, str]]
    owners: Sequence[tuple[datetime, Owner]]
    """Of the dog that carries it, since when, the last one first."""
    history: Sequence[Moment]


def story_of(town: Town, number: int, *, on: date) -> Story | None:
    """The story of the number; None when no box of the town holds it and no dog has it."""
    box = TagBox.objects.filter(town=town, first__lte=number, last__gte=number).first()
    tags = Tag.objects.filter(town=town, number=number).select_related("dog__owner")
    tag = tags.prefetch_related("replacements__receipt", "replacements__by").first()
    if tag is None:
        return Story(number, box, None, (), (), ()) if box else None
    licenses = tag.licenses.select_related("holder", "receipt")
    owners = _owners(tag.dog) if tag.dog else []
    events: Any = tag
    history = timeline(events.events.all())
    return Story(number, box, tag, [(each, each.state(on)) for each in licenses], owners, history)


def _owners(dog: Dog) -> list[tuple[datetime, Owner]]:
    """Who has owned the dog since when, by its history; the last one first."""
    record: Any = dog
    events = record.events.order_by("pgh_id").values_list("owner_id", "pgh_created_at")
    since = [(pk, next(group)[1]) for pk, group in groupby(events, key=lambda event: event[0])]
    owners = Owner.objects.in_bulk({pk for pk, _ in since})
    return [(at, owners[pk]) for pk, at in reversed(since)]
