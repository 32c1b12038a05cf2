"""The filters of the due list."""

from __future__ import annotations

from django import forms

from licensing.due import SORTS, STATES, Wanted


class DueForm(forms.Form):
    """Which licenses, in what order. What is not a choice counts as the first."""

    state = forms.ChoiceField(label="Show", choices=[*STATES.items()], required=False)
    address = forms.CharField(label="Street or ZIP code", max_length=80, required=False)
    sort = forms.ChoiceField(
        label="Sorted by", choices=[(code, label) for code, (label, _) in SORTS.items()], required=False
    )

    def wanted(self) -> Wanted:
        """What is asked for."""
        self.is_valid()
        chosen = self.cleaned_data
        return Wanted(chosen.get("state") or "all", chosen.get("sort") or "expires", chosen.get("address", ""))
