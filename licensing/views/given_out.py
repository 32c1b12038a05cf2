"""What the pages of exports share: the form that asks why, and the exports that were given out before."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render

from office.access import StaffRequest

PAGE = 50


def given_out(request: StaffRequest, template: str, form: forms.Form | None, exports: QuerySet[Any]) -> HttpResponse:
    """The page with the form, for whom there is one, and the town's exports a page at a time."""
    exports = exports.filter(town=request.town).select_related("by")
    page = Paginator(exports, PAGE).get_page(request.GET.get("page"))
    return render(request, template, {"form": form, "page": page})
