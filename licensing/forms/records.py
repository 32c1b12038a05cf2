"""What the forms for people, dogs and papers share: sent once, refused at the field, asked about, changed meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, TypeVar

from django import forms
from django.db import models

from office.forms import one_time_key
from office.refusals import Refused, Unconfirmed, in_words
from office.versions import STANDS, TAKEN_OVER, ChangedMeanwhile, Meanwhile, version_of
from ordinances.answers import Refusal

Made = TypeVar("Made")


def date_input() -> forms.DateInput:
    """A date in the browser's own way of asking for one."""
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class Asking(forms.BaseForm):
    """A form whose act may ask first. ``questions`` are then what it asked; ``confirmed`` the answers sent along."""

    questions: tuple[Refusal, ...] = ()

    @property
    def confirmed(self) -> list[str]:
        """The questions answered yes."""
        return str(self.data.get("confirmed", "")).split()

    @property
    def answer(self) -> str:
        """What to send as ``confirmed`` to answer yes to all that was asked."""
        return " ".join([*self.confirmed, *(question.code for question in self.questions)])


class ActForm(forms.BaseForm):
    """A form that an act carries out; it never writes a row itself."""

    def carry_out(self, act: Callable[[], Made]) -> Made | None:
        """What the act makes; None when the form or the act refuses, and then the form says why."""
        if not self.is_valid():
            return None
        try:
            return act()
        except Refused as refused:
            self.show(refused)
            return None

    def show(self, refused: Refused) -> None:
        """Show each reason at its field."""
        for refusal in refused.refusals:
            self.add_error(refusal.about if refusal.about in self.fields else None, in_words(refusal))

    def retype(self, name: str, value: str | None) -> None:
        """Put the value where it would have been typed; None as a box left empty."""
        data: Any = self.data
        self.data = data = data.copy()
        name = self.add_prefix(name)
        if value is None:
            data.pop(name, None)
        else:
            data[name] = value


class RecordForm(Asking, ActForm, forms.ModelForm):  # type: ignore[type-arg]  # no generic where it runs
    """A form over a record's fields. It never writes a row: an act does.

    ``key`` is its one-time key, ``seen`` the version of the record that it shows. After a refusal ``questions`` are
    those that the act asks, answered by sending ``answer`` as ``confirmed``.
    """

    key = forms.UUIDField(widget=forms.HiddenInput)
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(
        self,
        data: Any = None,
        files: Any = None,
        *,
        record: models.Model | None = None,
        initial: dict[str, Any] | None = None,
        prefix: str | None = None,
    ) -> None:
        shown = (
            forms.model_to_dict(record, fields=self._meta.fields or ()) | {"seen": version_of(record)} if record else {}
        )
        super().__init__(data, files, initial={"key": one_time_key()} | shown | (initial or {}), prefix=prefix)

    def _post_clean(self) -> None:
        """The shape alone is checked here: what the record may say, the act decides and the database holds."""

    def facts(self, kind: Callable[..., Made]) -> Made:
        """What was typed, as the act takes it; for a valid form."""
        return kind(**{name: self.cleaned_data[name] for name in self._meta.fields or ()})

    def show(self, refused: Refused) -> None:
        """Show each reason at its field, or as a question."""
        if isinstance(refused, Unconfirmed):
            self.questions = refused.refusals
            return
        if isinstance(refused, ChangedMeanwhile):
            self._build_on(refused)
            return
        super().show(refused)

    def _build_on(self, refused: ChangedMeanwhile) -> None:
        """Take over what someone else changed where nothing else was typed, and say so at each field."""
        self.retype("seen", str(refused.version))
        for change, refusal in zip(refused.changes, refused.refusals, strict=True):
            untouched = self.cleaned_data.get(change.field) == change.before
            if untouched:
                self.retype(change.field, _as_typed(change))
            self.add_error(change.field, f"{refusal.message} {TAKEN_OVER if untouched else STANDS}")


def _as_typed(change: Meanwhile) -> str | None:
    """The value as a form sends it."""
    if change.now is None or change.now is False:
        return None
    return change.now.isoformat() if isinstance(change.now, date) else str(change.now)
