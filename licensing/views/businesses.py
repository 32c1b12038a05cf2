"""The pages of kennels and pet shops: the list, one business, the application, the dogs of a kennel."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from licensing.actions.businesses import (
    BusinessFacts,
    add_business,
    change_business,
    include_in_kennel,
    take_out_of_kennel,
)
from licensing.businesses import can_be_transferred, need_of, neediest_first, quote_of
from licensing.forms.businesses import BusinessForm, KennelDogForm
from licensing.models import Business, Dog
from licensing.views.records import edited, owner_of, sent
from office.access import READERS, StaffRequest, for_roles
from office.timeline import timeline
from ordinances.answers import Refusal

A_PAGE = 50


@require_safe
@for_roles(*READERS)
def businesses(request: StaffRequest) -> HttpResponseBase:
    """All kennels and pet shops, those first that must do something; where the law has none, why."""
    on = timezone.localdate()
    law = request.town.ordinance(on)
    here = Count("dogs", filter=Q(dogs__status__in=[Dog.Status.HERE, Dog.Status.LOST]))
    rows = neediest_first(request.town, on=on, law=law).select_related("operator").prefetch_related("licenses")
    page = Paginator(rows.annotate(dogs_here=here), A_PAGE).get_page(request.GET.get("page"))
    lines = [(business, need_of(business, on=on, law=law)) for business in page]
    context = {"page": page, "lines": lines, "refusals": none_here(request), "query": ""}
    return render(request, "licensing/businesses.html", context)


@require_safe
@for_roles(*READERS)
def business_page(request: StaffRequest, pk: int) -> HttpResponseBase:
    """A business: what its application states, what it needs, its licenses, the dogs of a kennel."""
    business = business_of(request, pk)
    on = timezone.localdate()
    dogs = list(Dog.objects.here().filter(kennel=business).select_related("owner"))
    rows = business.licenses.select_related("receipt", "holder", "transferred_from")
    context = {
        "business": business,
        "need": need_of(business, on=on, law=request.town.ordinance(on)),
        "licenses": [(row, row.state(on)) for row in rows],
        "transfers": can_be_transferred(business, on=on),
        "dogs": dogs,
        "too_many": business.maximum_dogs is not None and len(dogs) > business.maximum_dogs,
        "include": KennelDogForm(kennel=business),
        "writes": request.user.has_role("clerk"),
        "revokes": request.user.has_role("officer", "manager"),
        "history": timeline(*_histories(business)),
    }
    return render(request, "licensing/business.html", context)


@for_roles("clerk")
def business_new(request: StaffRequest) -> HttpResponseBase:
    """Put the kennel or pet shop of an owner on record, and go on to its license."""
    number = request.GET.get("owner", "")
    operator = owner_of(request, int(number) if number.isascii() and number.isdigit() else 0)
    form = BusinessForm(request.POST or None, law=request.town.ordinance(timezone.localdate()))
    if form.is_bound:
        added = form.carry_out(
            lambda: add_business(operator=operator, facts=form.facts(BusinessFacts), **sent(request, form))
        )
        if added is not None:
            messages.success(request, f"{added.title} is on record.")
            return redirect("business" if added.excluded_because else "business_license_new", added.pk)
    context = {"form": form, "operator": operator, "refusals": none_here(request)}
    return render(request, "licensing/business_form.html", context)


@for_roles("clerk")
def business_edit(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Change what is on record about a business, or close it."""
    business = business_of(request, pk)
    law = request.town.ordinance(timezone.localdate())
    form = BusinessForm(request.POST or None, record=business, law=law)
    if form.is_bound:
        changed = form.carry_out(
            lambda: change_business(business=business, facts=form.facts(BusinessFacts), **edited(request, form))
        )
        if changed is not None:
            messages.success(request, f"The record of {changed.name} is saved.")
            return redirect("business", business.pk)
    context = {"form": form, "operator": business.operator, "business": business}
    return render(request, "licensing/business_form.html", context)


@require_POST
@for_roles("clerk")
def business_dog(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Include a dog in the kennel, or take one ``out`` of it."""
    kennel = business_of(request, pk)
    stamp: dict[str, Any] = {"by": request.user, "at": timezone.now()}
    if "out" in request.POST:
        number = request.POST["out"]
        dog = get_object_or_404(Dog, kennel=kennel, pk=int(number) if number.isascii() and number.isdigit() else 0)
        take_out_of_kennel(dog=dog, **stamp)
        messages.success(request, f"{dog.name} is no part of the kennel any more.")
        return redirect("business", kennel.pk)
    form = KennelDogForm(request.POST, kennel=kennel)
    if form.is_valid() and kennel.is_open:
        dog = include_in_kennel(dog=form.cleaned_data["dog"], kennel=kennel, **stamp)
        messages.success(request, f"{dog.name} is part of the kennel.")
    return redirect("business", kennel.pk)


def business_of(request: StaffRequest, pk: int) -> Business:
    """The town's business of that number; 404 otherwise."""
    rows = Business.objects.filter(town=request.town).select_related("operator", "town")
    return get_object_or_404(rows.prefetch_related("licenses"), pk=pk)


def none_here(request: StaffRequest) -> list[Refusal]:
    """Why there is no such license, by the law itself, for each kind that the town does not know."""
    on = timezone.localdate()
    known = request.town.ordinance(on).license_kinds
    absent = [kind for kind in Business.Kind.values if kind not in known]
    return [
        refusal
        for kind in absent
        for refusal in quote_of(Business(town=request.town, kind=kind), on.year, on=on).refusals
    ]


def _histories(business: Business) -> list[Any]:
    record: Any = business
    licenses: Any = business.licenses
    return [record.events.all(), licenses.model.pgh_event_model.objects.filter(business=business)]
