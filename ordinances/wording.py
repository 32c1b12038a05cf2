"""Days in words: which day it is, and why one is passed over."""

from __future__ import annotations

from datetime import date

from ordinances.days import ONE_DAY, Calendar
from ordinances.holidays import SATURDAY, SUNDAY

_WEEKEND = {SATURDAY: "a Saturday", SUNDAY: "a Sunday"}


def named(day: date) -> str:
    """The day with its weekday: ``Monday June 1``."""
    return f"{day:%A} {short(day)}"


def passed_over(since: date, until: date, calendar: Calendar) -> str:
    """Why each day from ``since`` to before ``until`` is not the one; empty where there is none.

    ``June 6 is a Saturday, June 7 is a Sunday``.
    """
    days = (since + ONE_DAY * nth for nth in range((until - since).days))
    return ", ".join(f"{short(day)} is {_what(day, calendar)}" for day in days)


def short(day: date) -> str:
    """The day without its weekday: ``June 1``."""
    return f"{day:%B} {day.day}"


def _what(day: date, calendar: Calendar) -> str:
    """What a day is on which nothing ends and nobody pays."""
    if day.weekday() in _WEEKEND:
        return _WEEKEND[day.weekday()]
    return "a legal holiday" if calendar.is_holiday(day) else "a day on which the office is closed"
