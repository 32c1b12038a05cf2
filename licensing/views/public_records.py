"""The page of the public records: the export with its purpose, and the earlier ones."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone

from licensing.actions.public_records import export_public_records, public_table
from licensing.forms.privacy import PublicRecordsForm
from licensing.models import PublicExport
from office.access import StaffRequest, for_roles
from office.spreadsheets import csv_lines

PAGE = 50


@for_roles("manager", "inspector")
def public_records(request: StaffRequest) -> HttpResponseBase:
    """Ask who wants them and why, and give the file; an inspector reads who was given one."""
    writes = request.user.has_role("manager")
    form = PublicRecordsForm(request.POST or None) if writes else None
    if form is not None and form.is_valid():
        now = timezone.now()
        export_public_records(town=request.town, by=request.user, at=now, **form.cleaned_data)
        name = f"{request.town.slug}-public-records-{timezone.localdate(now).isoformat()}.csv"
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        lines = csv_lines(public_table(request.town, timezone.localdate(now)))
        return StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8", headers=headers)
    exports = PublicExport.objects.filter(town=request.town).select_related("by")
    page = Paginator(exports, PAGE).get_page(request.GET.get("page"))
    return render(request, "licensing/public_records.html", {"form": form, "page": page})
