"""Dogs that are missed: the reports, and which of the dogs held each may be."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from impound.actions.lost import LossFacts, close_loss, report_lost
from impound.forms.lost import CloseForm, LossForm, known_of
from impound.matches import Match, losses, matches
from impound.models import LossReport, Seizure
from impound.views.acting import Page, now, sent
from impound.views.offers import WRITERS
from licensing.models import Dog
from office.access import READERS, StaffRequest, for_roles

PAGE = 50


@require_safe
@for_roles(*READERS)
def lost(request: StaffRequest) -> HttpResponseBase:
    """All dogs that are missed, each with the dogs held that it may be, the likeliest first; the found ones first."""
    missed = losses(request.town)
    held = Seizure.objects.of(request.town).held().select_related("dog")
    found: dict[int, list[Match]] = defaultdict(list)
    for match in matches(held, missed):
        found[id(match.loss)].append(match)
    rows = sorted(((loss, found[id(loss)]) for loss in missed), key=lambda row: _likelihood(row[1]))
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    return render(request, "impound/lost.html", {"page": page, "writes": request.user.has_role(*WRITERS), "query": ""})


def _likelihood(found: list[Match]) -> int:
    return -max((each.score for each in found), default=0)


@for_roles(*WRITERS)
def lost_new(request: StaffRequest) -> HttpResponseBase:
    """Take a loss report; of a dog of record (``?dog=``) with what is on record."""
    dog = _dog(request)
    form = LossForm(request.POST or None, initial={"lost_on": timezone.localdate()} | (known_of(dog) if dog else {}))
    if form.is_bound:
        report = form.carry_out(lambda: report_lost(facts=form.facts(LossFacts, dog=dog), **sent(request, form)))
        if report is not None:
            messages.success(request, f"Reported: {report}.")
            return redirect("lost")
    says = (f"It is reported lost with {dog.name}’s record too.",) if dog else ()
    page = Page("Report a lost dog", "Report it", "", says, reverse("lost"))
    return render(request, "impound/lost_form.html", {"form": form, "page": page, "dog": dog})


@for_roles(*WRITERS)
def lost_close(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Close a report: found, back, or given up."""
    report = get_object_or_404(LossReport.objects.select_related("dog"), town=request.town, pk=pk)
    form = CloseForm(request.POST or None, town=request.town, initial={"on": timezone.localdate()})
    if form.is_bound and form.carry_out(lambda: _close(request, report, form)) is not None:
        messages.success(request, "The report is closed.")
        return redirect("lost")
    page = Page("Close a loss report", "Close it", "", (f"{report}; reported by {report.reporter}.",), reverse("lost"))
    return render(request, "impound/lost_form.html", {"form": form, "page": page})


def _close(request: StaffRequest, report: LossReport, form: CloseForm) -> LossReport:
    told = {name: form.cleaned_data[name] for name in ("on", "because", "found", "recovered")}
    return close_loss(report=report, **told, **now(request))


def _dog(request: StaffRequest) -> Dog | None:
    """The dog of record that is missed, if the address names one; 404 for none of the town's."""
    number: Any = request.GET.get("dog", "")
    if not (number.isascii() and number.isdigit()):
        return None
    return get_object_or_404(Dog.objects.of(request.town).select_related("owner"), pk=int(number))
