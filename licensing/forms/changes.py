"""The forms for what owners report: where a dog is, a new address, a dog's new owner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms

from licensing.actions.changes import Address, Report
from licensing.forms.records import RecordForm, date_input
from licensing.models import Change, Dog
from licensing.shapes import STATE, ZIP_CODE

Event = Change.Event

_OF_A_DOG = (Event.SALE, Event.LOSS, Event.THEFT, Event.DEATH, Event.LEFT_TOWN, Event.GONE)
_OF_ONE_AWAY = (Event.RECOVERY, Event.SALE, Event.DEATH, Event.LEFT_TOWN, Event.GONE)
_LABELS = {"happened_on": "It happened on", "reported_on": "The office was told on"}
_SAID = {"happened_on": "A loss or theft: the day on which it was noticed."}
_WIDGETS = {
    "happened_on": date_input(),
    "reported_on": date_input(),
    "note": forms.TextInput(attrs={"autocomplete": "off"}),
}


class ReportForm(RecordForm):
    """What became of a dog; of one that is away, first of all that it is back."""

    event = forms.ChoiceField(widget=forms.RadioSelect, label="What happened?")

    class Meta:
        model = Change
        fields: ClassVar = ["event", "happened_on", "reported_on", "note"]
        labels: ClassVar = _LABELS
        help_texts: ClassVar = _SAID
        widgets: ClassVar = _WIDGETS

    def __init__(self, data: Any = None, *, dog: Dog, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        _offer(self, _OF_A_DOG if dog.status == Dog.Status.HERE else _OF_ONE_AWAY)


class MoveForm(RecordForm):
    """A person's new address, in town or elsewhere."""

    event = forms.ChoiceField(widget=forms.RadioSelect, label="What happened?")
    street = forms.CharField(required=False, max_length=160, label="New house number and street")
    city = forms.CharField(required=False, max_length=80)
    state = forms.CharField(required=False, max_length=2, validators=[STATE])
    zip_code = forms.CharField(required=False, max_length=10, label="ZIP code", validators=[ZIP_CODE])

    class Meta:
        model = Change
        fields: ClassVar = ["event", "happened_on", "reported_on", "note"]
        labels: ClassVar = _LABELS
        widgets: ClassVar = _WIDGETS

    ADDRESS = ("street", "city", "state", "zip_code")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, (Event.ADDRESS, Event.LEFT_TOWN))

    def clean(self) -> dict[str, Any]:
        """The new address is whole, or of those who left town, left out."""
        data: dict[str, Any] = self.cleaned_data
        wanted = data.get("event") == Event.ADDRESS or data.get("street")
        for name in self.ADDRESS:
            if wanted and name in data and not data[name]:
                self.add_error(name, "Write the whole new address.")
        return data

    def address(self) -> Address | None:
        """The new address, if one was told; for a valid form."""
        data = self.cleaned_data
        if not data["street"]:
            return None
        given = {name: data[name] for name in self.ADDRESS}
        return Address(**given | {"state": data["state"].upper()})


class SaleForm(RecordForm):
    """When a dog went to a new owner, and when the office was told."""

    class Meta:
        model = Change
        fields: ClassVar = ["happened_on", "reported_on", "note"]
        labels: ClassVar = _LABELS
        widgets: ClassVar = _WIDGETS

    def report(self) -> Report:
        """The sale, as the acts take it; for a valid form."""
        return self.facts(lambda **facts: Report(event=Event.SALE, **facts))


def _offer(form: RecordForm, events: Sequence[Event]) -> None:
    field: Any = form.fields["event"]
    field.choices = [(event.value, event.label) for event in events]
