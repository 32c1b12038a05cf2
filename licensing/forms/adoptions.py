"""The sheet on which a dog leaves the shelter: the dog, its papers, the adopter's age, the license and the till."""

from __future__ import annotations

from datetime import date
from typing import Any, ClassVar, cast

from django import forms

from licensing.actions.adoptions import Payment
from licensing.actions.dogs import DogFacts
from licensing.actions.papers import Facts
from licensing.adoptions import AdoptionFacts, LicenseWanted
from licensing.facts import transferable
from licensing.forms.dogs import DogForm
from licensing.forms.papers import KINDS, Kind, PaperForm
from licensing.models import AlterationProof, Dog, Owner, Paper, Tag, WorkingProof
from office.forms import MoneyField, TillForm, one_time_key
from office.refusals import Refused, Unconfirmed
from ordinances.answers import Refusal
from ordinances.ordinance import Ordinance

INLINE = ("rabies-certificate", "alteration-proof")
"""The papers that can be filed with an adoption."""
TRANSFER = "transfer"
"""In the place of a period: the license that the dog has."""


class AdoptionForm(TillForm):
    """What the shelter says and the adopter shows; for a resident the license and the money too."""

    shelter = forms.CharField(max_length=120, label="From")
    available = forms.BooleanField(required=False, label="The hold is over: the dog is the shelter’s to give away")
    identified_by = forms.CharField(
        max_length=120, label="Identity shown", help_text="What was shown, without its number: a driver license."
    )
    shown_of_age = forms.BooleanField(required=False)
    elsewhere_place = forms.CharField(required=False, max_length=60, label="Town that licensed the dog")
    elsewhere_number = forms.CharField(required=False, max_length=30, label="Number of its license there")
    period = forms.TypedChoiceField(
        coerce=lambda value: value if value == TRANSFER else int(value), label="License for"
    )
    working = forms.ModelChoiceField(
        WorkingProof.objects.none(), required=False, label="Proof of a working dog", empty_label="Not a working dog"
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

    ADOPTION = ("shelter", "available", "identified_by", "shown_of_age", "elsewhere_place", "elsewhere_number")
    LICENSE = ("period", "working", "tag_number")
    TILL = (*TillForm.base_fields, "shown_total")

    def __init__(self, data: Any = None, *, adopter: Owner, dog: Dog | None, law: Ordinance, on: date) -> None:
        shelter = f"{adopter.town.city} {law.words.shelter}"
        super().__init__(data, initial={"key": one_time_key(), "payer": adopter.name, "shelter": shelter})
        self._periods(dog, adopter, law, on)
        self.fields["shown_of_age"].label = f"The adopter is {law.adopter_age} or older, by the identity shown"
        self._working(dog, law)
        self._ask_only(adopter, dog, law)

    def _periods(self, dog: Dog | None, adopter: Owner, law: Ordinance, on: date) -> None:
        """Offer the license that the dog has, where the law lets it go over; then the periods of a new one."""
        choices: list[tuple[Any, str]] = [(each.value, each.label) for each in law.periods(on, None)]
        if dog is not None and dog.owner_id != adopter.pk:
            current, quote = transferable(dog, on)
            if current is not None and quote.term is not None:
                choices.insert(0, (TRANSFER, f"The one it has, license {current.number}, transferred"))
        cast("Any", self.fields["period"]).choices = choices

    def _working(self, dog: Dog | None, law: Ordinance) -> None:
        """Offer the proofs on file; none is chosen: a proof need not pass to the adopter."""
        proofs = WorkingProof.objects.filter(dog=dog and dog.pk, kind__in=list(law.working_kinds))
        cast("Any", self.fields["working"]).queryset = proofs
        if not proofs.exists():
            del self.fields["working"]

    def _ask_only(self, adopter: Owner, dog: Dog | None, law: Ordinance) -> None:
        """Leave out what is not asked of this adopter, this dog and in this town."""
        unasked = (
            {*self.LICENSE, *self.TILL} - {"key"} if not adopter.resident else {"elsewhere_place", "elsewhere_number"}
        )
        if law.adopter_age is None or adopter.born is not None:
            unasked.add("shown_of_age")
        if law.permanent_number and dog is not None and Tag.objects.current().filter(dog=dog).exists():
            unasked.add("tag_number")
        for name in unasked & set(self.fields):
            del self.fields[name]

    def clean(self) -> dict[str, Any]:
        """The till is looked at where there is one."""
        return super().clean() if "payer" in self.fields else self.cleaned_data

    @property
    def adoption_fields(self) -> list[str]:
        """The fields about the adoption that are asked."""
        return [name for name in self.ADOPTION if name in self.fields and not self.fields[name].widget.is_hidden]

    @property
    def license_fields(self) -> list[str]:
        """The fields about the license that are asked."""
        return [name for name in self.LICENSE if name in self.fields]


class AdoptedDogForm(DogForm):
    """A dog that is not on record; the sheet has the one-time key, and the day is the adoption's."""

    class Meta(DogForm.Meta):
        fields: ClassVar = [name for name in DogForm.Meta.fields if name != "acquired_on"]

    LIFE = ("born", "birth_year", "chip")  # type: ignore[assignment]  # one field less

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, prefix="dog")
        del self.fields["key"], self.fields["seen"]


