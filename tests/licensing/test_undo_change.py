"""Undoing a change that never was: a sale, a transfer, a death; in the town whose law it concerns."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from licensing.actions.changes import Report, report_change, report_move
from licensing.actions.handovers import change_owner_of_dog, transfer_license
from licensing.actions.mistakes import undo_change
from licensing.facts import price
from licensing.models import Change, Dog, DueEntry, License, Mistake, Owner
from office.ledger import Back
from office.models import Receipt, Resolution, Reversal, Town, User
from office.refusals import Refused
from tests.factories import TODAY, DogFactory, OwnerFactory, RabiesCertificateFactory, TagBoxFactory
from tests.licensing.issuing import asked_for, cash, issue, noon

pytestmark = pytest.mark.django_db
NEXT = TODAY + timedelta(days=1)


def common(by: User, on: Any = NEXT) -> dict[str, Any]:
    return {"key": uuid.uuid4(), "by": by, "at": noon(on)}


def told(event: str = "sale") -> Report:
    return Report(event=event, happened_on=TODAY, reported_on=TODAY)


def undo(change: Change, by: User, reason: str = "The wrong Rex", **more: Any) -> Mistake:
    return undo_change(change=change, reason=reason, back=Back(), **common(by) | more)


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(Refused) as told:
        act()
    return told.value.refusals[0].code


@pytest.fixture
def dog(resolution: Resolution, owner: Owner) -> Dog:
    TagBoxFactory.create(town=owner.town)
    return DogFactory.create(owner=owner, acquired_on=TODAY - timedelta(days=90))


@pytest.fixture
def license_(dog: Dog, clerk: User) -> License:
    return issue(dog, by=clerk)


@pytest.fixture
def buyer(owner: Owner) -> Owner:
    return OwnerFactory.create(town=owner.town)


@pytest.fixture
def carried(chestertown: Town, clerk_of_chestertown: User) -> License:
    TagBoxFactory.create(town=chestertown)
    dog = DogFactory.create(owner__town=chestertown)
    RabiesCertificateFactory.create(dog=dog)
    tender = cash(str(price(asked_for(dog, period=2025), town=chestertown, on=TODAY).quote.total))
    issue(dog, by=clerk_of_chestertown, period=2025, tender=tender)
    to = OwnerFactory.create(town=chestertown)
    given = common(clerk_of_chestertown, TODAY)
    return transfer_license(dog=dog, new_owner=to, report=told(), tenders=cash("1"), payer="B", **given)


def sold(license_: License, buyer: Owner, by: User) -> Change:
    return change_owner_of_dog(dog=license_.dog, new_owner=buyer, report=told(), **common(by))


def test_a_wrong_sale_is_undone_dog_and_license_are_the_earlier_owners_again(
    license_: License, buyer: Owner, clerk: User
) -> None:
    change = sold(license_, buyer, clerk)
    assert License.objects.get().ended_on == TODAY - timedelta(days=1)
    undo(change, clerk)
    dog, kept = Dog.objects.get(), License.objects.get()
    assert (dog.owner, dog.acquired_on, dog.status) == (license_.holder, TODAY - timedelta(days=90), "here")
    assert (kept.ended_on, kept.ended_because, kept.state(NEXT)) == (None, "", "in force")
    assert DueEntry.objects.get(dog=dog).license_id == kept.pk


@pytest.mark.parametrize("event", ["death", "loss", "theft", "left_town", "gone", "sale"])
def test_a_dog_wrongly_reported_away_is_here_again_and_listed(license_: License, clerk: User, event: str) -> None:
    change = report_change(dog=license_.dog, report=told(event), **common(clerk))
    undo(change, clerk)
    dog = Dog.objects.get()
    assert (dog.status, dog.status_on) == ("here", None)
    assert DueEntry.objects.get(dog=dog).listed


def test_a_dog_wrongly_reported_back_is_lost_again_since_the_same_day(dog: Dog, clerk: User) -> None:
    report_change(dog=dog, report=told("loss"), **common(clerk))
    back = Report(event="recovery", happened_on=NEXT, reported_on=NEXT)
    undo(report_change(dog=dog, report=back, **common(clerk)), clerk)
    assert (Dog.objects.get().status, Dog.objects.get().status_on) == ("lost", TODAY)


def test_the_change_remains_with_the_reason_beside_it(license_: License, buyer: Owner, clerk: User) -> None:
    change = sold(license_, buyer, clerk)
    mistake = undo(change, clerk)
    assert Change.objects.get() == change
    assert (change.mistake, mistake.reason, mistake.by) == (mistake, "The wrong Rex", clerk)


def test_a_wrong_transfer_is_undone_and_its_fee_goes_back(carried: License, clerk_of_chestertown: User) -> None:
    mistake = undo(Change.objects.get(), clerk_of_chestertown)
    assert mistake.reversal is not None
    assert (str(mistake.reversal.total), mistake.reversal.receipt) == ("1.00", carried.receipt)
    first = carried.transferred_from
    assert first is not None
    first.refresh_from_db()
    assert (first.state(NEXT), License.objects.get(pk=carried.pk).state(NEXT)) == ("in force", "voided")
    assert Dog.objects.get().owner == first.holder
    assert carried.tag == first.tag


def test_a_transfer_undone_can_be_made_to_whom_it_was_meant_for(carried: License, clerk_of_chestertown: User) -> None:
    undo(Change.objects.get(), clerk_of_chestertown)
    right = OwnerFactory.create(town=carried.town)
    given = common(clerk_of_chestertown)
    again = transfer_license(dog=carried.dog, new_owner=right, report=told(), tenders=cash("1"), payer="R", **given)
    assert again.holder == right
    assert (Receipt.objects.count(), Reversal.objects.count()) == (3, 1)


def test_what_was_licensed_since_is_voided_first(license_: License, buyer: Owner, clerk: User) -> None:
    change = sold(license_, buyer, clerk)
    issue(Dog.objects.get(), by=clerk, on=NEXT)
    assert refused(lambda: undo(change, clerk)) == "licensed_since"


def test_of_two_changes_the_later_is_undone_first(license_: License, buyer: Owner, clerk: User) -> None:
    first = sold(license_, buyer, clerk)
    later = report_change(dog=license_.dog, report=told("death"), **common(clerk))
    assert refused(lambda: undo(first, clerk)) == "later_change"
    undo(later, clerk)
    undo(first, clerk)
    assert Dog.objects.get().owner == license_.holder


def test_an_address_is_set_right_by_a_new_report(owner: Owner, clerk: User) -> None:
    change = report_move(owner=owner, report=told("left_town"), **common(clerk))
    assert refused(lambda: undo(change, clerk)) == "not_a_dogs"


def test_nothing_is_undone_without_a_reason(dog: Dog, clerk: User) -> None:
    change = report_change(dog=dog, report=told("death"), **common(clerk))
    assert refused(lambda: undo(change, clerk, reason=" ")) == "no_reason"


def test_sent_twice_undoes_once(dog: Dog, clerk: User) -> None:
    change, key = report_change(dog=dog, report=told("death"), **common(clerk)), uuid.uuid4()
    assert undo(change, clerk, key=key) == undo(change, clerk, key=key)
    assert refused(lambda: undo(change, clerk)) == "undone_already"


def test_the_other_towns_clerk_undoes_nothing(dog: Dog, clerk: User, clerk_of_chestertown: User) -> None:
    change = report_change(dog=dog, report=told("death"), **common(clerk))
    assert refused(lambda: undo(change, clerk_of_chestertown)) == "other_town"


def test_the_page_shows_what_is_put_back_and_undoes_it(carried: License, clerk_of_chestertown: User) -> None:
    client = Client()
    client.force_login(clerk_of_chestertown)
    change = Change.objects.get()
    with time_machine.travel(noon(NEXT), tick=False):
        assert f"/changes/{change.pk}/undo" in client.get(f"/dogs/{carried.dog_id}/").content.decode()
        page = client.get(f"/changes/{change.pk}/undo").content.decode()
        for seen in (f"Rex goes back to {change.owner.name}", "its fee goes back", "$1.00"):
            assert seen in page
        form = {"key": str(uuid.uuid4()), "reason": "Not sold", "form": "cash", "shown_total": "1.00"}
        for _ in range(2):
            assert client.post(f"/changes/{change.pk}/undo", form)["Location"] == f"/dogs/{carried.dog_id}/"
        after = client.get(f"/dogs/{carried.dog_id}/").content.decode()
    assert "mistaken" in after
    assert "Not sold" in after
    assert Mistake.objects.count() == 1
