"""The form for a dog's facts."""

from __future__ import annotations

from typing import ClassVar

from django import forms

from licensing.forms.records import RecordForm, date_input
from licensing.models import Dog

BREEDS = (
    "American Staffordshire Terrier", "Australian Cattle Dog", "Australian Shepherd", "Basset Hound", "Beagle",
    "Bernese Mountain Dog", "Bichon Frise", "Border Collie", "Boston Terrier", "Boxer", "Bulldog", "Cane Corso",
    "Cavalier King Charles Spaniel", "Chesapeake Bay Retriever", "Chihuahua", "Cocker Spaniel", "Collie", "Corgi",
    "Dachshund", "Doberman Pinscher", "English Setter", "French Bulldog", "German Shepherd",
    "German Shorthaired Pointer",
    "Golden Retriever", "Goldendoodle", "Great Dane", "Greyhound", "Havanese", "Jack Russell Terrier", "Labradoodle",
    "Labrador Retriever", "Maltese", "Mastiff", "Miniature Schnauzer", "Mixed breed", "Newfoundland",
    "Pit Bull Terrier",
    "Pomeranian", "Poodle", "Pug", "Rottweiler", "Shetland Sheepdog", "Shih Tzu", "Siberian Husky", "Springer Spaniel",
    "Vizsla", "Weimaraner", "West Highland White Terrier", "Yorkshire Terrier",
)  # fmt: skip
COLORS = (
    "black", "black and tan", "black and white", "blue merle", "brindle", "brown", "brown and white", "chocolate",
    "cream", "fawn", "gray", "red", "tan", "tricolor", "white", "yellow",
)  # fmt: skip
_TYPED = {"autocomplete": "off"}


class DogForm(RecordForm):
    """A dog's facts, as on an application."""

    sex = forms.ChoiceField(choices=Dog.Sex.choices, widget=forms.RadioSelect)

    class Meta:
        model = Dog
        fields: ClassVar = [
            "name", "sex", "altered", "breed", "color", "markings", "born", "birth_year", "chip", "acquired_on",
        ]  # fmt: skip
        labels: ClassVar = {"birth_year": "Or the year of birth alone", "color": "Color or colors"}
        help_texts: ClassVar = {
            "breed": "As the owner says; “mixed breed” if none.",
            "born": "If the exact day is known.",
            "birth_year": "Actual or approximate.",
            "chip": "Spaces and hyphens do not matter.",
            "acquired_on": "If it is new to this owner.",
            "altered": "The lower fee needs a proof on file.",
        }
        widgets: ClassVar = {
            "name": forms.TextInput(attrs=_TYPED),
            "breed": forms.TextInput(attrs=_TYPED | {"list": "breeds"}),
            "color": forms.TextInput(attrs=_TYPED | {"list": "colors"}),
            "born": date_input(),
            "birth_year": forms.TextInput(attrs=_TYPED | {"inputmode": "numeric", "class": "usa-input--small"}),
            "chip": forms.TextInput(attrs=_TYPED),
            "acquired_on": date_input(),
        }

    LOOKS = ("name", "sex", "altered", "breed", "color", "markings")
    LIFE = ("born", "birth_year", "acquired_on", "chip")
    breeds = BREEDS
    colors = COLORS
