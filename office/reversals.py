"""Taking charges back: a reversal with its reason, in the day that is open; the receipt stays as it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from office.ledger import Tender, next_number
from office.models import Entry, Payout, Receipt, ReceiptLine, Reversal, ReversalLine, Town, User
from office.refusals import refuse
from ordinances.money import ZERO, Money


def reversal_for(town: Town, key: UUID) -> Reversal | None:
    """The reversal that this form made already, if it was sent before."""
    return Reversal.objects.filter(town=town, key=key).first()


def standing_lines(receipt: Receipt) -> list[ReceiptLine]:
    """The charges of the receipt that were not reversed."""
    return list(receipt.lines.filter(reversed_by__isnull=True))


def reverse(
    *,
    receipt: Receipt,
    lines: Sequence[ReceiptLine],
    reason: str,
    payouts: Sequence[Tender],
    key: UUID,
    by: User,
    at: datetime,
) -> Reversal:
    """Take these charges of the receipt back, whole, in the day that is open; the receipt itself stays as it was.

    ``payouts`` is what is handed back, or carried over as credit: to the cent what the charges come to. Sent again with
    its ``key``, the reversal of the first time is returned. Raises Refused for a charge that was reversed already or is
    another receipt's, without a reason, and when the payouts do not come to the charges.
    """
    Receipt.objects.select_for_update().get(pk=receipt.pk)
    if receipt.town_id != by.town_id:
        raise refuse("other_town", "This receipt is on another town's books.")
    made = reversal_for(receipt.town, key)
    if made is not None:
        return _same_receipts(made, receipt)
    total = Money(sum(round(line.amount * 100) for line in lines))
    _refuse_reversal(receipt, lines, reason, total, payouts)
    reversal = Reversal.objects.create(
        town=receipt.town,
        number=next_number(receipt.town, "reversal"),
        key=key,
        receipt=receipt,
        at=at,
        day=timezone.localdate(at),
        reason=reason.strip(),
        total=total.dollars,
        heading=receipt.town.heading | {"words": receipt.town.receipt_words},
        by=by,
    )
    ReversalLine.objects.bulk_create(ReversalLine(reversal=reversal, line=line) for line in lines)
    Payout.objects.bulk_create(_payout(reversal, payout) for payout in payouts)
    Entry.objects.bulk_create(_reversing(reversal, lines, payouts))
    return reversal


def _same_receipts(made: Reversal, receipt: Receipt) -> Reversal:
    if made.receipt_id != receipt.pk:
        raise refuse("form_used", f"This form was used for reversal {made.number}: open the page anew.")
    return made


def _refuse_reversal(
    receipt: Receipt, lines: Sequence[ReceiptLine], reason: str, total: Money, payouts: Sequence[Tender]
) -> None:
    """Refuse what cannot be taken back of a locked receipt."""
    if not reason.strip():
        raise refuse("no_reason", "Say why: the books keep the reason.", about="reason")
    if not lines:
        raise refuse("nothing_to_reverse", f"Nothing of receipt {receipt.number} is left to reverse.")
    standing = {line.pk for line in standing_lines(receipt)}
    numbers = {line.pk for line in lines}
    if not numbers <= standing or len(numbers) != len(lines):
        raise refuse("reversed_already", f"A charge was reversed already, or is not of receipt {receipt.number}.")
    given = Money(sum(payout.handed_over.cents for payout in payouts))
    if given != total or any(payout.handed_over <= ZERO for payout in payouts):
        raise refuse("does_not_add_up", f"${total} is reversed and ${given} given back.", about="payout")


def _payout(reversal: Reversal, payout: Tender) -> Payout:
    return Payout(reversal=reversal, form=payout.form, amount=payout.handed_over.dollars, reference=payout.reference)


def _reversing(reversal: Reversal, lines: Sequence[ReceiptLine], payouts: Sequence[Tender]) -> Iterator[Entry]:
    """The entries with their signs turned, each naming the one that it reverses, where there is one of its amount."""
    open_entries = list(reversal.receipt.entries.filter(reversal__isnull=True, reversed_by__isnull=True).order_by("pk"))
    turned = [(line.code, line.amount) for line in lines if line.amount]
    turned += [(payout.form.value, -payout.handed_over.dollars) for payout in payouts]
    for account, amount in turned:
        old = next((one for one in open_entries if one.account == account and one.amount == -amount), None)
        if old is not None:
            open_entries.remove(old)
        yield Entry(
            town=reversal.town,
            receipt=reversal.receipt,
            reversal=reversal,
            at=reversal.at,
            day=reversal.day,
            account=account,
            amount=amount,
            reverses=old,
            reason=reversal.reason,
            by=reversal.by,
        )
