"""The pages on which a dog goes to a new owner, and a license is carried over."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from licensing.actions.changes import report_change
from licensing.actions.elsewhere import take_over_license
from licensing.actions.handovers import change_owner_of_dog, transfer_license
from licensing.facts import transferable
from licensing.forms.changes import SaleForm
from licensing.forms.handovers import ElsewhereForm, TransferForm
from licensing.models import Dog, License, Owner
from licensing.search import search
from licensing.views.desk import laid_out
from licensing.views.records import dog_of, owner_of
from office.access import StaffRequest, for_roles
from office.forms import posted_key
from office.refusals import Refused
from ordinances import facts as law
from ordinances.answers import Quote, Refusal

OFFERED = 10


@for_roles("clerk")
def dog_new_owner(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Find the dog's new owner, or add one; a sale to someone unknown is recorded alone."""
    dog = dog_of(request, pk)
    form = SaleForm(request.POST or None, initial=_told(request))
    if form.is_bound:
        sold = form.carry_out(
            lambda: report_change(
                dog=dog, report=form.report(), key=form.cleaned_data["key"], by=request.user, at=timezone.now()
            )
        )
        if sold is not None:
            messages.success(request, f"{dog.name} is no longer {dog.owner.name}’s.")
            return redirect("dog", dog.pk)
    found = _found(request, dog)
    context = {"dog": dog, "form": form, "found": found, "typed": _typed(request), "told": request.GET.urlencode()}
    return render(request, "licensing/dog_new_owner.html", context)


@for_roles("clerk")
def dog_hand_over(request: StaffRequest, pk: int, owner_pk: int) -> HttpResponseBase:
    """Give the dog to its new owner: with its license where the law lets it pass, or to apply anew."""
    made = License.objects.made_by(request.town, posted_key(request.POST))
    if made is not None:
        return redirect("license", made.pk)
    dog, buyer = dog_of(request, pk), owner_of(request, owner_pk)
    current, quote = transferable(dog, timezone.localdate())
    sale, till = SaleForm(request.POST or None, initial=_told(request)), _till(request, buyer)
    refused: tuple[Refusal, ...] = ()
    if sale.is_bound and sale.is_valid() and ("apply" in request.POST or till.is_valid()):
        try:
            return _handed_over(request, dog, buyer, sale, till)
        except Refused as refusal:
            refused = refusal.refusals
            sale.show(Refused(*(each for each in refused if each.about in sale.fields)))
    desk = laid_out(till, quote, [each for each in refused if each.about not in sale.fields])
    context = {"dog": dog, "buyer": buyer, "current": current, "sale": sale, "form": till, "desk": desk}
    return render(request, "licensing/dog_hand_over.html", context)


@for_roles("clerk")
def license_elsewhere(request: StaffRequest, pk: int) -> HttpResponseBase:
    """A new resident shows a license of another place: it becomes the town's own, where the law says so."""
    made = License.objects.made_by(request.town, posted_key(request.POST))
    if made is not None:
        return redirect("license", made.pk)
    dog, on = dog_of(request, pk), timezone.localdate()
    form = ElsewhereForm(request.POST or None, dog=dog)
    refused: tuple[Refusal, ...] = ()
    if "issue" in request.POST and form.is_valid():
        try:
            return redirect("license", _taken_over(request, dog, form).pk)
        except Refused as refusal:
            refused = refusal.refusals
    desk = laid_out(form, _quote(request, form, on), refused, places={"current_license": "expires"})
    return render(request, "licensing/license_elsewhere.html", {"dog": dog, "form": form, "desk": desk})


def _told(request: StaffRequest) -> dict[str, Any]:
    """What the report's page was told already."""
    today = timezone.localdate().isoformat()
    days = {name: request.GET.get(name) or today for name in ("happened_on", "reported_on")}
    return days | {"note": request.GET.get("note", "")}


def _typed(request: StaffRequest) -> str:
    return request.GET.get("q", "").replace("\0", "").strip()[:200]


def _found(request: StaffRequest, dog: Dog) -> list[Owner]:
    """The first few people that the words typed find, the dog's owner left out."""
    best = search(request.town, _typed(request)).owners[:OFFERED]
    people = Owner.objects.of(request.town).in_bulk(best)
    return [people[pk] for pk in best if pk in people and pk != dog.owner_id]


def _till(request: StaffRequest, buyer: Owner) -> TransferForm:
    """The till; not sent where nothing is paid."""
    return TransferForm(None if "apply" in request.POST else request.POST or None, new_owner=buyer)


def _handed_over(request: StaffRequest, dog: Dog, buyer: Owner, sale: SaleForm, till: TransferForm) -> HttpResponseBase:
    """Transfer the license and show it; or record the sale and go on to the new owner's application."""
    who: dict[str, Any] = {
        "dog": dog,
        "new_owner": buyer,
        "report": sale.report(),
        "by": request.user,
        "at": timezone.now(),
    }
    if "apply" in request.POST:
        change_owner_of_dog(**who, key=sale.cleaned_data["key"])
        messages.success(request, f"{dog.name} is {buyer.name}’s now, with the same number.")
        return redirect(f"{reverse('license_new')}?dog={dog.pk}")
    data = till.cleaned_data
    paid: dict[str, Any] = {"tenders": till.tenders(), "payer": data["payer"], "shown_total": data["shown_total"]}
    return redirect("license", transfer_license(**who, **paid, key=data["key"]).pk)


def _quote(request: StaffRequest, form: ElsewhereForm, on: date) -> Quote:
    asked = law.Transfer(on, form.last_day(on), of_elsewhere=True)
    return request.town.ordinance(on).transfer(asked)


def _taken_over(request: StaffRequest, dog: Dog, form: ElsewhereForm) -> License:
    data = form.cleaned_data
    return take_over_license(
        dog=dog,
        elsewhere=form.elsewhere(),
        tenders=form.tenders(),
        payer=data["payer"],
        key=data["key"],
        tag_number=data["tag_number"],
        shown_total=data["shown_total"],
        by=request.user,
        at=timezone.now(),
    )
