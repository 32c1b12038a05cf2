"""Boxes of tags: received from the engraver, corrected while their numbers allow it, and numbers spoiled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.db.models import Max
from django.utils import timezone

from licensing.actions.tags import refuse_if_taken
from licensing.models import Tag, TagBox
from office.acts import act
from office.models import Town, User
from office.refusals import Refused, refuse
from office.sent import once
from ordinances.answers import Refusal

RULE = "Office rule"
LARGEST_BOX = 100_000


@dataclass(frozen=True, slots=True)
class Box:
    """A box as entered: numbers ``first`` to ``last``, for a license year where each year brings a new tag."""

    first: int
    last: int
    license_year: int | None
    received_on: date


@act
def receive_tags(*, town: Town, box: Box, by: User, at: datetime) -> TagBox:
    """Take a box into stock; sent twice, it is one box.

    Refused with every reason at once; ``about`` names a field of ``Box``.
    """
    town = Town.objects.select_for_update(no_key=True).get(pk=town.pk)
    before = TagBox.objects.filter(town=town, first=box.first).first()
    if before is not None and _as_entered(before) == box:
        return before
    row = TagBox(town=town)
    _check(row, box, at)
    return _write(row, box)


@act
def change_tags(*, row: TagBox, box: Box, by: User, at: datetime) -> TagBox:
    """Correct a box. Once a number of it was given out only its end moves, and never below that number."""
    Town.objects.select_for_update(no_key=True).get(pk=row.town_id)
    held = TagBox.objects.select_for_update().get(pk=row.pk)
    _check(held, box, at, *_issued_refused(held, box))
    return _write(held, box)


@act
def spoil_tag(*, number: int, reason: str, key: UUID, by: User, at: datetime) -> Tag:
    """Take a number out of stock for ever, as the tag was spoiled or is missing from its box.

    ``key`` is the form's one-time key. Refused (about ``number``) when no box holds the number or it is taken.
    """
    town = by.town
    if town is None:
        raise refuse("no_town", "Only a town's own staff take a number out of its stock.")

    def make() -> Tag:
        box = TagBox.objects.select_for_update().filter(town=town, first__lte=number, last__gte=number).first()
        if box is None:
            raise refuse("not_in_stock", f"No box in stock holds number {number}: check it.", about="number")
        refuse_if_taken(town, number, about="number")
        on, year = timezone.localdate(at), box.license_year
        return Tag.objects.create(
            town=town, number=number, license_year=year, issued_on=on, retired_on=on, retired_because=reason
        )

    return once(town, key, Tag, make)


def _as_entered(row: TagBox) -> Box:
    return Box(row.first, row.last, row.license_year, row.received_on)


def _write(row: TagBox, box: Box) -> TagBox:
    """``next_number`` stays where it was unless the box begins elsewhere: it never passes over a free number."""
    if row.first != box.first:
        row.next_number = box.first
    row.first, row.last = box.first, box.last
    row.license_year, row.received_on = box.license_year, box.received_on
    row.next_number = min(row.next_number, box.last + 1)
    row.save()
    return row


def _check(row: TagBox, box: Box, at: datetime, *issued: Refusal) -> None:
    """Raise Refused with all that stands against the box."""
    refusals = [*_shape_refused(box), *_year_refused(row.town, box, at), *issued]
    if not refusals:
        refusals += _overlaps(row, box)
    if box.received_on > timezone.localdate(at):
        message = f"{box.received_on} has not come yet: enter the box when it is here."
        refusals.append(Refusal("not_received_yet", RULE, message, "received_on"))
    if refusals:
        raise Refused(*refusals)


def _shape_refused(box: Box) -> Iterator[Refusal]:
    if box.first < 1:
        yield Refusal("no_number", RULE, "Tags are numbered from 1 on: enter the lowest number in the box.", "first")
    if box.last < box.first:
        message = f"The last number is below the first: enter {box.first} or more."
        yield Refusal("box_empty", RULE, message, "last")
    elif box.last - box.first >= LARGEST_BOX:
        message = f"That is more than {LARGEST_BOX:,} tags in one box: check both numbers."
        yield Refusal("box_too_large", RULE, message, "last")


def _year_refused(town: Town, box: Box, at: datetime) -> Iterator[Refusal]:
    """A tag for life has no license year; where each year brings a new tag, the box is of one year."""
    today = timezone.localdate(at)
    if town.ordinance(on=today).permanent_number:
        if box.license_year is not None:
            message = f"A tag of the {town.name} is for life: leave the license year empty."
            yield Refusal("tag_for_life", RULE, message, "license_year")
    elif box.license_year is None:
        message = "Each license year brings a new tag: enter the year in which it starts, as stamped on the tags."
        yield Refusal("no_license_year", RULE, message, "license_year")
    elif not today.year - 1 <= box.license_year <= today.year + 2:
        message = f"{box.license_year} is far from today: enter a year from {today.year - 1} to {today.year + 2}."
        yield Refusal("license_year_far", RULE, message, "license_year")


def _issued_refused(row: TagBox, box: Box) -> Iterator[Refusal]:
    """Numbers given out from the box stay in it, as do the box's beginning and year."""
    highest = Tag.objects.in_box(row).aggregate(highest=Max("number"))["highest"]
    if highest is None:
        return
    if box.first != row.first:
        message = f"Numbers from {row.first} on were given out: the box keeps its first number."
        yield Refusal("box_in_use", RULE, message, "first")
    if box.license_year != row.license_year:
        message = "Numbers were given out for this license year: the box keeps it."
        yield Refusal("box_in_use", RULE, message, "license_year")
    if box.last < highest:
        yield Refusal("box_in_use", RULE, f"Number {highest} was given out: enter {highest} or more.", "last")


def _overlaps(row: TagBox, box: Box) -> Iterator[Refusal]:
    """A number is in one box alone, and so is given once."""
    others = TagBox.objects.filter(town=row.town).exclude(pk=row.pk)
    clash = others.filter(first__lte=box.last, last__gte=box.first).first()
    if clash is None:
        return
    free = (others.aggregate(end=Max("last"))["end"] or 0) + 1
    about = "last" if box.first < clash.first else "first"
    message = (
        f"Numbers {clash.first} to {clash.last} are in stock already, in the box of {clash.received_on}, and a number "
        f"is given only once: check the box. Numbers from {free} on are free."
    )
    yield Refusal("boxes_overlap", RULE, message, about)
