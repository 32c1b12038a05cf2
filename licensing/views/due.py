"""The list of what is due and expired, as a page and as CSV."""

from __future__ import annotations

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from licensing.due import MOST, due, rows
from licensing.forms.due import DueForm
from licensing.models import Dog
from licensing.needs import needs_of
from office.access import READERS, StaffRequest, for_roles
from office.downloads import saved_csv
from office.spreadsheets import csv_lines

PAGE = 50


@require_safe
@for_roles(*READERS)
def due_list(request: StaffRequest) -> HttpResponseBase:
    """What is due and expired, a page at a time."""
    on = timezone.localdate()
    form = DueForm(request.GET)
    wanted = form.wanted()
    found = list(due(request.town, wanted, on=on).values_list("dog", flat=True)[: MOST + 1])
    page = Paginator(found[:MOST], PAGE).get_page(request.GET.get("page"))
    dogs = Dog.objects.with_papers().in_bulk(list(page))
    law = request.town.ordinance(on)
    context = {
        "form": form,
        "page": page,
        "most": MOST,
        "more": len(found) > MOST,
        "lines": [(dogs[pk], needs_of(dogs[pk], on=on, law=law)) for pk in page],
        "query": urlencode({"state": wanted.state, "address": wanted.address, "sort": wanted.sort}),
        "writes": request.user.has_role("clerk"),
    }
    return render(request, "licensing/due.html", context)


@require_safe
@for_roles(*READERS)
def due_csv(request: StaffRequest) -> HttpResponseBase:
    """The whole list for a spreadsheet or a mailing."""
    on = timezone.localdate()
    entries = due(request.town, DueForm(request.GET).wanted(), on=on)
    name = f"{request.town.slug}-due-{on.isoformat()}.csv"
    return saved_csv(csv_lines(rows(entries)), name)
