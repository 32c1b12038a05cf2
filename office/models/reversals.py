"""Reversals: money that was entered wrongly is set right by a row of its own; the receipt that it names stays."""

from __future__ import annotations

from typing import ClassVar

import pgtrigger
from django.db import models

from office.history import append_only
from office.models.money import Form, Receipt, ReceiptLine, whole
from office.models.setup import Town

_ADDS_UP = """
    IF NEW.total <> (SELECT coalesce(sum(line.amount), 0) FROM office_reversalline AS reversed
                     JOIN office_receiptline AS line ON line.id = reversed.line_id
                     WHERE reversed.reversal_id = NEW.id AND line.receipt_id = NEW.receipt_id)
       OR NEW.total <> (SELECT coalesce(sum(amount), 0) FROM office_payout WHERE reversal_id = NEW.id)
       OR 0 <> (SELECT coalesce(sum(amount), 0) FROM office_entry WHERE reversal_id = NEW.id)
       OR NEW.total <> (SELECT coalesce(sum(amount), 0) FROM office_entry WHERE reversal_id = NEW.id AND amount > 0)
       OR EXISTS (SELECT FROM office_reversalline AS reversed
                  JOIN office_receiptline AS line ON line.id = reversed.line_id
                  WHERE reversed.reversal_id = NEW.id AND line.receipt_id <> NEW.receipt_id) THEN
        RAISE EXCEPTION 'Reversal %: total, lines, payouts and entries do not add up.', NEW.number
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
"""

_TOTAL = "SELECT total FROM office_reversal WHERE id = NEW.reversal_id"
_LINES = """(
    SELECT sum(line.amount) FROM office_reversalline AS reversed JOIN office_receiptline AS line
    ON line.id = reversed.line_id WHERE reversed.reversal_id = NEW.reversal_id
)"""
_PAYOUTS = "(SELECT sum(amount) FROM office_payout WHERE reversal_id = NEW.reversal_id)"


class Reversal(models.Model):
    """Charges of a receipt taken back, with the reason, in the day that is open.

    ``key`` is the one-time key of the form: a second sending finds this reversal.
    """

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="reversals")
    number = models.PositiveBigIntegerField()
    key = models.UUIDField()
    receipt = models.ForeignKey(Receipt, on_delete=models.PROTECT, related_name="reversals")
    at = models.DateTimeField()
    day = models.DateField(help_text="The town's local day on which it was made: no earlier day's books change.")
    reason = models.CharField(max_length=200)
    total = models.DecimalField(max_digits=10, decimal_places=2)
    heading = models.JSONField(help_text="The town's details and words as printed, so that a reprint is the same.")
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["town", "number"], name="one_reversal_a_number"),
            models.UniqueConstraint(fields=["town", "key"], name="one_reversal_a_form"),
            models.CheckConstraint(condition=models.Q(total__gte=0), name="reversal_not_negative"),
            models.CheckConstraint(condition=~models.Q(reason=""), name="reversal_says_why"),
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
        return f"Reversal {self.number}"


class ReversalLine(models.Model):
    """One charge taken back, whole. A charge is reversed once: the database says so."""

    reversal = models.ForeignKey(Reversal, on_delete=models.PROTECT, related_name="lines")
    line = models.OneToOneField(ReceiptLine, on_delete=models.PROTECT, related_name="reversed_by")

    class Meta:
        ordering: ClassVar = ["line__position"]
        triggers: ClassVar = [append_only(), whole(_TOTAL, _LINES)]

    def __str__(self) -> str:
        return f"{self.line} reversed"


class Payout(models.Model):
    """One form in which the money of a reversal was given back, or carried over to the corrected receipt."""

    reversal = models.ForeignKey(Reversal, on_delete=models.PROTECT, related_name="payouts")
    form = models.CharField(max_length=20, choices=Form)
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    reference = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="payout_positive"),
            models.CheckConstraint(
                condition=models.Q(form__in=["cash", "credit"]) | ~models.Q(reference=""),
                name="payout_names_its_paper",
            ),
        ]
        triggers: ClassVar = [append_only(), whole(_TOTAL, _PAYOUTS)]

    def __str__(self) -> str:
        return f"{self.get_form_display()}: ${self.amount}"
