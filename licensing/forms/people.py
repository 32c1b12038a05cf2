"""The form for an owner of record."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms

from licensing.forms.records import RecordForm, date_input
from licensing.models import Owner
from licensing.shapes import STATE, ZIP_CODE, check_telephone

_SHORT = {"autocomplete": "off"}


class OwnerForm(RecordForm):
    """A person, or an organization by its last name alone."""

    class Meta:
        model = Owner
        fields: ClassVar = [
            "first_name", "last_name", "street", "city", "state", "zip_code", "telephone", "email", "born", "resident",
            "resident_since", "note",
        ]  # fmt: skip
        labels: ClassVar = {
            "resident_since": "In town since",
            "resident": "Lives in the town",
            "state": "State",
            "note": "Note for the office",
        }
        help_texts: ClassVar = {
            "last_name": "An organization has this name alone.",
            "born": "Decides a senior’s rate. May stay empty.",
            "telephone": "In any way of writing it.",
            "resident_since": "Only for someone who has moved in lately.",
        }
        widgets: ClassVar = {
            "first_name": forms.TextInput(attrs=_SHORT),
            "last_name": forms.TextInput(attrs=_SHORT),
            "street": forms.TextInput(attrs=_SHORT),
            "city": forms.TextInput(attrs=_SHORT),
            "state": forms.TextInput(attrs=_SHORT | {"size": 2, "class": "usa-input--small"}),
            "zip_code": forms.TextInput(attrs=_SHORT | {"size": 10, "class": "usa-input--medium"}),
            "telephone": forms.TextInput(attrs=_SHORT | {"type": "tel", "class": "usa-input--medium"}),
            "email": forms.EmailInput(attrs=_SHORT),
            "born": date_input(),
            "resident_since": date_input(),
            "note": forms.Textarea(attrs={"rows": 2}),
        }

    PERSON = ("first_name", "last_name", "born")
    ADDRESS = ("street", "city", "state", "zip_code", "resident", "resident_since")
    CONTACT = ("telephone", "email", "note")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["zip_code"].validators.append(ZIP_CODE)
        self.fields["state"].validators.append(STATE)

    def clean_state(self) -> str:
        """The state in capitals."""
        return str(self.cleaned_data["state"]).upper()

    def clean_telephone(self) -> str:
        """The telephone as typed, if it has the digits of one."""
        telephone = str(self.cleaned_data["telephone"])
        if telephone:
            check_telephone(telephone)
        return telephone