class AdoptionSheet:
    """All of the page: the main form, the dog's if it is not on record, and papers that may stay empty.

    ``forfeit``: by the office's own record the hold is over, so that nobody is asked for it.
    """

    def __init__(self, data: Any, *, adopter: Owner, dog: Dog | None, on: date, forfeit: bool = False) -> None:
        self.adopter, self.on = adopter, on
        self.law = adopter.town.ordinance(on)
        self.dog = dog
        self.form = AdoptionForm(data, adopter=adopter, dog=dog, law=self.law, on=on)
        self.dog_form = AdoptedDogForm(data) if dog is None else None
        self.papers = [
            (KINDS[slug], self._paper(data, KINDS[slug])) for slug in INLINE if KINDS[slug].is_taken(self.law)
        ]
        self.data = data or {}
        if forfeit:
            self._known_available()
        self.questions: tuple[Refusal, ...] = ()

    def _known_available(self) -> None:
        """Say with the form what is on record, and ask nobody: the hold is over."""
        field = self.form.fields["available"]
        field.widget, field.initial = forms.HiddenInput(), True

    def _paper(self, data: Any, kind: Kind) -> PaperForm:
        form = kind.form(data, prefix=kind.slug, dog=self.dog or Dog(town=self.adopter.town), on=self.on)
        for name in ("key", "seen", "scan", "held_scan"):
            del form.fields[name]
        form.empty_permitted, form.use_required_attribute = True, False
        return form

    @property
    def forms(self) -> list[Any]:
        """Every form of the sheet."""
        return [self.form, *([self.dog_form] if self.dog_form else []), *(form for _, form in self.papers)]

    def is_valid(self) -> bool:
        """Whether each of its forms can be read."""
        return all(form.is_valid() for form in self.forms)

    @property
    def confirmed(self) -> list[str]:
        """The questions answered yes."""
        return str(self.data.get("confirmed", "")).split()

    @property
    def answer(self) -> str:
        """What to send as ``confirmed`` to answer yes to all that was asked."""
        return " ".join([*self.confirmed, *(question.code for question in self.questions)])

    def show(self, refused: Refused) -> tuple[Refusal, ...]:
        """Ask what the act asks, and show what is about dog or papers at its field; what is left is the desk's."""
        if isinstance(refused, Unconfirmed):
            self.questions = refused.refusals
            return ()
        left = []
        for refusal in refused.refusals:
            form = next((form for form in self.forms[1:] if refusal.about in form.fields), None)
            if form is None:
                left.append(refusal)
            else:
                form.show(Refused(refusal))
        return tuple(left)

    def typed(self, name: str) -> Any:
        """What is typed or chosen; before anything was sent, the first choice and else nothing."""
        if self.form.is_bound:
            self.form.is_valid()
            return self.form.cleaned_data.get(name)
        if name == "available":
            return self.form.fields[name].initial
        choices: Any = self.form.fields["period"] if name == "period" and name in self.form.fields else None
        return choices.choices[0][0] if choices else None

    def facts(self) -> AdoptionFacts:
        """What the shelter says and the adopter shows, as far as it is typed."""
        return AdoptionFacts(
            shelter=self.typed("shelter") or "",
            identified_by=self.typed("identified_by") or "",
            shown_of_age=bool(self.typed("shown_of_age")),
            available=bool(self.typed("available")),
            elsewhere_place=self.typed("elsewhere_place") or "",
            elsewhere_number=self.typed("elsewhere_number") or "",
        )

    def wanted(self) -> LicenseWanted | None:
        """The license asked for; None where none is, or its period could not be read."""
        period = self.typed("period")
        if not period:
            return None
        if period == TRANSFER:
            return LicenseWanted(transfer=True)
        return LicenseWanted(period=period, working=self.typed("working"), tag_number=self.typed("tag_number"))

    def payment(self) -> Payment:
        """Who pays and what is handed over; for a valid sheet."""
        data = self.form.cleaned_data
        return Payment(payer=data.get("payer", ""), tenders=self.form.tenders(), shown_total=data.get("shown_total"))

    def adopted(self) -> Dog | DogFacts:
        """The dog, or what is to be put on record of it; for a valid sheet."""
        if self.dog_form is not None:
            return self.dog_form.facts(DogFacts)
        if self.dog is None:
            raise AssertionError("a sheet has a dog of record or the form of a new one")
        return self.dog

    def described(self) -> DogFacts | None:
        """What is to be put on record of a dog that is not; for a valid sheet."""
        return self.dog_form.facts(DogFacts) if self.dog_form is not None else None

    def paper_facts(self) -> list[Facts]:
        """The papers that are filled in; for a valid sheet."""
        return [form.facts(kind.facts) for kind, form in self.papers if form.has_changed()]

    def dog_in_memory(self) -> Dog:
        """The dog as the adopter's, as far as it is typed: to ask for a price, never to be saved."""
        known = self.dog or Dog(town=self.adopter.town, **_readable(self.dog_form))
        dog = Dog(
            **{
                field.attname: getattr(known, field.attname)
                for field in Dog._meta.concrete_fields
                if not field.generated
            }
        )
        dog.owner, dog.town, dog.acquired_on = self.adopter, self.adopter.town, self.on
        proofs = [paper for paper in self.papers_in_memory(dog) if isinstance(paper, AlterationProof)]
        dog.altered = dog.altered or bool(proofs)
        return dog

    def papers_in_memory(self, dog: Dog) -> list[Paper]:
        """The papers that are filled in and readable, to ask for a price."""
        return [
            form._meta.model(dog=dog, filed_on=self.on, **form.facts(dict))
            for _, form in self.papers
            if form.is_bound and form.has_changed() and form.is_valid()
        ]


def _readable(form: AdoptedDogForm | None) -> dict[str, Any]:
    """What is typed of a new dog and can be read."""
    if form is None or not form.is_bound:
        return {}
    form.is_valid()
    return {name: value for name, value in form.cleaned_data.items() if name in form.fields}
