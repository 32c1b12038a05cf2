"""The pages of a dog: facts, papers, licenses, history; adding, changing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from licensing.actions.dogs import DogFacts, add_dog, change_dog
from licensing.forms.dogs import DogForm
from licensing.forms.papers import KINDS
from licensing.models import Dog
from licensing.views.records import address_back, card, dog_of, edited, on_to, owner_of, sent
from office.access import READERS, StaffRequest, for_roles
from office.timeline import Moment, timeline


@require_safe
@for_roles(*READERS)
def dog_page(request: StaffRequest, pk: int) -> HttpResponseBase:
    """What is on record about a dog: facts, papers with scans, licenses with their state, history."""
    dog = get_object_or_404(Dog.objects.filter(town=request.town).with_papers(), pk=pk)
    if dog.merged_into_id is not None:
        return redirect("dog", dog.merged_into_id)
    on = timezone.localdate()
    law = request.town.ordinance(on)
    context = {
        "dog": dog,
        "card": card(dog, on=on, law=law),
        "writes": request.user.has_role("clerk"),
        "cautions_too": request.user.has_role("clerk", "officer", "manager"),
        "shelves": [(kind, kind.on_shelf(dog), kind.is_taken(law)) for kind in KINDS.values()],
        "licenses": [(each, each.state(on)) for each in dog.licenses.select_related("tag", "receipt", "holder")],
        "found": dog.findings.with_since().select_related("enumeration", "settled_by"),
        "changes": dog.changes.select_related("owner", "new_owner", "by", "mistake__by"),
        "adoptions": dog.adoptions.select_related("adopter", "earlier_owner", "license"),
        "words": law.words,
        "on": on,
        "history": _history(dog),
    }
    return render(request, "licensing/dog.html", context)


@for_roles("clerk")
def dog_new(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Put a dog on record with its owner, and go on to its license."""
    owner = owner_of(request, pk)
    form = DogForm(request.POST or None)
    if form.is_bound:
        dog = form.carry_out(lambda: add_dog(owner=owner, facts=form.facts(DogFacts), **sent(request, form)))
        if dog is not None:
            messages.success(request, f"{dog.name} is on record.")
            return on_to(request, _after_adding(request, dog))
    return render(request, "licensing/dog_form.html", {"form": form, "owner": owner})


@for_roles("clerk")
def dog_edit(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Change the facts on record."""
    dog = dog_of(request, pk)
    back = address_back(request, reverse("dog", args=[dog.pk]))
    form = DogForm(request.POST or None, record=dog)
    if form.is_bound:
        changed = form.carry_out(lambda: change_dog(dog=dog, facts=form.facts(DogFacts), **edited(request, form)))
        if changed is not None:
            messages.success(request, f"{changed.name}’s record is saved.")
            return redirect(back)
    return render(request, "licensing/dog_form.html", {"form": form, "owner": dog.owner, "dog": dog, "back": back})


def _after_adding(request: StaffRequest, dog: Dog) -> str:
    """The license page, or the dog's when the clerk only keeps the record."""
    license_page = f"{reverse('license_new')}?dog={dog.pk}"
    return reverse("dog", args=[dog.pk]) if "keep" in request.POST else license_page


def _history(dog: Dog) -> list[Moment]:
    """All that happened to the dog's record, its papers, tags and licenses."""
    return timeline(*_histories(dog))


def _histories(dog: Dog) -> Iterator[Any]:
    record: Any = dog
    yield record.events.all()
    for rows in (
        *(kind.rows for kind in KINDS.values()),
        "tags",
        "licenses",
        "visits",
        "findings",
        "adoptions",
        "cautions",
    ):
        yield getattr(record, rows).model.pgh_event_model.objects.filter(dog=dog)
