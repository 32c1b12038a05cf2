"""The town's details, and the lock under which a town's set-up changes."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from django.utils import timezone

from office.acts import act
from office.models import Town, User
from office.refusals import refuse
from ordinances.registry import ordinance_of


@dataclass(frozen=True, slots=True)
class TownDetails:
    """What heads the town's papers, stands on its tags, and is printed below."""

    name: str
    street: str
    city: str
    state: str
    zip_code: str
    telephone: str
    hours: str
    email: str = ""
    license_words: str = ""
    receipt_words: str = ""


def lock(town: Town) -> Town:
    """Hold the town's set-up to the end of the transaction: two managers change it one after the other.

    The counter goes on meanwhile: rows that merely name the town do not wait.
    """
    return Town.objects.select_for_update(no_key=True).get(pk=town.pk)


@act
def enter_town(*, slug: str, details: TownDetails, by: User, at: datetime) -> Town:
    """Open a town's office; Refused when it has one, or when no law is known under that name."""
    try:
        ordinance_of(slug, on=timezone.localdate(at))
    except LookupError as unknown:
        raise refuse("no_law", f"No law is applied there today: {unknown}.", about="slug") from unknown
    if Town.objects.filter(slug=slug).exists():
        raise refuse("town_exists", f"The office of {slug} is entered already: change its details.", about="slug")
    return Town.objects.create(slug=slug, **asdict(details))


@act
def change_town(*, town: Town, details: TownDetails, by: User, at: datetime) -> Town:
    """Write the town's details. Papers printed before keep the details they were printed with."""
    held = lock(town)
    for name, value in asdict(details).items():
        setattr(held, name, value)
    held.save()
    return held
