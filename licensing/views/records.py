"""What the pages of people, dogs and papers share."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from licensing.forms.records import RecordForm
from licensing.models import Dog, License, Owner
from licensing.needs import Needs, last_standing, needs_of
from office.access import StaffRequest
from ordinances.ordinance import Ordinance


def owner_of(request: StaffRequest, pk: int) -> Owner:
    """The town's owner of that number; 404 otherwise."""
    return get_object_or_404(Owner.objects.of(request.town).select_related("town"), pk=pk)


def dog_of(request: StaffRequest, pk: int) -> Dog:
    """The town's dog of that number; 404 otherwise."""
    return get_object_or_404(Dog.objects.of(request.town).select_related("owner", "town"), pk=pk)


@dataclass(frozen=True, slots=True)
class Card:
    """A dog as lists show it: what it needs, and its last standing license with its state."""

    dog: Dog
    needs: Needs
    license: License | None
    state: str


def card(dog: Dog, *, on: date, law: Ordinance) -> Card:
    """The card of a dog that came ``with_papers``; the database is asked nothing more."""
    last = last_standing(dog)
    return Card(dog, needs_of(dog, on=on, law=law), last, last.state(on) if last else "")


def sent(request: StaffRequest, form: RecordForm) -> dict[str, Any]:
    """What every act that makes a record is told with the valid form."""
    return {"key": form.cleaned_data["key"], "confirmed": form.confirmed, "by": request.user, "at": timezone.now()}


def edited(request: StaffRequest, form: RecordForm) -> dict[str, Any]:
    """What every act that changes a record is told with the valid form."""
    seen = form.cleaned_data["seen"] or 0
    return {"seen": seen, "confirmed": form.confirmed, "by": request.user, "at": timezone.now()}


def on_to(request: StaffRequest, address: str) -> HttpResponseBase:
    """Back to where the clerk came from, if that is one of our own pages; else to ``address``."""
    return redirect(address_back(request, address))


def address_back(request: StaffRequest, address: str) -> str:
    """Where the clerk came from (``next``), if that is one of our own pages; else ``address``."""
    asked = request.POST.get("next", request.GET.get("next", ""))
    ours = url_has_allowed_host_and_scheme(asked, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return asked if ours else address
