"""The pages on which a register is taken over: the file, its columns, the trial and its report, and the taking over.

A large file goes in steps: each request reads lines for a few seconds, and the page asks for the next one.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from licensing.actions.register.runs import begin_taking_over, match_columns, read_on, start_import
from licensing.forms.register import MatchForm, RegisterFileForm
from licensing.models import ImportRun
from licensing.register.files import samples
from licensing.register.report import counts, refusals, report
from office.access import StaffRequest, for_roles
from office.downloads import saved_csv
from office.refusals import Refused
from office.spreadsheets import csv_lines

PAGE = 50
A_STEP = timedelta(seconds=4)
"""So long a request reads on; a batch that was begun is brought to its end."""


@for_roles("manager")
def register(request: StaffRequest) -> HttpResponseBase:
    """Send a file; the files sent before."""
    form = RegisterFileForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        run = _started(request, form)
        if run is not None:
            return redirect("register_match" if run.state == ImportRun.State.MATCHING else "register_run", run.pk)
    runs = ImportRun.objects.filter(town=request.town).select_related("by")
    page = Paginator(runs, PAGE).get_page(request.GET.get("page"))
    return render(request, "licensing/register.html", {"form": form, "page": page})


def _started(request: StaffRequest, form: RegisterFileForm) -> ImportRun | None:
    """The run of the file, new or found; None when the file is none, and then the form says why."""
    data = form.cleaned_data
    sent: dict[str, Any] = {"town": request.town, "by": request.user, "at": timezone.now()}
    file, key = data["file"], data["key"]
    try:
        run = start_import(content=file.read(), file_name=file.name, key=key, again=data["again"], **sent)
    except Refused as refused:
        form.show(refused)
        return None
    if run.key != key:
        state = run.get_state_display().lower()
        messages.info(request, f"This file was sent before, on {run.at:%B %-d, %Y}: {state}. Nothing was changed.")
    return run


@for_roles("manager")
def register_match(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Say which column of the file is which of ours, and try it."""
    run = _run(request, pk)
    if run.state in (ImportRun.State.TAKING, ImportRun.State.DONE):
        return redirect("register_run", run.pk)
    form = MatchForm(request.POST or None, run=run, samples=samples(run.key, run.matching, len(run.header)))
    if form.is_valid():
        match_columns(run=run, matching=form.matching, by=request.user, at=timezone.now())
        return redirect("register_run", run.pk)
    return render(request, "licensing/register_match.html", {"form": form, "run": run})


@require_safe
@for_roles("manager")
def register_run(request: StaffRequest, pk: int) -> HttpResponseBase:
    """How far the run has come, and what became of the lines."""
    return render(request, "licensing/register_run.html", _context(_run(request, pk)))


@require_POST
@for_roles("manager")
def register_take_over(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Begin to take over what was tried."""
    run = _run(request, pk)
    try:
        begin_taking_over(run=run, by=request.user, at=timezone.now())
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("register_run", run.pk)


@require_POST
@for_roles("manager")
def register_step(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Read on for a few seconds; the page's script swaps in how far it has come, without one the page is shown anew."""
    run, end = _run(request, pk), timezone.now() + A_STEP
    try:
        while run.goes_on and timezone.now() < end:
            run = read_on(run=run, by=request.user, at=timezone.now())
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("register")
    if not request.htmx:
        return redirect("register_run", run.pk)
    return render(request, "licensing/register_report.html", _context(run))


@require_safe
@for_roles("manager")
def register_csv(request: StaffRequest, pk: int) -> HttpResponseBase:
    """What became of every line, as CSV."""
    run = _run(request, pk)
    return saved_csv(csv_lines(report(run)), f"register-run-{run.pk}.csv")


def _run(request: StaffRequest, pk: int) -> ImportRun:
    """The town's run of that number; 404 otherwise."""
    return get_object_or_404(ImportRun.objects.filter(town=request.town).select_related("town", "receipt", "by"), pk=pk)


def _context(run: ImportRun) -> dict[str, Any]:
    return {"run": run, "counts": counts(run), "refusals": refusals(run)}
