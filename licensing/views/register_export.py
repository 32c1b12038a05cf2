"""The page of the town's export: what it is for, the file, and the earlier ones."""

from __future__ import annotations

from django.http import HttpResponseBase
from django.utils import timezone

from licensing.actions.exports import export_town
from licensing.exports import exported
from licensing.forms.privacy import TownExportForm
from licensing.views.given_out import given_out
from office.access import StaffRequest, for_roles
from office.downloads import saved
from office.models import TownExport


@for_roles("manager", "inspector")
def register_export(request: StaffRequest) -> HttpResponseBase:
    """Ask what it is for, and give everything of the town; an inspector reads who was given it."""
    form = TownExportForm(request.POST or None) if request.user.has_role("manager") else None
    if form is not None and form.is_valid():
        now = timezone.now()
        export_town(town=request.town, by=request.user, at=now, **form.cleaned_data)
        name = f"{request.town.slug}-register-{timezone.localdate(now).isoformat()}.zip"
        pieces = exported(request.town, at=now, scans=form.cleaned_data["scans"])
        return saved(pieces, name, "application/zip")
    return given_out(request, "licensing/register_export.html", form, TownExport.objects.all())
