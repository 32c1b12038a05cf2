"""Days of the law: calendar months, business days, open days."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

ONE_DAY = timedelta(days=1)
NEVER_CLOSED: frozenset[date] = frozenset()
SATURDAY = 5


def add_months(day: date, months: int) -> date:
    """The same day some calendar months later (or earlier); one that the month lacks is its last day."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if day.day <= 28:
        return date(year, month + 1, day.day)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def add_years(day: date, years: int) -> date:
    """The same day some years later; February 28 where February 29 is lacking."""
    return add_months(day, 12 * years)


def days_from(day: date, count: int) -> date:
    """The last of so many days from ``day``, which is itself not counted (GCL § 20)."""
    return day + timedelta(days=count)


def month_end(day: date) -> date:
    """The last day of the month that ``day`` is in."""
    return date(day.year, day.month, monthrange(day.year, day.month)[1])


@dataclass(frozen=True, slots=True)
class Calendar:
    """The legal holidays of one state, as days really kept, by year."""

    holidays_in: Callable[[int], frozenset[date]]

    def is_holiday(self, day: date) -> bool:
        """Whether the state keeps a legal holiday on that day."""
        return day in self.holidays_in(day.year)

    def is_business_day(self, day: date) -> bool:
        """Not Saturday, Sunday or a legal holiday."""
        return day.weekday() < SATURDAY and day not in self.holidays_in(day.year)

    def is_open_day(self, day: date, closed: frozenset[date] = NEVER_CLOSED) -> bool:
        """A business day on which the office is not closed."""
        return day not in closed and self.is_business_day(day)

    def first_open_day(self, day: date, closed: frozenset[date] = NEVER_CLOSED) -> date:
        """That day if it is an open day, else the next one."""
        while not self.is_open_day(day, closed):
            day += ONE_DAY
        return day

    def first_business_day(self, day: date) -> date:
        """That day if it is a business day, else the next one."""
        return self.first_open_day(day)
