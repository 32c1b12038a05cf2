"""The pages of an owner: who it is, the household's dogs and what each needs, adding and changing."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from licensing.actions.people import OwnerFacts, add_owner, change_owner
from licensing.businesses import licenses_any
from licensing.duplicates import likely_same
from licensing.forms.people import OwnerForm
from licensing.households import MOST_MEMBERS
from licensing.models import Dog, Owner
from licensing.privacy import PRIVATE, is_hidden, is_open
from licensing.views.records import card, edited, on_to, owner_of, sent
from office.access import READERS, StaffRequest, for_roles
from office.timeline import timeline


@require_safe
@for_roles(*READERS)
def owner_page(request: StaffRequest, pk: int) -> HttpResponseBase:
    """The person, the household at the same address (of a home of many the first few), its dogs and their needs."""
    owner = get_object_or_404(Owner.objects.filter(town=request.town).select_related("town"), pk=pk)
    if owner.merged_into_id is not None:
        return redirect("owner", owner.merged_into_id)
    others = list(Owner.objects.household_of(owner).exclude(pk=owner.pk)[: MOST_MEMBERS + 1])
    household = [owner, *others[:MOST_MEMBERS]]
    dogs = Dog.objects.of(request.town).filter(owner__in=household).with_papers()
    on = timezone.localdate()
    cards = [card(dog, on=on, law=request.town.ordinance(on)) for dog in dogs]
    is_opened = is_open(owner, to=request.user, at=timezone.now())
    context = {
        "owner": owner,
        "opened": is_opened,
        "hidden": is_hidden(owner, opened=is_opened),
        "marks": request.user.has_role("clerk", "manager"),
        "openings": owner.openings.select_related("by") if request.user.has_role("inspector", "manager") else (),
        "others": household[1:],
        "more": len(others) > MOST_MEMBERS,
        "cards": sorted(cards, key=lambda card: (not card.dog.is_here, card.dog.owner_id != owner.pk)),
        "renews": any(card.needs.is_due for card in cards),
        "businesses": list(owner.businesses.all()),
        "adds_businesses": licenses_any(request.town.ordinance(on)),
        "writes": request.user.has_role("clerk"),
        "changes": owner.changes.select_related("dog", "new_owner", "by", "mistake__by"),
        "history": timeline(owner.events.all(), hidden=PRIVATE if owner.confidential else ()),  # type: ignore[attr-defined]  # made by pghistory
    }
    return render(request, "licensing/owner.html", context)


@for_roles("clerk")
def owner_new(request: StaffRequest) -> HttpResponseBase:
    """Put a person on record; the likely same person on file is offered first."""
    form = OwnerForm(request.POST or None, initial=_proposed(request))
    if form.is_bound:
        owner = form.carry_out(
            lambda: add_owner(town=request.town, facts=form.facts(OwnerFacts), **sent(request, form))
        )
        if owner is not None:
            messages.success(request, f"{owner.name} is on record.")
            return on_to(request, _after_adding(request, owner))
    alike = likely_same(request.town, form.facts(OwnerFacts).person) if form.questions else []
    return render(request, "licensing/owner_form.html", {"form": form, "alike": alike})


@for_roles("clerk")
def owner_edit(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Change what is on record about a person."""
    owner = owner_of(request, pk)
    if is_hidden(owner, opened=is_open(owner, to=request.user, at=timezone.now())):
        return redirect("address_open", owner.pk)
    form = OwnerForm(request.POST or None, record=owner)
    if form.is_bound:
        changed = form.carry_out(
            lambda: change_owner(owner=owner, facts=form.facts(OwnerFacts), **edited(request, form))
        )
        if changed is not None:
            messages.success(request, f"{changed.name}’s record is saved.")
            return redirect("owner", owner.pk)
    return render(request, "licensing/owner_form.html", {"form": form, "owner": owner})


def _after_adding(request: StaffRequest, owner: Owner) -> str:
    """On to the person's first dog, or to the dog that the person has from another owner (``takes``)."""
    number = request.GET.get("takes", "")
    if not (number.isascii() and number.isdigit()):
        return reverse("dog_new", args=[owner.pk])
    dog = get_object_or_404(Dog.objects.of(request.town), pk=int(number))
    return f"{reverse('dog_hand_over', args=[dog.pk, owner.pk])}?{request.GET.urlencode()}"


def _proposed(request: StaffRequest) -> dict[str, Any]:
    """What the form opens with: the name that was searched for, and the address of the household that someone joins.

    Without a household the town's own city, state and ZIP code, which most people share.
    """
    number = request.GET.get("household", "")
    if not (number.isascii() and number.isdigit()):
        town = request.town
        return _searched_for(request) | {"city": town.city, "state": town.state, "zip_code": town.zip_code}
    neighbor = get_object_or_404(Owner.objects.of(request.town), pk=int(number))
    if neighbor.confidential:
        return {"state": request.town.state}
    return {name: getattr(neighbor, name) for name in ("street", "city", "state", "zip_code", "resident", "telephone")}


def _searched_for(request: StaffRequest) -> dict[str, str]:
    """The words that found nobody, as first and last name; nothing when they are no name."""
    words = request.GET.get("name", "").split()
    if not words or any(character.isdigit() or character == "@" for word in words for character in word):
        return {}
    return {"first_name": " ".join(words[:-1]), "last_name": words[-1]}
