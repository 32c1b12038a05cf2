"""Moments of the law: dates on the clock of both towns, and time that really went by."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

LOCAL = ZoneInfo("America/New_York")


def local_date(moment: datetime) -> date:
    """The calendar date in Dover and in Chestertown."""
    return moment.astimezone(LOCAL).date()


def elapsed(since: datetime, until: datetime) -> timedelta:
    """Real time, negative when ``until`` is earlier.

    Two moments of one time zone would be subtracted by what the clocks showed, which a change of clocks makes wrong.
    """
    return until.astimezone(UTC) - since.astimezone(UTC)
