"""Receipts and the entries they make. ``office.ledger`` is their only writer; the database refuses to change a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from typing import ClassVar

import pgtrigger
from django.db import models

from office.history import append_only
from office.models.setup import Resolution, Town

_ADDS_UP = """
    IF NEW.total <> (SELECT coalesce(sum(amount), 0) FROM office_receiptline WHERE receipt_id = NEW.id)
       OR NEW.total <> (SELECT coalesce(sum(amount), 0) FROM office_payment WHERE receipt_id = NEW.id)
       OR 0 <> (SELECT coalesce(sum(amount), 0) FROM office_entry WHERE receipt_id = NEW.id) THEN
        RAISE EXCEPTION 'Receipt %: total, lines, payments and entries do not add up.', NEW.number
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
"""
_TOTAL = "SELECT total FROM office_receipt WHERE id = NEW.receipt_id"
_LINES = "(SELECT sum(amount) FROM office_receiptline WHERE receipt_id = NEW.receipt_id)"
_PAYMENTS = "(SELECT sum(amount) FROM office_payment WHERE receipt_id = NEW.receipt_id)"
_ENTRIES = """
    SELECT coalesce({sum}, 0) FROM office_entry
    WHERE receipt_id = NEW.receipt_id AND reversal_id IS NOT DISTINCT FROM NEW.reversal_id
"""
_OF_ENTRY = """
    SELECT coalesce((SELECT total FROM office_reversal WHERE id = NEW.reversal_id),
                    (SELECT total FROM office_receipt WHERE id = NEW.receipt_id))
"""
_CAME_IN = f"({_ENTRIES.format(sum='sum(amount) FILTER (WHERE amount > 0)')})"
_WENT_OUT = f"({_ENTRIES.format(sum='-sum(amount) FILTER (WHERE amount < 0)')})"


def whole(total: str, *parts: str) -> pgtrigger.Trigger:
    """Refuse a row that comes to a receipt or reversal beside its total, then or any time later: all are queries."""
    adds_up = " AND ".join(f"({total}) = {each}" for each in parts)
    return pgtrigger.Trigger(
        name="whole",
        when=pgtrigger.After,
        operation=pgtrigger.Insert,
        timing=pgtrigger.Deferred,
        func=f"""
    IF NOT ({adds_up}) THEN
        RAISE EXCEPTION 'Receipts and reversals stay whole: with this row they do not add up.'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
""",
    )


class Counter(models.Model):
    """The last number given out in a town, of receipts or of licenses.

    Locked while the next is taken, so that none is missing.
    """

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="counters")
    of = models.CharField(max_length=20)
    last = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["town", "of"], name="one_counter_a_kind")]

    def __str__(self) -> str:
        return f"{self.of}: {self.last}"


@dataclass(frozen=True, slots=True)
class Part:
    """The lines of a receipt that are about one dog (or one thing), and their sum in dollars."""

    about: str
    lines: Sequence[ReceiptLine]

    @property
    def subtotal(self) -> Decimal:
        """The sum of the part."""
        return sum((line.amount for line in self.lines), Decimal("0.00"))


class Receipt(models.Model):
    """Money taken (or nothing to pay), once.

    ``key`` is the one-time key of the form: a second sending finds this receipt.
    """

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="receipts")
    number = models.PositiveBigIntegerField()
    key = models.UUIDField()
    at = models.DateTimeField()
    day = models.DateField(help_text="The town's local day of the payment.")
    payer = models.CharField(max_length=160)
    purpose = models.CharField(max_length=200)
    total = models.DecimalField(max_digits=10, decimal_places=2)
    heading = models.JSONField(help_text="The town's details and words as printed, so that a reprint is the same.")
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["town", "number"], name="one_receipt_a_number"),
            models.UniqueConstraint(fields=["town", "key"], name="one_receipt_a_form"),
            models.CheckConstraint(condition=models.Q(total__gte=0), name="receipt_not_negative"),
        ]
        triggers: ClassVar = [
            append_only(),
            pgtrigger.Trigger(
                name="adds_up",
                when=pgtrigger.After,
                operation=pgtrigger.Insert,
                timing=pgtrigger.Deferred,
                func=_ADDS_UP,
            ),
        ]

    def __str__(self) -> str:
        return f"Receipt {self.number}"

    @property
    def parts(self) -> list[Part]:
        """The lines, a part for each dog; of a receipt that came with its lines, without a query."""
        return [Part(about, list(lines)) for about, lines in groupby(self.lines.all(), key=lambda line: line.about)]


class ReceiptLineQuerySet(models.QuerySet["ReceiptLine"]):
    """Charges, by the resolution that set them."""

    def charged_before(self, resolution: Resolution) -> ReceiptLineQuerySet:
        """Charges since the resolution's day by one that it supersedes: made before it was entered."""
        superseded = self.filter(
            receipt__town=resolution.town_id,
            resolution__subject=resolution.subject,
            resolution__in_force_from__lt=resolution.in_force_from,
        )
        return superseded.filter(receipt__day__gte=resolution.in_force_from)


