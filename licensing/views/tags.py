"""The tags: what is in stock, what was given out in a period, a number's story, and numbers spoiled."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from licensing.actions.stock import spoil_tag
from licensing.documents import MOST_ON_A_LIST
from licensing.forms.tags import NumberForm, PeriodForm, SpoilForm
from licensing.models import Tag
from licensing.stock import USED_UP, shelves, story_of
from office.access import READERS, StaffRequest, for_roles
from office.forms import one_time_key
from office.refusals import Refused

A_PAGE = 50


@require_safe
@for_roles("clerk", "manager")
def tags(request: StaffRequest) -> HttpResponseBase:
    """The town's stock, the look-up of a number, and the tags given out in the period, page by page."""
    on = timezone.localdate()
    law = request.town.ordinance(on)
    number = NumberForm(request.GET if "number" in request.GET else None)
    if number.is_valid():
        if story_of(request.town, number.cleaned_data["number"], on=on):
            return redirect("tag", number.cleaned_data["number"])
        number.add_error("number", "No box in stock holds this number, and no dog has it.")
    stock = {"shelves": shelves(request.town, law=law, on=on), "used_up": USED_UP}
    context = {"number": number, "words": law.words} | stock
    return render(request, "licensing/tags.html", context | _given_out(request))


def _given_out(request: StaffRequest) -> dict[str, Any]:
    """The period and its tags, those given out first first; so many as one list for the engraver holds."""
    form = PeriodForm(request.GET, on=timezone.localdate())
    found = Tag.objects.given_out(request.town, *form.days) if form.days else Tag.objects.none()
    numbers = list(found.values_list("pk", flat=True)[: MOST_ON_A_LIST + 1])
    page = Paginator(numbers[:MOST_ON_A_LIST], A_PAGE).get_page(request.GET.get("page"))
    rows = Tag.objects.select_related("dog").in_bulk(list(page))
    more = len(numbers) > MOST_ON_A_LIST
    tags = [rows[pk] for pk in page]
    return {"form": form, "page": page, "tags": tags, "days": form.days, "most": MOST_ON_A_LIST, "more": more}


@require_safe
@for_roles(*READERS)
def tag(request: StaffRequest, number: int) -> HttpResponseBase:
    """The whole story of a number; 404 when the town never had it."""
    on = timezone.localdate()
    story = story_of(request.town, number, on=on) if number < 2**53 else None
    if story is None:
        raise Http404
    spoils = request.user.has_role("clerk", "manager")
    context = {"story": story, "spoils": spoils, "words": request.town.ordinance(on).words}
    return render(request, "licensing/tag.html", context)


@for_roles("clerk", "manager")
def tag_spoil(request: StaffRequest) -> HttpResponseBase:
    """Take a number out of stock."""
    form = SpoilForm(request.POST or None, initial={"key": one_time_key(), "number": request.GET.get("number", "")})
    if form.is_valid():
        try:
            spoiled = spoil_tag(**form.cleaned_data, by=request.user, at=timezone.now())
        except Refused as refused:
            form.refused(refused)
        else:
            messages.success(request, f"Number {spoiled.number} is out of stock.")
            return redirect("tag", spoiled.number)
    return render(request, "licensing/tag_spoil.html", {"form": form})
