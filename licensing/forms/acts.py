"""A small form for one act: what the act is told, with a one-time key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

from django import forms

from licensing.forms.records import ActForm, Asking
from licensing.models import Caution
from office.forms import one_time_key
from office.refusals import Refused, Unconfirmed

Facts = TypeVar("Facts")


class OneActForm(Asking, ActForm, forms.Form):
    """A form that one act carries out, once; what the act asks first stands above it."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    PLACES: ClassVar[Mapping[str, str]] = {}
    """Where this form has a fact under another name than the act."""

    def __init__(
        self, data: Any = None, files: Any = None, *, initial: dict[str, Any] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(data, files, initial={"key": one_time_key()} | (initial or {}), **kwargs)

    def facts(self, kind: Callable[..., Facts], **more: Any) -> Facts:
        """What was typed in the fields that the facts have, as the act takes it; for a valid form."""
        wanted = getattr(kind, "__dataclass_fields__", {})
        return kind(**{name: value for name, value in self.cleaned_data.items() if name in wanted} | more)

    def show(self, refused: Refused) -> None:
        """Show each reason at its field, or as a question."""
        if isinstance(refused, Unconfirmed):
            self.questions = refused.refusals
        elif self.PLACES:
            moved = (replace(each, about=self.PLACES.get(each.about, each.about)) for each in refused.refusals)
            super().show(Refused(*moved))
        else:
            super().show(refused)


class BecauseForm(OneActForm):
    """Why something is taken back."""

    reason = forms.CharField(max_length=200, label="Why", help_text="It is kept with the record.")


class CautionForm(OneActForm):
    """A caution: what, why, and who says so."""

    kind = forms.ChoiceField(choices=Caution.Kind.choices, widget=forms.RadioSelect, label="Caution")
    reason = forms.CharField(max_length=300, label="What happened", help_text="As whoever meets the dog must read it.")
    source = forms.CharField(
        max_length=200, label="Who says so", help_text="A person, a court and its case, a veterinarian, a paper."
    )
