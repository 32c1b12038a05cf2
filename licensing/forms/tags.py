"""The period of the tag list."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms


def _day(label: str) -> forms.DateField:
    return forms.DateField(label=label, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))


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
