"""What the pound reports: a seizure with its disposition, the officer's log, the shelter's register."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef
from django.utils import timezone

from impound.facts import clock
from impound.models import Encounter, End, Redemption, Seizure
from impound.standing import Standing, standings
from licensing.models import License, Tag
from licensing.privacy import shown_address
from office.models import Town, User
from ordinances.days import add_years
from ordinances.money import Money
from ordinances.ordinance import Ground

_REGISTER = (
    "No.", "Seized", "Received", "Kennel", "Dog", "Tag or chip", "Owner", "Available from", "Left",
    "What became of it",
)  # fmt: skip


class Row(NamedTuple):
    """A line of a table in words, and the seizure that it is of, by its primary key, if it is of one."""

    cells: tuple[str, ...]
    seizure: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a period: its title, its columns, and its rows in words."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def labeled(self) -> list[tuple[int | None, list[tuple[str, str]]]]:
        """Each row's seizure, and its cells beside the names of their columns."""
        return [(row.seizure, list(zip(self.columns, row.cells, strict=True))) for row in self.rows]

    @property
    def lines(self) -> list[tuple[str, ...]]:
        """The columns' names and the rows, for CSV."""
        return [self.columns, *(row.cells for row in self.rows)]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the report: its heading, and what it says, each with its name."""

    heading: str
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The seizure and disposition report, part by part."""

    town: Town
    number: int
    clerk: str
    officer: str
    parts: tuple[Part, ...]

    @property
    def lines(self) -> list[tuple[str, str, str]]:
        """A row for each field, for CSV."""
        rows = [(part.heading, name, value) for part in self.parts for name, value in part.facts]
        return [("Part", "Field", "Value"), *rows]


def report_of(seizure: Seizure, on: date) -> Report:
    """The report of a seizure that came ``with_custody``, with the fields of New York's form DL-18."""
    standing = Standing(seizure, clock(seizure), on)
    words = seizure.town.ordinance(seizure.seized_on).words
    parts = (
        Part("Seizure", tuple(_seized(seizure, words.county))),
        Part("Dog", tuple(_dog(standing))),
        Part("Owner", tuple(_owner(seizure))),
        Part("Shelter", tuple(_sheltered(standing))),
        Part("Disposition", tuple(_disposed(standing))),
    )
    return Report(seizure.town, seizure.number, words.clerk, words.officer, parts)


def log_of(town: Town, days: Sequence[date]) -> Table:
    """The officer's log: seizures, hand-backs and encounters of the period in the order of time; five queries."""
    since, until = days
    seizures = Seizure.objects.of(town).filter(seized_at__date__range=(since, until)).select_related("officer", "dog")
    seizures = seizures.prefetch_related("ends")
    met = Encounter.objects.filter(town=town, at__date__range=(since, until)).select_related("officer", "dog")
    grounds = town.ordinance(until).seizure_grounds
    entries = [(each.seized_at, _logged(each, grounds)) for each in seizures]
    entries += [(each.at, _met(each)) for each in met]
    rows = tuple(row for _, row in sorted(entries, key=lambda entry: entry[0]))
    words = town.ordinance(until).words
    title = f"Log of the {words.officer}"
    return Table(title, ("When", "What", "Where", "Dog and person", "Grounds or what was said", "Officer"), rows)


def register_of(town: Town, days: Sequence[date], *, on: date) -> Table:
    """The shelter's register: every dog that was in the town's hands on a day of the period, by number."""
    since, until = days
    left = Exists(End.objects.standing().filter(seizure=OuterRef("pk"), at__date__lt=since))
    seizures = Seizure.objects.of(town).filter(~left, seized_at__date__lte=until)
    rows = seizures.exclude(course=Seizure.Course.HANDED_BACK).with_custody()
    found = sorted(standings(rows, on), key=lambda each: each.seizure.number)
    return Table("Register of the shelter", _REGISTER, tuple(_registered(each) for each in found))


def _moment(at: datetime) -> str:
    return timezone.localtime(at).strftime("%Y-%m-%d %H:%M")


def _name(user: User) -> str:
    return user.get_full_name() or user.get_username()


def _seized(seizure: Seizure, county: str) -> Iterator[tuple[str, str]]:
    grounds = seizure.town.ordinance(seizure.seized_on).seizure_grounds
    yield "Town and county", f"{seizure.town.name}; {county}"
    yield "Control number", str(seizure.number)
    yield "Date and time seized", _moment(seizure.seized_at)
    yield "Location", seizure.where
    for code in seizure.grounds:
        ground = grounds.get(code)
        yield "Reason and code", f"{code}: {ground.words} ({ground.citation})" if ground else code
    yield "Officer", _name(seizure.officer)


def _dog(standing: Standing) -> Iterator[tuple[str, str]]:
    seizure = standing.seizure
    dog = seizure.dog
    yield "Breed, color, sex", seizure.description
    yield "Age and marks", "; ".join(filter(None, (seizure.age, seizure.marks))) or "not told"
    yield "Name", seizure.title if dog or seizure.called else "not known"
    tags = Tag.objects.current().filter(dog=dog).order_by("-pk") if dog else Tag.objects.none()
    record = f"; on record {tag.number}" if (tag := tags.first()) else ""
    yield "Tag", (seizure.tag_read or "worn, not read" if seizure.wears_tag else "none on the dog") + record
    yield "Microchip", seizure.chip or (dog.chip if dog else "") or "none read"
    yield "License", _license(standing)
    yield "Impoundments in the 12 months before", _earlier(seizure)


