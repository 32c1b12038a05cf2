"""§ 68-6D: the license year, its window, the prorated fee, the penalty."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from ordinances.answers import Term
from ordinances.facts import BusinessApplication, Dog, LicenseApplication, Owner
from ordinances.towns.chestertown import CHESTERTOWN
from ordinances.towns.chestertown.license_year import months_left
from tests.ordinances.cases import day, priced, refused, total
from tests.ordinances.chestertown_cases import LONG_CURRENT, dog, kennel, pet_shop


@pytest.mark.parametrize(
    ("on", "starts"),
    [
        ("2026-05-02", "2026-07-01"),
        ("2026-06-30", "2026-07-01"),
        ("2026-07-01", "2026-07-01"),
        ("2026-07-02", "2026-07-02"),
        ("2027-06-30", "2027-06-30"),
    ],
)
def test_a_term_starts_on_july_1_or_within_the_year_on_the_day_of_application(on: str, starts: str) -> None:
    term = Term(day(starts), day("2027-06-30"))
    assert (dog(on, 2026).term, kennel(on, 2026, most=1).term, pet_shop(on, 2026).term) == (term, term, term)


@pytest.mark.parametrize(
    ("on", "answer"),
    [("2026-05-01", "too_early"), ("2026-05-02", "3.00"), ("2027-06-30", "4.50"), ("2027-07-01", "year_over")],
)
def test_a_license_year_can_be_applied_for_from_may_2_to_its_end(on: str, answer: str) -> None:
    assert total(dog(on, 2026)) == answer


@pytest.mark.parametrize("on", ["2026-05-01", "2027-07-01"])
def test_businesses_are_refused_outside_the_license_year_too(on: str) -> None:
    assert refused(kennel(on, 2026, most=24)) == refused(pet_shop(on, 2026)) == refused(dog(on, 2026))
    assert pet_shop(on, 2026).refusals[0].citation == "§ 68-6D"


@pytest.mark.parametrize("on", ["2026-05-02", "2026-06-20", "2026-06-30"])
def test_the_whole_fee_is_paid_ahead_of_the_year(on: str) -> None:
    assert priced(dog(on, 2026)) == {"license_fee": "3.00"}


@pytest.mark.parametrize(
    ("on", "year", "duty", "amount"),
    [
        ("2022-08-01", 2022, None, "2.75"),  # July 31 is a Sunday
        ("2022-08-02", 2022, None, "4.50"),
        ("2027-08-02", 2027, None, "2.75"),  # July 31 is a Saturday
        ("2027-08-03", 2027, None, "4.50"),
        ("2026-07-31", 2026, None, "2.75"),  # a Friday
        ("2026-08-01", 2026, None, "4.50"),
        ("2026-10-13", 2026, "2026-09-10", "2.25"),  # October 10 is a Saturday, October 12 a holiday
        ("2026-10-14", 2026, "2026-09-10", "4.50"),
        ("2026-07-31", 2026, "2026-07-01", "2.75"),  # both end on the same day
        ("2026-08-03", 2026, "2026-07-02", "2.75"),  # the thirtieth day is Saturday, August 1
        ("2026-08-04", 2026, "2026-07-02", "4.50"),
        ("2026-08-05", 2026, "2026-04-10", "4.50"),  # owned since spring
    ],
)
def test_in_time_to_july_31_or_the_thirtieth_day_of_the_duty(on: str, year: int, duty: str | None, amount: str) -> None:
    assert total(dog(on, year, duty=duty)) == amount


@pytest.mark.parametrize(
    ("on", "amount"),
    [
        ("2026-07-01", "3.00"),
        ("2026-07-16", "3.00"),
        ("2026-07-17", "2.75"),
        ("2026-01-16", "1.50"),
        ("2026-01-17", "1.25"),
        ("2026-02-14", "1.25"),
        ("2026-02-15", "1.00"),
        ("2026-04-15", "0.75"),
        ("2026-04-16", "0.50"),  # a tie of a month of thirty days
        ("2024-02-15", "1.25"),  # of 29 days
        ("2024-02-16", "1.00"),
        ("2026-06-15", "0.25"),
        ("2026-06-20", "0.25"),
        ("2026-06-30", "0.25"),
    ],
)
def test_in_time_within_the_year_the_fee_is_prorated_to_the_nearest_month(on: str, amount: str) -> None:
    year = int(on[:4]) - (on[5:] < "07-01")
    assert priced(dog(on, year, duty=on)) == {"license_fee": amount}


def test_prorated_fees_of_businesses_are_rounded_half_a_cent_up() -> None:
    assert total(kennel("2026-01-17", 2025, most=24, duty="2026-01-10")) == "10.42"
    assert total(pet_shop("2026-01-17", 2025, duty="2026-01-10")) == "10.42"
    assert total(kennel("2025-09-10", 2025, most=25, duty="2025-09-01")) == "29.17"


def test_months_are_counted_from_the_nearest_first_of_month() -> None:
    for offset in range(4 * 366):
        on = date(2024, 7, 1) + timedelta(days=offset)
        firsts = [date(on.year, on.month, 1), date(on.year + on.month // 12, on.month % 12 + 1, 1)]
        nearest = min(reversed(firsts), key=lambda first: abs((first - on).days))
        end = date(on.year + (on.month >= 7), 7, 1)
        assert months_left(on) == max(1, (end.year - nearest.year) * 12 + end.month - nearest.month), on


@pytest.mark.parametrize("on", ["2026-08-05", "2027-06-30"])
def test_late_the_full_fee_and_half_of_it_are_paid(on: str) -> None:
    assert priced(dog(on, 2026)) == {"license_fee": "3.00", "late_penalty": "1.50"}
    assert priced(kennel(on, 2026, most=24)) == {"license_fee": "25.00", "late_penalty": "12.50"}
    assert priced(kennel(on, 2026, most=25)) == {"license_fee": "35.00", "late_penalty": "17.50"}
    assert total(pet_shop(on, 2026)) == "37.50"


def test_the_penalty_names_the_last_day_in_time() -> None:
    penalty = dog("2022-08-05", 2022).lines[1]
    assert (penalty.citation, "2022-08-01" in penalty.because) == ("§ 68-6D", True)


def test_an_application_that_names_no_license_year_is_an_error() -> None:
    with pytest.raises(ValueError, match="license_year is missing"):
        CHESTERTOWN.license(LicenseApplication(day("2026-07-01"), Dog(), Owner(), rabies=LONG_CURRENT))
    with pytest.raises(ValueError, match="license_year is missing"):
        CHESTERTOWN.pet_shop_license(BusinessApplication(day("2026-07-01")))


@pytest.mark.parametrize(
    ("on", "renewing", "years"),
    [
        ("2026-07-01", None, [2026]),
        ("2027-05-01", None, [2026]),
        ("2027-05-02", None, [2026, 2027]),
        ("2027-06-30", None, [2026, 2027]),
        ("2027-05-02", "2026-06-30", [2026, 2027]),
        ("2027-05-02", "2027-06-30", [2027]),
        ("2027-05-01", "2027-06-30", [2027]),  # its quote says: too early
        ("2027-05-02", "2028-06-30", [2028]),
        ("2027-07-01", "2027-06-30", [2027]),
    ],
)
def test_the_license_page_offers_the_years_that_are_open(on: str, renewing: str | None, years: list[int]) -> None:
    periods = CHESTERTOWN.periods(day(on), None if renewing is None else day(renewing))
    assert [period.value for period in periods] == years
    assert periods[0].label == f"July 1, {years[0]} to June 30, {years[0] + 1}"


@pytest.mark.parametrize(
    ("expires", "opens"), [("2026-06-30", "2026-05-02"), ("2026-06-29", "2026-05-02"), ("2026-07-01", "2027-05-02")]
)
def test_renewal_opens_sixty_days_before_the_next_license_year(expires: str, opens: str) -> None:
    assert CHESTERTOWN.renewal_opens(day(expires)) == day(opens)
