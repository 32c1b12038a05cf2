"""Visits: a dog of elsewhere is exempt for a while, to the last day that the law gives."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import date, datetime
from uuid import UUID

from django.utils import timezone

from licensing.actions.checks import lock_dog, refuse_if_gone
from licensing.models import Dog, Visit
from licensing.visits import exemption, within_a_year
from office.acts import act
from office.models import User
from office.refusals import refuse
from office.sent import once


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitFacts:
    """When the dog came, where it belongs, and the papers: the town's written permission, its license at home."""

    arrived: date
    home: str
    permission: str = ""
    license_elsewhere: str = ""


@act
def record_visit(
    *, dog: Dog, facts: VisitFacts, key: UUID, by: User, at: datetime, confirmed: Collection[str] = ()
) -> Visit:
    """Record the visit with its last day by the law. ``key`` sent again finds the visit that it made.

    Raises Refused, by its section, when the law does not exempt such a visit; and for a day to come, a license at home
    that is not named, or a visit that began while an earlier one was still exempt.
    """

    def make() -> Visit:
        locked = lock_dog(dog, by)
        refuse_if_gone(locked)
        visit = Visit(dog=locked, by=by, at=at, **asdict(facts))
        _refuse_impossible(visit, timezone.localdate(at))
        last_day, answer = exemption(visit, law=locked.town.ordinance(facts.arrived))
        if last_day is None:
            raise refuse("no_exemption", f"{answer.because}.", about="permission", citation=answer.citation)
        visit.last_day = last_day
        visit.save(force_insert=True)
        return visit

    return once(dog.town, key, Visit, make)


def _refuse_impossible(visit: Visit, on: date) -> None:
    if visit.arrived > on:
        raise refuse("impossible_date", "This day is yet to come.", about="arrived")
    if not within_a_year(visit.arrived, of=on):
        raise refuse("impossible_date", "That is more than a year ago: check the year.", about="arrived")
    if visit.home != Visit.Home.NYC_RESIDENT and not (visit.permission or visit.license_elsewhere):
        message = "Name the license that the dog has at home: place and number."
        raise refuse("license_elsewhere_missing", message, about="license_elsewhere")
    earlier = visit.dog.visits.filter(arrived__lte=visit.arrived, last_day__gte=visit.arrived).first()
    if earlier is not None:
        message = f"The visit from {earlier.arrived} is on record, exempt through {earlier.last_day}."
        raise refuse("visit_on_record", message, about="arrived")
