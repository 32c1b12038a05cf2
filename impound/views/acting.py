"""What the pages of one act share: the dog of the pound, its form, its words, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from impound.facts import clock
from impound.models import Seizure
from licensing.forms.acts import OneActForm
from office.access import StaffRequest
from ordinances.answers import Refusal

_CURES = {
    "no_dog": (("Say which dog of record it is", "seizure_match"),),
    "other_owner": (("Say which dog of record it is", "seizure_match"), ("Amend the seizure", "seizure_amend")),
}
"""By the code of a refusal the pages that cure it."""


@dataclass(frozen=True, slots=True)
class Page:
    """The words of an act's page: its title, its button, what is said when it is done, and before."""

    title: str
    button: str
    done: str
    says: tuple[str, ...] = ()
    back: str = ""


def seizure_of(request: StaffRequest, pk: int) -> Seizure:
    """The town's seizure of that number; 404 otherwise."""
    rows = Seizure.objects.of(request.town).select_related("town", "dog__owner", "owner", "officer")
    return get_object_or_404(rows, pk=pk)


def row_of(request: StaffRequest, model: Any, pk: int) -> Any:
    """A row of one of the town's seizures; 404 otherwise."""
    rows = model.objects.select_related("seizure__town", "seizure__dog__owner", "seizure__owner")
    return get_object_or_404(rows, pk=pk, seizure__town=request.town)


def now(request: StaffRequest) -> dict[str, Any]:
    """By whom and when: what every act is told."""
    return {"by": request.user, "at": timezone.now()}


def sent(request: StaffRequest, form: OneActForm) -> dict[str, Any]:
    """The same with the form's one-time key."""
    return now(request) | {"key": form.cleaned_data["key"]}


def not_open(request: StaffRequest, seizure: Seizure, title: str, refused: Iterable[Refusal]) -> HttpResponse:
    """Say why an act is not open, with the pages that lead on, instead of a form that would be refused."""
    told = tuple(refused)
    leads = [(words, reverse(name, args=[seizure.pk])) for each in told for words, name in _CURES.get(each.code, ())]
    return render(
        request, "impound/refused.html", {"seizure": seizure, "title": title, "refused": told, "leads": leads}
    )


def acted(
    request: StaffRequest,
    seizure: Seizure,
    page: Page,
    form: OneActForm,
    act: Callable[[], object],
    *,
    shows_clock: bool = False,
) -> HttpResponseBase:
    """Carry the act out with the form that was sent, and go back to the dog; else the form, with all that was typed."""
    back = reverse("seizure", args=[seizure.pk])
    if form.is_bound and form.carry_out(act) is not None:
        messages.success(request, page.done)
        return redirect(back)
    hold = clock(seizure) if shows_clock else None
    words = Page(page.title, page.button, page.done, page.says, back)
    return render(request, "impound/act.html", {"seizure": seizure, "page": words, "form": form, "hold": hold})
