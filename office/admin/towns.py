"""The town's details and the law that is applied to it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponseRedirect
from django.utils import timezone
from django.utils.html import format_html

from office.actions import TownDetails, change_town, enter_town
from office.admin.base import SetUpAdmin, signed_in
from office.admin.forms import NewTownForm, TownForm
from office.admin.site import office_set_up
from office.models import Town
from office.words import in_long


@admin.register(Town, site=office_set_up)
class Towns(SetUpAdmin):
    """A manager's own town, and nothing else; a superuser opens the office of another."""

    form_class = TownForm
    list_display = ("name", "telephone", "hours")
    ordering = ("name",)
    intro = "What heads the town's papers and stands on its tags, and which law is applied."
    place = 1

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Superusers: a manager has one town."""
        return self.has_view_permission(request) and signed_in(request).is_superuser

    def get_list_display(self, request: HttpRequest) -> Any:
        """The columns: each row is a town."""
        return self.list_display

    def get_queryset(self, request: HttpRequest) -> Any:
        """One's own town."""
        user = signed_in(request)
        towns = Town.objects.order_by("name")
        return towns if user.is_superuser else towns.filter(staff=user)

    def steps(self, request: HttpRequest) -> list[tuple[str, dict[str, str]]]:
        """Nothing: the town is what is added."""
        return []

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """A manager's list would have one row: show it."""
        user = signed_in(request)
        if user.is_superuser:
            return super().changelist_view(request, extra_context)
        return HttpResponseRedirect(f"{user.town_id}/change/")

    def form_for(self, request: HttpRequest, obj: Any) -> Any:
        """The details; for a new town also the name of its law."""
        return TownForm if obj else NewTownForm

    def field_names(self, request: HttpRequest, obj: Any) -> Any:
        """The fields of that form."""
        return tuple(self.form_for(request, obj).base_fields)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Which law is applied."""
        return ("law",) if obj else ()

    @admin.display(description="Law applied")
    def law(self, town: Town) -> str:
        """The text in force today, and since when."""
        try:
            law = town.ordinance(on=timezone.localdate())
        except LookupError:
            return "None is known: no license can be quoted."
        return format_html("{} In force from {}.", law.text, in_long(law.in_force_from))

    def carry_out(self, request: HttpRequest, form: Any, obj: Any, change: bool) -> Town:  # noqa: FBT001
        """Write the details."""
        by, at = signed_in(request), timezone.now()
        details = TownDetails(**{name: form.cleaned_data[name] for name in TownForm.base_fields})
        if change:
            return change_town(town=obj, details=details, by=by, at=at)
        return enter_town(slug=form.cleaned_data["slug"], details=details, by=by, at=at)
