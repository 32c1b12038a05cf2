"""The forms of enumerations: a new one, a house looked up, a dog found, and which dog it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, cast

from django import forms

from licensing.actions.enumerations import Found, Plan
from licensing.forms.records import RecordForm, date_input
from licensing.models import Dog, Enumeration, Finding

NOT_ON_RECORD = "Another dog, not on record"


class StreetsForm(forms.Form):
    """Streets, one a line."""

    streets = forms.CharField(
        label="Streets, one a line", widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off"}), max_length=100_000
    )

    @property
    def names(self) -> list[str]:
        """The streets typed; none where a line is too long to be one."""
        return str(self.cleaned_data.get("streets", "")).splitlines()

    def clean_streets(self) -> str:
        """What was typed; a line that is no street's name is refused."""
        typed = str(self.cleaned_data["streets"])
        if any(len(" ".join(line.split())) > 120 for line in typed.splitlines()):
            raise forms.ValidationError("A street has at most 120 letters: write one street a line.")
        return typed


class EnumerationForm(StreetsForm, RecordForm):
    """What is counted, from when on, and in which streets."""

    class Meta:
        model = Enumeration
        fields: ClassVar = ["name", "starts_on", "note"]
        labels: ClassVar = {"name": "Enumeration of", "starts_on": "Begins on", "note": "Note"}
        help_texts: ClassVar = {"name": "Such as “spring 2026”: prices and receipts name it."}
        widgets: ClassVar = {"starts_on": date_input()}

    field_order = ("name", "starts_on", "streets", "note")

    def plan(self) -> Plan:
        """What was typed, as the act takes it; for a valid form."""
        data = self.cleaned_data
        return Plan(name=data["name"], starts_on=data["starts_on"], streets=self.names, note=data["note"])


class LookUpForm(forms.Form):
    """A house of the street, or a name, a tag or a dog, to find which dogs are on record there."""

    house = forms.CharField(required=False, max_length=40, label="House number", widget=forms.TextInput({"size": 9}))
    q = forms.CharField(required=False, max_length=120, label="Or a name, a tag or a dog")

    @property
    def typed(self) -> tuple[str, str]:
        """House number and words, as far as they were typed."""
        self.is_valid()
        return self.cleaned_data.get("house", ""), self.cleaned_data.get("q", "")


class DogChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # no generic where it runs
    """One of the dogs offered, each with its owner and tag."""

    widget = forms.RadioSelect

    def __init__(self, **options: Any) -> None:
        super().__init__(Dog.objects.none(), label="Dog", **options)

    def offer(self, dogs: Sequence[Dog]) -> None:
        """Offer these dogs alone."""
        self.queryset = Dog.objects.filter(pk__in=[dog.pk for dog in dogs])
        chosen = [(dog.pk, self.label_from_instance(dog)) for dog in dogs]
        self.choices = [*([] if self.empty_label is None else [("", self.empty_label)]), *chosen]

    def label_from_instance(self, obj: Dog) -> str:
        """Name, looks, owner and tag."""
        tag = f", tag {obj.tag}" if obj.tag else ""
        return f"{obj.name}, {obj.description}; {obj.owner.name}{tag}"


class FindingForm(RecordForm):
    """A dog found at a house: one of those offered, or one as described."""

    dog = DogChoice(required=False, blank=True, empty_label=NOT_ON_RECORD)

    class Meta:
        model = Finding
        fields: ClassVar = ["house", "found_on", "dog", "description", "person"]
        labels: ClassVar = {"found_on": "Found on"}
        help_texts: ClassVar = {
            "description": "Where it is not on record: name, breed, color.",
            "person": "Where it is not on record.",
        }
        widgets: ClassVar = {"found_on": date_input(), "house": forms.TextInput({"size": 9})}

    def __init__(self, data: Any = None, *, dogs: Sequence[Dog], initial: dict[str, Any]) -> None:
        super().__init__(data, initial=initial)
        cast("DogChoice", self.fields["dog"]).offer(dogs)

    def found(self) -> Found:
        """What was found, as the act takes it; for a valid form."""
        return self.facts(Found)


class MatchForm(forms.Form):
    """Which dog on record it was that was found."""

    dog = DogChoice(empty_label=None)

    def __init__(self, data: Any = None, *, dogs: Sequence[Dog]) -> None:
        super().__init__(data)
        cast("DogChoice", self.fields["dog"]).offer(dogs)
