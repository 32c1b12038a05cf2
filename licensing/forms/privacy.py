"""The form that asks why an address is opened, marked confidential or no longer so."""

from __future__ import annotations

from django import forms


class ReasonForm(forms.Form):
    """Why it is done; kept with the record."""

    reason = forms.CharField(max_length=200, label="Why", widget=forms.TextInput(attrs={"autocomplete": "off"}))


class PublicRecordsForm(forms.Form):
    """Who asks for the public records, and for what purpose; kept with the export."""

    requester = forms.CharField(max_length=160, label="Who asks for them")
    purpose = forms.CharField(max_length=300, label="For what purpose", widget=forms.Textarea(attrs={"rows": 3}))
