"""Tags in stock, in the office's set-up."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone

from licensing.actions.stock import Box, change_tags, receive_tags
from licensing.models import TagBox
from office.admin import office_set_up
from office.admin.base import SetUpAdmin, signed_in
from office.admin.forms import DayField, SetUpForm


class NumberField(forms.IntegerField):
    """A tag number, typed."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 9})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=2**53, **kwargs)


class BoxForm(SetUpForm):
    """A box as the engraver delivered it."""

    model: ClassVar = TagBox

    first = NumberField(label="First number")
    last = NumberField(label="Last number")
    received_on = DayField(label="Received on")


class YearBoxForm(BoxForm):
    """A box of tags for one license year."""

    license_year = NumberField(label="License year", help_text="The year in which it starts: 2026 from July 1, 2026.")


@admin.register(TagBox, site=office_set_up)
class TagBoxes(SetUpAdmin):
    """Boxes with how many of their tags were given out and how many are left."""

    form_class = BoxForm
    list_display = ("numbers", "license_year", "received_on", "issued", "left", "state")
    intro = "Tags are taken from the box with the lowest numbers. A number is never given twice."
    place = 4

    def get_queryset(self, request: HttpRequest) -> Any:
        """Boxes of one's own town, each with the count of what was given out."""
        return super().get_queryset(request).select_related("town").with_issued()

    @admin.display(description="Numbers")
    def numbers(self, box: TagBox) -> str:
        """From the first to the last."""
        return f"{box.first} to {box.last}"

    @admin.display(description="Given out")
    def issued(self, box: Any) -> int:
        """How many of its numbers dogs were given."""
        return int(box.issued)

    @admin.display(description="Left")
    def left(self, box: Any) -> int:
        """How many are left."""
        return int(box.size - box.issued)

    @admin.display(description="Stock")
    def state(self, box: Any) -> str:
        """Whether tags are still taken from it; the tags' page warns when all boxes together run low."""
        if self.left(box) == 0:
            return "Empty"
        return "In use" if box.issued else "Full"

    def form_for(self, request: HttpRequest, obj: Any) -> Any:
        """With the license year where each year brings a new tag."""
        town = obj.town if obj else self.town_for(request)
        return BoxForm if town is None or town.ordinance(on=timezone.localdate()).permanent_number else YearBoxForm

    def field_names(self, request: HttpRequest, obj: Any) -> Any:
        """The fields of that form."""
        return tuple(self.form_for(request, obj).base_fields)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """What became of the box so far."""
        return ("issued", "left") if obj else ()

    def carry_out(self, request: HttpRequest, form: Any, obj: Any, change: bool) -> TagBox:  # noqa: FBT001
        """Take the box into stock, or correct it."""
        by, at = signed_in(request), timezone.now()
        box = Box(**{"license_year": None} | form.cleaned_data)
        if change:
            return change_tags(row=obj, box=box, by=by, at=at)
        return receive_tags(town=self.chosen_town(request), box=box, by=by, at=at)
