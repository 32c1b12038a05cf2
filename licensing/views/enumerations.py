"""The pages of enumerations: the list, a new one, one with its streets and what follows from it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from licensing.actions.enumerations import add_streets, close_enumeration, finish_street, open_enumeration
from licensing.enumerations import fee_line, rows, streets_on_record, why_none
from licensing.forms.enumerations import EnumerationForm, StreetsForm
from licensing.models import Enumeration, EnumerationStreet
from office.access import READERS, StaffRequest, for_roles
from office.downloads import saved_csv
from office.refusals import Refused
from office.spreadsheets import csv_lines
from office.timeline import timeline

ENUMERATORS = ("clerk", "officer", "manager")
"""Who may enumerate: officers and clerks, and the manager."""
A_PAGE = 50
A_PAGE_OF_STREETS = 200


@require_safe
@for_roles(*READERS)
def enumerations(request: StaffRequest) -> HttpResponseBase:
    """All enumerations with their progress; where the law has none, why."""
    on = timezone.localdate()
    found = Enumeration.objects.filter(town=request.town).with_progress()
    context = {
        "page": Paginator(found, A_PAGE).get_page(request.GET.get("page")),
        "refusals": why_none(request.town, on),
        "fee": fee_line(request.town.ordinance(on), on),
        "writes": request.user.has_role(*ENUMERATORS),
    }
    return render(request, "licensing/enumerations.html", context)


@for_roles(*ENUMERATORS)
def enumeration_new(request: StaffRequest) -> HttpResponseBase:
    """Open an enumeration; the streets of the register are proposed."""
    on = timezone.localdate()
    proposed = "" if request.POST else "\n".join(streets_on_record(request.town))
    form = EnumerationForm(request.POST or None, initial={"starts_on": on, "streets": proposed})
    if form.is_bound:
        stamp: dict[str, Any] = {"by": request.user, "at": timezone.now()}
        opened = form.carry_out(
            lambda: open_enumeration(town=request.town, plan=form.plan(), key=form.cleaned_data["key"], **stamp)
        )
        if opened is not None:
            messages.success(request, f"The {opened} is open.")
            return redirect("enumeration", opened.pk)
    context = {"form": form, "refusals": why_none(request.town, on)}
    return render(request, "licensing/enumeration_form.html", context)


@require_safe
@for_roles(*READERS)
def enumeration_page(request: StaffRequest, pk: int) -> HttpResponseBase:
    """One enumeration: its streets, what was found in each, what became of it, who did what."""
    found: Any = get_object_or_404(Enumeration.objects.filter(town=request.town).with_progress(), pk=pk)
    streets = found.streets.select_related("done_by", "tally")
    context = {
        "enumeration": found,
        "page": Paginator(streets, A_PAGE_OF_STREETS).get_page(request.GET.get("page")),
        "writes": request.user.has_role(*ENUMERATORS),
        "form": StreetsForm(),
        "history": timeline(found.events.all()),
    }
    return render(request, "licensing/enumeration.html", context)


@require_safe
@for_roles(*READERS)
def enumeration_csv(request: StaffRequest, pk: int) -> HttpResponseBase:
    """All findings for a spreadsheet."""
    found = enumeration_of(request, pk)
    return saved_csv(csv_lines(rows(found)), f"{request.town.slug}-enumeration-{found.pk}.csv")


@require_POST
@for_roles(*ENUMERATORS)
def enumeration_streets(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Add streets that were forgotten."""
    found, form = enumeration_of(request, pk), StreetsForm(request.POST)
    if not form.is_valid():
        messages.error(request, str(form.errors["streets"][0]))
        return redirect("enumeration", found.pk)
    try:
        added = add_streets(enumeration=found, streets=form.names, by=request.user, at=timezone.now())
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, f"Streets added: {added}.")
    return redirect("enumeration", found.pk)


@require_POST
@for_roles(*ENUMERATORS)
def enumeration_close(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Close the enumeration, or open it again."""
    found = enumeration_of(request, pk)
    closed = request.POST.get("closed") == "yes"
    close_enumeration(enumeration=found, closed=closed, by=request.user, at=timezone.now())
    messages.success(request, f"The {found} is {'closed' if closed else 'open again'}.")
    return redirect("enumeration", found.pk)


@require_POST
@for_roles(*ENUMERATORS)
def street_done(request: StaffRequest, pk: int, street_pk: int) -> HttpResponseBase:
    """Mark a street as done, or as not done."""
    street = street_of(request, pk, street_pk)
    done = request.POST.get("done") == "yes"
    try:
        finish_street(street=street, done=done, by=request.user, at=timezone.now())
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, f"{street.name} is {'done' if done else 'not done'}.")
    return redirect("enumeration", pk) if done else redirect("enumeration_street", pk, street.pk)


def enumeration_of(request: StaffRequest, pk: int) -> Enumeration:
    """The town's enumeration of that number; 404 otherwise."""
    return get_object_or_404(Enumeration.objects.filter(town=request.town).select_related("town"), pk=pk)


def street_of(request: StaffRequest, pk: int, street_pk: int) -> EnumerationStreet:
    """The street of the town's enumeration; 404 otherwise."""
    streets = EnumerationStreet.objects.filter(enumeration=pk, enumeration__town=request.town)
    return get_object_or_404(streets.select_related("enumeration__town"), pk=street_pk)
