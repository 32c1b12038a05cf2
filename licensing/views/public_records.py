"""The page of the public records: the export with its purpose, and the earlier ones."""

from __future__ import annotations

from django.http import HttpResponseBase
from django.utils import timezone

from licensing.actions.public_records import export_public_records, public_table
from licensing.forms.privacy import PublicRecordsForm
from licensing.models import PublicExport
from licensing.views.given_out import given_out
from office.access import StaffRequest, for_roles
from office.downloads import saved_csv
from office.spreadsheets import csv_lines


@for_roles("manager", "inspector")
def public_records(request: StaffRequest) -> HttpResponseBase:
    """Ask who wants them and why, and give the file; an inspector reads who was given one."""
    form = PublicRecordsForm(request.POST or None) if request.user.has_role("manager") else None
    if form is not None and form.is_valid():
        now = timezone.now()
        export_public_records(town=request.town, by=request.user, at=now, **form.cleaned_data)
        name = f"{request.town.slug}-public-records-{timezone.localdate(now).isoformat()}.csv"
        return saved_csv(csv_lines(public_table(request.town, timezone.localdate(now))), name)
    return given_out(request, "licensing/public_records.html", form, PublicExport.objects.all())
