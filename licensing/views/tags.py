"""The tags given out in a period, for the engraver."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from licensing.documents import MOST_ON_A_LIST
from licensing.forms.tags import PeriodForm
from licensing.models import Tag
from office.access import StaffRequest, for_roles

A_PAGE = 50


@require_safe
@for_roles("clerk", "manager")
def tags(request: StaffRequest) -> HttpResponseBase:
    """The town's tags given out in the period, in the order of their numbers, page by page."""
    form = PeriodForm(request.GET, on=timezone.localdate())
    found = Tag.objects.given_out(request.town, *form.days) if form.days else Tag.objects.none()
    page = Paginator(found.select_related("dog"), A_PAGE).get_page(request.GET.get("page"))
    words = request.town.ordinance(timezone.localdate()).words
    context = {"form": form, "page": page, "days": form.days, "words": words, "most": MOST_ON_A_LIST}
    return render(request, "licensing/tags.html", context)
