"""The counter's page: one search box, and whom it found."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from licensing.households import Household, households
from licensing.search import MOST, Found, search
from office.access import READERS, StaffRequest, for_roles

PAGE = 20


@dataclass(frozen=True, slots=True)
class Counter:
    """What the page shows for what was typed."""

    typed: str
    found: Found
    page: Page[int]
    households: list[Household]
    most: int = MOST

    @property
    def query(self) -> str:
        """What the page numbers' addresses carry along."""
        return urlencode({"q": self.typed})

    @property
    def add(self) -> str:
        """Where an owner is added, with the words typed if they may be a name."""
        is_name = self.typed and not any(sign.isdigit() or sign == "@" for sign in self.typed)
        return reverse("owner_new") + (f"?{urlencode({'name': self.typed})}" if is_name else "")


@require_safe
@for_roles(*READERS)
def counter(request: StaffRequest) -> HttpResponseBase:
    """Find an owner. The form sent with one number that is known leads straight to its owner."""
    typed = request.GET.get("q", "").replace("\0", "").strip()[:200]
    found = search(request.town, typed)
    if "go" in request.GET and len(found.exact) == 1:
        return redirect("owner", found.exact[0])
    page = Paginator(found.owners, PAGE).get_page(request.GET.get("page"))
    rows = households(request.town, list(page), on=timezone.localdate()) if found.owners else []
    context = {"counter": Counter(typed, found, page, rows), "writes": request.user.has_role("clerk")}
    template = "licensing/counter_found.html" if request.htmx else "licensing/counter.html"
    return render(request, template, context)
