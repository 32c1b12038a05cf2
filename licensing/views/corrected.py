"""The page that corrects a license: void there, issued anew here, and only the difference in money."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from licensing.actions.corrections import correct_license
from licensing.charges import charges_of, total_of
from licensing.facts import price
from licensing.forms.corrections import CorrectForm
from licensing.models import Dog, License
from licensing.views.corrections import license_of
from licensing.views.desk import Desk, laid_out
from licensing.views.licenses import FIELD_OF
from office.access import StaffRequest, for_roles
from office.forms import posted_key
from office.refusals import Refused
from ordinances.answers import Refusal
from ordinances.money import ZERO, Money


@dataclass(frozen=True, slots=True)
class Difference:
    """What the old license cost, and what is to be taken or handed back beside it."""

    paid: Money
    due: Money
    over: Money


@for_roles("clerk")
def license_correct(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Choose what the license should have been, see the price of its first day and the difference, issue it anew."""
    made = License.objects.made_by(request.town, posted_key(request.POST))
    if made is not None:
        return redirect("license", made.pk)
    license_ = license_of(request, pk)
    dog = _dog(request, license_)
    form = CorrectForm(request.POST or None, license_=license_, dog=dog)
    refused: tuple[Refusal, ...] = ()
    if "issue" in request.POST and form.is_valid():
        try:
            return redirect("license", _correct(request, license_, form).pk)
        except Refused as refusal:
            refused = refusal.refusals
    desk = _desk(form, license_, refused)
    others = Dog.objects.here().filter(owner=license_.holder_id).exclude(pk=dog.pk)
    context = {"license": license_, "dog": dog, "form": form, "desk": desk, "others": others}
    return render(request, "licensing/license_correct.html", context | {"money": _difference(desk, license_)})


def _dog(request: StaffRequest, license_: License) -> Dog:
    """The dog that it should have been issued for: the address names another one, or it is the license's own."""
    number = request.GET.get("dog", "")
    if not (number.isascii() and number.isdigit()):
        return license_.dog
    return get_object_or_404(Dog.objects.of(request.town).select_related("owner", "town"), pk=int(number))


def _correct(request: StaffRequest, license_: License, form: CorrectForm) -> License:
    asked = form.asked()
    if asked is None:
        raise AssertionError("a valid form has a period")
    given = {name: form.cleaned_data[name] for name in ("reason", "payer", "key", "shown_total")}
    money: dict[str, Any] = {"tenders": form.tenders(), "back": form.back()}
    return correct_license(license_=license_, asked=asked, by=request.user, at=timezone.now(), **money, **given)


def _desk(form: CorrectForm, license_: License, refused: tuple[Refusal, ...]) -> Desk[CorrectForm]:
    """Price what the form asks for, by the law and the resolution of the license's first day."""
    if form.is_bound:
        form.is_valid()
    asked, on = form.asked(), timezone.localdate(license_.issued_at)
    if asked is None:
        return Desk(form)
    quote = price(asked, town=license_.town, on=on, instead_of=license_).quote
    return laid_out(form, quote, refused, places=FIELD_OF)


def _difference(desk: Desk[CorrectForm], license_: License) -> Difference | None:
    """What is taken or handed back; None while there is no price."""
    new, paid = desk.quote.total, total_of(charges_of(license_))
    if new is None or not desk.priced:
        return None
    return Difference(paid, max(new - paid, ZERO), max(paid - new, ZERO))
