"""The pound beside others: one seizure sent often, officers who write at once, two clerks and one dog."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from impound.models import Arrival, End, Forfeiture, Redemption, Seizure
from office.models import Receipt, Town, User
from tests.factories import OwnerFactory, TownFactory, UserFactory
from tests.impound.pound import arrive, end, forfeit_on, seize
from tests.impound.redeeming import held, licensed, redeem
from tests.licensing.test_issue_at_once import at_once, refusals

pytestmark = pytest.mark.django_db(transaction=True)
TOGETHER = 8


@pytest.fixture
def dover() -> Town:
    return TownFactory.create()


@pytest.fixture
def officers(dover: Town) -> list[User]:
    return UserFactory.create_batch(TOGETHER, town=dover, role="officer")


def test_one_seizure_sent_often_at_once_is_one(officers: list[User]) -> None:
    client_id = uuid.uuid4()
    made = at_once(lambda nth: seize(by=officers[0], client_id=client_id), TOGETHER)
    assert [each.number for each in made] == [1] * TOGETHER
    assert Seizure.objects.count() == 1


def test_officers_who_write_at_once_have_numbers_without_a_gap(officers: list[User]) -> None:
    at_once(lambda nth: seize(by=officers[nth]), TOGETHER)
    assert sorted(Seizure.objects.values_list("number", flat=True)) == list(range(1, TOGETHER + 1))


@pytest.mark.parametrize(
    ("act", "kind", "code"),
    [
        (lambda made, by: arrive(made, by=by), Arrival, "arrived_already"),
        (lambda made, by: forfeit_on(made, "2026-06-09", by=by), Forfeiture, "forfeited_already"),
        (lambda made, by: end(made, "escaped", "2026-06-01", by=by), End, "not_held"),
    ],
)
def test_of_several_who_do_one_thing_at_once_one_does_it(
    officers: list[User], act: Callable[[Seizure, User], Any], kind: Any, code: str
) -> None:
    made = seize(by=officers[0])
    results = at_once(lambda nth: act(made, officers[nth]), TOGETHER)
    assert refusals(results) == [code] * (TOGETHER - 1)
    assert kind.objects.count() == 1


def test_twenty_clerks_who_take_the_money_at_once_write_one_receipt(dover: Town, officers: list[User]) -> None:
    dog = licensed(OwnerFactory.create(town=dover))
    seizure = held(dog, by=officers[0])
    clerks = UserFactory.create_batch(20, town=dover, role="clerk")
    results = at_once(lambda nth: redeem(seizure, by=clerks[nth]), 20)
    assert refusals(results) == ["redeemed_already"] * 19
    assert (Redemption.objects.count(), Receipt.objects.filter(total=20).count()) == (1, 1)


def test_one_form_sent_twenty_times_at_once_is_one_redemption(dover: Town, officers: list[User]) -> None:
    seizure, key = held(licensed(OwnerFactory.create(town=dover)), by=officers[0]), uuid.uuid4()
    made = at_once(lambda nth: redeem(seizure, by=officers[0], key=key), 20)
    assert len({each.pk for each in made}) == 1
    assert Receipt.objects.filter(total=20).count() == 1
