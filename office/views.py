"""The till's pages: a receipt, to look at and to print."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from office.access import READERS, StaffRequest, for_roles
from office.documents import receipt_pdf as pdf_of_receipt
from office.downloads import shown
from office.models import Receipt, Town


@require_safe
@for_roles(*READERS)
def receipt(request: StaffRequest, number: int) -> HttpResponseBase:
    """The receipt as stored."""
    found = get_object_or_404(_receipts(request.town), number=number)
    return render(request, "office/receipt.html", {"receipt": found})


@require_safe
@for_roles(*READERS)
def receipt_pdf(request: StaffRequest, number: int) -> HttpResponseBase:
    """The receipt to print, the same each time."""
    found = get_object_or_404(_receipts(request.town), number=number)
    return shown(pdf_of_receipt(found), f"receipt-{number}.pdf")


def _receipts(town: Town) -> QuerySet[Receipt]:
    """The town's receipts with all that is on them."""
    return (
        Receipt.objects.filter(town=town).select_related("town", "by").prefetch_related("lines__resolution", "payments")
    )
