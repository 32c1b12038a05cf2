"""The form for a visit."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, ClassVar, cast

from django import forms

from licensing.forms.records import Made, RecordForm, date_input
from licensing.models import Visit
from licensing.visits import exemption
from ordinances.ordinance import Ordinance


class VisitForm(RecordForm):
    """When the dog came and by which papers it is exempt; where it belongs, in a town whose law looks at that."""

    class Meta:
        model = Visit
        fields: ClassVar = ["arrived", "home", "permission", "license_elsewhere"]
        labels: ClassVar = {
            "arrived": "Arrived on",
            "home": "Where it belongs",
            "permission": "The town’s written permission",
            "license_elsewhere": "License at home",
        }
        help_texts: ClassVar = {"permission": "Its date and number.", "license_elsewhere": "Place and number."}
        widgets: ClassVar = {"arrived": date_input(), "home": forms.RadioSelect()}

    def __init__(self, data: Any = None, *, law: Ordinance, on: date) -> None:
        super().__init__(data, initial={"arrived": on})
        cast("Any", self.fields["home"]).choices = Visit.Home.choices
        self.by_permission = exemption(Visit(arrived=on, home=Visit.Home.NYC_RESIDENT), law=law)[0] is None
        del self.fields["home" if self.by_permission else "permission"]
        if self.by_permission:
            self.fields["permission"].required = True
        else:
            self.fields["license_elsewhere"].help_text = "Place and number; not asked of who lives in New York City."

    def facts(self, kind: Callable[..., Made]) -> Made:
        """What was typed, as the act takes it; for a valid form."""
        typed = {name: self.cleaned_data[name] for name in self._meta.fields or () if name in self.fields}
        return kind(**{"home": Visit.Home.OUT_OF_STATE} | typed)
