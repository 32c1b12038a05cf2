"""The release: the officer reads the owner's receipt, and the dog goes home."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone

from impound.actions.releases import release_dog
from impound.facts import standing_end, standing_redemption
from impound.forms.redeeming import ReleaseForm
from impound.models import End, Seizure
from impound.views.acting import seizure_of
from office.access import StaffRequest, for_roles


@for_roles("officer")
def release(request: StaffRequest, pk: int) -> HttpResponseBase:
    """No receipt, no release: its number or its code is read from the paper."""
    seizure = seizure_of(request, pk)
    form = ReleaseForm(request.POST or None)
    if form.is_bound:
        made = form.carry_out(lambda: _release(request, seizure, form))
        if made is not None:
            messages.success(request, f"Seizure {seizure.number} is released to {made.to_whom}.")
            return redirect("seizure", pk)
    context = {
        "seizure": seizure,
        "form": form,
        "end": standing_end(seizure),
        "redemption": standing_redemption(seizure),
        "holds": seizure.holds.standing(),
        "law": request.town.ordinance(seizure.seized_on),
    }
    return render(request, "impound/release.html", context)


def _release(request: StaffRequest, seizure: Seizure, form: ReleaseForm) -> End:
    data = form.cleaned_data
    given = {"receipt": data["receipt"], "key": data["key"], "by": request.user, "at": timezone.now()}
    return release_dog(seizure=seizure, **given)
