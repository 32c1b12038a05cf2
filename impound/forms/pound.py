"""The forms of the pound's lists: what to show, and which period."""

from __future__ import annotations

from django import forms

_STATES = {"held": "In the pound now", "ended": "No longer in the pound"}


class PoundForm(forms.Form):
    """Dogs held, or dogs that were. What is no choice counts as the first."""

    state = forms.ChoiceField(label="Show", choices=[*_STATES.items()], required=False)

    def wanted(self) -> str:
        """What is asked for."""
        self.is_valid()
        return str(self.cleaned_data.get("state") or "held")
