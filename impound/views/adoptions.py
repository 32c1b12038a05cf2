"""The page on which a dog of the pound goes to its adopter: who it is, the license with its money, and the end."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from impound.actions.adoptions import PoundAdoption, adopt_out
from impound.models import Seizure
from impound.views.acting import seizure_of
from impound.views.offers import ADOPTERS
from licensing.forms.adoptions import AdoptionSheet
from licensing.models import Adoption, Owner
from licensing.search import search
from licensing.views.adoptions import adoption_shown, sheet_context
from licensing.views.records import owner_of
from office.access import StaffRequest, for_roles
from office.refusals import Refused
from ordinances.answers import Refusal

_MOST = 20


@for_roles(*ADOPTERS)
def seizure_adopt(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Choose the adopter; then see what the law asks and what the license costs, and give the dog."""
    seizure = seizure_of(request, pk)
    number = request.GET.get("owner", "")
    if not (number.isascii() and number.isdigit()):
        return _choose(request, seizure)
    sheet = _sheet(request, seizure, owner_of(request, int(number)))
    refused: tuple[Refusal, ...] = ()
    if {"adopt", "confirmed"} & request.POST.keys() and sheet.is_valid():
        try:
            return adoption_shown(request, _adopted(request, seizure, sheet))
        except Refused as refusal:
            refused = sheet.show(refusal)
    return render(request, "licensing/adoption_new.html", sheet_context(sheet, refused))


def _choose(request: StaffRequest, seizure: Seizure) -> HttpResponseBase:
    """The people on record that the words typed find, the dog's owner left out."""
    typed = request.GET.get("q", "").replace("\0", "").strip()[:200]
    found: Any = Owner.objects.none()
    if typed:
        found = Owner.objects.of(request.town).filter(pk__in=search(request.town, typed).owners[:_MOST])
    owners = found.exclude(pk=seizure.dog.owner_id if seizure.dog else 0)
    context = {"seizure": seizure, "typed": typed, "owners": owners}
    return render(request, "impound/adopter.html", context)


def _sheet(request: StaffRequest, seizure: Seizure, adopter: Owner) -> AdoptionSheet:
    """The sheet of the dog; one that is not on record is described as it was seized."""
    data = request.POST if request.method == "POST" else None
    sheet = AdoptionSheet(data, adopter=adopter, dog=seizure.dog, on=timezone.localdate())
    if sheet.dog_form is not None and data is None:
        looks = ("breed", "color", "chip")
        told = {name: getattr(seizure, name) for name in looks} | {"name": seizure.called, "markings": seizure.marks}
        sheet.dog_form.initial = {**sheet.dog_form.initial, **told, "sex": seizure.sex}
    return sheet


def _adopted(request: StaffRequest, seizure: Seizure, sheet: AdoptionSheet) -> Adoption:
    """Adopt out what the valid sheet says; the end of custody names the adoption."""
    asked = PoundAdoption(
        adopter=sheet.adopter,
        facts=sheet.facts(),
        dog=None if seizure.dog else sheet.described(),
        papers=sheet.paper_facts(),
        wanted=sheet.wanted(),
    )
    ended = adopt_out(
        seizure=seizure,
        asked=asked,
        payment=sheet.payment(),
        key=sheet.form.cleaned_data["key"],
        confirmed=sheet.confirmed,
        by=request.user,
        at=timezone.now(),
    )
    return Adoption.objects.select_related("dog", "adopter").get(pk=ended.adoption_id or 0)
