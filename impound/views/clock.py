"""One page an act: what moves the clock. Notices with their letters, and holds."""

from __future__ import annotations

from django.http import HttpResponseBase
from django.utils import timezone
from django.views.decorators.http import require_safe

from impound import documents
from impound.actions.holds import DecisionFacts, HoldFacts, end_hold, place_hold, withdraw_hold
from impound.actions.notices import NoticeFacts, serve_notice, withdraw_notice
from impound.forms.custody import DecisionForm, HoldForm, NoticeForm, addressed_to
from impound.models import Hold, Notice
from impound.views.acting import Page, acted, now, row_of, seizure_of, sent
from impound.views.offers import KEEPERS, WRITERS
from licensing.forms.acts import BecauseForm
from office.access import READERS, StaffRequest, for_roles
from office.downloads import shown


@for_roles(*WRITERS)
def notice(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Record that the owner was told of the seizure; the letter is printed from the dog's page."""
    seizure = seizure_of(request, pk)
    usual = {"on": timezone.localdate()} | addressed_to(seizure)
    form = NoticeForm(request.POST or None, request.FILES or None, town=request.town, initial=usual)
    page = Page("Notice to the owner", "Record the notice", "The notice is recorded: print its letter below.")
    return acted(
        request,
        seizure,
        page,
        form,
        lambda: serve_notice(seizure=seizure, facts=form.facts(NoticeFacts), scan=form.upload, **sent(request, form)),
        shows_clock=True,
    )


@for_roles(*WRITERS)
def notice_withdraw(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Withdraw a notice that was none: the clock runs as if it had not been served."""
    served = row_of(request, Notice, pk)
    form = BecauseForm(request.POST or None)
    page = Page("Withdraw a notice", "Withdraw it", "The notice is withdrawn.", (f"{served}: {served.told}.",))
    return acted(
        request,
        served.seizure,
        page,
        form,
        lambda: withdraw_notice(notice=served, reason=form.cleaned_data["reason"], **now(request)),
    )


@require_safe
@for_roles(*READERS)
def letter(request: StaffRequest, pk: int) -> HttpResponseBase:
    """The letter as it was sent, the same each time."""
    served = row_of(request, Notice, pk)
    return shown(documents.letter_pdf(served), f"notice-{served.seizure.number}-{served.on.isoformat()}.pdf")


@for_roles(*KEEPERS)
def hold(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Record a court's hold, or a quarantine with its last day."""
    seizure = seizure_of(request, pk)
    form = HoldForm(request.POST or None, initial={"since": timezone.localdate()})
    says = ("A court’s hold stops the clock until the court decides. Nothing is done with the dog in quarantine.",)
    page = Page("Court’s hold or quarantine", "Record the hold", "The hold is recorded.", says)
    return acted(
        request,
        seizure,
        page,
        form,
        lambda: place_hold(seizure=seizure, facts=form.facts(HoldFacts), **sent(request, form)),
        shows_clock=True,
    )


@for_roles(*KEEPERS)
def hold_withdraw(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Withdraw a hold, or a decision on it, that was recorded by mistake."""
    held = row_of(request, Hold, pk)
    form = BecauseForm(request.POST or None)
    decided = f" {held.decision}." if held.decision else ""
    words = f"{held}. {held.reason}.{decided}"
    says = (words, "The clock runs as if there had been none; what is right is recorded anew.")
    page = Page("Withdraw a hold", "Withdraw it", "The hold is withdrawn.", says)
    return acted(
        request,
        held.seizure,
        page,
        form,
        lambda: withdraw_hold(hold=held, reason=form.cleaned_data["reason"], **now(request)),
        shows_clock=True,
    )


@for_roles(*KEEPERS)
def hold_end(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Record the court's decision, or that the quarantine was lifted."""
    held = row_of(request, Hold, pk)
    form = DecisionForm(request.POST or None, initial={"on": timezone.localdate()})
    if held.kind != Hold.Kind.COURT:
        del form.fields["destroy"]
    page = Page("End of a hold", "Record it", "The end of the hold is recorded.", (f"{held}. {held.reason}",))
    return acted(
        request,
        held.seizure,
        page,
        form,
        lambda: end_hold(hold=held, facts=form.facts(DecisionFacts), **now(request)),
        shows_clock=True,
    )
