"""The pages on which a dog of the pound goes to its adopter, and on which that is undone."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from impound.actions.adoptions import PoundAdoption, adopt_out, undo_adoption
from impound.actions.checks import refuse_if_ended
from impound.actions.ends import EndFacts, adoption_refused, end_custody
from impound.facts import standing_end, standing_forfeiture
from impound.models import Arrival, End, Seizure
from impound.views.acting import Page, acted, not_open, row_of, seizure_of
from impound.views.offers import ADOPTERS
from licensing.forms.acts import OneActForm
from licensing.forms.adoptions import AdoptionSheet
from licensing.models import Adoption, Dog, Owner
from licensing.search import search
from licensing.views.adoptions import adoption_shown, sheet_context, undo_context, undo_form, undone
from licensing.views.records import owner_of
from office.access import StaffRequest, for_roles
from office.refusals import Refused
from ordinances.answers import Refusal

_MOST = 20


@for_roles(*ADOPTERS)
def seizure_adopt(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Choose the adopter; then see what the law asks and what the license costs, and give the dog."""
    seizure = seizure_of(request, pk)
    if (adoption := _on_record(seizure)) is not None and standing_end(seizure) is None:
        return _record(request, seizure, adoption)
    if closed := _closed(seizure):
        return not_open(request, seizure, "Adoption", closed)
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
    context = sheet_context(sheet, refused) | {"seizure": seizure, "forfeiture": standing_forfeiture(seizure)}
    return render(request, "impound/adoption.html", context)


def _closed(seizure: Seizure) -> tuple[Refusal, ...]:
    """Why the dog may not be adopted today: its clock, its owner's title, or that it is gone."""
    try:
        refuse_if_ended(seizure)
        return adoption_refused(seizure, timezone.localdate())
    except Refused as refused:
        return refused.refusals


@for_roles(*ADOPTERS)
def adoption_undo(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Undo an adoption that was entered by mistake: the dog is held again, the license's money goes back."""
    ended: End = row_of(request, End, pk)
    rows = Adoption.objects.select_related("dog__owner", "adopter", "earlier_owner", "license__receipt")
    adoption = get_object_or_404(rows, pk=ended.adoption_id or 0)
    form = undo_form(request, adoption)
    if form.is_bound and form.carry_out(lambda: undo_adoption(end=ended, **undone(request, form))) is not None:
        messages.success(request, "The adoption is undone: the dog is held again.")
        return redirect("seizure", ended.seizure_id)
    back = reverse("seizure", args=[ended.seizure_id])
    return render(request, "licensing/set_right.html", undo_context(adoption, form, back))


def _record(request: StaffRequest, seizure: Seizure, adoption: Adoption) -> HttpResponseBase:
    """The dog was adopted at the counter: record with it that it left the pound."""
    form = OneActForm(request.POST or None)
    says = (f"{adoption.dog.name} was adopted by {adoption.adopter.name} on {adoption.adopted_on:%B %-d, %Y}.",)
    page = Page("Adopted at the counter", "Record that it left", "The end is recorded.", says)
    return acted(request, seizure, page, form, lambda: _end(request, seizure, adoption, form))


def _end(request: StaffRequest, seizure: Seizure, adoption: Adoption, form: OneActForm) -> End:
    now = timezone.now()
    told = EndFacts(kind=End.Kind.ADOPTED, at=now, to_whom=adoption.adopter.name, adoption=adoption)
    return end_custody(seizure=seizure, facts=told, key=form.cleaned_data["key"], by=request.user, at=now)


def _on_record(seizure: Seizure) -> Adoption | None:
    """The adoption of the dog that was entered at the counter since it was seized, if there is one."""
    ended = End.objects.standing().filter(adoption__isnull=False).values("adoption")
    rows = Adoption.objects.standing().filter(dog=seizure.dog_id or 0, adopted_on__gte=seizure.seized_on)
    return rows.exclude(pk__in=ended).select_related("dog", "adopter").first()


def _choose(request: StaffRequest, seizure: Seizure) -> HttpResponseBase:
    """The people on record that the words typed find, the dog's owner left out."""
    typed = request.GET.get("q", "").replace("\0", "").strip()[:200]
    found: Any = Owner.objects.none()
    if typed:
        found = Owner.objects.of(request.town).filter(pk__in=search(request.town, typed).owners[:_MOST])
    whose = seizure.dog.owner_id if seizure.dog and seizure.dog.status != Dog.Status.GONE else 0
    owners = found.exclude(pk=whose)
    context = {"seizure": seizure, "typed": typed, "owners": owners}
    return render(request, "impound/adopter.html", context)


def _sheet(request: StaffRequest, seizure: Seizure, adopter: Owner) -> AdoptionSheet:
    """The sheet of the dog; one that is not on record is described as it was seized."""
    data = request.POST if request.method == "POST" else None
    sheet = AdoptionSheet(data, adopter=adopter, dog=seizure.dog, on=timezone.localdate(), forfeit=True)
    if arrival := Arrival.objects.filter(seizure=seizure).first():
        sheet.form.initial["shelter"] = arrival.shelter
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
