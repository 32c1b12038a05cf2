"""The forms of statement, redemption and release."""

from __future__ import annotations

from typing import Any

from django import forms

from impound.actions.statements import StatedCosts
from impound.charges import LicenseShown
from impound.models import Seizure
from licensing.facts import Asked
from licensing.forms.licenses import FactsForm
from licensing.forms.records import ActForm, date_input
from licensing.models import Dog
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
    """The same with the license that the dog needs first, in one payment.

    Of someone who lives elsewhere a license of elsewhere may be shown instead.
    """

    elsewhere_place = forms.CharField(required=False, max_length=60, label="Municipality that licensed the dog")
    elsewhere_number = forms.CharField(required=False, max_length=30, label="Number of that license")
    elsewhere_expires = forms.DateField(required=False, label="Its last day", widget=date_input())
    elsewhere_paper = forms.CharField(
        required=False, max_length=120, label="Paper seen", help_text="The license itself, its tag, a clerk’s letter."
    )

    ELSEWHERE = ("elsewhere_place", "elsewhere_number", "elsewhere_expires", "elsewhere_paper")

    def __init__(self, data: Any = None, *, dog: Dog, **more: Any) -> None:
        super().__init__(data, dog=dog, **more)
        for name in self.ELSEWHERE if dog.owner.resident else ():
            del self.fields[name]

    @property
    def elsewhere_fields(self) -> list[str]:
        """The fields of a license of elsewhere, where one may be shown."""
        return [name for name in self.ELSEWHERE if name in self.fields]

    def clean(self) -> dict[str, Any]:
        """A license of elsewhere is told whole."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        typed = [name for name in self.elsewhere_fields if self.data.get(name, "").strip()]
        for name in self.elsewhere_fields if typed else ():
            if name not in typed:
                self.add_error(name, "Write this too: the license of elsewhere is recorded whole.")
        return data

    def shown(self) -> LicenseShown | None:
        """The license of elsewhere, if one is told whole."""
        told = {name.removeprefix("elsewhere_"): self.chosen(name) for name in self.ELSEWHERE}
        return LicenseShown(**told) if all(told.values()) else None

    def asked(self) -> Asked | None:
        """The license of the town that is asked for; none beside one of elsewhere."""
        return None if self.shown() else super().asked()


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
