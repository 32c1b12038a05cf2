"""What an officer writes on the tablet: the same forms make the page and read what it sends."""

from __future__ import annotations

from datetime import datetime
from typing import Any, cast
from uuid import UUID

from django import forms
from django.template.loader import render_to_string

from impound.actions.seizures import EncounterFacts, SeizureFacts
from impound.models import Encounter, Seizure
from licensing.forms.dogs import BREEDS, COLORS
from licensing.models import Dog
from office.models import Town
from ordinances.ordinance import Ground, Ordinance

_MOMENT = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
_NUMBERS = {"inputmode": "numeric", "autocomplete": "off"}


class PlaceForm(forms.Form):
    """When and where: in words, by the satellites, or both."""

    kind = forms.CharField(widget=forms.HiddenInput)
    dog = forms.IntegerField(required=False, widget=forms.HiddenInput)
    latitude = forms.DecimalField(required=False, max_digits=9, decimal_places=6, widget=forms.HiddenInput)
    longitude = forms.DecimalField(required=False, max_digits=9, decimal_places=6, widget=forms.HiddenInput)
    accuracy = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)
    located = forms.CharField(
        required=False, label="Position", widget=forms.TextInput({"readonly": True, "placeholder": " "})
    )
    at = forms.DateTimeField(label="Date and hour", widget=_MOMENT, input_formats=["%Y-%m-%dT%H:%M"])
    place = forms.CharField(
        required=False, max_length=200, label="Place", help_text="An address or words; or take the tablet’s position."
    )

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, auto_id=f"{type(self).__name__.lower()}-%s", **kwargs)

    def clean(self) -> dict[str, Any]:
        """A place is told somehow."""
        cleaned = super().clean() or self.cleaned_data
        if "place" not in self.errors and not cleaned.get("place") and cleaned.get("latitude") is None:
            self.add_error("place", "Say where: write the place, or take the tablet’s position.")
        return cleaned

    def said(self, town: Town, *names: str) -> dict[str, Any]:
        """What is typed in these fields and of the place, and the dog of record if it is one of the town's."""
        data = self.cleaned_data
        place = ("place", "latitude", "longitude", "accuracy")
        dog = Dog.objects.filter(town=town, pk=data["dog"]).first() if data.get("dog") else None
        return {name: data[name] for name in (*place, *names)} | {"dog": dog}

    def problems(self) -> list[str]:
        """What is wrong, a sentence a field, for an officer who sees the form again."""
        return [
            f"{self.fields[name].label or name}: {' '.join(map(str, errors))}"
            for name, errors in self.errors.items()
            if name in self.fields
        ]


class SeizureForm(PlaceForm):
    """A dog seized. Which grounds and returns there are, the town's ordinance says."""

    grounds = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, label="Grounds")
    course = forms.ChoiceField(widget=forms.RadioSelect, label="What is done with the dog")
    handed_back_to = forms.CharField(required=False, max_length=160, label="Handed back to")
    together = forms.BooleanField(required=False, label="Taken on the same occasion as the seizure written before")
    breed = forms.CharField(max_length=80, label="Breed", widget=forms.TextInput(attrs={"list": "breeds"}))
    sex = forms.ChoiceField(required=False, choices=Seizure.Sex.choices, label="Sex")
    color = forms.CharField(max_length=80, label="Color or colors", widget=forms.TextInput(attrs={"list": "colors"}))
    age = forms.CharField(required=False, max_length=40, label="Age, as it seems")
    marks = forms.CharField(required=False, max_length=200, label="Identification marks")
    called = forms.CharField(required=False, max_length=60, label="Name, if known")
    wears_tag = forms.BooleanField(required=False, label="An identification tag is on the dog")
    tag_read = forms.CharField(required=False, max_length=40, label="Tag, as read", widget=forms.TextInput(_NUMBERS))
    chip = forms.CharField(required=False, max_length=30, label="Microchip", widget=forms.TextInput(_NUMBERS))
    owner_told = forms.CharField(required=False, max_length=300, label="Owner’s name and address, if known")
    handed_over_by = forms.CharField(required=False, max_length=160, label="Handed over by")
    note = forms.CharField(required=False, label="Notes", widget=forms.Textarea({"rows": 4}))

    breeds, colors = BREEDS, COLORS

    def __init__(self, data: Any = None, *, law: Ordinance) -> None:
        super().__init__(data, initial={"course": Seizure.Course.IMPOUNDED})
        self._offer("grounds", law.seizure_grounds)
        impounded = Ground("Impound it", "", "It comes to the shelter.")
        self._offer("course", {Seizure.Course.IMPOUNDED.value: impounded, **law.returns})

    def facts(self, town: Town, written_at: datetime, occasion: UUID) -> SeizureFacts:
        """What is written, for the act; of a valid form."""
        names = (
            "course", "breed", "sex", "color", "age", "marks", "called", "wears_tag", "tag_read", "chip", "owner_told",
            "handed_back_to", "handed_over_by", "note",
        )  # fmt: skip
        told = self.said(town, *names) | {"grounds": tuple(self.cleaned_data["grounds"])}
        return SeizureFacts(seized_at=self.cleaned_data["at"], written_at=written_at, occasion=occasion, **told)

    def _offer(self, name: str, grounds: Any) -> None:
        """Offer these, each with its section and its text at hand."""
        choices = [
            (code, render_to_string("field/ground.html", {"ground": ground}, using=None))
            for code, ground in grounds.items()
        ]
        cast("forms.ChoiceField", self.fields[name]).choices = choices


class EncounterForm(PlaceForm):
    """An officer met a dog or its owner, or left a notice at a door."""

    told = forms.CharField(max_length=300, label="Dog and person")
    note = forms.CharField(label="What was said or left", widget=forms.Textarea({"rows": 6}))

    def facts(self, town: Town, written_at: datetime) -> EncounterFacts:
        """What is written, for the act; of a valid form."""
        return EncounterFacts(written_at=written_at, **self.said(town, "kind", "at", "told", "note"))

    def clean_kind(self) -> str:
        """One of the two kinds."""
        kind = self.cleaned_data["kind"]
        if kind not in Encounter.Kind.values:
            raise forms.ValidationError("This is no encounter.")
        return str(kind)
