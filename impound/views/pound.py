"""The pound: who is in it, and all that is known of one dog."""

from __future__ import annotations

import re
from functools import reduce
from operator import or_
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from impound.facts import clock
from impound.forms.pound import PoundForm
from impound.matches import losses, matches
from impound.models import Seizure
from impound.models.seizures import SeizureQuerySet
from impound.standing import Standing, standings, urgency
from impound.views.offers import KEEPERS, WRITERS, offers
from licensing.keys import compact
from licensing.search import search
from office.access import READERS, StaffRequest, for_roles
from office.timeline import Moment, timeline

PAGE = 50
_LONGEST = 16
_SHORTEST_CHIP = 9


@require_safe
@for_roles(*READERS)
def pound(request: StaffRequest) -> HttpResponseBase:
    """Who is in the pound, each with its last day, why, and what may be done today; or who was."""
    form = PoundForm(request.GET)
    wanted = form.wanted()
    page = Paginator(_rows(request, form, wanted).with_custody(), PAGE).get_page(request.GET.get("page"))
    found = standings(page, timezone.localdate())
    context = {
        "form": form,
        "page": page,
        "wanted": wanted,
        "standings": sorted(found, key=urgency) if wanted == "held" else found,
        "query": urlencode({name: request.GET[name] for name in form.fields if request.GET.get(name)}),
        "writes": request.user.has_role(*WRITERS),
        "words": request.town.ordinance(timezone.localdate()).words,
    }
    return render(request, "impound/pound.html", context)


def _rows(request: StaffRequest, form: PoundForm, wanted: str) -> SeizureQuerySet:
    """The seizures asked for: held, ended, of one dog of record, or found by what is typed."""
    seizures = Seizure.objects.of(request.town)
    if wanted != "found":
        return seizures.held() if wanted == "held" else seizures.ended().order_by("-ends__at")
    if form.of_dog():
        return seizures.filter(dog=form.of_dog())
    typed = form.typed()
    owners = search(request.town, typed).owners
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < _LONGEST else 0
    words = (Q(**{f"{name}__icontains": typed}) for name in ("called", "breed", "tag_read", "owner_told"))
    found = Q(number=number) | Q(owner__in=owners) | Q(dog__owner__in=owners)
    return seizures.filter(reduce(or_, words, found | _same_chip(typed)))


def _same_chip(typed: str) -> Q:
    """The chip, however the officer wrote it: with blanks, hyphens or neither."""
    signs = [re.escape(sign) for sign in compact(typed)]
    return Q(chip__iregex=f"^{'[^[:alnum:]]*'.join(signs)}$") if len(signs) >= _SHORTEST_CHIP else Q(pk__in=())


@require_safe
@for_roles(*READERS)
def seizure_page(request: StaffRequest, pk: int) -> HttpResponseBase:
    """All that is known of one dog of the pound, and what may be done with it now."""
    seizure = get_object_or_404(Seizure.objects.of(request.town).with_custody(), pk=pk)
    standing = Standing(seizure, clock(seizure), timezone.localdate())
    law = request.town.ordinance(seizure.seized_on)
    context = {
        "seizure": seizure,
        "standing": standing,
        "offers": offers(standing, request.user, timezone.now()),
        "statements": seizure.statements.all(),
        "grounds": [law.seizure_grounds[code] for code in seizure.grounds if code in law.seizure_grounds],
        "care": seizure.care_notes.select_related("by", "certificate", "withdrawn_by__by").prefetch_related("filings"),
        "notices": seizure.notices.select_related("by", "scan"),
        "matches": matches([seizure], losses(request.town)) if standing.end is None else [],
        "keeps": request.user.has_role(*KEEPERS),
        "writes": request.user.has_role(*WRITERS),
        "history": _history(seizure),
        "together": _together(seizure),
        "words": law.words,
    }
    return render(request, "impound/seizure.html", context)


def _together(seizure: Seizure) -> list[Seizure]:
    """The other dogs that were taken on the same occasion."""
    same = Seizure.objects.filter(town=seizure.town, occasion=seizure.occasion).exclude(pk=seizure.pk)
    return list(same.select_related("dog"))


def _history(seizure: Seizure) -> list[Moment]:
    """All that happened to the seizure and what was recorded of it."""
    record: Any = seizure
    rows = ("arrival", "notices", "holds", "redemptions", "forfeitures", "ends")
    related: list[Any] = [Seizure._meta.get_field(name).related_model for name in rows]
    cautions: Any = Seizure._meta.get_field("cautions").related_model
    of_dog = Q(dog=seizure.dog_id) if seizure.dog_id else Q(pk__in=())
    kept = cautions.objects.filter(Q(seizures=seizure) | of_dog).values("pk")
    return timeline(
        record.events.all(),
        *(model.pgh_event_model.objects.filter(seizure=seizure) for model in related),
        cautions.pgh_event_model.objects.filter(pgh_obj__in=kept),
    )
