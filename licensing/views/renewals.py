"""The page on which a household's dogs are licensed together."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from licensing.actions.renewals import renew_licenses
from licensing.forms.renewals import HouseholdForm
from licensing.households import households
from licensing.models import License, Owner
from licensing.views.bills import Bill, bill_of
from licensing.views.records import owner_of
from licensing.views.typed import typed_before
from office.access import StaffRequest, for_roles
from office.forms import posted_key
from office.refusals import Refused, Unconfirmed


@for_roles("clerk")
def owner_renew(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Ask of each dog whether it is still here, license those that are, and take one payment."""
    made = License.objects.made_by(request.town, posted_key(request.POST))
    if made is not None:
        return redirect("receipt", made.receipt.number)
    owner, on = owner_of(request, pk), timezone.localdate()
    form = _form(request, owner, on)
    bill = bill_of(form, town=request.town, on=on)
    if ("pay" in request.POST or "confirmed" in request.POST) and form.is_valid():
        try:
            return _carried_out(request, owner, bill)
        except Unconfirmed as asked:
            form.till.questions = asked.refusals
        except Refused as refused:
            bill = bill_of(form, town=request.town, on=on, refused=refused.refusals)
    return render(request, "licensing/owner_renew.html", {"owner": owner, "form": form, "bill": bill, "desk": bill})


@require_POST
@for_roles("clerk")
def renewal_quote(request: StaffRequest, pk: int) -> HttpResponseBase:
    """The bill and the refusals alone, for what is typed so far."""
    on = timezone.localdate()
    form = _form(request, owner_of(request, pk), on)
    bill = bill_of(form, town=request.town, on=on)
    return render(request, "licensing/renewal_quote.html", {"form": form, "bill": bill, "desk": bill, "swap": True})


def _form(request: StaffRequest, owner: Owner, on: date) -> HouseholdForm:
    """The form over all dogs of the household, those of the owner first."""
    members = households(request.town, [owner.pk], on=on)[0].members
    dogs = [row for member in members for row in member.dogs]
    typed = typed_before(request)
    form = HouseholdForm(typed.fields, payer=owner.name, dogs=dogs, on=on, ordinance=request.town.ordinance(on))
    for each in form:
        if each.dog.pk == typed.dog:
            each.propose_papers()
    return form


def _carried_out(request: StaffRequest, owner: Owner, bill: Bill) -> HttpResponseBase:
    """Record and license what the valid form says, and show the receipt, if there is one."""
    bill.refuse_another()
    till = bill.form.till
    made = renew_licenses(
        wanted=[part.wanted for part in bill.parts],
        news=bill.form.news(),
        tenders=till.tenders(),
        payer=till.cleaned_data["payer"],
        key=till.cleaned_data["key"],
        shown_total=till.cleaned_data["shown_total"],
        by=request.user,
        at=timezone.now(),
    )
    if made:
        return redirect("receipt", made[0].receipt.number)
    messages.success(request, "Recorded. No license was asked for.")
    return redirect("owner", owner.pk)
