"""Days on which the office is closed beside the legal ones."""

from __future__ import annotations

from datetime import date, datetime

from django.utils import timezone

from office.actions.towns import lock
from office.acts import act
from office.models import ClosedDay, Town, User
from office.refusals import refuse


@act
def close_day(*, town: Town, day: date, reason: str, by: User, at: datetime) -> ClosedDay:
    """Close the office on a business day, announced or looked back upon; the same closing sent twice is one.

    Refused (about ``day``) on a day that is no business day anyhow, or that is closed for another reason already.
    """
    lock(town)
    closed = ClosedDay.objects.filter(town=town, day=day).first()
    if closed is not None and closed.reason == reason:
        return closed
    if closed is not None:
        raise refuse("closed_already", f"{day} is closed already: {closed.reason}.", about="day")
    if not town.ordinance(on=timezone.localdate(at)).is_business_day(day):
        message = f"{day} is a weekend day or a legal holiday, which the deadlines leave out already: enter nothing."
        raise refuse("no_business_day", message, about="day")
    return ClosedDay.objects.create(town=town, day=day, reason=reason)


@act
def open_day(*, closed: ClosedDay, by: User, at: datetime) -> None:
    """Take back a closing that has not come yet. A past one stays: deadlines were counted with it."""
    lock(closed.town)
    if closed.day <= timezone.localdate(at):
        raise refuse("closing_is_past", f"{closed.day} has come, and deadlines were counted with it: it stays.")
    closed.delete()
