"""The officer's statement: days as the town counts them, costs proposed from the care notes, a code to open it by."""

from __future__ import annotations

import uuid
from decimal import Decimal
from typing import Any

import pytest

from impound.actions.custody import CareFacts, note_care, withdraw_care
from impound.actions.statements import StatedCosts
from impound.codes import statement_behind
from impound.models import CareNote, Seizure, Statement
from licensing.models import Owner
from office.models import Town, User
from office.refusals import Refused
from tests.factories import UserFactory
from tests.impound.pound import codes, end, hours, seize
from tests.impound.redeeming import PAID_AT, arrive_at, licensed, redeem, state
from tests.ordinances.cases import local

pytestmark = pytest.mark.django_db


@pytest.fixture
def seizure(officer: User) -> Seizure:
    return seize(by=officer)


@pytest.fixture
def warden(chestertown: Town) -> User:
    return UserFactory.create(town=chestertown, role="officer")


def care(seizure: Seizure, kind: str, cost: str | None, *, by: User) -> CareNote:
    facts = CareFacts(kind=kind, at=hours(2), cost=Decimal(cost) if cost else None)
    return note_care(seizure=seizure, facts=facts, key=uuid.uuid4(), by=by, at=hours(2))


def refused(seizure: Seizure, **given: Any) -> list[str]:
    with pytest.raises(Refused) as refusal:
        state(seizure, **given)
    return codes(refusal)


def test_the_costs_of_the_care_notes_are_proposed(seizure: Seizure, officer: User) -> None:
    care(seizure, "veterinary", "80.00", by=officer)
    care(seizure, "medicine", "12.50", by=officer)
    care(seizure, "care", None, by=officer)
    wrong = care(seizure, "shelter", "9.00", by=officer)
    withdraw_care(note=wrong, reason="Other dog", key=uuid.uuid4(), by=officer, at=hours(3))
    assert StatedCosts.proposed(seizure) == StatedCosts(veterinary_care=Decimal("92.50"))


def test_it_says_days_costs_and_dog_and_is_found_by_its_code(seizure: Seizure, officer: User) -> None:
    made = state(seizure, by=officer, rabies_vaccination="25.00", veterinary_care="80.00")
    said = made.printed
    assert (made.number, made.days, said["days"], said["seizure"]) == (1, 4, 4, seizure.number)
    assert [(each["label"], each["amount"]) for each in said["costs"]] == [
        ("Rabies vaccination", "25.00"),
        ("Veterinary care", "80.00"),
    ]
    assert statement_behind(said["code"].lower(), seizure.town) == 1
    assert said["address"].endswith(said["code"])


def test_the_last_statement_counts(owner: Owner, officer: User, clerk: User) -> None:
    seizure = seize(by=officer, dog=licensed(owner))
    for cost in ("10.00", "15.00"):
        state(seizure, by=officer, shelter_care=cost)
    made = redeem(seizure, by=clerk)
    assert (str(made.receipt.total), made.statement) == ("35.00", Statement.objects.get(number=2))


@pytest.mark.parametrize(
    ("town", "arrived", "stated_at", "days"),
    [
        ("dover", None, "2026-06-02 09:00", 1),
        ("dover", None, "2026-06-02 09:01", 2),
        ("chestertown", "2026-06-01 09:30", "2026-06-02 09:00", 2),
        ("chestertown", "2026-06-02 00:00", "2026-06-02 09:00", 1),
    ],
)
def test_days_are_counted_as_the_town_charges_them(
    officer: User, warden: User, town: str, arrived: str | None, stated_at: str, days: int
) -> None:
    by = officer if town == "dover" else warden
    seizure = seize(by=by)
    if arrived:
        arrive_at(seizure, local(arrived), by=by)
    assert state(seizure, by=by, at=local(stated_at)).days == days


def test_chestertown_bills_no_costs_and_says_so(warden: User) -> None:
    seizure = seize(by=warden)
    care(seizure, "veterinary", "80.00", by=warden)
    assert StatedCosts.proposed(seizure) == StatedCosts()
    assert refused(seizure, by=warden, veterinary_care="80.00") == ["not_billed"]
    said = state(seizure, by=warden).printed
    assert (said["costs_billed"], said["rule"]["words"], said["costs"]) == (False, "No costs are billed", [])


@pytest.mark.parametrize(("cost", "taken"), [("0.00", True), ("25", True), ("-0.01", False), ("1.005", False)])
def test_a_cost_is_an_amount(seizure: Seizure, officer: User, cost: str, taken: bool) -> None:
    if taken:
        assert state(seizure, by=officer, shelter_care=cost).shelter_care == Decimal(cost)
    else:
        assert refused(seizure, by=officer, shelter_care=cost) == ["no_amount"]


def test_there_is_none_for_a_dog_that_is_gone_not_impounded_or_paid_for(
    seizure: Seizure, owner: Owner, officer: User, warden: User, clerk: User, stranger: Owner
) -> None:
    end(seizure, "escaped", "2026-06-01", by=officer)
    assert refused(seizure, by=officer) == ["not_held"]
    assert refused(seize(by=warden, dog=licensed(stranger), course="same_day"), by=warden) == ["not_impounded"]
    paid = seize(by=officer, dog=licensed(owner))
    state(paid, by=officer)
    redeem(paid, by=clerk)
    assert refused(paid, by=officer) == ["redeemed_already"]


def test_another_towns_officer_states_nothing_here(seizure: Seizure, warden: User) -> None:
    assert refused(seizure, by=warden) == ["other_town"]


def test_a_statements_code_is_no_releases_and_no_other_towns(
    seizure: Seizure, officer: User, chestertown: Town
) -> None:
    code = state(seizure, by=officer, at=PAID_AT).printed["code"]
    assert (statement_behind(code, chestertown), statement_behind("1", seizure.town)) == (None, None)
