"""The forms for the end of custody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.html import format_html

from impound.facts import custody_of
from impound.forms.custody import moment
from impound.models import End, Seizure
from licensing.forms.acts import OneActForm
from office.refusals import OFFICE_RULE
from office.words import dated
from ordinances import facts as law
from ordinances.answers import Refusal

_OF_THEIR_OWN = (End.Kind.REDEEMED, End.Kind.ADOPTED)


class ForfeitForm(OneActForm):
    """Nothing is typed: the clock says all."""


class EndForm(OneActForm):
    """What became of the dog, but for a release on a receipt and an adoption, which have pages of their own."""

    PLACES: ClassVar = {"how": "kind", "course": "kind", "owner": "kind", "handed_back_to": "to_whom"}
    kind = forms.ChoiceField(
        widget=forms.RadioSelect,
        label="What became of the dog",
        choices=[each for each in End.Kind.choices if each[0] not in _OF_THEIR_OWN],
    )
    at = moment("When")
    to_whom = forms.CharField(required=False, max_length=200, label="Handed to", help_text="The shelter, or the owner.")
    approval = forms.CharField(required=False, max_length=200, help_text="Its day, and what was approved.")
    note = forms.CharField(required=False, max_length=300, label="Note")

    def __init__(
        self,
        data: Any = None,
        *,
        seizure: Seizure,
        refused: Mapping[str, Sequence[Refusal]],
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=initial)
        choices: Any = self.fields["kind"]
        choices.choices = [(kind, _labeled(label, refused.get(kind, ()))) for kind, label in choices.choices]
        ordinance = seizure.town.ordinance(seizure.seized_on)
        asked = law.Disposal(seizure.seized_on, "sheltered", custody_of(seizure), forfeited=True)
        if any(each.about == "approval" for each in ordinance.disposal(asked)):
            self.fields["approval"].label = f"Approval of the {ordinance.words.board}"
        else:
            del self.fields["approval"]


def _labeled(label: str, refused: Sequence[Refusal]) -> str:
    """The kind of end, with what the law says against it today."""
    if not refused:
        return label
    why = ". ".join(dict.fromkeys(each.message.rstrip(".") for each in refused))
    cited = "; ".join(dict.fromkeys(each.citation for each in refused if each.citation != OFFICE_RULE))
    return format_html(
        '{}<span class="usa-radio__label-description">Not today. {}. <cite>{}</cite></span>', label, dated(why), cited
    )
