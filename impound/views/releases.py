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
from impound.views.acting import not_open, seizure_of
from office.access import StaffRequest, for_roles
from ordinances.answers import Refusal


@for_roles("officer")
def release(request: StaffRequest, pk: int) -> HttpResponseBase:
    """No receipt, no release: its number or its code is read from the paper."""
    seizure = seizure_of(request, pk)
    end, redemption = standing_end(seizure), standing_redemption(seizure)
    if end is None and redemption is None:
        return not_open(request, seizure, "Release", [_unpaid(request, seizure)])
    form = ReleaseForm(request.POST or None)
    if form.is_bound:
        made = form.carry_out(lambda: _release(request, seizure, form))
        if made is not None:
            messages.success(request, f"Seizure {seizure.number} is released to {made.to_whom}.")
            return redirect("seizure", pk)
    context = {
        "seizure": seizure,
        "form": form,
        "end": end,
        "redemption": redemption,
        "holds": seizure.holds.standing(),
        "law": request.town.ordinance(seizure.seized_on),
    }
    return render(request, "impound/release.html", context)


def _unpaid(request: StaffRequest, seizure: Seizure) -> Refusal:
    citation = request.town.ordinance(seizure.seized_on).statement.citation
    return Refusal("not_redeemed", citation, "Nobody paid for this dog yet. No receipt, no release.")


def _release(request: StaffRequest, seizure: Seizure, form: ReleaseForm) -> End:
    data = form.cleaned_data
    given = {"receipt": data["receipt"], "key": data["key"], "by": request.user, "at": timezone.now()}
    return release_dog(seizure=seizure, **given)
