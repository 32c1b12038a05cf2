"""Closed days."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone

from office.actions import close_day, open_day
from office.admin.base import SetUpAdmin, signed_in
from office.admin.forms import ClosedDayForm
from office.admin.site import office_set_up
from office.models import ClosedDay


@admin.register(ClosedDay, site=office_set_up)
class ClosedDays(SetUpAdmin):
    """A closing is entered, and taken back until it has come; it is not changed into another."""

    form_class = ClosedDayForm
    list_display = ("day", "reason")
    ordering = ("-day",)
    intro = "Deadlines that would end on one of these days end on the next open day. Legal holidays are known already."
    place = 2

    def get_queryset(self, request: HttpRequest) -> Any:
        """Closings of one's own town."""
        return super().get_queryset(request).select_related("town")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: a closing is taken back and another entered."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Managers, until the day has come."""
        return self.has_view_permission(request) and obj is not None and obj.day > timezone.localdate()

    def carry_out(self, request: HttpRequest, form: Any, obj: Any, change: bool) -> ClosedDay:  # noqa: FBT001
        """Close the office on that day."""
        town = self.chosen_town(request)
        return close_day(town=town, by=signed_in(request), at=timezone.now(), **form.cleaned_data)

    def take_back(self, request: HttpRequest, obj: ClosedDay) -> None:
        """Open the office again on that day."""
        open_day(closed=obj, by=signed_in(request), at=timezone.now())
