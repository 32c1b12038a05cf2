"""What owners report: where a dog is, a new address, a household that left town; and by when it was to be told.

Locking: the dog, or the owner and then the owner's dogs.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any, Literal
from uuid import UUID

from django.utils import timezone

from licensing.actions.checks import lock_dog, lock_owner, refuse_impossible_day
from licensing.models import Change, Dog, Owner
from office.acts import act
from office.models import User
from office.refusals import refuse
from office.sent import once
from ordinances import facts as law
from ordinances.answers import NoticeDue
from ordinances.ordinance import Ordinance

Event = Change.Event

STATUS: dict[str, str] = {
    Event.LOSS: Dog.Status.LOST,
    Event.THEFT: Dog.Status.LOST,
    Event.DEATH: Dog.Status.DEAD,
    Event.RECOVERY: Dog.Status.HERE,
    Event.LEFT_TOWN: Dog.Status.MOVED,
    Event.GONE: Dog.Status.GONE,
    Event.SALE: Dog.Status.GONE,
}
"""Where a dog is by what was reported; sold, as long as the new owner is not known."""
_LAW: dict[str, Literal["sale", "address", "loss", "theft", "death"]] = {
    Event.SALE: "sale",
    Event.ADDRESS: "address",
    Event.LEFT_TOWN: "address",
    Event.LOSS: "loss",
    Event.THEFT: "theft",
    Event.DEATH: "death",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What was told: what happened when, when the office was told of it, and whatever else is worth a note."""

    event: str
    happened_on: date
    reported_on: date
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where a person lives now."""

    street: str
    city: str
    state: str
    zip_code: str


@act
def report_change(*, dog: Dog, report: Report, key: UUID, by: User, at: datetime) -> Change:
    """Record where a dog is by its owner's report; a report that was wrong is set right by the next one.

    ``key`` is the form's one-time key. Raises Refused for days that cannot be, and for what is on record already.
    """

    def make() -> Change:
        locked = lock_dog(dog, by)
        refuse_impossible_report(report, today=timezone.localdate(at), dog=locked)
        if report.event not in STATUS:
            raise refuse("not_a_dogs", "A new address is reported on the owner's page.", about="event")
        if STATUS[report.event] == locked.status:
            state = locked.get_status_display().lower()
            raise refuse("no_news", f"{locked.name} is on record as {state} already.", about="event")
        return write_status(locked, report, by=by, at=at)

    return once(dog.town, key, Change, make)


@act
def report_move(
    *, owner: Owner, report: Report, key: UUID, by: User, at: datetime, address: Address | None = None
) -> Change:
    """Record a person's new address in town, or that the person left town with all dogs, wherever to.

    ``key`` is the form's one-time key. Raises Refused for days that cannot be, or without a new address in town.
    """

    def make() -> Change:
        locked = lock_owner(owner, by)
        refuse_impossible_report(report, today=timezone.localdate(at))
        _move(locked, report, address)
        return write_change(report, owner=locked, by=by, at=at)

    return once(owner.town, key, Change, make)


def _move(owner: Owner, report: Report, address: Address | None) -> None:
    """Write the address; those who left town take their dogs along."""
    if address is None and report.event == Event.ADDRESS:
        raise refuse("no_address", "Write the new address.", about="street")
    changed = asdict(address) if address else {}
    if report.event == Event.ADDRESS and all(getattr(owner, name) == value for name, value in changed.items()):
        raise refuse("no_news", "This address is on record already.", about="street")
    if report.event == Event.LEFT_TOWN:
        changed["resident"] = False
        for dog in Dog.objects.select_for_update().here().filter(owner=owner).order_by("pk"):
            dog.status, dog.status_on = Dog.Status.MOVED, report.happened_on
            dog.save(update_fields=["status", "status_on"])
    for name, value in changed.items():
        setattr(owner, name, value)
    owner.save()


def refuse_impossible_report(report: Report, *, today: date, dog: Dog | None = None) -> None:
    """Refuse days to come, a report before what it reports, and a day before the dog was born."""
    refuse_impossible_day(report.happened_on, today=today, about="happened_on", dog=dog)
    refuse_impossible_day(report.reported_on, today=today, about="reported_on")
    if report.reported_on < report.happened_on:
        raise refuse("impossible_date", "It cannot have been reported before it happened.", about="reported_on")


def write_status(dog: Dog, report: Report, *, by: User, at: datetime) -> Change:
    """Write where the locked dog is by the report, and what was reported."""
    before = record_of(dog)
    dog.status, dog.status_on = STATUS[report.event], report.happened_on
    dog.save(update_fields=["status", "status_on"])
    return write_change(report, owner=dog.owner, dog=dog, before=before, by=by, at=at)


def record_of(dog: Dog) -> dict[str, Any]:
    """What the dog's record says before a change, for JSON: what an undoing puts back."""
    days = {name: day and day.isoformat() for name, day in (("status_on", dog.status_on), ("since", dog.acquired_on))}
    return {"status": dog.status, "kennel": dog.kennel_id, **days, "licenses": []}


def write_change(
    report: Report,
    *,
    owner: Owner,
    by: User,
    at: datetime,
    dog: Dog | None = None,
    new_owner: Owner | None = None,
    before: dict[str, Any] | None = None,
) -> Change:
    """Write what was reported of the owner, with the last day on which it was in time and by which section.

    ``before`` is the dog's ``record_of`` before the change.
    """
    due = notice_due(report, owner.town.ordinance(timezone.localdate(at)))
    return Change.objects.create(
        town=owner.town,
        dog=dog,
        owner=owner,
        **asdict(report),
        due_by=due.by,
        citation=due.citation,
        new_owner=new_owner,
        before=before,
        by=by,
        at=at,
    )


def notice_due(report: Report, ordinance: Ordinance) -> NoticeDue:
    """By when the owner had to tell; no day for what no law asks to be told."""
    event = _LAW.get(report.event)
    if event is None:
        return NoticeDue(None, "Office rule", "No law asks for this notice")
    return ordinance.notify_by(law.Change(event, report.happened_on))
