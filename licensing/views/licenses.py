"""The license page: what it costs and by which section, the money, and the license."""

from __future__ import annotations

from datetime import date

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from licensing.actions.licenses import issue_license
from licensing.facts import carries_over, last_license, price, renewable
from licensing.forms.licenses import LicenseForm
from licensing.models import Dog, License
from licensing.views.desk import Desk, laid_out
from licensing.views.typed import typed_before
from office.access import READERS, StaffRequest, for_roles
from office.forms import posted_key
from office.refusals import Refused
from ordinances.answers import Refusal

FIELD_OF = {"years": "period", "license_year": "period", "renewing": "period", "on": "period", "working": "working"}
"""The field beside which a refusal stands, where the fact it is about has another name there."""


@for_roles("clerk")
def license_new(request: StaffRequest) -> HttpResponseBase:
    """Choose papers and period, see the price by section, take the money, issue."""
    made = License.objects.made_by(request.town, posted_key(request.POST))
    if made is not None:
        return redirect("license", made.pk)
    dog = _dog(request)
    on = timezone.localdate()
    form = _form(request, dog, on)
    refused: tuple[Refusal, ...] = ()
    if "issue" in request.POST and form.is_valid():
        try:
            return redirect("license", _issue(request, form).pk)
        except Refused as refusal:
            refused = refusal.refusals
    desk = _desk(form, on, refused)
    context = {"dog": dog, "desk": desk, "form": form, "carries_over": carries_over(request.town, on)}
    return render(request, "licensing/license_new.html", context)


@require_POST
@for_roles("clerk")
def license_quote(request: StaffRequest) -> HttpResponseBase:
    """The price and the refusals alone, for what is typed so far."""
    on = timezone.localdate()
    desk = _desk(_form(request, _dog(request), on), on)
    return render(request, "licensing/license_quote.html", {"desk": desk, "form": desk.form, "swap": True})


@require_safe
@for_roles(*READERS)
def license_page(request: StaffRequest, pk: int) -> HttpResponseBase:
    """The license as issued: its tag number in large type, its papers to print, its change to give back."""
    rows = License.objects.filter(town=request.town).select_related(
        "dog", "holder", "tag", "receipt", "renews", "transferred_from", "reversal", "corrects"
    )
    license_ = get_object_or_404(rows, pk=pk)
    on = timezone.localdate()
    renewal = license_.renewals.filter(voided_at__isnull=True).first()
    words = request.town.ordinance(on).words
    context = {"license": license_, "state": license_.state(on), "renewal": renewal, "words": words}
    context |= {"corrected_by": License.objects.filter(corrects=license_).first()}
    context |= {"may_void": license_.voided_at is None and request.user.has_role("clerk")}
    return render(request, "licensing/license.html", context)


def _dog(request: StaffRequest) -> Dog:
    """The dog that the address names, of the town; 404 otherwise."""
    number = request.GET.get("dog", "")
    dogs = Dog.objects.of(request.town).select_related("owner", "town")
    return get_object_or_404(dogs, pk=int(number) if number.isascii() and number.isdigit() else 0)


def _form(request: StaffRequest, dog: Dog, on: date) -> LicenseForm:
    typed, last = typed_before(request), renewable(dog, last_license(dog))
    form = LicenseForm(typed.fields, dog=dog, on=on, ordinance=request.town.ordinance(on), last=last)
    if typed.dog:
        form.propose_papers()
    return form


def _issue(request: StaffRequest, form: LicenseForm) -> License:
    """Issue what the valid form asks for."""
    asked = form.asked()
    if asked is None:
        raise AssertionError("a valid form has a period")
    data = form.cleaned_data
    return issue_license(
        asked=asked,
        tenders=form.tenders(),
        payer=data["payer"],
        key=data["key"],
        tag_number=data.get("tag_number"),
        shown_total=data["shown_total"],
        by=request.user,
        at=timezone.now(),
    )


def _desk(form: LicenseForm, on: date, refused: tuple[Refusal, ...] = ()) -> Desk[LicenseForm]:
    """Price what the form asks for."""
    if form.is_bound:
        form.is_valid()
    asked = form.asked()
    if asked is None:
        return Desk(form)
    return laid_out(form, price(asked, town=form.dog.town, on=on).quote, refused, places=FIELD_OF)
