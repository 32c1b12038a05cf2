"""§§ 68-6 and 68-12: who needs a license, what papers, what is free, transfer and tag."""

from __future__ import annotations

from datetime import date

import pytest

from ordinances.answers import Term
from ordinances.facts import (
    BusinessApplication,
    Change,
    Dog,
    Event,
    Presence,
    RabiesCertificate,
    RabiesStatement,
    Transfer,
    WorkingKind,
)
from ordinances.towns.chestertown import CHESTERTOWN
from tests.ordinances.cases import day, priced, refused, total
from tests.ordinances.chestertown_cases import dog, kennel, pet_shop, puppy, required, visiting

SPRING_2026 = RabiesCertificate(date(2026, 5, 20))


@pytest.mark.parametrize(
    ("born", "since"),
    [
        ("2026-01-15", "2026-07-16"),
        ("2026-02-15", "2026-08-16"),
        ("2025-08-31", "2026-03-01"),  # six months old on the last of February
        ("2025-08-28", "2026-03-01"),
        ("2025-08-27", "2026-02-28"),
    ],
)
def test_a_license_is_required_from_the_day_after_six_months(born: str, since: str) -> None:
    answer = required(since, born=born)
    assert (answer.required, answer.since, answer.citation) == (True, day(since), "§ 68-6A")


def test_a_dog_just_six_months_old_needs_no_license_yet_not_even_at_large() -> None:
    assert not required("2026-07-15", born="2026-01-15").required
    assert not required("2026-07-15", born="2026-01-15", at_large=True).required
    assert required("2026-07-15", born="2026-01-15").since == day("2026-07-16")


def test_a_dog_whose_birth_is_unknown_is_taken_to_be_of_age() -> None:
    answer = required("2026-07-15")
    assert (answer.required, answer.since) == (True, None)


def test_a_dog_of_a_kennel_needs_no_license_of_its_own() -> None:
    answer = required("2026-07-15", born="2020-01-01", in_kennel=True)
    assert (answer.required, answer.since, answer.citation) == (False, None, "§ 68-6A")


def test_a_dog_in_the_shelter_is_not_excepted() -> None:
    assert CHESTERTOWN.license_required(
        Presence(day("2026-07-15"), Dog(born=day("2020-01-01")), in_shelter=True)
    ).required


@pytest.mark.parametrize(("on", "is_required"), [("2026-07-01", False), ("2026-07-02", True)])
@pytest.mark.parametrize("born", ["2020-01-15", None])
def test_a_visitor_is_free_for_thirty_days_with_permission(on: str, is_required: bool, born: str | None) -> None:
    answer = visiting(on, arrived="2026-06-01", permission=True, born=born)
    assert (answer.required, answer.since, answer.citation) == (is_required, day("2026-07-02"), "§ 68-12B")


@pytest.mark.parametrize(("born", "since"), [("2020-01-15", date(2020, 7, 16)), (None, None)])
def test_a_visitor_without_permission_is_a_dog_like_any_other(born: str | None, since: date | None) -> None:
    answer = visiting("2026-06-02", arrived="2026-06-01", permission=False, born=born)
    assert (answer.required, answer.since, answer.citation) == (True, since, "§ 68-6A")
    assert "written permission" in answer.because


@pytest.mark.parametrize("permission", [True, False])
def test_a_visiting_puppy_needs_no_license_before_its_age(permission: bool) -> None:
    answer = visiting("2026-07-15", arrived="2026-06-01", permission=permission, born="2026-01-15")
    assert (answer.required, answer.since) == (False, day("2026-07-16"))


@pytest.mark.parametrize(
    ("on", "amount"),
    [("2026-07-31", "2.75"), ("2026-09-01", "2.50"), ("2026-09-15", "2.50"), ("2026-09-16", "4.50")],
)
def test_a_puppys_thirty_days_run_from_the_first_day_that_a_license_is_required(on: str, amount: str) -> None:
    assert total(puppy(on, 2026, born="2026-02-15")) == amount


@pytest.mark.parametrize(
    ("duty", "on", "amount"),
    [
        ("2026-04-01", "2026-09-15", "2.50"),  # had before it came of age
        ("2026-04-01", "2026-09-16", "4.50"),
        ("2026-09-10", "2026-10-13", "2.25"),  # had later
        ("2026-09-10", "2026-10-14", "4.50"),
    ],
)
def test_the_later_of_getting_a_dog_and_its_age_begins_the_duty(duty: str, on: str, amount: str) -> None:
    assert total(puppy(on, 2026, born="2026-02-15", duty=duty)) == amount


@pytest.mark.parametrize(("most", "amount"), [(1, "25.00"), (24, "25.00"), (25, "35.00"), (300, "35.00")])
def test_a_kennel_pays_by_the_most_dogs_that_it_may_house(most: int, amount: str) -> None:
    assert priced(kennel("2026-06-01", 2026, most=most)) == {"license_fee": amount}


def test_a_kennels_section_follows_its_size() -> None:
    citations = [kennel("2026-06-01", 2026, most=most).lines[0].citation for most in (24, 25)]
    assert [*citations, pet_shop("2026-06-01", 2026).lines[0].citation] == ["§ 68-6B(1)", "§ 68-6B(2)", "§ 68-6B(3)"]


