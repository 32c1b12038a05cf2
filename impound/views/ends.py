"""One page an act: the forfeiture, the end of custody, and either taken back."""

from __future__ import annotations

from datetime import date

from django.http import HttpResponseBase
from django.utils import timezone

from impound.actions.ends import (
    EndFacts,
    end_custody,
    forfeit,
    return_refused,
    withdraw_end,
    withdraw_forfeiture,
)
from impound.facts import clock
from impound.forms.custody import present
from impound.forms.ends import EndForm, ForfeitForm
from impound.models import End, Forfeiture, Seizure
from impound.standing import Standing
from impound.views.acting import Page, acted, now, row_of, seizure_of, sent
from impound.views.offers import KEEPERS, disposals_refused
from licensing.forms.acts import BecauseForm
from office.access import StaffRequest, for_roles
from office.refusals import Refused
from ordinances.answers import Refusal


@for_roles(*KEEPERS)
def seizure_forfeit(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Declare the owner's title forfeit, on the clock as it is now; never automatic."""
    seizure = seizure_of(request, pk)
    form = ForfeitForm(request.POST or None)
    says = ("The dog is the town’s from then on: it may be adopted, or handed on as the law has it.",)
    page = Page("Forfeiture", "Declare the title forfeit", "The title is forfeit.", says)
    return acted(
        request, seizure, page, form, lambda: forfeit(seizure=seizure, **sent(request, form)), shows_clock=True
    )


@for_roles(*KEEPERS)
def forfeiture_withdraw(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Withdraw a forfeiture that was declared by mistake."""
    declared = row_of(request, Forfeiture, pk)
    form = BecauseForm(request.POST or None)
    page = Page("Withdraw the forfeiture", "Withdraw it", "The forfeiture is withdrawn.", (f"{declared}.",))
    return acted(
        request,
        declared.seizure,
        page,
        form,
        lambda: withdraw_forfeiture(forfeiture=declared, reason=form.cleaned_data["reason"], **now(request)),
    )


@for_roles(*KEEPERS)
def seizure_end(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Record what became of the dog; what the law refuses stands beside it, with its section."""
    seizure = seizure_of(request, pk)
    usual = {"at": present(), "kind": request.GET.get("kind", "")}
    today = timezone.localdate()
    refused = disposals_refused(Standing(seizure, clock(seizure), today)) | _return(seizure, today)
    form = EndForm(request.POST or None, seizure=seizure, refused=refused, initial=usual)
    page = Page("What became of the dog", "Record it", "The end is recorded.")
    return acted(
        request,
        seizure,
        page,
        form,
        lambda: end_custody(seizure=seizure, facts=form.facts(EndFacts), **sent(request, form)),
        shows_clock=True,
    )


def _return(seizure: Seizure, today: date) -> dict[str, tuple[Refusal, ...]]:
    """What stands today against a return to the owner without an impoundment."""
    try:
        return {End.Kind.RETURNED: tuple(return_refused(seizure, today))}
    except Refused as refused:
        return {End.Kind.RETURNED: refused.refusals}


@for_roles(*KEEPERS)
def end_withdraw(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Withdraw an end that was recorded by mistake: the dog is held again, as it was before."""
    recorded = row_of(request, End, pk)
    form = BecauseForm(request.POST or None)
    page = Page("Withdraw an end", "Withdraw it", "The end is withdrawn: the dog is held again.", (f"{recorded}.",))
    return acted(
        request,
        recorded.seizure,
        page,
        form,
        lambda: withdraw_end(end=recorded, reason=form.cleaned_data["reason"], **now(request)),
    )
