"""The pages of a seizure as the office writes, amends and matches it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from impound.actions.matching import match_dog
from impound.actions.seizures import amend_seizure, seize_dog
from impound.forms.custody import present
from impound.forms.seizures import AmendForm, MatchForm, OfficeSeizureForm
from impound.models import Seizure
from impound.views.acting import Page, now, seizure_of
from impound.views.offers import WRITERS
from licensing.models import Dog
from licensing.search import search
from office.access import StaffRequest, for_roles

_MOST = 40


@for_roles(*WRITERS)
def seizure_new(request: StaffRequest) -> HttpResponseBase:
    """Write a seizure in the office, or a dog that was brought in."""
    form = OfficeSeizureForm(request.POST or None, town=request.town, by=request.user, initial={"at": present()})
    if form.is_bound:
        seizure = form.carry_out(lambda: _seize(request, form))
        if seizure is not None:
            messages.success(request, f"Written down as number {seizure.number}.")
            return redirect("seizure", seizure.pk)
    page = Page("Write a seizure", "Write it down", "", (), reverse("pound"))
    return render(request, "impound/seizure_form.html", {"form": form, "page": page})


def _seize(request: StaffRequest, form: OfficeSeizureForm) -> Seizure:
    key, at = form.cleaned_data["key"], timezone.now()
    facts = form.facts(request.town, at, key)
    return seize_dog(facts=facts, client_id=key, officer=form.cleaned_data["officer"], by=request.user, at=at)


@for_roles(*WRITERS)
def seizure_amend(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Amend what was written, with the reason; the history keeps both."""
    seizure = seizure_of(request, pk)
    form = AmendForm(request.POST or None, seizure=seizure, by=request.user)
    if form.is_bound:
        told = ("reason", "seen")
        amended = form.carry_out(
            lambda: amend_seizure(
                seizure=seizure,
                facts=form.amended(),
                **{name: form.cleaned_data[name] for name in told},
                **now(request),
            )
        )
        if amended is not None:
            messages.success(request, "The seizure is amended.")
            return redirect("seizure", seizure.pk)
    page = Page("Amend the seizure", "Amend it", "", (), reverse("seizure", args=[pk]))
    return render(request, "impound/seizure_form.html", {"form": form, "page": page, "seizure": seizure})


@for_roles(*WRITERS)
def seizure_match(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Look the dog up by tag, chip, owner or name, and say which one it is."""
    seizure = seizure_of(request, pk)
    typed = request.GET.get("q", seizure.tag_read or seizure.chip or seizure.called).replace("\0", "").strip()[:200]
    form = MatchForm(request.POST or None, dogs=_dogs(seizure, typed), initial={"dog": seizure.dog})
    if form.is_bound:
        matched = form.carry_out(lambda: match_dog(seizure=seizure, dog=form.cleaned_data["dog"], **now(request)))
        if matched is not None:
            messages.success(request, f"It is {matched.dog}." if matched.dog else "It is none on record.")
            return redirect("seizure", seizure.pk)
    return render(request, "impound/match_form.html", {"form": form, "seizure": seizure, "typed": typed})


def _dogs(seizure: Seizure, typed: str) -> Any:
    """The dogs of the owners found, and the one it is taken for now."""
    found = search(seizure.town, typed).owners[:_MOST] if typed else ()
    dogs = Dog.objects.of(seizure.town).select_related("owner")
    return dogs.filter(owner__in=found) | dogs.filter(pk=seizure.dog_id or 0)
