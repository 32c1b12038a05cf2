"""The forms of the office for a seizure: written there, amended, and matched with a dog of record."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.utils import timezone

from impound.actions.seizures import SeizureFacts
from impound.forms.custody import MOMENT
from impound.forms.field import SeizureForm
from impound.models import Seizure
from licensing.forms.acts import OneActForm
from licensing.models import Dog
from office.models import Role, Town, User
from office.refusals import Refused
from office.versions import ChangedMeanwhile, version_of
from ordinances.answers import Refusal

_OF_THE_TABLET = ("kind", "located", "together")
_ORDER = ("officer", "at", "place", "together_with", "grounds", "course", "handed_back_to")
_HELP = {
    "handed_back_to": "If it was handed back: to whom.",
    "wears_tag": "It decides for how long the dog is held. A microchip alone is no tag.",
    "handed_over_by": "If somebody brought the dog in or gave it to the officer: who.",
}


class OfficeSeizureForm(SeizureForm, OneActForm):
    """The officer's form, written in the office: who seized, and which dogs were taken together."""

    PLACES: ClassVar = {"seized_at": "at"}
    officer = forms.ModelChoiceField(User.objects.none(), label="Officer who seized or took the dog in")
    together_with = forms.IntegerField(
        required=False, min_value=1, label="Taken together with control number", help_text="On one occasion."
    )

    def __init__(self, data: Any = None, *, town: Town, by: User, initial: dict[str, Any] | None = None) -> None:
        SeizureForm.__init__(self, data, law=town.ordinance(timezone.localdate()))
        self.town = town
        for name in _OF_THE_TABLET:
            del self.fields[name]
        staff = User.objects.filter(town=town, is_active=True, groups__name=Role.OFFICER).order_by("last_name", "pk")
        officer: Any = self.fields["officer"]
        officer.queryset = staff
        officer.label_from_instance = lambda user: user.get_full_name() or user.get_username()
        self.fields["place"].help_text = "An address or words."
        self.fields["place"].required = (initial or {}).get("latitude") is None
        for name, words in _HELP.items():
            self.fields[name].help_text = words
        usual = staff.filter(pk=by.pk).first() or (staff.first() if staff.count() == 1 else None)
        self.initial = {**self.initial, "officer": usual, **(initial or {})}
        self.order_fields(_ORDER)

    def clean_together_with(self) -> Seizure | None:
        """The seizure of that number."""
        number = self.cleaned_data["together_with"]
        found = Seizure.objects.filter(town=self.town, number=number).first() if number else None
        if number and found is None:
            raise forms.ValidationError("There is no such control number.")
        return found

    def facts(self, town: Town, written_at: datetime, occasion: UUID) -> SeizureFacts:  # type: ignore[override]
        """What is written, for the act; dogs taken together share their occasion."""
        together = self.cleaned_data.get("together_with")
        return SeizureForm.facts(self, town, written_at, together.occasion if together else occasion)


class AmendForm(OfficeSeizureForm):
    """What was written, to be put right with a reason; what was done with the dog stays."""

    seen = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(max_length=200, label="Why it is amended", help_text="It is kept with the record.")

    def __init__(self, data: Any = None, *, seizure: Seizure, by: User) -> None:
        self.seizure = seizure
        names = SeizureFacts.__dataclass_fields__
        shown = {name: getattr(seizure, name) for name in names} | {"at": timezone.localtime(seizure.seized_at)}
        super().__init__(data, town=seizure.town, by=by, initial=shown | {"seen": version_of(seizure)})
        for name in ("officer", "together_with", "course", "handed_back_to", "dog"):
            del self.fields[name]

    def amended(self) -> SeizureFacts:
        """The facts as they are to be; of a valid form."""
        kept = self.seizure
        self.cleaned_data |= {"course": kept.course, "handed_back_to": kept.handed_back_to}
        facts = self.facts(kept.town, kept.written_at, kept.occasion)
        same = facts.seized_at.strftime(MOMENT) == timezone.localtime(kept.seized_at).strftime(MOMENT)
        return replace(facts, owner=kept.owner, dog=kept.dog, seized_at=kept.seized_at if same else facts.seized_at)

    def show(self, refused: Refused) -> None:
        """As ever; after someone else's change the form builds on that one, and what was typed stands."""
        if isinstance(refused, ChangedMeanwhile):
            self.retype("seen", str(refused.version))
            stands = " What you typed stands here, and takes its place when you save."
            told: Iterable[Refusal] = (replace(each, message=each.message + stands) for each in refused.refusals)
            refused = Refused(*told)
        super().show(refused)


class MatchForm(OneActForm):
    """Which of the dogs found it is, or that it is none on record."""

    dog = forms.ModelChoiceField(
        Dog.objects.none(),
        required=False,
        blank=True,
        widget=forms.RadioSelect,
        label="The dog",
        empty_label="None of these: it is on no record yet",
    )

    def __init__(self, data: Any = None, *, dogs: Any, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial)
        field: Any = self.fields["dog"]
        field.queryset = dogs
        field.label_from_instance = lambda dog: f"{dog.name}, {dog.description}; {dog.owner.name}"
