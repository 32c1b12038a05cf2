"""The forms for dogs that are missed."""

from __future__ import annotations

from typing import Any

from django import forms

from impound.models import Seizure
from licensing.forms.acts import OneActForm
from licensing.forms.dogs import BREEDS, COLORS
from licensing.forms.records import date_input
from licensing.models import Dog
from office.models import Town


class LossForm(OneActForm):
    """Who misses which dog, since when and where; one of record is filled in."""

    reporter = forms.CharField(max_length=160, label="Reported by")
    telephone = forms.CharField(max_length=30, label="Telephone")
    lost_on = forms.DateField(label="Missed since", widget=date_input())
    place = forms.CharField(max_length=200, label="Last seen at")
    called = forms.CharField(required=False, max_length=60, label="Name of the dog")
    breed = forms.CharField(max_length=80, label="Breed", widget=forms.TextInput(attrs={"list": "breeds"}))
    sex = forms.ChoiceField(required=False, choices=Seizure.Sex.choices, label="Sex")
    color = forms.CharField(max_length=80, label="Color or colors", widget=forms.TextInput(attrs={"list": "colors"}))
    marks = forms.CharField(required=False, max_length=200, label="Identification marks")
    chip = forms.CharField(required=False, max_length=30, label="Microchip")

    breeds, colors = BREEDS, COLORS


class CloseForm(OneActForm):
    """How the search ended."""

    on = forms.DateField(label="On", widget=date_input())
    found = forms.IntegerField(
        required=False, min_value=1, label="Found: control number of the seizure", help_text="If it is in the pound."
    )
    recovered = forms.BooleanField(required=False, label="The dog is back with its owner")
    because = forms.CharField(max_length=200, label="What happened")

    def __init__(self, data: Any = None, *, town: Town, initial: dict[str, Any] | None = None) -> None:
        self.town = town
        super().__init__(data, initial=initial)

    def clean_found(self) -> Seizure | None:
        """The seizure of that number."""
        number = self.cleaned_data["found"]
        found = Seizure.objects.filter(town=self.town, number=number).first() if number else None
        if number and found is None:
            raise forms.ValidationError("There is no such control number.")
        return found


def known_of(dog: Dog) -> dict[str, Any]:
    """What is on record of a dog that is missed, as the form shows it."""
    owner = dog.owner
    told = {"called": dog.name, "breed": dog.breed, "sex": dog.sex, "color": dog.color, "marks": dog.markings}
    telephone = "" if owner.confidential else owner.telephone
    return told | {"chip": dog.chip, "reporter": owner.name, "telephone": telephone}
