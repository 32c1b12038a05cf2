"""Reversals in the ledger: whole charges, once, with a reason, in the day that is open."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from decimal import Decimal
from threading import Barrier
from typing import Any

import pytest
from django.db import IntegrityError, ProgrammingError, connection, connections, transaction
from django.db.models import Sum

from office.ledger import Charge, Tender, take_payment
from office.models import Entry, Receipt, Reversal, ReversalLine, Town, User
from office.models.money import Form
from office.refusals import Refused
from office.reversals import reverse, standing_lines
from ordinances.answers import Line
from ordinances.money import Money
from tests.factories import TODAY, TownFactory, UserFactory
from tests.licensing.issuing import noon

pytestmark = pytest.mark.django_db

FEE = Line("license_fee", Money(1800), "License fee", "L.L. 3-2010, Licensing ¶ B", "Not spayed")
SURCHARGE = Line("state_surcharge", Money(300), "State surcharge", "AML § 110(3)", "Of every license")


def pay(by: User, *tenders: Tender, dogs: tuple[str, ...] = ("Rex",)) -> Receipt:
    assert by.town is not None
    charges = [Charge(line, dog, None) for dog in dogs for line in (FEE, SURCHARGE)]
    due = Money(2100) * len(dogs)
    return take_payment(
        town=by.town,
        key=uuid.uuid4(),
        payer="A. Payer",
        purpose="Dog license",
        charges=charges,
        tenders=tenders or (Tender(Form.CASH, due),),
        by=by,
        at=noon(),
    )


def back(receipt: Receipt, by: User, *payouts: Tender, **more: Any) -> Reversal:
    lines = more.pop("lines", None)
    given: dict[str, Any] = {"reason": "Entered twice", "key": uuid.uuid4(), "at": noon()} | more
    lines = standing_lines(receipt) if lines is None else lines
    total = Money(sum(round(line.amount * 100) for line in lines))
    with transaction.atomic():
        return reverse(receipt=receipt, lines=lines, payouts=payouts or (Tender(Form.CASH, total),), by=by, **given)


def code(refused: pytest.ExceptionInfo[Refused]) -> str:
    return refused.value.refusals[0].code


def in_the_books(day: date) -> dict[str, Decimal]:
    rows = Entry.objects.filter(day=day).values_list("account").annotate(sum=Sum("amount"))
    return dict(rows.order_by("account"))


def test_a_reversal_takes_the_charges_back_and_names_the_entries_that_it_reverses(clerk: User) -> None:
    receipt = pay(clerk)
    reversal = back(receipt, clerk)
    assert (reversal.number, reversal.total, reversal.day) == (1, Decimal("21.00"), TODAY)
    entries = list(reversal.entries.order_by("pk"))
    expected = [("license_fee", Decimal(18)), ("state_surcharge", Decimal(3)), ("cash", Decimal(-21))]
    assert [(entry.account, entry.amount) for entry in entries] == expected
    for entry in entries:
        assert entry.reverses is not None
        assert (entry.reverses.account, entry.reverses.amount) == (entry.account, -entry.amount)
        assert (entry.reverses.receipt, entry.reason) == (receipt, "Entered twice")
    assert set(in_the_books(TODAY).values()) == {Decimal(0)}


def test_the_receipt_remains_as_it_was(clerk: User) -> None:
    receipt = pay(clerk)
    back(receipt, clerk)
    kept = Receipt.objects.get()
    assert (kept.number, kept.total, kept.lines.count(), kept.payments.count()) == (1, Decimal("21.00"), 2, 1)
    assert standing_lines(kept) == []


def test_a_later_reversal_goes_to_the_open_day_and_leaves_the_earlier_one_as_it_was(clerk: User) -> None:
    receipt = pay(clerk)
    before = in_the_books(TODAY)
    later = TODAY + timedelta(days=40)
    assert back(receipt, clerk, at=noon(later)).day == later
    assert in_the_books(TODAY) == before
    assert in_the_books(later) == {account: -amount for account, amount in before.items()}


def test_a_reversal_late_at_night_is_of_the_local_day(clerk: User) -> None:
    receipt = pay(clerk)
    assert back(receipt, clerk, at=noon().replace(hour=23, minute=30)).day == TODAY


def test_one_dogs_charges_are_reversed_and_the_others_stand(clerk: User) -> None:
    receipt = pay(clerk, dogs=("Rex", "Bella"))
    reversal = back(receipt, clerk, lines=list(receipt.lines.filter(about="Rex")))
    assert reversal.total == Decimal("21.00")
    assert {line.about for line in standing_lines(receipt)} == {"Bella"}
    assert reversal.entries.get(account="cash").reverses is None
    assert back(receipt, clerk, lines=list(receipt.lines.filter(about="Bella"))).number == 2
    assert Entry.objects.filter(reverses__isnull=False).count() == 4


@pytest.mark.parametrize("again", ["all", "one"])
def test_a_charge_is_reversed_once(clerk: User, again: str) -> None:
    receipt = pay(clerk)
    lines = list(receipt.lines.all())
    back(receipt, clerk, lines=lines)
    with pytest.raises(Refused) as refused:
        back(receipt, clerk, lines=lines if again == "all" else lines[:1])
    assert code(refused) == "reversed_already"
    assert Reversal.objects.count() == 1


def test_the_database_itself_reverses_a_charge_once(clerk: User) -> None:
    reversal = back(pay(clerk), clerk)
    with pytest.raises(IntegrityError, match="line_id"), transaction.atomic():
        ReversalLine.objects.create(reversal=reversal, line=reversal.receipt.lines.all()[0])


def test_one_charge_named_twice_is_refused(clerk: User) -> None:
    receipt = pay(clerk)
    line = receipt.lines.all()[0]
    with pytest.raises(Refused) as refused:
        back(receipt, clerk, lines=[line, line])
    assert code(refused) == "reversed_already"


def test_another_receipts_charge_is_refused(clerk: User) -> None:
    receipt, other = pay(clerk), pay(clerk)
    with pytest.raises(Refused) as refused:
        back(receipt, clerk, lines=list(other.lines.all()))
    assert code(refused) == "reversed_already"


@pytest.mark.parametrize("cents", [2099, 2101])
def test_a_cent_less_or_more_than_what_is_reversed_is_not_given_back(clerk: User, cents: int) -> None:
    receipt = pay(clerk)
    with pytest.raises(Refused) as refused:
        back(receipt, clerk, Tender(Form.CASH, Money(cents)))
    assert code(refused) == "does_not_add_up"
    assert not Reversal.objects.exists()


def test_a_payout_that_is_nothing_or_less_is_refused(clerk: User) -> None:
    receipt = pay(clerk)
    with pytest.raises(Refused) as refused:
        back(receipt, clerk, Tender(Form.CASH, Money(2200)), Tender(Form.CHECK, Money(-100), "1"))
    assert code(refused) == "does_not_add_up"


@pytest.mark.parametrize("reason", ["", "   "])
def test_no_reversal_is_without_a_reason(clerk: User, reason: str) -> None:
    receipt = pay(clerk)
    with pytest.raises(Refused) as refused:
        back(receipt, clerk, reason=reason)
    assert (code(refused), refused.value.refusals[0].about) == ("no_reason", "reason")


def test_nothing_is_left_to_reverse(clerk: User) -> None:
    receipt = pay(clerk)
    back(receipt, clerk)
    with pytest.raises(Refused) as refused:
        back(receipt, clerk, Tender(Form.CASH, Money(1)), lines=[])
    assert code(refused) == "nothing_to_reverse"


def test_the_other_towns_receipt_is_not_ours(clerk: User, clerk_of_chestertown: User) -> None:
    receipt = pay(clerk)
    with pytest.raises(Refused) as refused:
        back(receipt, clerk_of_chestertown)
    assert code(refused) == "other_town"


def test_sent_twice_makes_one(clerk: User) -> None:
    receipt, key = pay(clerk), uuid.uuid4()
    lines = list(receipt.lines.all())
    assert back(receipt, clerk, key=key, lines=lines) == back(receipt, clerk, key=key, lines=lines)
    assert Reversal.objects.count() == 1


def test_a_form_that_reversed_one_receipt_reverses_no_other(clerk: User) -> None:
    receipt, other, key = pay(clerk), pay(clerk), uuid.uuid4()
    back(receipt, clerk, key=key)
    with pytest.raises(Refused) as refused:
        back(other, clerk, key=key)
    assert code(refused) == "form_used"


def test_numbers_run_per_town_without_gaps(clerk: User, clerk_of_chestertown: User) -> None:
    receipts = [pay(clerk) for _ in range(3)]
    with pytest.raises(Refused):
        back(receipts[0], clerk, Tender(Form.CASH, Money(1)))
    assert [back(receipt, clerk).number for receipt in receipts] == [1, 2, 3]
    assert back(pay(clerk_of_chestertown), clerk_of_chestertown).number == 1


def test_a_credit_carries_the_money_over_to_the_corrected_receipt(clerk: User) -> None:
    receipt = pay(clerk)
    reversal = back(receipt, clerk, Tender(Form.CREDIT, Money(2100)))
    pay(clerk, Tender(Form.CREDIT, Money(2100), str(reversal.number)))
    assert in_the_books(TODAY) == {
        "cash": Decimal(21),
        "credit": Decimal(0),
        "license_fee": Decimal(-18),
        "state_surcharge": Decimal(-3),
    }


def lost_reversal(receipt: Receipt) -> None:
    """A reversal that gives money back for no charge, written past the ledger."""
    given = {"number": 1, "key": uuid.uuid4(), "day": TODAY, "reason": "Lost", "total": 21, "heading": {}}
    Reversal.objects.create(town=receipt.town, receipt=receipt, at=noon(), by=receipt.by, **given)
    check_now()


def test_the_database_keeps_a_reversal_that_does_not_add_up_out(clerk: User) -> None:
    receipt = pay(clerk)
    with pytest.raises(IntegrityError, match="do not add up"), transaction.atomic():
        lost_reversal(receipt)


def check_now() -> None:
    """Let the database check what it otherwise checks at the end of a transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def once_more(row: Any) -> None:
    """The row written a second time, past the ledger."""
    row.pk, row.position, row.reverses = None, 99, None
    row.save(force_insert=True)
    check_now()


