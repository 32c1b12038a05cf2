"""The form for a tag made anew: which number, why, and the money."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, cast

from django import forms

from licensing.models import Dog, Tag, TagReplacement
from office.forms import MoneyField, TillForm, one_time_key


class ReplacementForm(TillForm):
    """The number is asked only where the dog carries several, each for a license year."""

    tag = forms.ModelChoiceField(Tag.objects.none(), label="Number", empty_label=None)
    reason = forms.ChoiceField(
        choices=TagReplacement.Reason.choices, widget=forms.RadioSelect, label="What became of the tag?"
    )
    shown_total = MoneyField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, dog: Dog, tags: Sequence[Tag]) -> None:
        latest = tags[0].pk if tags else None
        super().__init__(data, initial={"key": one_time_key(), "payer": dog.owner.name, "tag": latest})
        chosen = cast("forms.ModelChoiceField[Tag]", self.fields["tag"])
        chosen.queryset = Tag.objects.filter(pk__in=[tag.pk for tag in tags]).select_related("dog")
        if len(tags) == 1:
            chosen.widget = forms.HiddenInput()


def replaceable(dog: Dog, on: date) -> list[Tag]:
    """The numbers that the dog carries, the latest first; one for a license year, until its license is over."""
    current = Tag.objects.current().filter(dog=dog).prefetch_related("licenses")
    return [
        tag
        for tag in current
        if tag.license_year is None or any(term.last_day >= on for term in tag.licenses.all() if not term.voided_at)
    ]
