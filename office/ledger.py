"""The only writer of receipts and their entries; ``office.reversals`` writes what takes them back.

Locking: the town's counter is locked last, after everything an act uses up, and held to the end of the transaction;
a number is taken only when all else has succeeded, so that none is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.utils import timezone

from office.models import (
    Counter,
    Entry,
    Payment,
    Receipt,
    ReceiptLine,
    Resolution,
    Town,
    User,
)
from office.models.money import Form
from office.refusals import refuse
from ordinances.answers import Line
from ordinances.money import ZERO, Money


@dataclass(frozen=True, slots=True)
class Tender:
    """What was handed over in one form of payment, by the payer or back to the payer.

    ``reference`` is the number of the check, terminal slip, order, or of the reversal that a credit comes from.
    """

    form: Form
    handed_over: Money
    reference: str = ""


@dataclass(frozen=True, slots=True)
class Back:
    """How the money of a reversal is handed back: in which form, and the number of its paper."""

    form: Form = Form.CASH
    reference: str = ""

    def after(self, credit: Money, of: Money) -> tuple[Tender, ...]:
        """Of an amount, what is carried over as credit, and the rest handed back so."""
        carried = (Tender(Form.CREDIT, credit),) if credit > ZERO else ()
        return carried + self.of(of - credit)

    def of(self, amount: Money) -> tuple[Tender, ...]:
        """The amount handed back so; nothing, if it is nothing."""
        return (Tender(self.form, amount, self.reference),) if amount > ZERO else ()


@dataclass(frozen=True, slots=True)
class Charge:
    """A quoted line with the dog it is about and the resolution that set it."""

    line: Line
    about: str
    resolution: Resolution | None


@dataclass(frozen=True, slots=True)
class Code:
    """A code that a receipt is recognized by elsewhere: what it is called, and what it is for, in words."""

    name: str
    code: str
    words: str


@dataclass(frozen=True, slots=True)
class Settlement:
    """What of a tender is kept, and the cash given back."""

    kept: tuple[tuple[Tender, Money], ...]
    change: Money


def settle(total: Money, tenders: Sequence[Tender]) -> Settlement:
    """Match what was handed over with what is due: to the cent, with change from cash alone.

    Raises Refused (about ``tender``) when too little was handed over, or more than cash can give back.
    """
    offered = [tender for tender in tenders if tender.handed_over != ZERO]
    paper = Money(sum(tender.handed_over.cents for tender in offered if tender.form != Form.CASH))
    cash = Money(sum(tender.handed_over.cents for tender in offered if tender.form == Form.CASH))
    if paper > total:
        raise refuse(
            "too_much", f"${paper} by check, card or money order is more than the ${total} due.", about="tender"
        )
    if paper + cash < total:
        raise refuse("too_little", f"${total} is due and ${paper + cash} was handed over.", about="tender")
    if cash > ZERO and paper == total:
        raise refuse("too_much", f"The ${total} due is paid without the cash: hand it back.", about="tender")
    change = paper + cash - total
    kept = ((t, t.handed_over if t.form != Form.CASH else t.handed_over - change) for t in offered)
    return Settlement(tuple(kept), change)


def next_number(town: Town, of: str) -> int:
    """Take the town's next number of a kind, without gaps: the counter stays locked until the transaction ends."""
    Counter.objects.get_or_create(town=town, of=of)
    counter = Counter.objects.select_for_update().get(town=town, of=of)
    counter.last += 1
    counter.save(update_fields=["last"])
    return counter.last


def pass_number(town: Town, of: str, number: int) -> None:
    """Let the town's next number of a kind be past this one, which came from elsewhere; locked like ``next_number``."""
    Counter.objects.get_or_create(town=town, of=of)
    counter = Counter.objects.select_for_update().get(town=town, of=of)
    if counter.last < number:
        counter.last = number
        counter.save(update_fields=["last"])


def receipt_for(town: Town, key: UUID) -> Receipt | None:
    """The receipt that this form made already, if it was sent before."""
    return Receipt.objects.filter(town=town, key=key).first()


def take_payment(
    *,
    town: Town,
    key: UUID,
    payer: str,
    purpose: str,
    charges: Sequence[Charge],
    tenders: Sequence[Tender],
    by: User,
    at: datetime,
    code: Code | None = None,
) -> Receipt:
    """Write a receipt for these charges with its lines, payments and entries, as the last step of an act's transaction.

    ``code`` is printed on it. Raises Refused when the tender does not settle the total.
    """
    total = Money(sum(charge.line.amount.cents for charge in charges))
    settlement = settle(total, tenders)
    receipt = Receipt.objects.create(
        town=town,
        number=next_number(town, "receipt"),
        key=key,
        at=at,
        day=timezone.localdate(at),
        payer=payer,
        purpose=purpose,
        total=total.dollars,
        heading=town.heading | {"words": town.receipt_words} | ({"code": asdict(code)} if code else {}),
        by=by,
    )
    ReceiptLine.objects.bulk_create(_line(receipt, place, charge) for place, charge in enumerate(charges, start=1))
    Payment.objects.bulk_create(_payment(receipt, tender, kept) for tender, kept in settlement.kept)
    Entry.objects.bulk_create(_entries(receipt, charges, settlement))
    return receipt


def _line(receipt: Receipt, position: int, charge: Charge) -> ReceiptLine:
    line = charge.line
    return ReceiptLine(
        receipt=receipt,
        position=position,
        code=line.code,
        about=charge.about,
        label=line.label,
        amount=line.amount.dollars,
        citation=line.citation,
        because=line.because,
        resolution=charge.resolution,
    )


def _payment(receipt: Receipt, tender: Tender, kept: Money) -> Payment:
    handed_over = tender.handed_over.dollars if tender.form == Form.CASH else None
    return Payment(
        receipt=receipt, form=tender.form, amount=kept.dollars, reference=tender.reference, handed_over=handed_over
    )


def _entries(receipt: Receipt, charges: Sequence[Charge], settlement: Settlement) -> Iterable[Entry]:
    """What came in, positive, and what it was for, negative: together zero."""
    for tender, kept in settlement.kept:
        yield _entry(receipt, tender.form.value, kept.dollars)
    for charge in charges:
        if charge.line.amount != ZERO:
            yield _entry(receipt, charge.line.code, -charge.line.amount.dollars)


def _entry(receipt: Receipt, account: str, amount: Decimal) -> Entry:
    return Entry(
        town=receipt.town,
        receipt=receipt,
        at=receipt.at,
        day=receipt.day,
        account=account,
        amount=amount,
        by=receipt.by,
    )
