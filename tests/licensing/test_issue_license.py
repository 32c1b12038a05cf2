"""Issuing a license: license, tag, receipt and entries together, or nothing."""

from __future__ import annotations

import uuid
from datetime import date
from decimal import Decimal

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Sum

from licensing.models import License, Tag, TagBox
from office.ledger import Tender
from office.models import Entry, Receipt, Resolution, Town, User
from office.models.money import Form
from office.refusals import Refused
from ordinances.money import Money
from tests.factories import (
    AlterationProofFactory,
    DogFactory,
    EarlierLicenseFactory,
    OwnerFactory,
    RabiesCertificateFactory,
    RabiesStatementFactory,
    TagBoxFactory,
    TownFactory,
    UserFactory,
    WorkingProofFactory,
)
from tests.licensing.issuing import cash, issue

pytestmark = pytest.mark.django_db


@pytest.fixture
def box(resolution: Resolution) -> TagBox:
    return TagBoxFactory.create(town=resolution.town, first=100, last=102)


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [refusal.code for refusal in refused.value.refusals]


def nothing_was_made() -> bool:
    return not (License.objects.exists() or Receipt.objects.exists() or Entry.objects.exists() or Tag.objects.exists())


def test_a_first_license_in_dover_brings_tag_receipt_and_entries(clerk: User, box: TagBox) -> None:
    made = issue(DogFactory.create(owner__town=box.town), by=clerk)
    assert (made.starts, made.expires, made.tag.number) == (date(2026, 6, 15), date(2027, 6, 30), 100)
    assert [(line.code, line.amount) for line in made.receipt.lines.all()] == [
        ("license_fee", Decimal("18.00")),
        ("state_surcharge", Decimal("3.00")),
    ]
    assert made.receipt.total == Decimal("21.00")
    assert {entry.account: entry.amount for entry in made.receipt.entries.all()} == {
        "cash": Decimal("21.00"),
        "license_fee": Decimal("-18.00"),
        "state_surcharge": Decimal("-3.00"),
    }


def test_each_line_names_section_reason_and_resolution(clerk: User, box: TagBox, resolution: Resolution) -> None:
    made = issue(DogFactory.create(owner__town=box.town), by=clerk)
    for line in made.receipt.lines.all():
        assert line.citation
        assert line.because
        assert line.resolution == resolution


def test_a_renewal_of_two_years_follows_the_old_expiry_and_keeps_the_number(clerk: User, box: TagBox) -> None:
    dog = DogFactory.create(owner__town=box.town)
    old = EarlierLicenseFactory.create(
        dog=dog, expires=date(2026, 7, 31), rabies_certificate__expires=date(2028, 7, 31)
    )
    made = issue(dog, by=clerk, period=2, tender=cash("42.00"))
    assert (made.starts, made.expires) == (date(2026, 8, 1), date(2028, 7, 31))
    assert (made.tag, made.renews, made.receipt.total) == (old.tag, old, Decimal("42.00"))


def test_proof_of_alteration_brings_the_altered_price(clerk: User, box: TagBox) -> None:
    dog = DogFactory.create(owner__town=box.town, altered=True)
    assert (
        issue(dog, by=clerk, alteration=AlterationProofFactory.create(dog=dog), tender=cash("11")).receipt.total == 11
    )


def test_spayed_without_proof_pays_the_unaltered_price(clerk: User, box: TagBox) -> None:
    dog = DogFactory.create(owner__town=box.town, altered=True)
    assert issue(dog, by=clerk).receipt.total == 21


def test_a_working_dog_pays_nothing_and_still_has_license_tag_and_receipt(clerk: User, box: TagBox) -> None:
    dog = DogFactory.create(owner__town=box.town)
    made = issue(dog, by=clerk, working=WorkingProofFactory.create(dog=dog), tender=())
    assert (str(made.receipt.total), made.tag.number, made.receipt.entries.count()) == ("0.00", 100, 0)
    assert "guide" in made.marking.lower()


def test_a_senior_pays_the_senior_rate(clerk: User, box: TagBox) -> None:
    dog = DogFactory.create(owner=OwnerFactory.create(town=box.town, born=date(1966, 6, 15)))
    assert issue(dog, by=clerk, tender=cash("16")).receipt.total == 16


def test_chestertown_takes_three_dollars_and_gives_a_tag_for_the_year(
    clerk_of_chestertown: User, chestertown: Town
) -> None:
    TagBoxFactory.create(town=chestertown, first=7, last=9, license_year=2026)
    made = issue(DogFactory.create(owner__town=chestertown), by=clerk_of_chestertown, period=2026, tender=cash("3"))
    assert (made.starts, made.expires, made.tag.number) == (date(2026, 7, 1), date(2027, 6, 30), 7)
    assert (made.tag.license_year, str(made.receipt.total)) == (2026, "3.00")


