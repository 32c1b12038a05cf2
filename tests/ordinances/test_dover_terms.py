"""Licensing ¶ A(5) and E, AML § 109(1)(a): how long a license runs, and the rabies papers for it."""

from __future__ import annotations

from datetime import date

import pytest

from ordinances.towns.dover import DOVER
from tests.ordinances.cases import day, refused
from tests.ordinances.dover_cases import certificate, first, renewal, statement, term_of


@pytest.mark.parametrize(
    ("on", "term"),
    [
        ("2026-03-15", "2026-03-15…2027-03-31"),
        ("2026-03-31", "2026-03-31…2027-03-31"),
        ("2026-04-01", "2026-04-01…2027-04-30"),
        ("2027-02-28", "2027-02-28…2028-02-29"),
        ("2028-02-29", "2028-02-29…2029-02-28"),
        ("2026-12-31", "2026-12-31…2027-12-31"),
    ],
)
def test_a_first_license_runs_to_the_end_of_its_month_a_year_later(on: str, term: str) -> None:
    assert term_of(first(on)) == term


@pytest.mark.parametrize("years", [0, 2, 3, -1])
def test_a_first_license_runs_one_year_only(years: int) -> None:
    assert refused(first(years=years)) == ["years_not_allowed"]


@pytest.mark.parametrize(
    ("years", "term"),
    [
        (0, "years_not_allowed"),
        (1, "2027-04-01…2028-03-31"),
        (2, "2027-04-01…2029-03-31"),
        (3, "2027-04-01…2030-03-31"),
        (4, "years_not_allowed"),
    ],
)
def test_a_renewal_runs_one_to_three_years_from_the_old_end(years: int, term: str) -> None:
    assert term_of(renewal("2027-02-10", expires="2027-03-31", years=years)) == term


@pytest.mark.parametrize(
    ("on", "term"),
    [
        ("2027-01-29", "too_early"),
        ("2027-01-30", "2027-04-01…2028-03-31"),
        ("2027-03-31", "2027-04-01…2028-03-31"),
        ("2027-04-01", "2027-04-01…2028-04-30"),
        ("2027-06-20", "2027-06-20…2028-06-30"),
    ],
)
def test_a_renewal_opens_sixty_days_ahead_and_a_late_one_starts_at_once(on: str, term: str) -> None:
    assert term_of(renewal(on, expires="2027-03-31")) == term


@pytest.mark.parametrize("years", [1, 2, 3])
def test_a_late_renewal_may_run_one_to_three_years_without_a_late_fee(years: int) -> None:
    quote = renewal("2027-06-20", expires="2027-03-31", years=years)
    assert term_of(quote) == f"2027-06-20…{2027 + years}-06-30"
    assert {line.code for line in quote.lines} == {"license_fee", "state_surcharge"}


@pytest.mark.parametrize(
    ("expires", "term"),
    [
        ("2027-06-30", "2027-07-01…2028-06-30"),
        ("2027-02-28", "2027-03-01…2028-02-29"),
        ("2028-02-29", "2028-03-01…2029-02-28"),
        ("2027-03-15", "2027-03-16…2028-03-31"),
    ],
)
def test_a_renewal_leaves_no_gap_and_ends_with_a_month(expires: str, term: str) -> None:
    assert term_of(renewal(expires, expires=expires)) == term


def test_the_refusal_of_an_early_renewal_names_the_day_it_opens() -> None:
    (refusal,) = renewal("2027-01-29", expires="2027-03-31").refusals
    assert "2027-01-30" in refusal.message
    assert DOVER.renewal_opens(date(2027, 3, 31)) == date(2027, 1, 30)


@pytest.mark.parametrize(
    ("expires", "term"),
    [
        ("2026-03-20", "rabies_term"),
        ("2026-03-31", "rabies_term"),
        ("2026-04-01", "2026-03-15…2027-03-31"),
        ("2026-03-15", "rabies_term"),
        ("2026-03-14", "rabies_not_current rabies_term"),
    ],
)
def test_a_first_license_needs_a_certificate_to_its_eleventh_month(expires: str, term: str) -> None:
    assert term_of(first(rabies=certificate(expires))) == term


