"""The forms of statement, redemption and release."""

from __future__ import annotations

from typing import Any

from django import forms

from impound.actions.statements import StatedCosts
from impound.models import Seizure
from licensing.forms.licenses import FactsForm
from licensing.forms.records import ActForm
from office.forms import MoneyField, TillForm, one_time_key
from ordinances.money import Money


class StatementForm(ActForm, forms.Form):
    """The costs that the law has the owner pay, as the care notes come to; none where it bills none."""

    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, seizure: Seizure) -> None:
        proposed = StatedCosts.proposed(seizure)
        self.billed = seizure.town.ordinance(seizure.seized_on).costs
        noted = {name: getattr(proposed, name) for name in self.billed}
        super().__init__(data, initial={"key": one_time_key()} | noted)
        for name, label in self.billed.items():
            self.fields[name] = MoneyField(required=False, label=label, help_text=_noted(noted[name]))

    def costs(self) -> StatedCosts:
        """What is stated; for a valid form."""
        given: dict[str, Money | None] = {name: self.cleaned_data[name] for name in self.billed}
        return StatedCosts(**{name: cost.dollars for name, cost in given.items() if cost is not None})


def _noted(cost: Any) -> str:
    return f"The care notes come to ${cost}." if cost is not None else "The care notes name none."


class CodeForm(forms.Form):
    """The code on the officer's statement, typed or scanned."""

    code = forms.CharField(
        max_length=40,
        label="Code on the statement",
        help_text="Four groups of four, under the square of dots. Capitals and hyphens do not matter.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )


class RedeemForm(TillForm):
    """What proves whose dog it is and who the person is, and the money."""

    ownership = forms.CharField(
        max_length=200,
        label="Proof of ownership",
        help_text="The license, a bill of sale, the veterinarian’s record, photographs.",
    )
    identity = forms.CharField(
        max_length=200, label="Proof of identity", help_text="What kind of paper. No number is kept."
    )
    shown_total = MoneyField(required=False, widget=forms.HiddenInput)

    PROOFS = ("ownership", "identity")

    def __init__(self, data: Any = None, *, initial: dict[str, Any], **more: Any) -> None:
        super().__init__(data, initial={"key": one_time_key()} | initial, **more)


class LicenseTooForm(FactsForm, RedeemForm):
    """The same with the license that the dog needs first, in one payment."""


class ReleaseForm(ActForm, forms.Form):
    """What the officer reads on the owner's paper."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    receipt = forms.CharField(
        max_length=40,
        label="Number or release code of the receipt",
        help_text="Read it from the paper that the owner brings.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"key": one_time_key()})
