"""The forms of licenses carried over: to a dog's new owner, or from another place, with the till."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms

from licensing.actions.elsewhere import Elsewhere
from licensing.forms.records import date_input
from licensing.models import Dog, Owner
from office.forms import MoneyField, TillForm, one_time_key


class TransferForm(TillForm):
    """The transfer of the license that there is: nothing to choose, only the money."""

    shown_total = MoneyField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, new_owner: Owner) -> None:
        super().__init__(data, initial={"key": one_time_key(), "payer": new_owner.name})


class ElsewhereForm(TillForm):
    """The license of another place that is shown."""

    place = forms.CharField(max_length=60, label="Place that issued it")
    number = forms.CharField(max_length=30, label="Its number")
    expires = forms.DateField(label="Its last day", widget=date_input())
    tag_number = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=2**53,
        label="Tag number, if you choose one by hand",
        help_text="Left empty: the next tag in stock.",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 9}),
    )
    shown_total = MoneyField(required=False, widget=forms.HiddenInput)

    FACTS = ("place", "number", "expires", "tag_number")

    def __init__(self, data: Any = None, *, dog: Dog) -> None:
        super().__init__(data, initial={"key": one_time_key(), "payer": dog.owner.name})

    def elsewhere(self) -> Elsewhere:
        """The license shown; for a valid form."""
        return Elsewhere(**{name: self.cleaned_data[name] for name in ("place", "number", "expires")})

    def last_day(self, on: date) -> date | None:
        """Its last day as typed; before anything was typed, as if it were valid ``on`` the day."""
        if not self.is_bound:
            return on
        self.is_valid()
        day: date | None = self.cleaned_data.get("expires")
        return day
