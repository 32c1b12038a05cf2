"""The forms of the pound's lists: what to show, and which period."""

from __future__ import annotations

from django import forms

_STATES = {"held": "In the pound now", "ended": "No longer in the pound"}


class PoundForm(forms.Form):
    """Dogs held, or dogs that were; or all that is found. What is no choice counts as the first."""

    state = forms.ChoiceField(label="Show", choices=[*_STATES.items()], required=False)
    q = forms.CharField(required=False, max_length=200, label="Or find by control number, dog, owner, tag or chip")
    dog = forms.IntegerField(required=False, min_value=1, max_value=2**53, widget=forms.HiddenInput)

    def wanted(self) -> str:
        """What is asked for: ``held``, ``ended``, or ``found``."""
        self.is_valid()
        if self.typed() or self.of_dog():
            return "found"
        return str(self.cleaned_data.get("state") or "held")

    def typed(self) -> str:
        """What is sought, in words."""
        return str(self.cleaned_data.get("q") or "").strip()

    def of_dog(self) -> int | None:
        """The dog of record of which all is sought."""
        number: int | None = self.cleaned_data.get("dog")
        return None if self.typed() else number
