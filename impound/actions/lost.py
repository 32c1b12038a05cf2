"""Reports of lost dogs: licensed here or not, open until the dog is found or the search is given up.

Locking: the dog of record, where the report names one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.utils import timezone

from impound.actions.checks import RULE, impossible_day, lock_seizure, missing, reason_given, refuse_all, town_of
from impound.models import LossReport, Seizure
from licensing.actions.changes import Report, write_status
from licensing.actions.checks import lock_dog
from licensing.models import Change, Dog
from office.acts import act
from office.models import User
from office.refusals import refuse
from office.sent import once
from ordinances.answers import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class LossFacts:
    """Who misses which dog, since when, and where it was last seen; ``dog`` where it is on record."""

    reporter: str
    telephone: str
    breed: str
    color: str
    lost_on: date
    place: str
    called: str = ""
    sex: str = ""
    marks: str = ""
    chip: str = ""
    dog: Dog | None = None


@act
def report_lost(*, facts: LossFacts, key: UUID, by: User, at: datetime) -> LossReport:
    """Write down that a dog is missed; one of record is reported lost with it, if it is not yet.

    ``key`` is the form's one-time key. Raises Refused with all that is missing, and for a dog that is reported already.
    """
    town = town_of(by)

    def make() -> LossReport:
        dog = lock_dog(facts.dog, by) if facts.dog else None
        refuse_all(_refused(facts, at))
        if dog is not None:
            if LossReport.objects.filter(dog=dog, closed_on__isnull=True).exists():
                raise refuse("reported_already", f"{dog.name} is reported lost already: close that report first.")
            _write(dog, Change.Event.LOSS, facts.lost_on, by, at)
        names = LossFacts.__dataclass_fields__
        return LossReport.objects.create(
            town=town, by=by, at=at, **{name: getattr(facts, name) for name in names} | {"dog": dog}
        )

    return once(town, key, LossReport, make)


@act
def close_loss(
    *,
    report: LossReport,
    on: date,
    because: str,
    by: User,
    at: datetime,
    found: Seizure | None = None,
    recovered: bool = False,
) -> LossReport:
    """Close a report, for a reason: found as a dog seized, back with its owner (``recovered``), or given up.

    A dog of record that is back is reported so with it. The same closing again changes nothing.
    """
    reason = reason_given(because)
    seizure = lock_seizure(found, by) if found else None
    locked = LossReport.objects.select_for_update(of=("self",)).select_related("dog").get(pk=report.pk)
    if locked.town_id != by.town_id:
        raise refuse("other_town", "This report is another town's.")
    if locked.closed_on is not None:
        if (locked.closed_on, locked.closed_because, locked.found) != (on, reason, seizure):
            raise refuse("closed_already", f"Closed on {locked.closed_on} already: {locked.closed_because}.")
        return locked
    refuse_all(impossible_day(on, since=locked.lost_on, at=at, about="on"))
    if locked.dog is not None and recovered:
        _write(lock_dog(locked.dog, by), Change.Event.RECOVERY, on, by, at)
    locked.closed_on, locked.closed_because, locked.found = on, reason, seizure
    locked.save(update_fields=["closed_on", "closed_because", "found"])
    return locked


def _write(dog: Dog, event: str, on: date, by: User, at: datetime) -> None:
    """Report a change of the locked dog, if it is one."""
    lost = dog.status == Dog.Status.LOST
    if lost is not (event == Change.Event.LOSS):
        report = Report(event=event, happened_on=on, reported_on=timezone.localdate(at))
        write_status(dog, report, by=by, at=at)


def _refused(facts: LossFacts, at: datetime) -> Iterable[Refusal]:
    """What is missing, a day to come, and a chip without a number."""
    yield from impossible_day(facts.lost_on, since=None, at=at, about="lost_on")
    yield from missing(
        {
            "reporter": (facts.reporter, "Say who misses the dog."),
            "telephone": (facts.telephone, "Say how to reach them."),
            "breed": (facts.breed, "Say the breed, or what the dog looks like."),
            "color": (facts.color, "Say the color."),
            "place": (facts.place, "Say where the dog was last seen."),
        }
    )
    if facts.chip and not any(sign.isalnum() for sign in facts.chip):
        yield Refusal("no_chip", RULE, "A microchip's number has digits or letters.", "chip")