def _license(standing: Standing) -> str:
    """The license on which it was redeemed, of the town or of elsewhere; else the one in force when it was seized."""
    dog, paid = standing.seizure.dog, standing.redemption
    if paid is not None and paid.elsewhere:
        return f"{paid.elsewhere}, seen: {paid.elsewhere_paper}"
    if paid is not None and paid.no_license_because:
        return paid.no_license_because
    on = timezone.localdate(paid.at) if paid is not None else standing.seizure.seized_on
    held = License.objects.in_force(on).filter(dog=dog).first() if dog else None
    return f"{standing.seizure.town.name}, No. {held.number}, to {held.last_day.isoformat()}" if held else "none"


def _earlier(seizure: Seizure) -> str:
    if seizure.dog is None:
        return "the dog is on no record"
    since = add_years(seizure.seized_on, -1)
    others = Seizure.objects.of(seizure.town).impounded().filter(dog=seizure.dog).exclude(pk=seizure.pk)
    return str(others.filter(seized_at__date__gte=since, seized_at__lt=seizure.seized_at).count())


def _owner(seizure: Seizure) -> Iterator[tuple[str, str]]:
    owner = seizure.owner
    yield "Name and address", f"{owner.name}, {shown_address(owner)}" if owner else seizure.owner_told or "not known"
    notices = [
        f"{each.get_how_display().lower()} on {each.on.isoformat()}: {each.told}"
        + (f", certified No. {each.certified_number}" if each.certified_number else "")
        for each in seizure.notices.standing()
    ]
    yield "Notified", "; ".join(notices) or "not notified"


def _sheltered(standing: Standing) -> Iterator[tuple[str, str]]:
    arrival, hold = standing.arrival, standing.hold
    yield "Shelter", str(arrival) if arrival else "not arrived"
    yield (
        "Received",
        f"{_moment(arrival.at)}, by {arrival.received_by}: {arrival.condition}" if arrival else "not arrived",
    )
    yield "Date available", hold.available_from.isoformat() if hold.available_from else "no clock runs"
    yield "Why", f"{hold.because} ({hold.citation})"


def _disposed(standing: Standing) -> Iterator[tuple[str, str]]:
    end, forfeiture, paid = standing.end, standing.forfeiture, standing.redemption
    if forfeiture:
        yield "Title forfeit", f"{forfeiture.on.isoformat()} ({forfeiture.citation})"
    yield "Disposition", f"{end.get_kind_display()}, {_moment(end.at)}" if end else "still held"
    if end and end.to_whom:
        yield "To whom", end.to_whom
    if end and end.approval:
        yield "Approved", end.approval
    yield "Fees", _fees(paid) if paid else "none taken"
    if end and end.adoption and end.adoption.license:
        receipt = end.adoption.license.receipt
        yield "Adopter’s license", f"${Money.of(str(receipt.total))}, receipt {receipt.number}"


def _fees(paid: Redemption) -> str:
    """What was charged for the dog, line by line, and the receipt; a license in the same bill is one of the lines."""
    lines = (f"{line.label} ${line.amount}" for line in paid.receipt.lines.all() if line.amount)
    return f"{'; '.join(lines)}: ${Money.of(str(paid.receipt.total))}, receipt {paid.receipt.number}"


def _logged(seizure: Seizure, grounds: Mapping[str, Ground]) -> Row:
    why = "; ".join(grounds[code].words if code in grounds else code for code in seizure.grounds)
    back = f": {seizure.handed_back_to}" if seizure.handed_back_to else ""
    what = f"Seizure {seizure.number}, {seizure.get_course_display().lower()}{back}"
    if any(end.kind == End.Kind.MISTAKEN and end.withdrawn_at is None for end in seizure.ends.all()):
        what = f"Seizure {seizure.number}, written by mistake"
    cells = (_moment(seizure.seized_at), what, seizure.where, _who(seizure), why, _name(seizure.officer))
    return Row(cells, seizure.pk)


def _met(encounter: Encounter) -> Row:
    who = encounter.told or (encounter.dog.name if encounter.dog else "")
    what = encounter.get_kind_display()
    return Row((_moment(encounter.at), what, encounter.where, who, encounter.note, _name(encounter.officer)))


def _registered(standing: Standing) -> Row:
    seizure, arrival, end = standing.seizure, standing.arrival, standing.end
    worn = seizure.tag_read or "worn" if seizure.wears_tag else ""
    cells = (
        str(seizure.number),
        _moment(seizure.seized_at),
        _moment(arrival.at) if arrival else "",
        arrival.kennel if arrival else "",
        _who(seizure),
        _joined((worn, seizure.chip)),
        seizure.owner.name if seizure.owner else seizure.owner_told,
        standing.hold.available_from.isoformat() if standing.hold.available_from else "no clock",
        _moment(end.at) if end else "",
        _joined((end.get_kind_display(), end.to_whom)) if end else "still held",
    )
    return Row(cells, seizure.pk)


def _who(seizure: Seizure) -> str:
    """The dog's name, if it is known, and how it looks."""
    return f"{seizure.title}, {seizure.description}" if seizure.title != seizure.breed else seizure.description


def _joined(words: Iterable[str]) -> str:
    return "; ".join(filter(None, words))
