"""Issuing beside others: twenty sessions, one dog, the last tag, one form sent often, a database that goes away."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
import time_machine
from django.db import OperationalError, connection, connections
from django.db.models import Sum
from django.test import Client

from licensing.actions import grants
from licensing.actions.grants import Wanted
from licensing.actions.renewals import renew_licenses
from licensing.models import Dog, License, Tag
from office.models import Entry, Payment, Receipt, Town, User
from office.refusals import Refused
from tests.factories import (
    OwnerFactory,
    RabiesCertificateFactory,
    ResolutionFactory,
    TagBoxFactory,
    TownFactory,
    UserFactory,
)
from tests.licensing.issuing import asked_for, cash, issue, noon

pytestmark = pytest.mark.django_db(transaction=True)
TOGETHER = 20


@pytest.fixture
def town() -> Iterator[Town]:
    town = TownFactory.create()
    ResolutionFactory.create(town=town)
    with time_machine.travel(noon()):
        yield town


def dogs_of(town: Town, number: int) -> list[Dog]:
    return [RabiesCertificateFactory.create(dog__owner__town=town).dog for _ in range(number)]


def at_once(act: Callable[[int], Any], times: int = TOGETHER) -> list[Any]:
    """What the act gives to each of so many clerks who start together; its refusal, where it was refused."""
    barrier = Barrier(times)

    def one(number: int) -> Any:
        try:
            barrier.wait(timeout=30)
            return act(number)
        except Refused as refused:
            return refused
        finally:
            connections.close_all()

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(one, range(times)))


def refusals(results: list[Any]) -> list[str]:
    return [result.refusals[0].code for result in results if isinstance(result, Refused)]


def filled_in(dog: Dog, key: uuid.UUID) -> dict[str, str]:
    rabies = f"certificate-{dog.rabiescertificates.get().pk}"
    return {"key": str(key), "period": "1", "rabies": rabies, "payer": "A. Payer", "cash": "21", "issue": "yes"}


def press_issue(client: Client, dog: Dog, key: uuid.UUID) -> int:
    """Send the license page's form as a browser does; the id of the license it leads to."""
    answer = client.post(f"/licenses/new?dog={dog.pk}", filled_in(dog, key))
    assert answer.status_code == 302
    return int(answer["Location"].strip("/").split("/")[-1])


def test_twenty_sessions_issue_at_once(town: Town) -> None:
    TagBoxFactory.create(town=town, first=1, last=TOGETHER)
    clients = [Client() for _ in range(TOGETHER)]
    for client in clients:
        client.force_login(UserFactory.create(town=town, role="clerk"))
    dogs = dogs_of(town, TOGETHER)
    made = at_once(lambda number: press_issue(clients[number], dogs[number], uuid.uuid4()))
    everyone = list(range(1, TOGETHER + 1))
    assert len(set(made)) == TOGETHER
    assert sorted(Tag.objects.values_list("number", flat=True)) == everyone
    assert sorted(Receipt.objects.values_list("number", flat=True)) == everyone
    assert sorted(License.objects.values_list("number", flat=True)) == everyone
    came_in = Entry.objects.filter(amount__gt=0).aggregate(sum=Sum("amount"))["sum"]
    assert came_in == Receipt.objects.aggregate(sum=Sum("total"))["sum"] == 21 * TOGETHER
    assert Entry.objects.aggregate(sum=Sum("amount"))["sum"] == 0


def test_one_form_sent_twenty_times_makes_one_receipt(town: Town) -> None:
    TagBoxFactory.create(town=town)
    client, key, dog = Client(), uuid.uuid4(), dogs_of(town, 1)[0]
    client.force_login(UserFactory.create(town=town, role="clerk"))
    made = at_once(lambda _: press_issue(client, dog, key))
    assert len(set(made)) == 1
    assert (License.objects.count(), Receipt.objects.count(), Tag.objects.count()) == (1, 1, 1)


def test_two_clerks_on_one_dog_make_one_license(town: Town) -> None:
    TagBoxFactory.create(town=town)
    clerks = [UserFactory.create(town=town, role="clerk") for _ in range(2)]
    dog = dogs_of(town, 1)[0]
    results = at_once(lambda number: issue(dog, by=clerks[number]), times=2)
    assert refusals(results) == ["too_early"]
    assert (License.objects.count(), Receipt.objects.count()) == (1, 1)


