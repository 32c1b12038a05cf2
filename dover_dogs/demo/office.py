"""A town's office of the demonstration: details, staff, resolutions, closed days and tags, all entered by the acts."""

from __future__ import annotations

import random
import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import date, datetime, time, timedelta
from typing import TypeVar

from django.contrib.auth.models import Group
from django.utils import timezone

from dover_dogs.demo.diary import Story
from dover_dogs.demo.names import STAFF
from dover_dogs.demo.towns import NOT_ADOPTED, Plan
from licensing.actions.stock import Box, receive_tags
from office.actions import Person, Resolved, add_staff, close_day, enter_resolution
from office.models import Role, Town, User
from ordinances.money import Money
from ordinances.ordinance import Ordinance

YEARS = 5
"""The office's records begin so many years ago."""
BOX = 100
YEAR_BOX = 600
Item = TypeVar("Item")


@dataclass
class Office:
    """The office of one town on the day on which the demonstration is made; ``chance`` gives the same every time."""

    plan: Plan
    town: Town
    manager: User
    clerk: User
    now: datetime
    chance: random.Random
    closed: set[date] = field(default_factory=set)

    @property
    def today(self) -> date:
        """The local day on which the demonstration is made."""
        return timezone.localdate(self.now)

    @property
    def law(self) -> Ordinance:
        """The town's law of today."""
        return self.town.ordinance(self.today)

    @property
    def by_year(self) -> bool:
        """Whether the town licenses by fixed years."""
        return "license_year" in self.law.asks

    def key(self) -> uuid.UUID:
        """A form's one-time key."""
        return uuid.UUID(int=self.chance.getrandbits(128), version=4)

    def pick(self, among: Sequence[Item]) -> Item:
        """One of them by chance."""
        return self.chance.choice(among)

    def days(self, least: int, most: int) -> timedelta:
        """So many days by chance, both ends included."""
        return timedelta(days=self.chance.randint(least, most))

    def ago(self, least: int, most: int) -> date:
        """A day so many days before today."""
        return self.today - self.days(least, most)

    def visit(self, day: date, *, after: datetime | None = None) -> datetime:
        """A moment of office hours on the day, or on the last open day before it; always before today."""
        day = self.open_day_before(min(day, self.today - timedelta(days=1)))
        minutes = timedelta(minutes=self.chance.randint(0, 6 * 60))
        moment = datetime.combine(day, time(9, 5), self.now.tzinfo) + minutes
        return moment if after is None or moment > after else after + timedelta(minutes=10)

    def open_day_before(self, day: date) -> date:
        """The day itself if the office is open, else the last open day before."""
        while day in self.closed or not self.law.is_business_day(day):
            day -= timedelta(days=1)
        return day


def open_office(plan: Plan, *, at: datetime, password: str) -> Office:
    """The town with its staff, who all have this encoded password, and all that its office needs but tags."""
    town = Town.objects.create(slug=plan.slug, demonstration=True, **asdict(plan.details))
    manager = User.objects.create(username=f"manager.{plan.slug}", town=town)
    chance = random.Random(f"Dover Dogs {plan.slug}")  # noqa: S311  the same data every time, no secret
    local = timezone.localtime(at)
    office = Office(plan=plan, town=town, manager=manager, clerk=manager, now=local, chance=chance)
    opened = office.visit(date(local.year - YEARS, 1, 4))
    office.clerk = _add_staff(office, opened, password)
    _enter_resolutions(office, opened)
    _close_days(office)
    return office


def _add_staff(office: Office, at: datetime, password: str) -> User:
    """One member of staff a role; answers with the clerk. The manager, who adds the others, is there first."""
    slug, manager = office.plan.slug, office.manager
    for role, (first, last) in STAFF.items():
        email = f"{role}@{slug}.example.org"
        if role == Role.MANAGER:
            manager.first_name, manager.last_name, manager.email = first, last, email
            manager.save()
            manager.groups.set(Group.objects.filter(name=role))
        else:
            person = Person(f"{role}.{slug}", first, last, email, frozenset({role}))
            add_staff(town=office.town, person=person, by=manager, at=at)
    office.town.staff.update(password=password, date_joined=at)
    return User.objects.get(username=f"clerk.{slug}")


def _enter_resolutions(office: Office, at: datetime) -> None:
    """The sample amounts, in force since the office opened."""
    day = timezone.localdate(at)
    for number, (subject, amounts) in enumerate(office.plan.amounts.items(), start=1):
        resolved = Resolved(
            number=f"{number} ({NOT_ADOPTED})",
            adopted_on=day,
            in_force_from=day,
            amounts={code: Money.of(amount) for code, amount in amounts.items()},
            note=f"{NOT_ADOPTED}: amounts of the demonstration",
        )
        enter_resolution(town=office.town, subject=subject, resolved=resolved, by=office.manager, at=at)


def _close_days(office: Office) -> None:
    """A snow day that is past, and a day to come on which the staff is taught."""
    at = office.visit(office.today)
    for about, reason in ((office.ago(70, 70), "Snow"), (office.today + timedelta(days=25), "Staff training")):
        day = office.open_day_before(about)
        close_day(town=office.town, day=day, reason=reason, by=office.manager, at=at)
        office.closed.add(day)


def stock(office: Office) -> Story:
    """Boxes of tags as they come in: one for each license year, or now and then where a tag is for life."""
    return _boxes_by_year(office) if office.by_year else _boxes_for_life(office)


def _boxes_for_life(office: Office) -> Story:
    """Small boxes when the office opens, and a large one that is kept in store."""
    at = office.visit(date(office.today.year - YEARS, 1, 10))
    yield at
    sizes = (BOX, BOX, BOX, BOX, YEAR_BOX)
    first = office.plan.first_tag
    for size in sizes:
        _receive(office, at, Box(first, first + size - 1, None, timezone.localdate(at)))
        first += size


def _boxes_by_year(office: Office) -> Story:
    """Each spring the tags of the license year to come; those of the next one are here already."""
    this_year = office.law.periods(office.today, None)[0].value
    moment: datetime | None = None
    for year in range(this_year - YEARS + 1, this_year + 2):
        moment = office.visit(date(year, 4, 20), after=moment)
        yield moment
        first = year % 100 * 1000 + office.plan.first_tag
        _receive(office, moment, Box(first, first + YEAR_BOX - 1, year, timezone.localdate(moment)))


def _receive(office: Office, at: datetime, box: Box) -> None:
    receive_tags(town=office.town, box=box, by=office.manager, at=at)
