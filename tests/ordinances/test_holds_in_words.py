"""The basis of a hold in words: from which day it is counted, and why each day is passed over."""

from __future__ import annotations

import pytest

from ordinances.facts import Custody, Notice
from ordinances.registry import ordinance_of
from tests.ordinances.cases import day


def said(town: str, seized_on: str, **more: object) -> str:
    """What the law says of the hold."""
    custody = Custody(day(seized_on), **more)  # type: ignore[arg-type]
    return ordinance_of(town, on=day(seized_on)).hold(custody).because


@pytest.mark.parametrize(
    ("seized", "words"),
    [
        ("2026-06-01", "Monday June 1, June 6 is a Saturday, June 7 is a Sunday, so Monday June 8"),
        ("2026-06-10", "Wednesday June 10, that is Monday June 15"),
        (
            "2026-12-20",
            (
                "Sunday December 20, December 25 is a legal holiday, December 26 is a Saturday, "
                "December 27 is a Sunday, so Monday December 28"
            ),
        ),
        (
            "2026-05-18",
            "Monday May 18, May 23 is a Saturday, May 24 is a Sunday, May 25 is a legal holiday, so Tuesday May 26",
        ),
    ],
)
def test_dover_says_why_five_days_end_later(seized: str, words: str) -> None:
    assert said("dover", seized) == f"No tag: five days from {words}"


@pytest.mark.parametrize(
    ("notices", "words"),
    [
        ((Notice("personal", day("2026-06-01")),), "seven days after personal notice on Monday June 1, that is Monday"),
        (
            (Notice("mail", day("2026-06-02")),),
            "nine days from the mailing on Tuesday June 2, that is Thursday June 11",
        ),
        ((Notice("mail", day("2026-05-18")),), "nine days from the mailing on Monday May 18, that is Wednesday May 27"),
        (
            (Notice("personal", day("2026-06-05")), Notice("mail", day("2026-06-02"))),
            "seven days after personal notice on Friday June 5, the later of the notices, that is Friday June 12",
        ),
    ],
)
def test_dover_says_which_notice_the_days_run_from(notices: tuple[Notice, ...], words: str) -> None:
    assert f"Identified: {words}" in said("dover", "2026-05-18", identified=True, notices=notices)


def test_a_closed_office_a_quarantine_and_a_courts_decision_are_named() -> None:
    closed = said("dover", "2026-11-22", closed=frozenset({day("2026-11-27")}))
    assert "November 27 is a day on which the office is closed" in closed
    assert closed.endswith("so it may be paid until Monday November 30")
    held = said("dover", "2026-06-01", quarantined_until=day("2026-06-12"), court_decided_on=day("2026-06-03"))
    assert "from Wednesday June 3, the day of the court's decision" in held
    assert "in quarantine through Friday June 12; then June 13 is a Saturday, June 14 is a Sunday" in held


@pytest.mark.parametrize(
    ("seized", "words"),
    [
        ("2026-07-01", "not counted: July 4, a holiday; July 5, a Sunday; the last is Wednesday July 8"),
        ("2026-06-01", "Saturday June 6; June 6 is a Saturday, June 7 is a Sunday, so it may be paid until Monday"),
        ("2026-09-11", "not counted: September 12, a holiday; September 13, a Sunday; the last is Friday September 18"),
        ("2026-11-24", "November 26, a holiday; November 27, a holiday; November 29, a Sunday; the last is Wednesday"),
    ],
)
def test_chestertown_names_the_days_that_are_not_counted(seized: str, words: str) -> None:
    assert words in said("chestertown", seized)
