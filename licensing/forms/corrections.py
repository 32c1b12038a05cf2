"""The forms that set something right: always with a reason, and with the form in which money is handed back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.utils import timezone

from licensing.actions.voids import Why
from licensing.facts import last_license, renewable
from licensing.forms.licenses import LicenseForm
from licensing.forms.records import ActForm
from licensing.models import Dog, License
from office.forms import MoneyField, one_time_key
from office.ledger import Back
from office.models import Receipt, ReceiptLine
from office.models.money import Form
from ordinances.money import ZERO, Money

_FORMS = [(form.value, form.label) for form in Form if form != Form.CREDIT]


class ReasonForm(ActForm, forms.Form):
    """Why something is set right."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    reason = forms.CharField(
        max_length=150,
        label="What was wrong?",
        help_text="It is kept, and shown beside what it sets right.",
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, data: Any = None, **initial: Any) -> None:
        super().__init__(data, initial={"key": one_time_key()} | initial)


class HandedBack(forms.Form):
    """The form in which money is handed back."""

    form = forms.ChoiceField(choices=_FORMS, label="Hand the money back by", widget=forms.RadioSelect)
    reference = forms.CharField(
        required=False,
        max_length=60,
        label="Number of the check, terminal slip or order",
        help_text="Left empty for cash.",
    )

    def clean(self) -> dict[str, Any]:
        """Whatever is not cash names its paper."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("form") not in (None, "", Form.CASH) and not data.get("reference"):
            self.add_error("reference", "Give the number: the books name it.")
        return data

    def back(self) -> Back:
        """How the money is handed back; for a valid form."""
        data = self.cleaned_data
        form = Form(data.get("form") or Form.CASH)
        return Back(form, "" if form == Form.CASH else data["reference"])


class BackForm(HandedBack, ReasonForm):
    """Why, and in which form money is handed back; the form is not asked where there is none to hand back."""

    shown_total = MoneyField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, receipt: Receipt | None, total: Money) -> None:
        paid = receipt.payments.first() if receipt else None
        taken = paid.form if paid is not None and paid.form != Form.CREDIT else Form.CASH.value
        super().__init__(data, form=taken)
        if total == ZERO:
            del self.fields["form"], self.fields["reference"]


class VoidForm(BackForm):
    """Why a license is voided."""

    why = forms.ChoiceField(choices=Why.choices, label="Why is it void?", widget=forms.RadioSelect)
    paper_kept = forms.BooleanField(required=False, label="The license was not handed over: it is here, at the counter")

    field_order = ("why", "paper_kept", "reason", "form", "reference")


class ReversalForm(BackForm):
    """Which charges of a receipt are reversed."""

    lines = forms.ModelMultipleChoiceField(
        ReceiptLine.objects.none(), label="Which charges are reversed?", widget=forms.CheckboxSelectMultiple
    )

    field_order = ("lines", "reason", "form", "reference")

    def __init__(self, data: Any = None, *, receipt: Receipt, lines: Sequence[ReceiptLine], total: Money) -> None:
        super().__init__(data, receipt=receipt, total=total)
        del self.fields["shown_total"]  # the charges that are chosen say it
        field = cast("forms.ModelMultipleChoiceField[ReceiptLine]", self.fields["lines"])
        field.queryset = ReceiptLine.objects.filter(pk__in=[line.pk for line in lines])
        self.initial["lines"] = [line.pk for line in lines]


class CorrectForm(HandedBack, LicenseForm):
    """What the license should have been on its first day, the difference in money, and why.

    It opens with what the license was; money is taken or handed back as the price then says.
    """

    reason = forms.CharField(
        max_length=150,
        label="What was wrong?",
        help_text="It stands on the license that is replaced.",
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, data: Any = None, *, license_: License, dog: Dog) -> None:
        on, last = timezone.localdate(license_.issued_at), last_license(dog, besides=license_)
        law = dog.town.ordinance(on)
        before = last if last and last.starts < license_.starts else None  # a later one was not there on that day
        super().__init__(data, dog=dog, on=on, ordinance=law, last=renewable(dog, before))
        self.initial.update({"form": Form.CASH.value, "period": _period(license_), **self._papers_of(license_)})

    def _papers_of(self, license_: License) -> dict[str, Any]:
        """The papers that the license was issued on, as far as they are on file for the dog."""
        papers = {
            f"certificate-{license_.rabies_certificate_id}": "rabies",
            f"statement-{license_.rabies_statement_id}": "rabies",
        }
        kept: dict[str, Any] = {name: code for code, name in papers.items() if code in self.papers}
        if license_.dog_id == self.dog.pk:
            kept |= {"alteration": license_.alteration_proof_id, "working": license_.working_proof_id}
        return kept


def _period(license_: License) -> str:
    """What the license was issued for: its license year, or its number of years."""
    days = (license_.expires - license_.starts).days
    return str(license_.license_year or max(1, round(days / 365)))


class WithdrawForm(ReasonForm):
    """Why a paper is taken off the file, and whose it is."""

    whose = forms.TypedChoiceField(coerce=int, widget=forms.RadioSelect, label="Then file it right")

    def __init__(self, data: Any = None, *, dog: Dog) -> None:
        super().__init__(data, whose=str(dog.pk))
        others = Dog.objects.here().filter(owner=dog.owner_id).exclude(pk=dog.pk)
        dogs = [(str(dog.pk), f"For {dog.name}: it was mistyped")] + [(str(o.pk), f"For {o.name}") for o in others]
        cast("forms.ChoiceField", self.fields["whose"]).choices = [
            *dogs,
            ("0", "Not now, or for none of these"),
        ]
