"""The pages of adoptions from the shelter: which dog, the sheet with its price, and the list of a period."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from licensing.actions.adoptions import adopt_dog
from licensing.actions.unadopt import withdraw_adoption
from licensing.adoptions import adopting, adoption_price, adoption_rows
from licensing.charges import charges_of, total_of
from licensing.facts import transferable
from licensing.forms.adoptions import AdoptionSheet
from licensing.forms.corrections import BackForm
from licensing.forms.tags import PeriodForm
from licensing.models import Adoption, Dog, Owner
from licensing.search import search
from licensing.views.desk import laid_out
from licensing.views.records import dog_of, owner_of
from office.access import READERS, StaffRequest, for_roles
from office.downloads import saved_csv
from office.models import ReceiptLine
from office.refusals import Refused
from office.spreadsheets import csv_lines
from ordinances.answers import Adopting, Quote, Refusal

PAGE = 50
OFFERED = 20
_FIELD_OF = {
    "licensed": "period",
    "years": "period",
    "license_year": "period",
    "license_elsewhere": "elsewhere_number",
    "adopter_age": "shown_of_age",
}


@for_roles("clerk")
def adoption_new(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Choose the dog; then see what the law asks and what the license costs, and give the dog to its adopter."""
    adopter = owner_of(request, pk)
    if not request.GET.get("dog"):
        return _choose(request, adopter)
    sheet = _sheet(request, adopter)
    refused: tuple[Refusal, ...] = ()
    if {"adopt", "confirmed"} & request.POST.keys() and sheet.is_valid():
        try:
            return adoption_shown(request, _adopted(request, sheet))
        except Refused as refusal:
            refused = sheet.show(refusal)
    return render(request, "licensing/adoption_new.html", sheet_context(sheet, refused))


@require_POST
@for_roles("clerk")
def adoption_quote(request: StaffRequest, pk: int) -> HttpResponseBase:
    """The price and the refusals alone, for what is typed so far."""
    sheet = _sheet(request, owner_of(request, pk))
    return render(request, "licensing/adoption_quote.html", sheet_context(sheet) | {"swap": True})


@require_safe
@for_roles(*READERS)
def adoptions(request: StaffRequest) -> HttpResponseBase:
    """The adoptions of a period, a page at a time."""
    form = PeriodForm(request.GET, on=timezone.localdate())
    found = Adoption.objects.between(request.town, *form.days) if form.days else Adoption.objects.none()
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    query = urlencode(dict(zip(("from", "to"), form.days, strict=True))) if form.days else ""
    context = {"form": form, "days": form.days, "page": page, "query": query}
    return render(request, "licensing/adoptions.html", context)


@require_safe
@for_roles(*READERS)
def adoptions_csv(request: StaffRequest) -> HttpResponseBase:
    """The whole list of the period for a spreadsheet."""
    form = PeriodForm(request.GET, on=timezone.localdate())
    if form.days is None:
        return redirect("adoptions")
    first, last = form.days
    name = f"{request.town.slug}-adoptions-{first.isoformat()}-{last.isoformat()}.csv"
    return saved_csv(csv_lines(adoption_rows(Adoption.objects.between(request.town, first, last))), name)