class ReceiptLine(models.Model):
    """One charge as the ordinance quoted it. ``resolution`` is the one that set the amount."""

    receipt = models.ForeignKey(Receipt, on_delete=models.PROTECT, related_name="lines")
    position = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=40)
    about = models.CharField(max_length=120, blank=True)
    label = models.CharField(max_length=200)
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    citation = models.CharField(max_length=300)
    because = models.TextField()
    resolution = models.ForeignKey(Resolution, on_delete=models.PROTECT, null=True, related_name="+")

    objects = ReceiptLineQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["receipt", "position"], name="one_line_a_position"),
            models.CheckConstraint(condition=models.Q(amount__gte=0), name="line_not_negative"),
            models.CheckConstraint(condition=~models.Q(citation=""), name="line_is_cited"),
        ]
        triggers: ClassVar = [append_only(), whole(_TOTAL, _LINES)]

    def __str__(self) -> str:
        return f"{self.label}: ${self.amount}"


class Form(models.TextChoices):
    """Forms of payment. ``CREDIT`` carries money of a reversal over to the corrected receipt: no till offers it."""

    CASH = "cash", "Cash"
    CHECK = "check", "Check"
    CARD = "card", "Card"
    MONEY_ORDER = "money_order", "Money order"
    CREDIT = "credit", "Credit from reversal"


class Payment(models.Model):
    """One form of payment of a receipt. ``amount`` is what was kept; of cash, ``handed_over`` less the change."""

    receipt = models.ForeignKey(Receipt, on_delete=models.PROTECT, related_name="payments")
    form = models.CharField(max_length=20, choices=Form)
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    reference = models.CharField(max_length=60, blank=True)
    handed_over = models.DecimalField(max_digits=10, decimal_places=2, null=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="payment_positive"),
            models.CheckConstraint(
                condition=models.Q(form="cash") | ~models.Q(reference=""), name="payment_names_its_paper"
            ),
            models.CheckConstraint(
                condition=models.Q(handed_over__isnull=True) | models.Q(handed_over__gte=models.F("amount")),
                name="change_not_negative",
            ),
        ]
        triggers: ClassVar = [append_only(), whole(_TOTAL, _PAYMENTS)]

    def __str__(self) -> str:
        return f"{self.get_form_display()}: ${self.amount}"

    @property
    def change(self) -> Decimal:
        """The cash given back, in dollars."""
        return self.handed_over - self.amount if self.handed_over is not None else Decimal(0)


class Entry(models.Model):
    """One side of a movement of money: what came in by form (positive), what it was for by line code (negative).

    Beside the mutable records, so that the books never change with them: append-only, and a mistake is reversed
    by a new entry that names the old one with a reason, in the day that is open. Entries of a reversal name it, with
    the signs turned: what was for a charge (positive), what went out by form (negative).
    """

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="entries")
    receipt = models.ForeignKey(Receipt, on_delete=models.PROTECT, related_name="entries")
    reversal = models.ForeignKey("office.Reversal", on_delete=models.PROTECT, null=True, related_name="entries")
    at = models.DateTimeField()
    day = models.DateField()
    account = models.CharField(max_length=40)
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    reverses = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="reversed_by")
    reason = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")

    class Meta:
        indexes: ClassVar = [models.Index(fields=["town", "day"], name="entry_by_day")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(reverses__isnull=True) | ~models.Q(reason=""), name="reversal_has_a_reason"
            ),
            models.CheckConstraint(
                condition=models.Q(reverses__isnull=True) | models.Q(reversal__isnull=False),
                name="reversing_entry_is_of_a_reversal",
            ),
        ]
        triggers: ClassVar = [append_only(), whole(_OF_ENTRY, _CAME_IN, _WENT_OUT)]

    def __str__(self) -> str:
        return f"{self.account}: {self.amount}"
