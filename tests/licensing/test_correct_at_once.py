"""Several clerks void, correct and undo at once: one of them does, and money and license follow one another."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.db.models import Sum

from licensing.actions.changes import Report, report_change
from licensing.actions.corrections import correct_license
from licensing.actions.mistakes import undo_change
from licensing.actions.voids import void_license
from licensing.models import Dog, License, Mistake
from office.ledger import Back
from office.models import Entry, Reversal, Town, User
from tests.factories import RabiesCertificateFactory, ResolutionFactory, TagBoxFactory, TownFactory, UserFactory
from tests.licensing.issuing import asked_for, cash, issue, noon
from tests.licensing.test_issue_at_once import at_once, refusals

pytestmark = pytest.mark.django_db(transaction=True)
CLERKS = 8


@pytest.fixture
def license_() -> Iterator[License]:
    """Rex's license in Dover."""
    town: Town = TownFactory.create()
    ResolutionFactory.create(town=town)
    TagBoxFactory.create(town=town)
    dog: Dog = RabiesCertificateFactory.create(dog__owner__town=town).dog
    with time_machine.travel(noon()):
        yield issue(dog, by=UserFactory.create(town=town, role="clerk"))


def clerks(license_: License) -> list[User]:
    return UserFactory.create_batch(CLERKS, town=license_.town, role="clerk")


def test_one_of_many_voids_a_license_and_its_money_goes_back_once(license_: License) -> None:
    by = clerks(license_)

    def void(number: int) -> License:
        given = {"why": "entered_twice", "reason": "Typed in twice", "back": Back(), "key": uuid.uuid4()}
        return void_license(license_=license_, by=by[number], at=noon(), **given)  # type: ignore[arg-type]

    results = at_once(void, CLERKS)
    assert refusals(results) == ["voided_already"] * (CLERKS - 1)
    assert Reversal.objects.get().total == license_.receipt.total
    assert Entry.objects.filter(amount__gt=0, account="cash").aggregate(Sum("amount"))["amount__sum"] == 21


def test_one_of_many_corrects_a_license_and_the_others_find_it_corrected(license_: License) -> None:
    by = clerks(license_)

    def correct(number: int) -> License:
        return correct_license(
            license_=license_,
            asked=asked_for(license_.dog),
            reason="The wrong paper",
            tenders=cash("0"),
            back=Back(),
            payer="Ada",
            key=uuid.uuid4(),
            by=by[number],
            at=noon(),
        )

    results = at_once(correct, CLERKS)
    made = [each for each in results if isinstance(each, License)]
    assert (len(made), len(refusals(results)), License.objects.standing().count()) == (1, CLERKS - 1, 1)
    assert License.objects.standing().get().corrects == license_


def test_one_of_many_undoes_a_change(license_: License) -> None:
    by, at = clerks(license_), noon() + timedelta(hours=1)
    told = Report(event="death", happened_on=noon().date(), reported_on=noon().date())
    change = report_change(dog=license_.dog, report=told, key=uuid.uuid4(), by=by[0], at=noon())

    def undo(number: int) -> Mistake:
        return undo_change(change=change, reason="Alive", back=Back(), key=uuid.uuid4(), by=by[number], at=at)

    results = at_once(undo, CLERKS)
    assert refusals(results) == ["undone_already"] * (CLERKS - 1)
    assert (Mistake.objects.count(), Dog.objects.get().status) == (1, "here")
