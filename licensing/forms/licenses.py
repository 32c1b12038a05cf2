"""The license page's form: the papers chosen, the period, and the tender."""

from __future__ import annotations

from datetime import date
from typing import Any, cast

from django import forms

from licensing.facts import Asked, duty_began
from licensing.models import AlterationProof, Dog, License, RabiesCertificate, RabiesStatement, Tag, WorkingProof
from office.forms import MoneyField, TillForm, one_time_key
from ordinances.ordinance import Ordinance

NO_PROOF = "No proof shown"


class LicenseForm(TillForm):
    """What is asked for. The town's ordinance says which facts it needs; the others are not asked."""

    period = forms.TypedChoiceField(coerce=int, label="License for")
    rabies = forms.ChoiceField(required=False, label="Rabies paper")
    alteration = forms.ModelChoiceField(
        AlterationProof.objects.none(), required=False, label="Proof of spaying or neutering", empty_label=NO_PROOF
    )
    working = forms.ModelChoiceField(
        WorkingProof.objects.none(), required=False, label="Proof of a working dog", empty_label="Not a working dog"
    )
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
    shown_total = MoneyField(required=False, widget=forms.HiddenInput)

    FACTS = ("period", "rabies", "alteration", "working", "duty_began", "tag_number")

    def __init__(self, data: Any = None, *, dog: Dog, on: date, ordinance: Ordinance, last: License | None) -> None:
        self.dog = dog
        self.papers = _rabies_papers(dog, ordinance)
        initial = {"key": one_time_key(), "payer": dog.owner.name, "duty_began": duty_began(dog)}
        super().__init__(data, initial=initial)
        periods = ordinance.periods(on, last.expires if last else None)
        self._offer("period", [(str(period.value), period.label) for period in periods])
        self._offer("rabies", [(code, str(paper)) for code, paper in self.papers.items()] or [("", "None on file")])
        self._choose("alteration", dog.alterationproofs.all(), asked=bool(ordinance.alteration_proofs) and dog.altered)
        self._choose("working", dog.workingproofs.filter(kind__in=list(ordinance.working_kinds)), asked=True)
        self._ask_only(ordinance)

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        """Offer these choices, the first one chosen."""
        cast("forms.ChoiceField", self.fields[name]).choices = choices
        self.initial[name] = choices[0][0] if choices else ""

    def _choose(self, name: str, papers: Any, *, asked: bool) -> None:
        """Offer the papers on file, the latest chosen; without any the field is left out."""
        latest = papers.first() if asked else None
        if latest is None:
            del self.fields[name]
            return
        cast("forms.ModelChoiceField[Any]", self.fields[name]).queryset = papers
        self.initial[name] = latest.pk

    def _ask_only(self, ordinance: Ordinance) -> None:
        """Leave out what this town's law does not ask, and the choice of a tag where the dog has its number."""
        if "duty_began" not in ordinance.asks:
            del self.fields["duty_began"]
        if ordinance.permanent_number and Tag.objects.current().filter(dog=self.dog).exists():
            del self.fields["tag_number"]

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


def _rabies_papers(dog: Dog, ordinance: Ordinance) -> dict[str, RabiesCertificate | RabiesStatement]:
    """The rabies papers on file by the value that chooses them, the best first."""
    papers: dict[str, RabiesCertificate | RabiesStatement] = {
        f"certificate-{paper.pk}": paper for paper in dog.rabiescertificates.all()
    }
    statements = {f"statement-{paper.pk}": paper for paper in dog.rabiesstatements.all()}
    return papers | statements
