"""The forms for the end of custody."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms

from impound.facts import custody_of
from impound.forms.custody import moment
from impound.models import End, Seizure
from licensing.forms.acts import OneActForm
from office.refusals import Refused
from ordinances import facts as law

_OF_THEIR_OWN = (End.Kind.REDEEMED, End.Kind.ADOPTED)


class ForfeitForm(OneActForm):
    """Nothing is typed: the clock says all."""


class EndForm(OneActForm):
    """What became of the dog, but for a release on a receipt and an adoption, which have pages of their own."""

    kind = forms.ChoiceField(
        widget=forms.RadioSelect,
        label="What became of the dog",
        choices=[each for each in End.Kind.choices if each[0] not in _OF_THEIR_OWN],
    )
    at = moment("When")
    to_whom = forms.CharField(required=False, max_length=200, label="Handed to", help_text="The shelter, or the owner.")
    approval = forms.CharField(required=False, max_length=200, help_text="Its day, and what was approved.")
    note = forms.CharField(required=False, max_length=300, label="Note")

    def __init__(self, data: Any = None, *, seizure: Seizure, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial)
        ordinance = seizure.town.ordinance(seizure.seized_on)
        asked = law.Disposal(seizure.seized_on, "sheltered", custody_of(seizure), forfeited=True)
        if any(each.about == "approval" for each in ordinance.disposal(asked)):
            self.fields["approval"].label = f"Approval of the {ordinance.words.board}"
        else:
            del self.fields["approval"]

    def show(self, refused: Refused) -> None:
        """Show each reason at its field; the law asks how it is done, and the form which kind of end it is."""
        places = {"how": "kind", "course": "kind", "owner": "kind", "handed_back_to": "to_whom"}
        super().show(Refused(*(replace(each, about=places.get(each.about, each.about)) for each in refused.refusals)))