@pytest.mark.parametrize("most", [None, 0, -1])
def test_a_kennel_that_states_no_number_of_dogs_is_an_error(most: int | None) -> None:
    with pytest.raises(ValueError, match="maximum_dogs is missing"):
        CHESTERTOWN.kennel_license(BusinessApplication(day("2026-06-01"), 2026, most))


def test_a_pet_shop_pays_25_dollars() -> None:
    assert priced(pet_shop("2026-06-01", 2026)) == {"license_fee": "25.00"}


@pytest.mark.parametrize(("on", "codes"), [("2026-05-20", []), ("2026-05-21", ["rabies_not_current"])])
def test_a_certificate_counts_through_its_last_day(on: str, codes: list[str]) -> None:
    assert refused(dog(on, 2026, rabies=SPRING_2026)) == codes


def test_no_rabies_paper_and_a_statement_are_refused_each_by_its_own_rule() -> None:
    missing = dog("2026-06-01", 2026, rabies=None).refusals
    statement = dog("2026-06-01", 2026, rabies=RabiesStatement(day("2026-06-01"))).refusals
    assert [(found.code, found.citation) for found in (*missing, *statement)] == [
        ("rabies_missing", "§ 68-6D"),
        ("rabies_statement_not_accepted", "COMAR 10.06.02.10"),
    ]


def test_all_that_stands_in_the_way_is_named_at_once() -> None:
    assert refused(dog("2026-04-01", 2026, rabies=None)) == ["too_early", "rabies_missing"]
    assert refused(dog("2027-07-01", 2026, rabies=SPRING_2026)) == ["year_over", "rabies_not_current"]


@pytest.mark.parametrize("kind", ["guide", "police", "hearing", "service"])
@pytest.mark.parametrize("on", ["2026-06-01", "2026-07-20", "2026-12-01"])
def test_a_working_dog_with_proof_pays_neither_fee_nor_penalty(kind: WorkingKind, on: str) -> None:
    quote = dog(on, 2026, dog=Dog(working=kind, working_proof=True))
    assert (quote.lines, total(quote), quote.marking) == ((), "0.00", f"{kind.capitalize()} dog")
    assert quote.term == Term(max(day(on), day("2026-07-01")), day("2027-06-30"))


@pytest.mark.parametrize("kind", ["therapy", "search", "war", "detection"])
def test_other_working_dogs_pay(kind: WorkingKind) -> None:
    quote = dog("2026-06-01", 2026, dog=Dog(working=kind, working_proof=True))
    assert (total(quote), quote.marking) == ("3.00", "")


def test_a_guide_dog_without_proof_pays() -> None:
    assert total(dog("2026-12-01", 2026, dog=Dog(working="guide"))) == "4.50"


def test_a_working_dog_needs_its_rabies_certificate_all_the_same() -> None:
    quote = dog("2026-06-01", 2026, dog=Dog(working="guide", working_proof=True), rabies=None)
    assert (refused(quote), quote.marking) == (["rabies_missing"], "")


@pytest.mark.parametrize(
    ("on", "expires", "until"),
    [
        ("2026-09-10", "2027-06-30", "2027-06-30"),
        ("2027-06-30", "2027-06-30", "2027-06-30"),
        ("2026-09-10", "2026-09-10", "2027-06-30"),  # a new resident's license from elsewhere
        ("2026-06-30", "2028-12-31", "2026-06-30"),
        ("2026-07-01", "2028-12-31", "2027-06-30"),
    ],
)
def test_a_valid_license_is_carried_over_to_june_30_for_a_dollar(on: str, expires: str, until: str) -> None:
    quote = CHESTERTOWN.transfer(Transfer(day(on), day(expires)))
    assert (priced(quote), quote.term) == ({"transfer_fee": "1.00"}, Term(day(on), day(until)))


@pytest.mark.parametrize("expires", [None, date(2026, 9, 9)])
def test_a_license_that_is_not_valid_on_the_day_is_not_transferred(expires: date | None) -> None:
    quote = CHESTERTOWN.transfer(Transfer(day("2026-09-10"), expires))
    assert (refused(quote), quote.total, quote.term) == (["license_not_current"], None, None)


def test_a_duplicate_tag_costs_50_cents() -> None:
    quote = CHESTERTOWN.replacement_tag(day("2026-09-10"))
    assert (priced(quote), quote.term, quote.lines[0].citation) == ({"tag_fee": "0.50"}, None, "§ 68-6G(2)")


@pytest.mark.parametrize("event", ["sale", "address", "loss", "theft", "death"])
def test_no_section_counts_days_for_a_notice(event: Event) -> None:
    answer = CHESTERTOWN.notify_by(Change(event, day("2026-05-21")))
    assert (answer.by, answer.citation, event in answer.because) == (None, "Ch. 68", True)


def test_a_tag_names_the_town_its_number_and_the_telephone() -> None:
    assert CHESTERTOWN.imprint("1042", "410-555-0100") == ("TOWN OF CHESTERTOWN", "1042", "410-555-0100")


def test_the_office_page_says_which_text_is_applied_and_what_is_missing() -> None:
    assert all(said in CHESTERTOWN.text for said in ("1973", "1992", "county law", "missing"))
    assert CHESTERTOWN.is_business_day(day("2026-09-11"))
    assert not CHESTERTOWN.is_business_day(day("2026-11-27"))
