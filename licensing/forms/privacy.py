"""The form that asks why an address is opened, marked confidential or no longer so."""

from __future__ import annotations

from django import forms


class ReasonForm(forms.Form):
    """Why it is done; kept with the record."""

    reason = forms.CharField(max_length=200, label="Why", widget=forms.TextInput(attrs={"autocomplete": "off"}))
