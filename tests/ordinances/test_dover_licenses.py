"""Licensing ¶ A, B, F to I: who needs a license, what it costs, who has it free."""

from __future__ import annotations

import pytest

from ordinances.facts import (
    AlterationProof,
    BusinessApplication,
    Dog,
    Home,
    Owner,
    Resolution,
    Transfer,
    WorkingKind,
)
from ordinances.money import Money
from ordinances.towns.dover import DOVER
from tests.ordinances.cases import day, maybe, priced, refused, total
from tests.ordinances.dover_cases import (
    ALTERED,
    FEES,
    SENIOR_FEES,
    UNALTERED,
    claimed_altered,
    first,
    renewal,
    required,
    resolved,
    visiting,
)

GUIDE_DOG = Dog(working="guide", working_proof=True)


@pytest.mark.parametrize(
    ("born", "since"),
    [("2026-05-31", "2026-09-30"), ("2025-10-31", "2026-02-28"), ("2026-01-15", "2026-05-15")],
)
def test_a_license_is_required_from_four_calendar_months(born: str, since: str) -> None:
    answer = required(since, born=born)
    assert (answer.required, answer.since, answer.citation) == (True, day(since), "L.L. 3-2010, Licensing ¶ A(1)")


def test_a_younger_dog_needs_one_only_while_at_large() -> None:
    quiet, loose = (required("2026-09-29", born="2026-05-31", at_large=at_large) for at_large in (False, True))
    assert (quiet.required, quiet.since) == (False, day("2026-09-30"))
    assert (loose.required, loose.since) == (True, day("2026-09-29"))


def test_a_grown_dog_at_large_needs_it_since_it_was_of_age() -> None:
    assert required("2026-10-01", born="2026-05-31", at_large=True).since == day("2026-09-30")


def test_a_dog_in_the_shelter_needs_none() -> None:
    answer = required("2026-10-01", born="2020-01-01", at_large=True, in_shelter=True)
    assert (answer.required, answer.since) == (False, None)


def test_a_dog_whose_day_of_birth_is_unknown_is_of_age() -> None:
    answer = required("2026-10-01")
    assert (answer.required, answer.since) == (True, None)


@pytest.mark.parametrize("home", ["nyc_resident", "nyc_licensed", "out_of_state_licensed"])
def test_a_visitor_is_exempt_for_thirty_days(home: Home) -> None:
    answer = visiting(home)
    assert (answer.required, answer.since) == (False, day("2026-07-02"))
    assert answer.citation == "L.L. 3-2010, Licensing ¶ I"


def test_a_visitor_needs_a_license_from_the_thirty_first_day() -> None:
    assert not required("2026-07-01", arrived="2026-06-01", born="2020-01-01").required
    assert required("2026-07-02", arrived="2026-06-01", born="2020-01-01").required


@pytest.mark.parametrize(
    ("born", "since"), [("2026-03-01", "2026-07-02"), ("2026-03-02", "2026-07-02"), ("2026-03-03", "2026-07-03")]
)
def test_a_visitor_needs_a_license_from_the_later_of_age_and_the_end_of_its_visit(born: str, since: str) -> None:
    answer = required("2026-07-03", born=born, arrived="2026-06-01")
    assert (answer.required, answer.since) == (True, day(since))


def test_a_visiting_puppy_is_exempt_even_at_large_until_the_thirty_days_are_over() -> None:
    assert not required("2026-07-01", born="2026-05-31", arrived="2026-06-01", at_large=True).required
    assert required("2026-07-02", born="2026-05-31", arrived="2026-06-01", at_large=True).required
    assert required("2026-07-02", born="2026-05-31", arrived="2026-06-01").since == day("2026-09-30")


@pytest.mark.parametrize(
    ("dog", "years", "amount"),
    [(ALTERED, 1, "11.00"), (ALTERED, 2, "22.00"), (UNALTERED, 1, "21.00"), (UNALTERED, 3, "63.00")],
)
def test_fee_and_surcharge_are_paid_for_every_year(dog: Dog, years: int, amount: str) -> None:
    assert total(renewal("2027-02-10", expires="2027-03-31", years=years, dog=dog)) == amount


def test_fee_and_surcharge_stand_on_their_own_lines_with_section_and_resolution() -> None:
    lines = first().lines
    assert priced(first()) == {"license_fee": "10.00", "state_surcharge": "1.00"}
    assert [line.citation for line in lines] == ["L.L. 3-2010, Licensing ¶ B(1)", "AML § 110(3)"]
    assert [line.resolution for line in lines] == ["R-12", "R-12"]


@pytest.mark.parametrize("proof", ["certificate", "affidavit", "on_file"])
def test_proof_of_alteration_brings_the_altered_price(proof: AlterationProof) -> None:
    assert total(first(dog=claimed_altered(proof))) == "11.00"