@for_roles("clerk")
def adoption_undo(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Undo an adoption that was entered by mistake, with the license that came with it and its money."""
    rows = Adoption.objects.select_related("dog__owner", "adopter", "earlier_owner", "license__receipt", "town")
    adoption = get_object_or_404(rows, town=request.town, pk=pk)
    form = undo_form(request, adoption)
    if (
        form.is_bound
        and form.carry_out(lambda: withdraw_adoption(adoption=adoption, **undone(request, form))) is not None
    ):
        messages.success(request, "The adoption is undone.")
        return redirect("dog", adoption.dog_id)
    return render(
        request, "licensing/set_right.html", undo_context(adoption, form, reverse("dog", args=[adoption.dog_id]))
    )


def undo_form(request: StaffRequest, adoption: Adoption) -> BackForm:
    """Why it is undone, and how the license's money is handed back."""
    receipt = adoption.license.receipt if adoption.license else None
    return BackForm(request.POST or None, receipt=receipt, total=total_of(_charged(adoption)))


def undone(request: StaffRequest, form: BackForm) -> dict[str, Any]:
    """What the act is told with the valid form."""
    data = form.cleaned_data
    return {"reason": data["reason"], "key": data["key"], "back": form.back(), "by": request.user, "at": timezone.now()}


def undo_context(adoption: Adoption, form: BackForm, back: str) -> dict[str, Any]:
    """What the page says: what follows, and what money goes back."""
    dog, lines = adoption.dog, _charged(adoption)
    to = f"goes back to {adoption.earlier_owner.name}" if adoption.earlier_owner else "is on record as no longer here"
    says = [f"{dog.name} {to}, and keeps its number."]
    if adoption.license is not None:
        says.append(f"License {adoption.license.number} becomes void.")
    heading = f"Undo the adoption of {dog.name} by {adoption.adopter.name}"
    money = {"lines": lines, "total": total_of(lines), "says": [(sentence, "") for sentence in says], "form": form}
    return {"heading": heading, "button": "Undo the adoption", "dog": dog, "back": back} | money


def _charged(adoption: Adoption) -> list[ReceiptLine]:
    """What the license cost that came with it and stands."""
    license_ = adoption.license
    return list(charges_of(license_)) if license_ is not None and license_.voided_at is None else []


def _choose(request: StaffRequest, adopter: Owner) -> HttpResponseBase:
    """The dogs that the words typed find, those of the adopter left out."""
    typed = request.GET.get("q", "").replace("\0", "").strip()[:200]
    owners = search(request.town, typed).owners[:OFFERED]
    dogs = Dog.objects.of(request.town).filter(owner__in=owners).exclude(owner=adopter).exclude(status=Dog.Status.DEAD)
    found = dogs.select_related("owner").prefetch_related("tags")[:OFFERED] if typed else ()
    return render(request, "licensing/adoption_dog.html", {"owner": adopter, "typed": typed, "found": found})


def _sheet(request: StaffRequest, adopter: Owner) -> AdoptionSheet:
    """The sheet of the dog that the address names, or of one that is not on record."""
    number = request.GET.get("dog", "")
    dog = None if number == "new" else dog_of(request, int(number) if number.isascii() and number.isdigit() else 0)
    data = request.POST if request.method == "POST" else None
    return AdoptionSheet(data, adopter=adopter, dog=dog, on=timezone.localdate())


def sheet_context(sheet: AdoptionSheet, refused: tuple[Refusal, ...] = ()) -> dict[str, Any]:
    """What the sheet shows: the law's answer, the price, and every refusal at its place."""
    dog = sheet.dog_in_memory()
    terms = adopting(sheet.adopter, dog.born, sheet.facts(), sheet.wanted(), on=sheet.on)
    quote = _quote(sheet, dog, terms)
    refusals = tuple(dict.fromkeys([*refused, *terms.refusals, *quote.refusals]))
    if not sheet.form.is_bound:  # nothing is wrong yet with a sheet that nobody has begun
        quote, refusals = Quote() if quote.refusals else quote, ()
    places = _FIELD_OF if "shown_of_age" in sheet.form.fields else _FIELD_OF | {"adopter_age": "identified_by"}
    desk = laid_out(sheet.form, quote, refusals, places=places, beside=("tender", "rabies"))
    context = {"sheet": sheet, "form": sheet.form, "desk": desk, "terms": terms}
    return context | {"owner": sheet.adopter, "dog": sheet.dog, "words": sheet.law.words}


def _quote(sheet: AdoptionSheet, dog: Dog, terms: Adopting) -> Quote:
    """The price of the license, where the law asks for one of this town."""
    wanted = sheet.wanted()
    if terms.license != "here" or wanted is None:
        return Quote()
    if wanted.transfer and sheet.dog is not None:
        return transferable(sheet.dog, sheet.on)[1]
    return adoption_price(dog, wanted, on=sheet.on, shown=sheet.papers_in_memory(dog))


def _adopted(request: StaffRequest, sheet: AdoptionSheet) -> Adoption:
    """Adopt out what the valid sheet says."""
    return adopt_dog(
        adopter=sheet.adopter,
        dog=sheet.adopted(),
        facts=sheet.facts(),
        papers=sheet.paper_facts(),
        wanted=sheet.wanted(),
        payment=sheet.payment(),
        key=sheet.form.cleaned_data["key"],
        confirmed=sheet.confirmed,
        by=request.user,
        at=timezone.now(),
    )


def adoption_shown(request: StaffRequest, made: Adoption) -> HttpResponseBase:
    """The license to print and the change to give; without one the dog's page."""
    messages.success(request, f"{made.dog.name} is adopted by {made.adopter.name}. {made.license_shown}.")
    return redirect("license", made.license_id) if made.license_id else redirect("dog", made.dog_id)
