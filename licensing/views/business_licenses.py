"""The pages of a kennel's or pet shop's license: issued for money, transferred, revoked, printed."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from licensing.actions.business_licenses import (
    issue_business_license,
    revoke_business_license,
    transfer_business_license,
)
from licensing.businesses import joined, quote_of, transfer_quote
from licensing.documents import business_license_pdf
from licensing.forms.businesses import BusinessLicenseForm, RevocationForm, TransferForm
from licensing.models import BusinessLicense, Owner
from licensing.search import search
from licensing.views.businesses import business_of
from licensing.views.desk import Desk, laid_out
from licensing.views.records import owner_of
from office.access import READERS, StaffRequest, for_roles
from office.downloads import shown
from office.forms import TillForm, posted_key
from office.models import Receipt
from office.refusals import Refused
from ordinances.answers import Refusal


@for_roles("clerk")
def business_license_new(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Choose the license year, see the price by section, take the money, issue; asked by htmx, the price alone."""
    business = business_of(request, pk)
    if BusinessLicense.objects.made_by(request.town, posted_key(request.POST)).exists():
        return redirect("business", business.pk)
    on = timezone.localdate()
    last = business.licenses.standing().first()
    form = BusinessLicenseForm(request.POST or None, business=business, last=last, on=on)
    refused: tuple[Refusal, ...] = ()
    if "issue" in request.POST and form.is_valid():
        try:
            issued = issue_business_license(
                businesses=form.businesses, license_year=form.cleaned_data["license_year"], **_paid(request, form)
            )
        except Refused as refusal:
            refused = refusal.refusals
        else:
            return _after_payment(request, issued[0])
    context = {"business": business, "form": form, "desk": _desk(form, on, refused), "swap": bool(request.htmx)}
    template = "licensing/license_quote.html" if request.htmx else "licensing/business_license.html"
    return render(request, template, context)


@for_roles("clerk")
def business_license_transfer(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Find the new operator, take the fee, and carry the license over."""
    license_ = license_of(request, pk)
    if BusinessLicense.objects.made_by(request.town, posted_key(request.POST)).exists():
        return redirect("business", license_.business_id)
    on = timezone.localdate()
    number = request.GET.get("to", "")
    if not number:
        typed = request.GET.get("q", "").replace("\0", "").strip()[:200]
        context = {"license": license_, "typed": typed, "found": _people(request, typed)}
        return render(request, "licensing/business_transfer_to.html", context)
    to = owner_of(request, int(number) if number.isascii() and number.isdigit() else 0)
    form = TransferForm(request.POST or None, to=to)
    refused: tuple[Refusal, ...] = ()
    if "take" in request.POST and form.is_valid():
        try:
            return _after_payment(request, transfer_business_license(license_=license_, to=to, **_paid(request, form)))
        except Refused as refusal:
            refused = refusal.refusals
    desk = laid_out(form, transfer_quote(license_, on=on), refused)
    return render(
        request, "licensing/business_transfer.html", {"license": license_, "to": to, "form": form, "desk": desk}
    )


@for_roles("officer", "manager")
def business_license_revoke(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Revoke a license: the Warden, or the manager on the Warden's word."""
    license_ = license_of(request, pk)
    form = RevocationForm(request.POST or None)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        try:
            revoke_business_license(license_=license_, reason=reason, by=request.user, at=timezone.now())
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, f"License {license_.number} is revoked.")
            return redirect("business", license_.business_id)
    words = request.town.ordinance(timezone.localdate()).words
    return render(request, "licensing/business_revoke.html", {"license": license_, "form": form, "words": words})


@require_safe
@for_roles(*READERS)
def business_license_pdf_page(request: StaffRequest, pk: int) -> HttpResponseBase:
    """The license to print, the same each time."""
    issued = license_of(request, pk)
    return shown(business_license_pdf(issued), f"license-{issued.number}.pdf")


def license_of(request: StaffRequest, pk: int) -> BusinessLicense:
    """The town's business license of that number; 404 otherwise."""
    rows = BusinessLicense.objects.filter(town=request.town).select_related("business__operator", "holder", "town")
    return get_object_or_404(rows, pk=pk)


def _paid(request: StaffRequest, form: TillForm) -> dict[str, Any]:
    """What an act that takes money is told with the valid form."""
    data = form.cleaned_data
    return {
        "tenders": form.tenders(),
        "payer": data["payer"],
        "key": data["key"],
        "shown_total": data["shown_total"],
        "by": request.user,
        "at": timezone.now(),
    }


def _after_payment(request: StaffRequest, issued: BusinessLicense) -> HttpResponseBase:
    """Back to the business, with the change to give back in words."""
    receipt: Receipt = issued.receipt
    change = [f"Change ${payment.change}." for payment in receipt.payments.all() if payment.change]
    numbers = " and ".join(str(number) for number in receipt.business_licenses.values_list("number", flat=True))
    messages.success(request, " ".join([f"License {numbers} is issued.", *change]))
    return redirect("business", issued.business_id)


def _desk(form: BusinessLicenseForm, on: date, refused: tuple[Refusal, ...]) -> Desk[BusinessLicenseForm]:
    """Price what the form asks for."""
    if form.is_bound:
        form.is_valid()
    if form.year is None:
        return Desk(form)
    quote = joined([quote_of(business, form.year, on=on) for business in form.businesses])
    return laid_out(form, quote, refused)


def _people(request: StaffRequest, typed: str) -> list[Owner]:
    """The owners that were typed, the best first."""
    best = search(request.town, typed).owners[:20]
    found = Owner.objects.of(request.town).in_bulk(best)
    return [found[pk] for pk in best if pk in found]
