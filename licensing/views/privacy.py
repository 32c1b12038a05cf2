"""The pages of a confidential address: opening it with a reason, marking it, lifting the mark."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone

from licensing.actions.privacy import open_address, set_confidential
from licensing.forms.privacy import ReasonForm
from licensing.views.records import owner_of
from office.access import StaffRequest, for_roles
from office.refusals import Refused

OPEN = (
    "Open the address",
    "Address, telephone and e-mail are shown to you for fifteen minutes. Who opened them, when and why is kept.",
)
MARK = ("Keep the address confidential", "Address, telephone and e-mail are then hidden everywhere, also on papers.")
LIFT = ("Lift the confidentiality", "Address, telephone and e-mail are then shown to all of the office again.")


@for_roles("clerk")
def address_open(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Ask why, and then show the address on the owner's page for a while."""
    owner = owner_of(request, pk)
    form = ReasonForm(request.POST or None)
    if form.is_valid():
        try:
            open_address(owner=owner, reason=form.cleaned_data["reason"], by=request.user, at=timezone.now())
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            return redirect("owner", owner.pk)
    return _asked(request, form, owner, OPEN)


@for_roles("clerk", "manager")
def confidential(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Mark the address confidential with a reason, or lift the mark."""
    owner = owner_of(request, pk)
    form = ReasonForm(request.POST or None)
    if form.is_valid():
        wanted = request.POST.get("confidential") == "yes"
        reason = form.cleaned_data["reason"]
        set_confidential(owner=owner, confidential=wanted, reason=reason, by=request.user, at=timezone.now())
        messages.success(
            request, "The address is confidential." if wanted else "The address is no longer confidential."
        )
        return redirect("owner", owner.pk)
    return _asked(request, form, owner, LIFT if owner.confidential else MARK)


def _asked(request: StaffRequest, form: ReasonForm, owner: Any, words: tuple[str, str]) -> HttpResponseBase:
    context = {"form": form, "owner": owner, "title": words[0], "words": words[1], "marks": words != OPEN}
    return render(request, "licensing/reason.html", context)
