"""The forms of licenses: the papers chosen and the period for one dog, and with the tender, the license page."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any, cast

from django import forms

from licensing.facts import Asked, duty_began
from licensing.forms.papers import KINDS, Kind
from licensing.models import Dog, License, Paper, RabiesCertificate, RabiesStatement
from office.forms import MoneyField, TillForm, one_time_key
from ordinances.ordinance import Ordinance


class FactsForm(forms.Form):
    """What is asked for one dog. The town's ordinance says which facts it needs; the others are not asked."""

    period = forms.TypedChoiceField(coerce=int, label="License for")
    rabies = forms.ChoiceField(required=False, label="Rabies paper")
    alteration = forms.TypedChoiceField(required=False, empty_value=None, label="Proof of spaying or neutering")
    working = forms.TypedChoiceField(required=False, empty_value=None, label="Proof of a working dog")
    duty_began = forms.DateField(
        required=False,
        label="Dog acquired, or moved to town, on",
        help_text="The later of the two, if it was within this license year.",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    tag_number = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=2**53,
        label="Tag number, if you choose one by hand",
        help_text="Left empty: the next tag in stock.",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 9}),
    )
    FACTS = ("period", "rabies", "alteration", "working", "duty_began", "tag_number")
    ON_FILE = ("rabies", "alteration", "working")

    def __init__(
        self,
        data: Any = None,
        *,
        dog: Dog,
        on: date,
        ordinance: Ordinance,
        last: License | None,
        initial: dict[str, Any] | None = None,
        prefix: str | None = None,
    ) -> None:
        self.dog, self.law = dog, ordinance
        self.papers = _rabies_papers(dog, ordinance)
        super().__init__(data, initial={"duty_began": duty_began(dog)} | (initial or {}), prefix=prefix)
        periods = ordinance.periods(on, last.expires if last else None)
        self._offer("period", [(str(period.value), period.label) for period in periods])
        self._offer("rabies", [(code, str(paper)) for code, paper in self.papers.items()] or [("", "None on file")])
        proofs = (paper for paper in dog.alterationproofs.all() if ordinance.alteration_proofs and dog.altered)
        self._choose("alteration", proofs, none="No proof shown")
        working = (paper for paper in dog.workingproofs.all() if paper.kind in ordinance.working_kinds)
        self._choose("working", working, none="Not a working dog")
        self._ask_only(ordinance)

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        """Offer these choices, the first one chosen."""
        cast("forms.ChoiceField", self.fields[name]).choices = choices
        self.initial[name] = choices[0][0] if choices else ""

    def _choose(self, name: str, papers: Iterable[Paper], *, none: str) -> None:
        """Offer the papers on file, the latest chosen; without any the field is left out."""
        on_file = {str(paper.pk): paper for paper in papers}
        if not on_file:
            del self.fields[name]
            return
        field = cast("forms.TypedChoiceField", self.fields[name])
        field.coerce = on_file.__getitem__
        field.choices = [("", none), *((number, str(paper)) for number, paper in on_file.items())]
        self.initial[name] = next(iter(on_file))

    def _ask_only(self, ordinance: Ordinance) -> None:
        """Leave out what this town's law does not ask, and the choice of a tag where the dog has its number."""
        if "duty_began" not in ordinance.asks:
            del self.fields["duty_began"]
        if ordinance.permanent_number and self.dog.tag is not None:
            del self.fields["tag_number"]

    @property
    def filings(self) -> list[Kind]:
        """The papers that may be missing: those of rabies, which run out, and the proofs of which none is on file."""
        fields = {"alteration-proof": "alteration", "working-proof": "working"}
        return [kind for slug, kind in KINDS.items() if kind.is_taken(self.law) and fields.get(slug) not in self.fields]

    def propose_papers(self) -> None:
        """Choose the papers as proposed, whatever is sent: another one was filed meanwhile."""
        self.retype(**{name: self.initial[name] for name in self.ON_FILE if name in self.fields})

    def retype(self, **values: Any) -> None:
        """Put the values where they would have been chosen."""
        data: Any = self.data
        self.data = data = data.copy()
        for name, value in values.items():
            data[self.add_prefix(name)] = value

    @property
    def asked_fields(self) -> list[str]:
        """The fields that are asked of this dog in this town, beside the tender."""
        return [name for name in self.FACTS if name in self.fields]

    def chosen(self, name: str) -> Any:
        """What is chosen: as typed and readable, or before anything was sent, as proposed."""
        if self.is_bound:
            return self.cleaned_data.get(name)
        field = self.fields.get(name)
        return field.clean(self.get_initial_for_field(field, name)) if field else None

    def asked(self) -> Asked | None:
        """What is asked for, as far as it could be read; None while the period could not."""
        period = self.chosen("period")
        if not period:
            return None
        return Asked(
            dog=self.dog,
            period=period,
            rabies=self.papers.get(self.chosen("rabies") or ""),
            alteration=self.chosen("alteration"),
            working=self.chosen("working"),
            duty_began=self.chosen("duty_began"),
        )


class LicenseForm(FactsForm, TillForm):
    """The license of one dog, and the money for it."""

    shown_total = MoneyField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, dog: Dog, on: date, ordinance: Ordinance, last: License | None) -> None:
        initial = {"key": one_time_key(), "payer": dog.owner.name}
        super().__init__(data, dog=dog, on=on, ordinance=ordinance, last=last, initial=initial)


def _rabies_papers(dog: Dog, ordinance: Ordinance) -> dict[str, RabiesCertificate | RabiesStatement]:
    """The rabies papers on file by the value that chooses them, the best first."""
    papers: dict[str, RabiesCertificate | RabiesStatement] = {
        f"certificate-{paper.pk}": paper for paper in dog.rabiescertificates.all()
    }
    statements = {f"statement-{paper.pk}": paper for paper in dog.rabiesstatements.all()}
    return papers | statements
