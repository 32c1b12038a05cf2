"""Voiding a license: what the law says to the money, and what remains to be seen."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from licensing.actions.changes import Report
from licensing.actions.corrections import correct_license
from licensing.actions.grants import Wanted
from licensing.actions.handovers import transfer_license
from licensing.actions.renewals import renew_licenses
from licensing.actions.voids import void_license
from licensing.charges import charges_of
from licensing.facts import price
from licensing.models import Dog, License, Owner
from office.ledger import Back, Tender
from office.models import Receipt, Resolution, Reversal, Town, User
from office.models.money import Form
from office.refusals import Refused
from ordinances.money import Money
from tests.factories import (
    TODAY,
    DogFactory,
    OwnerFactory,
    RabiesCertificateFactory,
    TagBoxFactory,
    WorkingProofFactory,
)
from tests.licensing.issuing import asked_for, cash, issue, noon
from tests.licensing.registers import WHOLE, table, taken_over

pytestmark = pytest.mark.django_db
LATER = TODAY + timedelta(days=30)


def void(license_: License, by: User, *, on: date = TODAY, **changes: Any) -> License:
    given: dict[str, Any] = {"why": "entered_twice", "reason": "Typed in twice", "back": Back(), "key": uuid.uuid4()}
    return void_license(license_=license_, by=by, at=noon(on), **given | changes)


def refused(act: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(Refused) as told:
        act()
    return told.value.refusals[0].code, told.value.refusals[0].citation


@pytest.fixture
def dog(resolution: Resolution, owner: Owner) -> Dog:
    TagBoxFactory.create(town=owner.town)
    return DogFactory.create(owner=owner)


@pytest.fixture
def license_(dog: Dog, clerk: User) -> License:
    return issue(dog, by=clerk)


@pytest.fixture
def here(chestertown: Town, clerk_of_chestertown: User) -> License:
    TagBoxFactory.create(town=chestertown)
    dog = DogFactory.create(owner__town=chestertown)
    RabiesCertificateFactory.create(dog=dog)
    tender = cash(str(price(asked_for(dog, period=2025), town=chestertown, on=TODAY).quote.total))
    return issue(dog, by=clerk_of_chestertown, period=2025, tender=tender)


@pytest.mark.parametrize("why", ["entered_twice", "wrong_dog", "in_error"])
def test_what_was_entered_in_error_is_corrected_at_any_time(license_: License, clerk: User, why: str) -> None:
    voided = void(license_, clerk, why=why, on=LATER)
    assert voided.reversal is not None
    assert (voided.reversal.total, voided.reversal.day) == (Decimal("21.00"), LATER)
    assert (voided.state(LATER), voided.voided_at) == ("voided", noon(LATER))
    assert "Typed in twice" in voided.voided_because
    assert f"License {license_.number}: " in voided.reversal.reason


def test_the_receipt_and_the_printed_license_remain(license_: License, clerk: User) -> None:
    voided = void(license_, clerk)
    kept = License.objects.get(pk=license_.pk)
    assert (kept.printed, kept.receipt, kept.number) == (license_.printed, license_.receipt, license_.number)
    assert voided.receipt.total == Decimal("21.00")


@pytest.mark.parametrize(
    ("kept", "on", "given_back"), [(True, TODAY, True), (False, TODAY, False), (True, TODAY + timedelta(days=1), False)]
)
def test_before_it_is_handed_over_on_its_day_all_the_money_goes_back(
    license_: License, clerk: User, kept: bool, on: date, given_back: bool
) -> None:
    def withdraw() -> License:
        return void(license_, clerk, why="withdrawn", paper_kept=kept, on=on)

    if given_back:
        assert withdraw().reversal is not None
    else:
        assert refused(withdraw) == ("no_refund", "L.L. 3-2010, Licensing ¶ C")


def test_a_change_of_mind_brings_no_money_back_in_dover(license_: License, clerk: User) -> None:
    assert refused(lambda: void(license_, clerk, why="changed_mind")) == ("no_refund", "L.L. 3-2010, Licensing ¶ C")
    assert not Reversal.objects.exists()


def test_nor_in_chestertown(here: License, clerk_of_chestertown: User) -> None:
    asked: dict[str, Any] = {"why": "changed_mind", "paper_kept": True}
    assert refused(lambda: void(here, clerk_of_chestertown, **asked)) == ("no_refund", "§ 68-6")


def test_in_chestertown_too_an_error_is_corrected(here: License, clerk_of_chestertown: User) -> None:
    voided = void(here, clerk_of_chestertown, on=LATER)
    assert voided.reversal is not None
    assert voided.reversal.total == here.receipt.total > 0


def test_the_years_tag_of_a_voided_license_is_that_dogs_for_ever(here: License, clerk_of_chestertown: User) -> None:
    void(here, clerk_of_chestertown)
    assert here.dog.tags.get() == here.tag
    tender = cash(str(here.receipt.total))
    assert issue(here.dog, by=clerk_of_chestertown, period=2025, tender=tender).tag == here.tag


def test_the_bill_is_due_again_and_payable_once(license_: License, clerk: User) -> None:
    void(license_, clerk)
    again = issue(license_.dog, by=clerk)
    assert (again.tag, again.starts) == (license_.tag, license_.starts)
    assert refused(lambda: issue(license_.dog, by=clerk))[0] == "too_early"


def test_a_license_that_was_renewed_is_voided_only_after_its_renewal(license_: License, clerk: User) -> None:
    on = license_.expires - timedelta(days=10)
    renewal = issue(license_.dog, by=clerk, on=on)
    assert refused(lambda: void(license_, clerk, on=on))[0] == "followed"
    void(renewal, clerk, on=on)
    assert void(license_, clerk, on=on).voided_at is not None


def test_a_license_carried_over_goes_back_by_undoing_the_sale(here: License, clerk_of_chestertown: User) -> None:
    buyer = OwnerFactory.create(town=here.town)
    sale = Report(event="sale", happened_on=TODAY, reported_on=TODAY)
    common: dict[str, Any] = {"payer": "B", "key": uuid.uuid4(), "by": clerk_of_chestertown, "at": noon()}
    carried = transfer_license(dog=here.dog, new_owner=buyer, report=sale, tenders=cash("1"), **common)
    assert refused(lambda: void(carried, clerk_of_chestertown))[0] == "transferred"
    assert refused(lambda: void(here, clerk_of_chestertown))[0] == "followed"


def test_of_a_household_only_the_wrong_dogs_charges_go_back(dog: Dog, clerk: User) -> None:
    twin = DogFactory.create(owner=dog.owner, name=dog.name)
    wanted = [Wanted(asked_for(each)) for each in (dog, twin)]
    common: dict[str, Any] = {"payer": "O", "key": uuid.uuid4(), "by": clerk, "at": noon()}
    first, second = renew_licenses(wanted=wanted, tenders=cash("42"), **common)
    voided = void(second, clerk)
    assert voided.reversal is not None
    assert {each.line.about for each in voided.reversal.lines.all()} == {f"{dog.name}, tag {second.tag.number}"}
    assert void(first, clerk).reversal != voided.reversal
    assert Receipt.objects.get().lines.filter(reversed_by__isnull=True).count() == 0


def test_a_free_license_is_voided_without_a_reversal(dog: Dog, clerk: User) -> None:
    free = issue(dog, by=clerk, working=WorkingProofFactory.create(dog=dog), tender=())
    voided = void(free, clerk)
    assert (voided.reversal, voided.state(TODAY)) == (None, "voided")


def test_a_license_taken_over_from_a_register_is_set_right_without_money(resolution: Resolution, clerk: User) -> None:
    taken_over(table(WHOLE), clerk)
    wrong = License.objects.get()
    asked = asked_for(wrong.dog)
    right = correct_license(
        license_=wrong, asked=asked, reason="One year", tenders=cash("21.00"), back=Back(), payer="Nora",
        key=uuid.uuid4(), by=clerk, at=noon(),
    )  # fmt: skip
    assert (right.corrects, charges_of(wrong), str(right.receipt.total)) == (wrong, [], "21.00")
    assert void(right, clerk).reversal is not None


def test_money_goes_back_in_the_form_that_the_clerk_says(license_: License, clerk: User) -> None:
    voided = void(license_, clerk, back=Back(Form.CHECK, "1042"))
    assert voided.reversal is not None
    payout = voided.reversal.payouts.get()
    assert (payout.form, payout.reference, payout.amount) == ("check", "1042", Decimal("21.00"))


@pytest.mark.parametrize("reason", ["", "  "])
def test_no_license_is_void_without_a_reason(license_: License, clerk: User, reason: str) -> None:
    assert refused(lambda: void(license_, clerk, reason=reason))[0] == "no_reason"


def test_another_sum_than_shown_is_not_handed_back(license_: License, clerk: User) -> None:
    assert refused(lambda: void(license_, clerk, shown_total=Money.of("20.00")))[0] == "price_changed"
    assert void(license_, clerk, shown_total=Money.of("21.00")).reversal is not None


def test_sent_twice_voids_once(license_: License, clerk: User) -> None:
    key = uuid.uuid4()
    assert void(license_, clerk, key=key) == void(license_, clerk, key=key)
    assert Reversal.objects.count() == 1
    assert refused(lambda: void(license_, clerk))[0] == "voided_already"


def test_the_other_towns_clerk_voids_nothing(license_: License, clerk_of_chestertown: User) -> None:
    assert refused(lambda: void(license_, clerk_of_chestertown))[0] == "other_town"


def test_a_tender_stays_what_it_was(dog: Dog, clerk: User) -> None:
    paid = (Tender(Form.CHECK, Money.of("10"), "77"), Tender(Form.CASH, Money.of("20")))
    voided = void(issue(dog, by=clerk, tender=paid), clerk)
    assert voided.reversal is not None
    assert voided.receipt.payments.count() == 2
    assert voided.reversal.entries.get(account="cash").amount == Decimal("-21.00")
