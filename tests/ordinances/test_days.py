"""Legal days: months, business days, and the holidays of New York and Maryland."""

from __future__ import annotations

from datetime import date

import pytest

from ordinances.days import Calendar, add_months, add_years, days_from, month_end
from ordinances.holidays import MARYLAND, NEW_YORK
from tests.ordinances.cases import day


@pytest.mark.parametrize(
    ("start", "months", "end"),
    [
        ("2026-05-31", 4, "2026-09-30"),
        ("2025-10-31", 4, "2026-02-28"),
        ("2023-10-31", 4, "2024-02-29"),
        ("2026-01-15", 6, "2026-07-15"),
        ("2026-12-31", 1, "2027-01-31"),
        ("2026-01-31", -11, "2025-02-28"),
    ],
)
def test_a_day_that_the_month_lacks_is_its_last(start: str, months: int, end: str) -> None:
    assert add_months(day(start), months) == day(end)


def test_one_year_from_february_29_is_february_28() -> None:
    assert add_years(day("2028-02-29"), 1) == day("2029-02-28")
    assert add_years(day("1968-02-29"), 60) == day("2028-02-29")
    assert month_end(day("2028-02-01")) == day("2028-02-29")


def test_days_from_exclude_the_day_itself() -> None:
    assert days_from(day("2026-05-21"), 10) == day("2026-05-31")


KEPT_IN_2026 = (
    "01-01 01-19 02-12 02-16 05-25 06-14 06-19 07-04 09-07 10-12 11-03 11-11 11-26 12-25",
    "01-01 01-19 02-12 02-16 03-25 04-03 05-25 06-19 07-04 09-07 09-12 10-12 11-03 11-11 11-26 11-27 12-25",
)


def test_each_state_keeps_its_own_holidays() -> None:
    kept = [" ".join(f"{holiday:%m-%d}" for holiday in sorted(law.holidays_in(2026))) for law in (NEW_YORK, MARYLAND)]
    assert tuple(kept) == KEPT_IN_2026


def test_new_york_votes_every_year_and_maryland_in_even_years() -> None:
    assert [NEW_YORK.is_holiday(day(written)) for written in ("2026-11-03", "2027-11-02")] == [True, True]
    assert [MARYLAND.is_holiday(day(written)) for written in ("2026-11-03", "2027-11-02")] == [True, False]


def test_election_day_is_after_the_first_monday_and_never_november_1() -> None:
    assert NEW_YORK.is_holiday(day("2033-11-08"))
    assert not NEW_YORK.is_holiday(day("2033-11-01"))


@pytest.mark.parametrize("law", [NEW_YORK, MARYLAND])
def test_a_holiday_on_sunday_is_kept_on_monday_and_one_on_saturday_is_not_moved(law: Calendar) -> None:
    assert not law.is_business_day(day("2027-07-05"))  # July 4 is a Sunday
    assert law.is_business_day(day("2026-07-03"))  # July 4 is a Saturday
    assert law.is_business_day(day("2026-07-06"))


def test_flag_day_is_never_moved() -> None:
    assert NEW_YORK.is_holiday(day("2026-06-14"))
    assert NEW_YORK.is_business_day(day("2026-06-15"))


@pytest.mark.parametrize(
    "good_friday",
    ["2011-04-22", "2024-03-29", "2025-04-18", "2026-04-03", "2038-04-23", "2049-04-16", "1954-04-16", "1981-04-17"],
)
def test_maryland_keeps_good_friday(good_friday: str) -> None:
    assert MARYLAND.is_holiday(day(good_friday))
    assert not NEW_YORK.is_holiday(day(good_friday))


def test_an_open_day_is_a_business_day_on_which_the_office_is_not_closed() -> None:
    closed = frozenset({date(2026, 11, 27)})
    assert NEW_YORK.first_open_day(day("2026-11-26")) == day("2026-11-27")
    assert NEW_YORK.first_open_day(day("2026-11-26"), closed) == day("2026-11-30")
    assert NEW_YORK.first_business_day(day("2026-11-27")) == day("2026-11-27")
