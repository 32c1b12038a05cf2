"""The forms of the tag pages: the period of a list, a number looked up, a number spoiled."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms

from office.refusals import Refused


def _day(label: str) -> forms.DateField:
    return forms.DateField(label=label, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))


def _number_input() -> forms.TextInput:
    return forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 9})


class PeriodForm(forms.Form):
    """From a day to a day, both included: this month so far, unless the address says otherwise."""

    def __init__(self, data: Any, *, on: date) -> None:
        usual = {"from": on.replace(day=1).isoformat(), "to": on.isoformat()}
        super().__init__({name: data.get(name) or day for name, day in usual.items()})
        # The names are those of the address, and "from" is no name in Python.
        self.fields.update({"from": _day("From"), "to": _day("To")})

    def clean(self) -> dict[str, Any]:
        """The period; one that ends before it begins is refused."""
        data: dict[str, Any] = self.cleaned_data
        if "from" in data and "to" in data and data["to"] < data["from"]:
            self.add_error("to", "This day is before the first one.")
        return data

    @property
    def days(self) -> tuple[date, date] | None:
        """The first and the last day; None when they were refused."""
        return (self.cleaned_data["from"], self.cleaned_data["to"]) if self.is_valid() else None


class NumberForm(forms.Form):
    """A number looked up: whether it is in stock, whose it is, what became of it."""

    number = forms.IntegerField(min_value=1, max_value=2**53, label="Number", widget=_number_input())


class SpoilForm(NumberForm):
    """A number taken out of stock, and why."""

    reason = forms.CharField(
        max_length=120, label="Why", help_text="Bent, misprinted, missing from the box: no dog will have this number."
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def refused(self, refused: Refused) -> None:
        """Show each reason at its field."""
        for refusal in refused.refusals:
            self.add_error(refusal.about if refusal.about in self.fields else None, refusal.message)
