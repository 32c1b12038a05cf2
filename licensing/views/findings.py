"""The pages of what an enumeration finds: a street with its houses, which dog it was, a finding withdrawn."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from licensing.actions.enumerations import match_finding, record_finding, withdraw_finding
from licensing.enumerations import dogs_at
from licensing.forms.enumerations import FindingForm, LookUpForm, MatchForm
from licensing.forms.privacy import ReasonForm
from licensing.models import EnumerationStreet, Finding
from licensing.views.enumerations import A_PAGE, ENUMERATORS, street_of
from office.access import READERS, StaffRequest, for_roles
from office.refusals import Refused


@for_roles(*READERS)
def enumeration_street(request: StaffRequest, pk: int, street_pk: int) -> HttpResponseBase:
    """A street: look up a house, record the dog found there, and see what was found."""
    street = street_of(request, pk, street_pk)
    writes = request.user.has_role(*ENUMERATORS) and street.enumeration.ended_on is None
    look_up = LookUpForm(request.GET)
    form = _finding_form(request, street, look_up) if writes else None
    if form is not None and form.is_bound:
        finding = _record(request, street, form)
        if finding is not None:
            messages.success(request, f"Recorded: {finding.get_result_display().lower()}.")
            return redirect("enumeration_street", pk, street_pk)
    found = street.findings.with_since().select_related("dog__owner", "settled_by", "by")
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    acts = request.user.has_role(*ENUMERATORS)
    context = {"street": street, "look_up": look_up, "form": form, "page": page, "acts": acts, "writes": writes}
    return render(request, "licensing/enumeration_street.html", context)


@for_roles(*ENUMERATORS)
def finding_match(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Say which dog on record it was that was found."""
    finding = _finding_of(request, pk)
    look_up = LookUpForm(request.GET or {"house": finding.house, "q": ""})
    dogs = dogs_at(finding.street, *look_up.typed)
    form = MatchForm(request.POST or None, dogs=dogs)
    if form.is_valid():
        try:
            match_finding(finding=finding, dog=form.cleaned_data["dog"], by=request.user, at=timezone.now())
        except Refused as refused:
            form.add_error("dog", str(refused))
        else:
            return redirect("enumeration_street", finding.enumeration_id, finding.street_id)
    context = {"finding": finding, "look_up": look_up, "form": form, "dogs": dogs}
    return render(request, "licensing/finding_match.html", context)


@for_roles(*ENUMERATORS)
def finding_withdraw(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Withdraw a finding that was wrong, with the reason."""
    finding = _finding_of(request, pk)
    form = ReasonForm(request.POST or None)
    if form.is_valid():
        try:
            reason = form.cleaned_data["reason"]
            withdraw_finding(finding=finding, reason=reason, by=request.user, at=timezone.now())
        except Refused as refused:
            form.add_error("reason", str(refused))
        else:
            messages.success(request, "The finding is withdrawn: no fee follows from it.")
            return redirect("enumeration_street", finding.enumeration_id, finding.street_id)
    return render(request, "licensing/finding_withdraw.html", {"finding": finding, "form": form})


def _finding_form(request: StaffRequest, street: EnumerationStreet, look_up: LookUpForm) -> FindingForm | None:
    """The form for the house that was looked up; None before one was."""
    house, typed = look_up.typed
    if not (house or typed or request.POST):
        return None
    dogs = dogs_at(street, house, typed)
    before = set(street.enumeration.findings.standing().values_list("dog", flat=True))
    next_dog = next((dog.pk for dog in dogs if dog.pk not in before), "")
    initial = {"house": house, "found_on": timezone.localdate(), "dog": next_dog}
    return FindingForm(request.POST or None, dogs=dogs, initial=initial)


def _record(request: StaffRequest, street: EnumerationStreet, form: FindingForm) -> Finding | None:
    """What the form records; None when it is refused."""
    stamp: dict[str, Any] = {"by": request.user, "at": timezone.now()}
    return form.carry_out(
        lambda: record_finding(street=street, found=form.found(), key=form.cleaned_data["key"], **stamp)
    )


def _finding_of(request: StaffRequest, pk: int) -> Finding:
    """The town's finding of that number; 404 otherwise."""
    rows = Finding.objects.filter(enumeration__town=request.town)
    return get_object_or_404(rows.select_related("enumeration__town", "street__enumeration__town", "dog__owner"), pk=pk)