def test_chestertown_late_pays_the_penalty_on_its_own_line(clerk_of_chestertown: User, chestertown: Town) -> None:
    TagBoxFactory.create(town=chestertown)
    dog = DogFactory.create(owner__town=chestertown)
    made = issue(dog, by=clerk_of_chestertown, on=date(2026, 8, 5), period=2026, tender=cash("4.50"))
    assert [(line.code, str(line.amount)) for line in made.receipt.lines.all()] == [
        ("license_fee", "3.00"),
        ("late_penalty", "1.50"),
    ]


def test_the_next_year_in_chestertown_brings_a_new_tag(clerk_of_chestertown: User, chestertown: Town) -> None:
    TagBoxFactory.create(town=chestertown, first=7, last=9)
    dog = DogFactory.create(owner__town=chestertown)
    first = issue(dog, by=clerk_of_chestertown, period=2026, tender=cash("3"))
    paper = RabiesCertificateFactory.create(dog=dog, expires=date(2028, 1, 1))
    second = issue(dog, by=clerk_of_chestertown, on=date(2027, 5, 10), period=2027, rabies=paper, tender=cash("3"))
    assert (first.tag.number, second.tag.number, second.starts) == (7, 8, date(2027, 7, 1))


def test_without_a_rabies_paper_nothing_is_made(clerk: User, box: TagBox) -> None:
    with pytest.raises(Refused) as refused:
        issue(DogFactory.create(owner__town=box.town), by=clerk, rabies=None)
    assert codes(refused) == ["rabies_missing"]
    assert refused.value.refusals[0].citation
    assert nothing_was_made()


def test_without_a_resolution_nothing_is_made(clerk: User, dover: Town) -> None:
    TagBoxFactory.create(town=dover)
    with pytest.raises(Refused) as refused:
        issue(DogFactory.create(owner__town=dover), by=clerk)
    assert codes(refused) == ["no_resolution"]
    assert nothing_was_made()


@pytest.mark.parametrize("tender", [(), cash("20.99")])
def test_too_little_money_makes_nothing(clerk: User, box: TagBox, tender: tuple[Tender, ...]) -> None:
    with pytest.raises(Refused) as refused:
        issue(DogFactory.create(owner__town=box.town), by=clerk, tender=tender)
    assert codes(refused) == ["too_little"]
    assert nothing_was_made()


def test_cash_gives_change_and_the_books_hold_what_was_kept(clerk: User, box: TagBox) -> None:
    payment = issue(DogFactory.create(owner__town=box.town), by=clerk, tender=cash("50")).receipt.payments.get()
    assert [str(kept) for kept in (payment.amount, payment.handed_over, payment.change)] == ["21.00", "50.00", "29.00"]


def test_a_check_for_more_than_is_due_is_refused(clerk: User, box: TagBox) -> None:
    with pytest.raises(Refused) as refused:
        issue(DogFactory.create(owner__town=box.town), by=clerk, tender=(Tender(Form.CHECK, Money.of(22), "101"),))
    assert codes(refused) == ["too_much"]


def test_a_split_tender_is_kept_by_form(clerk: User, box: TagBox) -> None:
    tender = (Tender(Form.CHECK, Money.of(11), "101"), Tender(Form.CARD, Money.of(5), "T-9"), *cash("20"))
    receipt = issue(DogFactory.create(owner__town=box.town), by=clerk, tender=tender).receipt
    assert {payment.form: payment.amount for payment in receipt.payments.all()} == {"check": 11, "card": 5, "cash": 5}


def test_the_same_form_sent_twice_makes_one_license(clerk: User, box: TagBox) -> None:
    dog, key = DogFactory.create(owner__town=box.town), uuid.uuid4()
    assert issue(dog, by=clerk, key=key) == issue(dog, by=clerk, key=key)
    assert (License.objects.count(), Receipt.objects.count(), Tag.objects.count()) == (1, 1, 1)


def test_a_second_license_of_the_same_dog_is_refused(clerk: User, box: TagBox) -> None:
    dog = DogFactory.create(owner__town=box.town)
    issue(dog, by=clerk)
    with pytest.raises(Refused) as refused:
        issue(dog, by=clerk)
    assert codes(refused) == ["too_early"]