def test_the_refusal_names_the_day_that_the_certificate_must_reach() -> None:
    (refusal,) = first(rabies=certificate("2026-03-20")).refusals
    assert refusal.citation == "AML § 109(1)(a)"
    assert "ends on 2026-03-20; a license to 2027-03-31 needs one to 2026-04-01 or later" in refusal.message
    assert "No term would do" in refusal.message


@pytest.mark.parametrize(
    ("expires", "years", "term"),
    [
        ("2028-04-01", 3, "2026-04-01…2029-03-31"),
        ("2028-03-31", 3, "rabies_term"),
        ("2027-04-01", 2, "2026-04-01…2028-03-31"),
        ("2027-03-31", 2, "rabies_term"),
        ("2026-04-01", 1, "2026-04-01…2027-03-31"),
        ("2026-03-31", 1, "rabies_term"),
    ],
)
def test_a_renewal_for_more_years_needs_a_longer_certificate(expires: str, years: int, term: str) -> None:
    assert term_of(renewal("2026-03-15", expires="2026-03-31", years=years, rabies=certificate(expires))) == term


@pytest.mark.parametrize(
    ("expires", "longest"),
    [
        ("2028-03-31", "2 years, to 2028-03-31"),
        ("2027-04-01", "2 years, to 2028-03-31"),
        ("2027-03-31", "1 year, to 2027-03-31"),
        ("2026-03-31", "No term"),
    ],
)
def test_the_refusal_names_the_longest_term_that_would_do(expires: str, longest: str) -> None:
    (refusal,) = renewal("2026-03-15", expires="2026-03-31", years=3, rabies=certificate(expires)).refusals
    assert longest in refusal.message
    assert "to 2028-04-01 or later" in refusal.message


def test_years_that_are_not_allowed_are_weighed_as_the_nearest_that_are() -> None:
    one_year_only = certificate("2026-04-01")
    assert refused(first(years=2, rabies=one_year_only)) == ["years_not_allowed"]
    assert refused(renewal("2026-03-15", expires="2026-03-31", years=0, rabies=one_year_only)) == ["years_not_allowed"]
    late = renewal("2026-03-15", expires="2026-03-31", years=4, rabies=one_year_only)
    assert refused(late) == ["years_not_allowed", "rabies_term"]


def test_without_rabies_papers_a_license_is_refused() -> None:
    (refusal,) = first(rabies=None).refusals
    assert (refusal.code, refusal.citation, refusal.about) == (
        "rabies_missing",
        "L.L. 3-2010, Licensing ¶ A(5)",
        "rabies",
    )


@pytest.mark.parametrize(
    ("dated", "term"),
    [
        ("2026-01-05", "2026-03-15…2027-01-31"),
        ("2026-03-15", "2026-03-15…2027-03-31"),
        ("2026-04-20", "2026-03-15…2027-03-31"),
        ("2025-03-01", "2026-03-15…2026-03-31"),
        ("2025-02-28", "rabies_term"),
    ],
)
def test_a_statement_allows_one_year_from_its_date_to_the_months_end(dated: str, term: str) -> None:
    assert term_of(first(rabies=statement(dated))) == term


@pytest.mark.parametrize(("dated", "term"), [("2025-04-01", "2026-04-01…2026-04-30"), ("2025-03-31", "rabies_term")])
def test_a_statement_must_not_be_over_before_the_renewal_starts(dated: str, term: str) -> None:
    assert term_of(renewal("2026-03-15", expires="2026-03-31", rabies=statement(dated))) == term


def test_a_statement_on_its_last_day_allows_that_day() -> None:
    assert term_of(first("2026-03-31", rabies=statement("2025-03-01"))) == "2026-03-31…2026-03-31"
    assert term_of(first("2026-04-01", rabies=statement("2025-03-01"))) == "rabies_term"


@pytest.mark.parametrize("years", [2, 3])
def test_on_a_statement_a_renewal_runs_one_year_only(years: int) -> None:
    quote = renewal("2026-03-15", expires="2026-03-31", years=years, rabies=statement("2026-03-01"))
    assert refused(quote) == ["years_not_allowed"]
    assert "bring a certificate" in quote.refusals[0].message


def test_the_license_page_offers_the_years_that_the_law_allows() -> None:
    assert [period.value for period in DOVER.periods(day("2026-03-15"), None)] == [1]
    assert [period.value for period in DOVER.periods(day("2026-03-15"), day("2026-03-31"))] == [1, 2, 3]
