"""The form for a visit."""

from __future__ import annotations

from typing import ClassVar

from django import forms

from licensing.forms.records import RecordForm, date_input
from licensing.models import Visit


class VisitForm(RecordForm):
    """When the dog came, where it belongs, and by which papers it is exempt."""

    class Meta:
        model = Visit
        fields: ClassVar = ["arrived", "home", "permission", "license_elsewhere"]
        labels: ClassVar = {
            "arrived": "Arrived on",
            "home": "Where it belongs",
            "permission": "The town’s written permission",
            "license_elsewhere": "License at home",
        }
        help_texts: ClassVar = {
            "permission": "Its date and number, where the law asks for one.",
            "license_elsewhere": "Place and number.",
        }
        widgets: ClassVar = {"arrived": date_input(), "home": forms.RadioSelect()}
