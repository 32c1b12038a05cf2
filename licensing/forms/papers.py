"""The forms for papers, each with an optional scan."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar

from django import forms

from licensing.actions import papers
from licensing.forms.records import RecordForm, date_input
from licensing.models import AlterationProof, Dog, Paper, RabiesCertificate, RabiesStatement, WorkingProof
from licensing.scans import ACCEPTED, Upload, held, hold, read_upload
from office.refusals import Refused
from ordinances.ordinance import Ordinance


class PaperForm(RecordForm):
    """A paper's facts and its scan. A scan that was read well is held while the rest of the form is put right."""

    scan = forms.FileField(
        required=False,
        label="Scan or photograph",
        help_text="PDF, JPEG, PNG or HEIC, at most 10 MB.",
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
    )
    held_scan = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, dog: Dog, on: date, **kwargs: Any) -> None:
        self.dog = dog
        self.upload: Upload | None = None
        super().__init__(*args, **kwargs)
        self.choose(dog.town.ordinance(on))

    def choose(self, ordinance: Ordinance) -> None:
        """Offer what the town's law knows."""

    def clean(self) -> dict[str, Any]:
        """Read the scan that came, or the one that is held since the form was sent before."""
        file = self.cleaned_data.get("scan")
        try:
            self.upload = (
                read_upload(file) if file else held(self.cleaned_data.get("held_scan", ""), town=self.dog.town)
            )
        except Refused as refused:
            self.show(refused)
        return self.cleaned_data

    def hold_scan(self) -> None:
        """Hold the scan that was read, so that a refused form need not ask for it again."""
        if self.upload is not None:
            self.retype("held_scan", hold(self.upload, town=self.dog.town))


class RabiesCertificateForm(PaperForm):
    """The facts of NASPHV Form 51."""

    class Meta:
        model = RabiesCertificate
        fields: ClassVar = ["vaccinated_on", "expires", "veterinarian", "product", "manufacturer", "serial"]
        widgets: ClassVar = {"vaccinated_on": date_input(), "expires": date_input()}


class RabiesStatementForm(PaperForm):
    """A veterinarian's statement instead of a certificate."""

    class Meta:
        model = RabiesStatement
        fields: ClassVar = ["dated", "reason", "veterinarian"]
        labels: ClassVar = {"reason": "Why the vaccine would endanger the dog"}
        widgets: ClassVar = {"dated": date_input()}


class AlterationProofForm(PaperForm):
    """Proof of spaying or neutering."""

    kind = forms.ChoiceField(widget=forms.RadioSelect, label="Kind of proof")

    class Meta:
        model = AlterationProof
        fields: ClassVar = ["kind", "signed_on", "signer"]
        widgets: ClassVar = {"signed_on": date_input()}

    def choose(self, ordinance: Ordinance) -> None:
        """The proofs that count here."""
        _offer(self, ordinance.alteration_proofs)


class WorkingProofForm(PaperForm):
    """Proof of a working dog."""

    kind = forms.ChoiceField(widget=forms.RadioSelect, label="Kind of working dog")

    class Meta:
        model = WorkingProof
        fields: ClassVar = ["kind", "dated", "issuer"]
        labels: ClassVar = {"dated": "Date of the proof"}
        widgets: ClassVar = {"dated": date_input()}

    def choose(self, ordinance: Ordinance) -> None:
        """The working dogs that the town licenses free."""
        _offer(self, ordinance.working_kinds)


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of paper: its name in addresses, its form, its facts and the act that files it."""

    slug: str
    title: str
    word: str
    """As in "File a …"."""
    form: type[PaperForm]
    facts: Callable[..., Any]
    file: Callable[..., Paper]
    rows: str
    """The dog's papers of this kind: ``dog.rabiescertificates``."""
    is_taken: Callable[[Ordinance], bool] = lambda _: True

    @property
    def model(self) -> type[Paper]:
        """The table of these papers."""
        model: type[Paper] = self.form._meta.model
        return model

    def on_shelf(self, dog: Dog) -> list[Paper]:
        """The dog's papers of this kind, those that were withdrawn last."""
        papers = self.model.ever.filter(dog=dog)
        return sorted(papers, key=lambda paper: paper.withdrawn_at is not None)


KINDS: Mapping[str, Kind] = {
    kind.slug: kind
    for kind in (
        Kind(
            "rabies-certificate",
            "Rabies certificate",
            "rabies certificate",
            RabiesCertificateForm,
            papers.RabiesCertificateFacts,
            papers.file_rabies_certificate,
            "rabiescertificates",
        ),
        Kind(
            "rabies-statement",
            "Veterinarian’s statement instead of a rabies certificate",
            "veterinarian’s statement",
            RabiesStatementForm,
            papers.RabiesStatementFacts,
            papers.file_rabies_statement,
            "rabiesstatements",
            lambda ordinance: ordinance.accepts_rabies_statement,
        ),
        Kind(
            "alteration-proof",
            "Proof of spaying or neutering",
            "proof of spaying or neutering",
            AlterationProofForm,
            papers.AlterationProofFacts,
            papers.file_alteration_proof,
            "alterationproofs",
            lambda ordinance: bool(ordinance.alteration_proofs),
        ),
        Kind(
            "working-proof",
            "Proof of a working dog",
            "proof of a working dog",
            WorkingProofForm,
            papers.WorkingProofFacts,
            papers.file_working_proof,
            "workingproofs",
            lambda ordinance: bool(ordinance.working_kinds),
        ),
    )
}


def _offer(form: PaperForm, kinds: Mapping[Any, str]) -> None:
    field: Any = form.fields["kind"]
    field.choices = [(code, name[:1].upper() + name[1:]) for code, name in kinds.items()]
