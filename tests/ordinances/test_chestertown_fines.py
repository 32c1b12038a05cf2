"""§§ 68-3, 68-15 and 68-17: the fines, and what the council may set."""

from __future__ import annotations

import pytest

from ordinances.facts import Resolution, Violation
from ordinances.money import Money
from ordinances.towns.chestertown import CHESTERTOWN
from tests.ordinances.cases import day, priced, total
from tests.ordinances.chestertown_cases import fined

LESS = Resolution({"fine_first": Money.of(50), "fine_repeat": Money.of(75)}, "R-7")


@pytest.mark.parametrize(
    ("provision", "citation"),
    [
        ("68-2", "§ 68-3; Charter § C11-4B"),
        ("68-7", "§ 68-15; Charter § C11-4B"),
        ("68-6G(1)", "§ 68-15; Charter § C11-4B"),
        ("§ 68-10B", "§ 68-15; Charter § C11-4B"),
        ("68-16", "§ 68-17"),
    ],
)
def test_a_first_violation_is_100_dollars_by_the_articles_own_section(provision: str, citation: str) -> None:
    quote = fined(provision)
    assert (priced(quote), quote.lines[0].citation) == ({"fine": "100.00"}, citation)


def test_each_day_after_the_first_is_200_dollars() -> None:
    assert priced(fined("68-16", days=4)) == {"fine": "100.00", "fine_continuing": "600.00"}
    assert total(fined("68-16", days=4)) == "700.00"
    assert total(fined("68-16", days=2)) == "300.00"


def test_after_an_earlier_finding_every_day_is_200_dollars() -> None:
    assert priced(fined("68-16", days=4, found=("2020-01-01",))) == {"fine": "200.00", "fine_continuing": "600.00"}
    assert total(fined("68-7", found=("2026-06-30", "2019-05-05"))) == "200.00"


def test_a_finding_that_is_not_earlier_makes_no_repeat() -> None:
    assert total(fined("68-7", on="2026-07-01", found=("2026-07-01", "2026-07-02"))) == "100.00"
    assert total(fined("68-7", on="2026-07-01", found=("2026-06-30",))) == "200.00"


@pytest.mark.parametrize("provision", ["68-0", "68-18", "69-1", "unlicensed", "68-16 ", "68", ""])
def test_what_is_no_section_of_the_chapter_is_an_error(provision: str) -> None:
    with pytest.raises(ValueError, match="no section of Chapter 68"):
        fined(provision)


@pytest.mark.parametrize("days", [0, -3])
def test_a_violation_of_no_day_is_an_error(days: int) -> None:
    with pytest.raises(ValueError, match="days must be 1 or more"):
        fined("68-16", days=days)


def test_the_council_may_set_less_for_articles_one_and_two() -> None:
    quote = CHESTERTOWN.fine(Violation(day("2026-07-01"), "68-7", days=2, resolution=LESS))
    assert priced(quote) == {"fine": "50.00", "fine_continuing": "75.00"}
    assert [line.resolution for line in quote.lines] == ["R-7", "R-7"]


def test_the_amounts_of_article_three_are_the_ordinances_own() -> None:
    quote = CHESTERTOWN.fine(Violation(day("2026-07-01"), "68-16", days=2, resolution=LESS))
    assert (total(quote), [line.resolution for line in quote.lines]) == ("300.00", [None, None])


def test_the_council_never_sets_more() -> None:
    more = Resolution({"fine_first": Money.of("100.01"), "fine_repeat": Money.of("200.01")})
    assert [(found.code, found.about) for found in CHESTERTOWN.check_resolution(more)] == [
        ("amount_too_high", "fine_first"),
        ("amount_too_high", "fine_repeat"),
    ]
    assert total(CHESTERTOWN.fine(Violation(day("2026-07-01"), "68-7", resolution=more))) == "100.00"


def test_the_laws_own_amounts_and_less_are_taken() -> None:
    most = Resolution({"fine_first": Money.of(100), "fine_repeat": Money.of(200)})
    assert CHESTERTOWN.check_resolution(most) == CHESTERTOWN.check_resolution(LESS) == ()


def test_a_resolution_cannot_set_what_the_ordinance_fixes() -> None:
    (found,) = CHESTERTOWN.check_resolution(Resolution({"dog_fee": Money.of(5)}))
    assert (found.code, found.about) == ("amount_not_settable", "dog_fee")
