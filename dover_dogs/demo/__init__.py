"""Demonstration data: two invented offices in which one can try everything, the same each time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.contrib.auth.hashers import check_password, make_password
from django.db import connection, transaction

from dover_dogs.demo.adoptions import adoptions
from dover_dogs.demo.diary import Story, tell
from dover_dogs.demo.dogs import new_pet
from dover_dogs.demo.enumeration import walk
from dover_dogs.demo.licensing import courses, life
from dover_dogs.demo.office import Office, open_office, stock
from dover_dogs.demo.people import Household, households
from dover_dogs.demo.pound import pound
from dover_dogs.demo.towns import PLANS
from office.models import Town, User

HOUSEHOLDS = 200
"""Households a town."""


def is_there() -> bool:
    """Whether the demonstration was made in this database."""
    return Town.objects.filter(demonstration=True).exists()


def holds_real_records() -> bool:
    """Whether there is a town, or anybody who may sign in, that the demonstration did not make."""
    others = User.objects.exclude(town__demonstration=True)
    return Town.objects.filter(demonstration=False).exists() or others.exists()


@transaction.atomic
def make(*, at: datetime, password: str, count: int) -> None:
    """Make both towns with so many households each, as of the moment ``at``: all of it, or nothing.

    Beside a second start it waits for the first, and then finds its work done.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('demonstration'))")
    if is_there():
        return
    encoded = make_password(password)
    for plan in PLANS:
        office = open_office(plan, at=at, password=encoded)
        _hold(office)
        tell(
            [stock(office), walk(office), *_lives(office, count), *pound(office), *adoptions(office)], until=office.now
        )


def _hold(office: Office) -> None:
    """Lock for the whole transaction what every act locks anew.

    The acts are savepoints here, and PostgreSQL would note each one's lock on these rows beside all earlier ones.
    """
    for rows in (Town.objects.filter(pk=office.town.pk), office.town.staff.all(), office.town.resolutions.all()):
        list(rows.select_for_update().order_by())


def _lives(office: Office, count: int) -> Iterator[Story]:
    """The story of each dog of each household."""
    course, chips = courses(office), set[str]()
    for household in households(office, count):
        for _ in range(_dogs_of(office, household)):
            yield life(office, new_pet(office, household, chips), next(course))


def _dogs_of(office: Office, household: Household) -> int:
    """Mostly one dog; four where an organization keeps them."""
    return 4 if household.is_organization else office.pick((1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4))


def staff() -> dict[str, list[str]]:
    """The names to sign in with, by town."""
    towns = Town.objects.filter(demonstration=True).order_by("pk").prefetch_related("staff")
    return {town.name: [member.username for member in town.staff.all() if member.is_active] for town in towns}


@transaction.atomic
def let_sign_in(password: str) -> None:
    """Give the demonstration's staff this password, those who have another one."""
    members = User.objects.filter(town__demonstration=True)
    for encoded in members.values_list("password", flat=True).distinct():
        if not check_password(password, encoded):
            members.filter(password=encoded).update(password=make_password(password))
