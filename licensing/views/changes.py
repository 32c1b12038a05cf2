"""The pages on which it is recorded what owners report."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from licensing.actions.changes import Report, report_change, report_move
from licensing.forms.changes import MoveForm, ReportForm
from licensing.models import Change, Dog
from licensing.views.records import dog_of, owner_of
from office.access import StaffRequest, for_roles


@for_roles("clerk")
def dog_report(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Report a dog sold, lost, stolen, dead, moved, gone, or back; a sale goes on to the new owner."""
    dog = dog_of(request, pk)
    form = ReportForm(request.POST or None, dog=dog, initial=_today() | _back(dog))
    if form.is_bound and form.is_valid() and form.cleaned_data["event"] == Change.Event.SALE:
        carried = {name: form.cleaned_data[name] for name in ("happened_on", "reported_on", "note")}
        return redirect(f"{reverse('dog_new_owner', args=[dog.pk])}?{urlencode(carried)}")
    if form.is_bound:
        change = form.carry_out(
            lambda: report_change(
                dog=dog,
                report=form.facts(Report),
                key=form.cleaned_data["key"],
                by=request.user,
                at=timezone.now(),
            )
        )
        if change is not None:
            messages.success(request, _told(change))
            return redirect("dog", dog.pk)
    return render(request, "licensing/dog_report.html", {"form": form, "dog": dog})


@for_roles("clerk")
def owner_report(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Report a person's new address in town, or that the person left town with the dogs."""
    owner = owner_of(request, pk)
    form = MoveForm(request.POST or None, initial=_today() | {"city": request.town.city, "state": request.town.state})
    if form.is_bound:
        change = form.carry_out(
            lambda: report_move(
                owner=owner,
                report=form.facts(Report),
                address=form.address(),
                key=form.cleaned_data["key"],
                by=request.user,
                at=timezone.now(),
            )
        )
        if change is not None:
            messages.success(request, _told(change))
            return redirect("owner", owner.pk)
    return render(request, "licensing/owner_report.html", {"form": form, "owner": owner})


def _today() -> dict[str, object]:
    today = timezone.localdate()
    return {"happened_on": today, "reported_on": today}


def _back(dog: Dog) -> dict[str, object]:
    """A dog that is away is most likely reported back."""
    return {} if dog.status == Dog.Status.HERE else {"event": Change.Event.RECOVERY.value}


def _told(change: Change) -> str:
    """What was recorded, and whether it was told in time."""
    subject = f"{change.dog.name}: " if change.dog else ""
    told = f"{subject}{change.get_event_display().lower()} since {change.happened_on.isoformat()}."
    if change.due_by is None:
        return told
    return f"{told} Told {'late' if change.late else 'in time'}: due by {change.due_by.isoformat()}, {change.citation}."
