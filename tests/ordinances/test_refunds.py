"""Money back for a license: all before it is validated, none after; an error is corrected, which is no refund."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from ordinances.facts import RefundAsked
from ordinances.ordinance import Ordinance
from ordinances.towns.chestertown import CHESTERTOWN
from ordinances.towns.dover import DOVER

DAY = date(2026, 6, 15)
BOTH = pytest.mark.parametrize(("town", "citation"), [(DOVER, "L.L. 3-2010, Licensing ¶ C"), (CHESTERTOWN, "§ 68-6")])


def asked(because: Any, *, days: int = 0, paper_kept: bool = False) -> RefundAsked:
    return RefundAsked(DAY + timedelta(days=days), DAY, because, paper_kept)


@BOTH
@pytest.mark.parametrize("days", [0, 1, 400])
def test_an_error_is_corrected_at_any_time(town: Ordinance, citation: str, days: int) -> None:
    answer = town.refund(asked("in_error", days=days))
    assert (answer.allowed, answer.citation) == (True, citation)
    assert "no refund" in answer.because


@BOTH
def test_all_goes_back_on_the_day_of_issuance_while_the_license_is_at_the_counter(
    town: Ordinance, citation: str
) -> None:
    answer = town.refund(asked("withdrawn", paper_kept=True))
    assert (answer.allowed, answer.citation) == (True, citation)


@BOTH
@pytest.mark.parametrize(("days", "paper_kept"), [(0, False), (1, True), (1, False)])
def test_none_once_it_was_handed_over_or_the_day_is_over(
    town: Ordinance, citation: str, days: int, paper_kept: bool
) -> None:
    answer = town.refund(asked("withdrawn", days=days, paper_kept=paper_kept))
    assert (answer.allowed, answer.citation) == (False, citation)


@BOTH
@pytest.mark.parametrize(
    ("days", "paper_kept", "cure"),
    [
        (0, False, "tick that it was not handed over"),
        (1, True, "was issued on 2026-06-15. If it was entered in error, give that as the reason"),
        (1, False, "It counts as handed over when its day is over"),
    ],
)
def test_a_refusal_says_the_rule_and_what_would_cure_it(
    town: Ordinance, citation: str, days: int, paper_kept: bool, cure: str
) -> None:
    because = town.refund(asked("withdrawn", days=days, paper_kept=paper_kept)).because
    assert "no refund" in because
    assert cure in because


@BOTH
def test_a_change_of_mind_brings_nothing_back_even_on_the_day(town: Ordinance, citation: str) -> None:
    answer = town.refund(asked("changed_mind", paper_kept=True))
    assert (answer.allowed, answer.citation) == (False, citation)
