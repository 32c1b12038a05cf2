"""Licensing's papers to print."""

from __future__ import annotations

from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from licensing import documents
from licensing.forms.tags import PeriodForm
from licensing.models import License, Tag
from office.access import READERS, StaffRequest, for_roles
from office.downloads import shown


@require_safe
@for_roles(*READERS)
def license_pdf(request: StaffRequest, pk: int) -> HttpResponseBase:
    """The license to print, the same each time."""
    issued = get_object_or_404(License, town=request.town, pk=pk)
    return shown(documents.license_pdf(issued), f"license-{issued.number}.pdf")


@require_safe
@for_roles(*READERS)
def licenses_pdf(request: StaffRequest, number: int) -> HttpResponseBase:
    """All licenses of a receipt to print at once; 404 when there are none."""
    issued = License.objects.filter(town=request.town, receipt__number=number).select_related("holder", "town")
    if not issued:
        raise Http404
    return shown(documents.licenses_pdf(list(issued.order_by("number"))), f"licenses-of-receipt-{number}.pdf")


@require_safe
@for_roles("clerk", "manager")
def imprint_pdf(request: StaffRequest) -> HttpResponseBase:
    """The engraver's list of a period; 404 when the period cannot be read or is too long for one list."""
    days = PeriodForm(request.GET, on=timezone.localdate()).days
    tags = list(Tag.objects.given_out(request.town, *days)[: documents.MOST_ON_A_LIST + 1]) if days else []
    if days is None or len(tags) > documents.MOST_ON_A_LIST:
        raise Http404
    since, until = days
    tags.sort(key=lambda tag: tag.number)
    pdf = documents.imprint_pdf(request.town, tags, since=since, until=until)
    return shown(pdf, f"tags-{since.isoformat()}-to-{until.isoformat()}.pdf")