@pytest.mark.parametrize("of", ["lines", "payments", "entries"])
def test_nothing_comes_to_a_receipt_or_a_reversal_later(clerk: User, of: str) -> None:
    receipt = pay(clerk)
    rows: list[Any] = [*getattr(receipt, of).all()]
    if of != "lines":
        reversal = back(receipt, clerk)
        rows += getattr(reversal, of.replace("payments", "payouts")).all()
    check_now()  # all that stands was written in a transaction before
    for row in rows:
        with pytest.raises(IntegrityError, match="do not add up"), transaction.atomic():
            once_more(row)


def test_a_receipt_without_its_lines_is_kept_out(clerk: User) -> None:
    receipt = pay(clerk)
    receipt.pk, receipt.number, receipt.key = None, 2, uuid.uuid4()
    with pytest.raises(IntegrityError, match="do not add up"), transaction.atomic():
        once_more(receipt)


@pytest.mark.parametrize("table", ["office_reversal", "office_reversalline", "office_payout", "office_entry"])
@pytest.mark.parametrize("change", ["DELETE FROM {}", "UPDATE {} SET id = id"])
def test_nothing_of_a_reversal_is_ever_changed_or_deleted(clerk: User, table: str, change: str) -> None:
    back(pay(clerk), clerk)
    refused = pytest.raises(ProgrammingError, match="Cannot update or delete")
    with refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change.format(table))


@pytest.fixture
def two_clerks() -> list[User]:
    town: Town = TownFactory.create()
    return UserFactory.create_batch(2, town=town, role="clerk")


@pytest.mark.django_db(transaction=True)
def test_two_clerks_at_once_give_the_money_back_once(two_clerks: list[User]) -> None:
    with transaction.atomic():
        receipt = pay(two_clerks[0])
    barrier = Barrier(2)

    def one(by: User) -> str:
        lines = standing_lines(receipt)
        barrier.wait(timeout=30)
        try:
            return str(back(receipt, by, lines=lines))
        except Refused as refused:
            return refused.refusals[0].code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(one, two_clerks)) == ["Reversal 1", "reversed_already"]
    assert Reversal.objects.count() == 1
