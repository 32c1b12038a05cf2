"""The bill for a dog in the pound: impoundment, costs and license, the money, and the receipt."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from impound.actions.redemptions import (
    Shown,
    charges_for,
    dog_to_redeem,
    needs_statement,
    not_ready,
    redeem_dog,
    undo_redemption,
)
from impound.charges import Bill, bill_of, price_after
from impound.facts import costs_since, is_licensed, license_first, standing_redemption
from impound.forms.redeeming import LicenseTooForm, RedeemForm
from impound.models import Redemption, Seizure
from impound.views.acting import not_open, seizure_of
from licensing.actions.adoptions import Payment
from licensing.actions.grants import Wanted
from licensing.charges import total_of
from licensing.facts import last_license, renewable
from licensing.forms.corrections import BackForm
from licensing.views.desk import Desk, laid_out
from licensing.views.licenses import FIELD_OF
from office.access import StaffRequest, for_roles
from office.refusals import Refused
from office.reversals import standing_lines
from ordinances.answers import Quote, Refusal
from ordinances.money import Money

_BESIDE = ("tender", "statement")


@dataclass(frozen=True, slots=True)
class _Counter:
    """What stands on the counter: the desk, the bill, and until when its price holds."""

    desk: Desk[RedeemForm]
    bill: Bill
    parts: list[tuple[str, Quote]]
    after: tuple[datetime, Money | None] | None


@for_roles("clerk")
def redeem(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Show what the dog costs and why, take the money, give the receipt."""
    seizure = seizure_of(request, pk)
    paid = standing_redemption(seizure)
    if paid is not None:
        return redirect("receipt", paid.receipt.number)
    try:
        dog_to_redeem(seizure)
    except Refused as refusal:
        return not_open(request, seizure, "Redeem", refusal.refusals)
    form = _form(request, seizure)
    refused: tuple[Refusal, ...] = ()
    if "pay" in request.POST and form.is_valid():
        try:
            return redirect("receipt", _redeem(request, seizure, form).receipt.number)
        except Refused as refusal:
            refused = refusal.refusals
    return render(request, "impound/redeem.html", _context(seizure, _counter(seizure, form, refused)))


@require_POST
@for_roles("clerk")
def redeem_quote(request: StaffRequest, pk: int) -> HttpResponseBase:
    """The bill and the refusals alone, for what is typed so far."""
    seizure = seizure_of(request, pk)
    try:
        dog_to_redeem(seizure)
    except Refused as refusal:
        return render(request, "impound/redeem_quote.html", {"refused": refusal.refusals})
    counter = _counter(seizure, _form(request, seizure))
    return render(request, "impound/redeem_quote.html", _context(seizure, counter) | {"swap": True})


@for_roles("clerk")
def redemption_undo(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Take a redemption back that was entered by mistake, before the dog is released."""
    rows = Redemption.objects.select_related("receipt", "seizure__town", "seizure__dog__owner")
    last = get_object_or_404(rows.filter(seizure=seizure_of(request, pk)).order_by("-pk")[:1])
    lines = charges_for(last.seizure, standing_lines(last.receipt))
    form = BackForm(request.POST or None, receipt=last.receipt, total=total_of(lines))
    if form.is_bound and form.carry_out(lambda: _undo(request, last, form)) is not None:
        messages.success(request, f"The redemption on receipt {last.receipt.number} is undone: the dog is held again.")
        return redirect("receipt", last.receipt.number)
    context = {"heading": f"Undo the redemption of seizure {last.seizure.number}", "button": "Undo the redemption"}
    money = {"lines": lines, "total": total_of(lines), "says": _says(last), "form": form}
    back = reverse("receipt", args=[last.receipt.number])
    return render(request, "licensing/set_right.html", context | money | {"back": back, "dog": last.seizure.dog})


def _form(request: StaffRequest, seizure: Seizure) -> RedeemForm:
    """The form, with the license's part where the dog has none."""
    dog, on = seizure.dog, timezone.localdate()
    data = request.POST if request.method == "POST" else None
    if dog is None or is_licensed(dog, on) or not license_first(dog, on).required:
        return RedeemForm(data, initial={"payer": seizure.owner.name if seizure.owner else ""})
    last = renewable(dog, last_license(dog))
    law = request.town.ordinance(on)
    return LicenseTooForm(data, initial={"payer": dog.owner.name}, dog=dog, on=on, ordinance=law, last=last)


def _counter(seizure: Seizure, form: RedeemForm, refused: tuple[Refusal, ...] = ()) -> _Counter:
    """Price what the form asks for."""
    if form.is_bound:
        form.is_valid()
    at = timezone.now()
    wanted, shown = (form.asked(), form.shown()) if isinstance(form, LicenseTooForm) else (None, None)
    bill = bill_of(seizure, wanted, at=at, shown=shown)
    stands = (*not_ready(seizure, at), *bill.whole.refusals)
    quote = Quote(refusals=stands) if stands else bill.whole
    desk = laid_out(form, quote, refused, places=FIELD_OF, beside=_BESIDE)
    license_ = [(f"License for {seizure.dog}", bill.license.quote)] if bill.license else []
    parts = [(f"Seizure {seizure.number}", bill.impoundment), *license_]
    return _Counter(desk, bill, parts, None if stands else price_after(seizure, wanted, bill, shown))


def _context(seizure: Seizure, counter: _Counter) -> dict[str, Any]:
    law = seizure.town.ordinance(seizure.seized_on)
    statement = seizure.statements.first()
    return {
        "seizure": seizure,
        "dog": seizure.dog,
        "counter": counter,
        "desk": counter.desk,
        "form": counter.desk.form,
        "statement": statement,
        "unstated": bool(law.costs) and statement is not None and costs_since(seizure, statement),
        "needs_statement": needs_statement(seizure, law),
        "holds": seizure.holds.standing(),
        "law": law,
        "days": law.days_in_shelter(counter.bill.asked),
        "today": timezone.localdate(),
    }


def _redeem(request: StaffRequest, seizure: Seizure, form: RedeemForm) -> Redemption:
    """Take the money that the valid form brings."""
    data = form.cleaned_data
    asked, elsewhere = (form.asked(), form.shown()) if isinstance(form, LicenseTooForm) else (None, None)
    return redeem_dog(
        seizure=seizure,
        shown=Shown(ownership=data["ownership"], identity=data["identity"]),
        wanted=Wanted(asked, data.get("tag_number")) if asked else None,
        elsewhere=elsewhere,
        payment=Payment(payer=data["payer"], tenders=form.tenders(), shown_total=data["shown_total"]),
        key=data["key"],
        by=request.user,
        at=timezone.now(),
    )


def _undo(request: StaffRequest, redemption: Redemption, form: BackForm) -> Redemption:
    data = form.cleaned_data
    given = {"reason": data["reason"], "key": data["key"], "by": request.user, "at": timezone.now()}
    return undo_redemption(redemption=redemption, back=form.back(), **given)


def _says(redemption: Redemption) -> list[tuple[str, str]]:
    """What follows from the undoing."""
    words = "The dog is held again, and the code on the receipt is good for nothing."
    license_ = redemption.license
    stands = f"License {license_.number} stands: it is corrected or voided on its own page." if license_ else ""
    return [(sentence, "") for sentence in (words, stands) if sentence]
