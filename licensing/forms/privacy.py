"""Forms that ask why: an address is opened or marked confidential, records are given out."""

from __future__ import annotations

from django import forms


def _purpose() -> forms.CharField:
    """Why records are given out; kept with the export."""
    return forms.CharField(max_length=300, label="For what purpose", widget=forms.Textarea(attrs={"rows": 3}))


class ReasonForm(forms.Form):
    """Why it is done; kept with the record."""

    reason = forms.CharField(max_length=200, label="Why", widget=forms.TextInput(attrs={"autocomplete": "off"}))


class PublicRecordsForm(forms.Form):
    """Who asks for the public records, and for what purpose; kept with the export."""

    requester = forms.CharField(max_length=160, label="Who asks for them")
    purpose = _purpose()


class TownExportForm(forms.Form):
    """For what purpose everything of the town is exported, and whether with its scans."""

    purpose = _purpose()
    scans = forms.BooleanField(required=False, label="With the scanned papers")
