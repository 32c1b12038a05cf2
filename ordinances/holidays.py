"""The legal holidays of New York and Maryland, each on the day on which it is kept."""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache

from ordinances.days import ONE_DAY, Calendar, month_end

MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)


def _nth(year: int, month: int, weekday: int, nth: int) -> date:
    """The first, second, ... such weekday of a month."""
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))


def _last_monday_of_may(year: int) -> date:
    last = month_end(date(year, 5, 1))
    return last - timedelta(days=last.weekday())


def _election_day(year: int) -> date:
    """The Tuesday after the first Monday of November: never November 1."""
    return _nth(year, 11, MONDAY, 1) + ONE_DAY


def _easter(year: int) -> date:
    """Easter Sunday of the Gregorian calendar, by the golden number and the epact."""
    golden, century = year % 19 + 1, year // 100 + 1
    dropped_leap_days = 3 * century // 4 - 12
    moon_correction = (8 * century + 5) // 25 - 5
    epact = (11 * golden + 20 + moon_correction - dropped_leap_days) % 30
    if epact == 24 or (epact == 25 and golden > 11):
        epact += 1
    full_moon = 44 - epact if epact <= 23 else 74 - epact
    paschal = date(year, 3, 1) + timedelta(days=full_moon - 1)
    return paschal + timedelta(days=(SUNDAY - paschal.weekday() - 1) % 7 + 1)


def _kept(holidays: list[date]) -> frozenset[date]:
    """One that falls on Sunday is kept on Monday too; one on Saturday is not moved."""
    moved = [day + ONE_DAY for day in holidays if day.weekday() == SUNDAY]
    return frozenset(holidays + moved)


def _kept_in_both_states(year: int) -> list[date]:
    """The holidays that the two laws have in common."""
    return [
        date(year, 1, 1),
        _nth(year, 1, MONDAY, 3),
        date(year, 2, 12),
        _nth(year, 2, MONDAY, 3),
        _last_monday_of_may(year),
        date(year, 6, 19),
        date(year, 7, 4),
        _nth(year, 9, MONDAY, 1),
        _nth(year, 10, MONDAY, 2),
        date(year, 11, 11),
        _nth(year, 11, THURSDAY, 4),
        date(year, 12, 25),
    ]


@lru_cache(maxsize=512)
def new_york(year: int) -> frozenset[date]:
    """GCL § 24. Election day is every year's; Flag Day, the second Sunday of June, is never moved."""
    flag_day = _nth(year, 6, SUNDAY, 2)
    return _kept([*_kept_in_both_states(year), _election_day(year)]) | {flag_day}


@lru_cache(maxsize=512)
def maryland(year: int) -> frozenset[date]:
    """GP § 1-111. The statewide general election is in even years."""
    own = [
        date(year, 3, 25),
        _easter(year) - timedelta(days=2),
        date(year, 9, 12),
        _nth(year, 11, THURSDAY, 4) + ONE_DAY,
    ]
    election = [_election_day(year)] if year % 2 == 0 else []
    return _kept(_kept_in_both_states(year) + own + election)


NEW_YORK = Calendar(new_york)
MARYLAND = Calendar(maryland)