def test_receipt_numbers_have_no_gap_after_a_refusal(clerk: User, box: TagBox) -> None:
    first = issue(DogFactory.create(owner__town=box.town), by=clerk)
    with pytest.raises(Refused):
        issue(DogFactory.create(owner__town=box.town), by=clerk, tender=())
    second = issue(DogFactory.create(owner__town=box.town), by=clerk)
    assert second.receipt.number == first.receipt.number + 1


def test_each_town_counts_its_own_receipts(clerk: User, box: TagBox, clerk_of_chestertown: User) -> None:
    TagBoxFactory.create(town=clerk_of_chestertown.town, first=1, last=9)
    one = issue(DogFactory.create(owner__town=box.town), by=clerk)
    chester = DogFactory.create(owner__town=clerk_of_chestertown.town)
    other = issue(chester, by=clerk_of_chestertown, period=2026, tender=cash("3"))
    assert (one.receipt.number, other.receipt.number) == (1, 1)


def test_a_tag_chosen_by_hand_is_given_and_never_again(clerk: User, box: TagBox) -> None:
    assert issue(DogFactory.create(owner__town=box.town), by=clerk, tag_number=101).tag.number == 101
    with pytest.raises(Refused) as refused:
        issue(DogFactory.create(owner__town=box.town), by=clerk, tag_number=101)
    assert codes(refused) == ["number_in_use"]
    numbers = [issue(DogFactory.create(owner__town=box.town), by=clerk).tag.number for _ in range(2)]
    assert numbers == [100, 102]


@pytest.mark.parametrize("number", [99, 103])
def test_a_tag_that_no_box_holds_is_refused(clerk: User, box: TagBox, number: int) -> None:
    with pytest.raises(Refused) as refused:
        issue(DogFactory.create(owner__town=box.town), by=clerk, tag_number=number)
    assert codes(refused) == ["not_in_stock"]


def test_after_the_last_tag_nothing_is_issued(clerk: User, box: TagBox) -> None:
    for _ in range(3):
        issue(DogFactory.create(owner__town=box.town), by=clerk)
    with pytest.raises(Refused) as refused:
        issue(DogFactory.create(owner__town=box.town), by=clerk)
    assert codes(refused) == ["no_tags"]


@pytest.mark.parametrize("status", ["dead", "moved", "gone"])
def test_a_dog_that_is_not_here_is_not_licensed(clerk: User, box: TagBox, status: str) -> None:
    with pytest.raises(Refused) as refused:
        issue(DogFactory.create(owner__town=box.town, status=status), by=clerk)
    assert codes(refused) == ["dog_not_here"]


def test_another_dogs_paper_is_refused(clerk: User, box: TagBox) -> None:
    paper = RabiesCertificateFactory.create(dog__owner__town=box.town)
    with pytest.raises(Refused) as refused:
        issue(DogFactory.create(owner__town=box.town), by=clerk, rabies=paper)
    assert codes(refused) == ["other_dogs_paper"]


def test_a_veterinarians_statement_licenses_in_dover_and_not_in_chestertown(
    clerk: User, box: TagBox, clerk_of_chestertown: User
) -> None:
    here = DogFactory.create(owner__town=box.town)
    assert issue(here, by=clerk, rabies=RabiesStatementFactory.create(dog=here)).expires == date(2027, 1, 31)
    there = DogFactory.create(owner__town=clerk_of_chestertown.town)
    with pytest.raises(Refused) as refused:
        issue(there, by=clerk_of_chestertown, period=2026, rabies=RabiesStatementFactory.create(dog=there))
    assert codes(refused) == ["rabies_statement_not_accepted"]


def test_the_ledger_equals_the_receipts(clerk: User, box: TagBox) -> None:
    for _ in range(3):
        issue(DogFactory.create(owner__town=box.town), by=clerk, tender=cash("30"))
    came_in = Entry.objects.filter(amount__gt=0).aggregate(sum=Sum("amount"))["sum"]
    assert came_in == Receipt.objects.aggregate(sum=Sum("total"))["sum"] == 63
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def test_the_history_names_the_act_and_the_clerk(clerk: User, box: TagBox) -> None:
    made = issue(DogFactory.create(owner__town=box.town), by=clerk)
    event = apps.get_model("licensing.LicenseEvent")._default_manager.get(pgh_obj=made.pk)
    assert event.pgh_context.metadata == {"act": "issue_license", "user": clerk.pk}


def test_a_clerk_issues_for_the_own_town_alone() -> None:
    town = TownFactory.create()
    TagBoxFactory.create(town=town)
    stranger = UserFactory.create(town=TownFactory.create(slug="chestertown"), role="clerk")
    with pytest.raises(Refused) as refused:
        issue(DogFactory.create(owner__town=town), by=stranger)
    assert codes(refused) == ["other_town"]