def test_altered_without_proof_pays_the_unaltered_price_and_is_told_why() -> None:
    quote = first(dog=claimed_altered(None))
    assert priced(quote) == {"license_fee": "18.00", "state_surcharge": "3.00"}
    assert "no certificate or affidavit" in quote.lines[0].because
    assert "affidavit" not in first(dog=UNALTERED).lines[0].because


@pytest.mark.parametrize(
    ("born", "on", "fee"),
    [
        ("1966-03-15", "2026-03-15", "5.00"),
        ("1966-03-16", "2026-03-15", "10.00"),
        ("1968-02-29", "2028-02-28", "10.00"),
        ("1968-02-29", "2028-02-29", "5.00"),
        (None, "2026-03-15", "10.00"),
    ],
)
def test_a_senior_is_a_resident_of_60(born: str | None, on: str, fee: str) -> None:
    assert priced(first(on, owner=Owner(maybe(born)), fees=SENIOR_FEES))["license_fee"] == fee


def test_a_senior_from_elsewhere_pays_the_ordinary_rate() -> None:
    elder = Owner(day("1950-01-01"), resident=False)
    assert priced(first(owner=elder, fees=SENIOR_FEES))["license_fee"] == "10.00"


def test_senior_rates_apply_only_where_the_resolution_has_them() -> None:
    elder = Owner(day("1950-01-01"))
    only_altered = Resolution({**FEES.amounts, "senior_altered": Money.of("4.00")})
    assert priced(first(owner=elder))["license_fee"] == "10.00"
    assert priced(first(owner=elder, fees=only_altered))["license_fee"] == "4.00"
    assert priced(first(owner=elder, fees=only_altered, dog=UNALTERED))["license_fee"] == "18.00"
    assert priced(first(owner=elder, fees=SENIOR_FEES, dog=UNALTERED))["license_fee"] == "13.00"


def test_without_a_resolution_a_license_is_refused() -> None:
    quote = first(fees=None)
    assert (refused(quote), quote.lines, quote.total) == (["no_resolution"], (), None)
    assert "Town Board" in quote.refusals[0].message


@pytest.mark.parametrize("missing", ["altered", "surcharge_altered"])
def test_a_missing_amount_is_named_and_who_sets_it(missing: str) -> None:
    fees = resolved(**{code: str(amount) for code, amount in FEES.amounts.items() if code != missing})
    (refusal,) = first(fees=fees).refusals
    assert (refusal.code, refusal.about) == ("no_amount_set", "resolution")
    assert f"{missing} (" in refusal.message
    assert "Town Board" in refusal.message


@pytest.mark.parametrize("kind", ["guide", "hearing", "service", "war", "search", "detection", "police", "therapy"])
def test_a_working_dog_with_proof_is_licensed_free_and_marked(kind: WorkingKind) -> None:
    quote = first(dog=Dog(working=kind, working_proof=True), fees=None)
    assert (quote.lines, str(quote.total), quote.marking) == ((), "0.00", DOVER.working_kinds[kind])
    assert quote.term == first().term


def test_a_working_dog_without_proof_pays_the_ordinary_fee() -> None:
    quote = first(dog=Dog(working="guide"))
    assert (total(quote), quote.marking) == ("21.00", "")
    assert refused(first(dog=Dog(working="guide"), fees=None)) == ["no_resolution"]


def test_a_free_license_needs_the_other_papers_all_the_same() -> None:
    assert refused(first(dog=GUIDE_DOG, rabies=None, years=2)) == ["years_not_allowed", "rabies_missing"]


def test_an_enumeration_adds_five_dollars_once_even_to_a_free_license() -> None:
    assert priced(first(enumerated=True)) == priced(first()) | {"enumeration_fee": "5.00"}
    assert priced(first(dog=GUIDE_DOG, enumerated=True, fees=None)) == {"enumeration_fee": "5.00"}


def test_all_that_stands_in_the_way_is_named_at_once() -> None:
    quote = renewal("2027-01-01", expires="2027-03-31", years=4, rabies=None, fees=None)
    assert refused(quote) == ["too_early", "years_not_allowed", "rabies_missing", "no_resolution"]
    assert (quote.lines, quote.total, quote.term) == ((), None, None)
    assert [refusal.about for refusal in quote.refusals] == ["renewing", "years", "rabies", "resolution"]


def test_a_license_is_not_transferable() -> None:
    (refusal,) = DOVER.transfer(Transfer(day("2026-03-15"), day("2026-12-31"))).refusals
    assert (refusal.code, refusal.citation) == ("not_transferable", "L.L. 3-2010, Licensing ¶ F")


def test_no_kennel_or_pet_shop_is_licensed() -> None:
    asked = BusinessApplication(day("2026-03-15"), maximum_dogs=10)
    assert refused(DOVER.kennel_license(asked)) == refused(DOVER.pet_shop_license(asked)) == ["no_such_license"]
    assert DOVER.kennel_license(asked).refusals[0].citation == "L.L. 3-2010, Licensing ¶ H"
