"""The till's pages: receipts and reversals, to look at and to print."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from office.access import READERS, StaffRequest, for_roles
from office.documents import receipt_pdf as pdf_of_receipt
from office.documents import reversal_pdf as pdf_of_reversal
from office.downloads import shown
from office.models import Receipt, Reversal, Town


@require_safe
@for_roles(*READERS)
def receipt(request: StaffRequest, number: int) -> HttpResponseBase:
    """The receipt as stored."""
    found = get_object_or_404(_receipts(request.town), number=number)
    reversible = request.user.has_role("clerk") and any(not hasattr(line, "reversed_by") for line in found.lines.all())
    return render(request, "office/receipt.html", {"receipt": found, "reversible": reversible})


@require_safe
@for_roles(*READERS)
def receipt_pdf(request: StaffRequest, number: int) -> HttpResponseBase:
    """The receipt to print, the same each time."""
    found = get_object_or_404(_receipts(request.town), number=number)
    return shown(pdf_of_receipt(found), f"receipt-{number}.pdf")


@require_safe
@for_roles(*READERS)
def reversal(request: StaffRequest, number: int) -> HttpResponseBase:
    """The reversal as stored: what was taken back, why, and what was handed back."""
    found = get_object_or_404(_reversals(request.town), number=number)
    return render(request, "office/reversal.html", {"reversal": found})


@require_safe
@for_roles(*READERS)
def reversal_pdf(request: StaffRequest, number: int) -> HttpResponseBase:
    """The reversal to print, the same each time."""
    found = get_object_or_404(_reversals(request.town), number=number)
    return shown(pdf_of_reversal(found), f"reversal-{number}.pdf")


def _receipts(town: Town) -> QuerySet[Receipt]:
    """The town's receipts with all that is on them."""
    return (
        Receipt.objects.filter(town=town)
        .select_related("town", "by")
        .prefetch_related("lines__resolution", "lines__reversed_by__reversal", "payments", "reversals__by")
    )


def _reversals(town: Town) -> QuerySet[Reversal]:
    """The town's reversals with all that is on them."""
    rows = Reversal.objects.filter(town=town).select_related("town", "by", "receipt")
    return rows.prefetch_related("lines__line", "payouts")
