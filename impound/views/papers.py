"""The pound's papers: a seizure's report, the officer's log and the shelter's register as page, PDF and CSV."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from impound import documents
from impound.models import Seizure
from impound.reports import Table, log_of, register_of, report_of
from licensing.forms.tags import PeriodForm
from office.access import READERS, StaffRequest, for_roles
from office.downloads import saved_csv, shown
from office.spreadsheets import csv_lines

Days = tuple[date, date]
Making = Callable[[StaffRequest, Days], Table]


@require_safe
@for_roles(*READERS)
def report_pdf(request: StaffRequest, pk: int) -> HttpResponseBase:
    """The seizure and disposition report, as of now."""
    seizure = get_object_or_404(Seizure.objects.of(request.town).with_custody(), pk=pk)
    report = report_of(seizure, timezone.localdate())
    return shown(documents.report_pdf(report, at=timezone.now()), f"seizure-{seizure.number}.pdf")


@require_safe
@for_roles(*READERS)
def report_csv(request: StaffRequest, pk: int) -> HttpResponseBase:
    """The same report for a spreadsheet, a row a field."""
    seizure = get_object_or_404(Seizure.objects.of(request.town).with_custody(), pk=pk)
    report = report_of(seizure, timezone.localdate())
    return saved_csv(csv_lines(report.lines), f"{request.town.slug}-seizure-{seizure.number}.csv")


@require_safe
@for_roles(*READERS)
def log(request: StaffRequest) -> HttpResponseBase:
    """The officer's log of a period: this month so far, if no other is asked for."""
    return _page(request, _log, "pound_log")


@require_safe
@for_roles(*READERS)
def log_pdf(request: StaffRequest) -> HttpResponseBase:
    """The log to print."""
    return _pdf(request, _log, "log")


@require_safe
@for_roles(*READERS)
def log_csv(request: StaffRequest) -> HttpResponseBase:
    """The log for a spreadsheet."""
    return _csv(request, _log, "log")


@require_safe
@for_roles(*READERS)
def register(request: StaffRequest) -> HttpResponseBase:
    """The shelter's register of a period: this month so far, if no other is asked for."""
    return _page(request, _register, "pound_register")


@require_safe
@for_roles(*READERS)
def register_pdf(request: StaffRequest) -> HttpResponseBase:
    """The register to print."""
    return _pdf(request, _register, "register")


@require_safe
@for_roles(*READERS)
def register_csv(request: StaffRequest) -> HttpResponseBase:
    """The register for a spreadsheet."""
    return _csv(request, _register, "register")


def _log(request: StaffRequest, days: Days) -> Table:
    return log_of(request.town, days)


def _register(request: StaffRequest, days: Days) -> Table:
    return register_of(request.town, days, on=timezone.localdate())


def _page(request: StaffRequest, make: Making, name: str) -> HttpResponseBase:
    form = PeriodForm(request.GET, on=timezone.localdate())
    days = form.days
    context: dict[str, Any] = {"form": form, "days": days, "name": name, "pdf": f"{name}_pdf", "csv": f"{name}_csv"}
    if days:
        query = urlencode({"from": days[0].isoformat(), "to": days[1].isoformat()})
        context |= {"table": make(request, days), "query": query}
    return render(request, "impound/report.html", context)


def _pdf(request: StaffRequest, make: Making, name: str) -> HttpResponseBase:
    days = _days(request)
    pdf = documents.table_pdf(make(request, days), town=request.town, days=days, at=timezone.now())
    return shown(pdf, f"{name}-{days[0].isoformat()}-to-{days[1].isoformat()}.pdf")


def _csv(request: StaffRequest, make: Making, name: str) -> HttpResponseBase:
    days = _days(request)
    file = f"{request.town.slug}-{name}-{days[0].isoformat()}-to-{days[1].isoformat()}.csv"
    return saved_csv(csv_lines(make(request, days).lines), file)


def _days(request: StaffRequest) -> Days:
    """The period asked for; 404 when it cannot be read."""
    days = PeriodForm(request.GET, on=timezone.localdate()).days
    if days is None:
        raise Http404
    return days
