"""The pound: who is in it, and all that is known of one dog."""

from __future__ import annotations

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
from impound.standing import Standing, standings
from impound.views.offers import KEEPERS, WRITERS, offers
from office.access import READERS, StaffRequest, for_roles
from office.timeline import Moment, timeline

PAGE = 50


@require_safe
@for_roles(*READERS)
def pound(request: StaffRequest) -> HttpResponseBase:
    """Who is in the pound, each with its last day, why, and what may be done today; or who was."""
    form = PoundForm(request.GET)
    wanted = form.wanted()
    seizures = Seizure.objects.of(request.town)
    rows = (seizures.held() if wanted == "held" else seizures.ended()).with_custody()
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "page": page,
        "wanted": wanted,
        "standings": standings(page, timezone.localdate()),
        "query": urlencode({"state": wanted}),
        "writes": request.user.has_role(*WRITERS),
        "words": request.town.ordinance(timezone.localdate()).words,
    }
    return render(request, "impound/pound.html", context)


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
        "offers": offers(standing, request.user),
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