def test_two_clerks_on_the_last_tag_make_one_license(town: Town) -> None:
    TagBoxFactory.create(town=town, first=9, last=9)
    clerk, dogs = UserFactory.create(town=town, role="clerk"), dogs_of(town, 2)
    results = at_once(lambda number: issue(dogs[number], by=clerk), times=2)
    assert refusals(results) == ["no_tags"]
    assert (License.objects.count(), Receipt.objects.count(), Tag.objects.count()) == (1, 1, 1)


def test_two_clerks_with_one_tag_in_hand_make_one_license(town: Town) -> None:
    TagBoxFactory.create(town=town, first=1, last=9)
    clerk, dogs = UserFactory.create(town=town, role="clerk"), dogs_of(town, 2)
    results = at_once(lambda number: issue(dogs[number], by=clerk, tag_number=5), times=2)
    assert refusals(results) == ["number_in_use"]


def household(town: Town, number: int = 3) -> list[Wanted]:
    """Licenses for dogs of one owner, each on its certificate."""
    owner = OwnerFactory.create(town=town)
    dogs = [RabiesCertificateFactory.create(dog__owner=owner).dog for _ in range(number)]
    return [Wanted(asked_for(dog)) for dog in dogs]


def renew(wanted: list[Wanted], by: User, key: uuid.UUID) -> Receipt:
    made = renew_licenses(wanted=wanted, tenders=cash("63"), payer="A. Payer", key=key, by=by, at=noon())
    return made[0].receipt


def test_a_household_sent_twenty_times_makes_one_receipt(town: Town) -> None:
    TagBoxFactory.create(town=town)
    clerk, wanted, key = UserFactory.create(town=town, role="clerk"), household(town), uuid.uuid4()
    assert len(set(at_once(lambda _: renew(wanted, clerk, key)))) == 1
    assert (License.objects.count(), Receipt.objects.count(), Tag.objects.count()) == (3, 1, 3)


def test_two_clerks_on_one_household_from_either_end_make_its_licenses_once(town: Town) -> None:
    TagBoxFactory.create(town=town)
    clerk, wanted = UserFactory.create(town=town, role="clerk"), household(town)
    orders = [wanted, wanted[::-1]]
    results = at_once(lambda number: renew(orders[number], clerk, uuid.uuid4()), times=2)
    assert refusals(results) == ["too_early"]
    assert (License.objects.count(), Receipt.objects.count()) == (3, 1)


def test_of_twenty_households_the_numbers_are_all_different(town: Town) -> None:
    TagBoxFactory.create(town=town)
    clerk, homes = UserFactory.create(town=town, role="clerk"), [household(town) for _ in range(TOGETHER)]
    made = at_once(lambda number: renew(homes[number], clerk, uuid.uuid4()))
    assert {receipt.number for receipt in made} == set(range(1, TOGETHER + 1))
    assert License.objects.values("number").distinct().count() == Tag.objects.count() == 3 * TOGETHER


def cut_off(*_: Any, **__: Any) -> None:
    """End this session's connection from the server's side, as a crash of the database does."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")


@pytest.mark.parametrize("step", ["tag_for", "take_payment", "next_number", "printed"])
def test_a_database_lost_in_mid_transaction_leaves_nothing(
    town: Town, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    TagBoxFactory.create(town=town, first=1, last=1)
    clerk, dog = UserFactory.create(town=town, role="clerk"), dogs_of(town, 1)[0]
    with monkeypatch.context() as broken:
        broken.setattr(grants, step, cut_off)
        with pytest.raises(OperationalError):
            issue(dog, by=clerk)
    connection.close()
    assert not any(model.objects.exists() for model in (License, Receipt, Entry, Tag))
    assert issue(dog, by=clerk).receipt.number == 1


def test_the_clerk_is_told_that_nothing_was_saved(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    TagBoxFactory.create(town=town)
    clerk, dog = UserFactory.create(town=town, role="clerk"), dogs_of(town, 1)[0]
    client = Client(raise_request_exception=False)
    client.force_login(clerk)
    monkeypatch.setattr(Payment.objects, "bulk_create", cut_off)
    answer = client.post(f"/licenses/new?dog={dog.pk}", filled_in(dog, uuid.uuid4()))
    connection.close()
    assert answer.status_code == 503
    assert "Traceback" not in answer.content.decode()
    assert not Receipt.objects.exists()
