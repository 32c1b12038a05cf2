"""The till's papers: the receipt and the reversal."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from office.models import Payment, Payout, Receipt, Reversal
from office.models.money import Form
from office.typesetting import Paper, pdf_of

_REFERENCES = {Form.CHECK: "No.", Form.CARD: "reference", Form.MONEY_ORDER: "No.", Form.CREDIT: "No."}


def receipt_pdf(receipt: Receipt) -> bytes:
    """The receipt as stored: nothing on it is computed again, and its heading is that of its day."""
    paper = Paper(
        template="receipt.html",
        context=_context(receipt),
        title=f"Receipt {receipt.number}, {receipt.heading['name']}",
        author=receipt.heading["name"],
        at=receipt.at,
    )
    return pdf_of(paper)


def _context(receipt: Receipt) -> dict[str, Any]:
    payments = receipt.payments.all()
    return {
        "town": receipt.heading,
        "clerk": receipt.town.ordinance(receipt.day).words.clerk,
        "receipt": receipt,
        "at": timezone.localtime(receipt.at, timezone.get_default_timezone()),
        "parts": receipt.parts,
        "payments": [(payment_in_words(payment), payment.handed_over or payment.amount) for payment in payments],
        "reversals": receipt.reversals.all(),
        "change": sum(payment.change for payment in payments),
        "by": receipt.by.get_full_name() or receipt.by.get_username(),
    }


def reversal_pdf(reversal: Reversal) -> bytes:
    """The reversal as stored, with the heading of its day."""
    paper = Paper(
        template="reversal.html",
        context={
            "town": reversal.heading,
            "reversal": reversal,
            "clerk": reversal.town.ordinance(reversal.day).words.clerk,
            "at": timezone.localtime(reversal.at, timezone.get_default_timezone()),
            "lines": [each.line for each in reversal.lines.all()],
            "payouts": [(payment_in_words(payout), payout.amount) for payout in reversal.payouts.all()],
            "by": reversal.by.get_full_name() or reversal.by.get_username(),
        },
        title=f"Reversal {reversal.number}, {reversal.heading['name']}",
        author=reversal.heading["name"],
        at=reversal.at,
    )
    return pdf_of(paper)


def payment_in_words(payment: Payment | Payout) -> str:
    """The form of payment with its paper: ``Check No. 1042``."""
    form = Form(payment.form)
    return f"{form.label} {_REFERENCES.get(form, '')} {payment.reference}" if payment.reference else form.label
