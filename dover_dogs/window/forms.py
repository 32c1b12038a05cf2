"""The window's two forms: by tag, or by the code on the license."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from licensing.codes import tidied
from licensing.keys import digits
from office.models import Town

LARGEST = 2**63 - 1


class TagForm(forms.Form):
    """Town, tag number, and one more fact about the owner."""

    town = forms.ChoiceField(label="Town", error_messages={"required": "Choose the town."}, widget=forms.RadioSelect)
    tag = forms.CharField(
        label="Number on the tag",
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    fact = forms.CharField(
        label="Owner’s last name or ZIP code",
        help_text="One of the two is enough.",
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, towns: Sequence[Town], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.towns = {town.slug: town for town in towns}
        choice: Any = self.fields["town"]
        choice.choices = [(town.slug, town.name) for town in towns]
        if len(towns) == 1:
            choice.widget = forms.HiddenInput()
            self.initial["town"] = towns[0].slug

    def clean_tag(self) -> int:
        """The number; spaces and signs around it do not matter."""
        typed = str(self.cleaned_data["tag"])
        number = int(digits(typed) or 0)
        if not 0 < number <= LARGEST or any(sign.isalpha() for sign in typed):
            raise forms.ValidationError("Write the number alone, as it is on the tag.", code="invalid")
        return number

    def chosen_town(self) -> Town:
        """The town chosen; for a valid form."""
        return self.towns[self.cleaned_data["town"]]


class CodeForm(forms.Form):
    """The code on the license."""

    code = forms.CharField(
        label="Code on the license",
        help_text="Sixteen letters and digits, such as 001Q-7KFM-2XA4-BDT6.",
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )

    def clean_code(self) -> str:
        """The code without spaces and look-alikes."""
        code = tidied(self.cleaned_data["code"])
        if not (code.isascii() and code.isalnum()):
            raise forms.ValidationError("Write the letters and digits of the code.", code="invalid")
        return code
