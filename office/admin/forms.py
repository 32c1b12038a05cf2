"""Forms of the set-up. They check shape; an act writes what they say, and its refusals come back to their field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.db import models
from django.forms.models import ModelFormOptions

from office.admin import seen
from office.forms import MoneyField, one_time_key
from office.models import Role, Town, User
from office.models.setup import ClosedDay, Resolution
from office.refusals import Refused, in_words
from ordinances.answers import Refusal
from ordinances.money import Money
from ordinances.ordinance import AmountSet
from ordinances.registry import ORDINANCES


class DayField(forms.DateField):
    """A day, with the browser's own calendar."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class SetUpForm(forms.Form):
    """A form over one row as Django's admin calls it. It changes nothing by itself."""

    model: ClassVar[type[models.Model]]

    def __init__(
        self,
        data: Any = None,
        files: Any = None,
        *,
        instance: models.Model | None = None,
        initial: Mapping[str, Any] | None = None,
        refusals: Sequence[Refusal] = (),
    ) -> None:
        self.instance = self.model() if instance is None else instance
        self.refusals = refusals
        self._meta: Any = ModelFormOptions()  # where Django's admin looks for the labels of what is only shown
        self._meta.model = self.model
        shown = {} if instance is None else self.shown(instance)
        self.seen = seen.written(shown)
        if data and any(refusal.code == seen.CODE for refusal in refusals):
            data = seen.taken_over(data.get("seen", ""), shown, data)
        super().__init__(data, files, initial=shown | dict(initial or {}))

    def shown(self, row: Any) -> dict[str, Any]:
        """What the fields show of a row."""
        return {name: getattr(row, name) for name in self.base_fields if hasattr(row, name)}

    def refuse_if_changed(self, row: Any) -> None:
        """Refuse what someone else changed of the locked row since the page was opened, at each field."""
        refusals = tuple(seen.changed(self.data.get("seen", ""), self.shown(row), self.data))
        if refusals:
            raise Refused(*refusals)

    def clean(self) -> dict[str, Any]:
        """Set each refusal of the act beside the field it is about, with its citation."""
        cleaned = super().clean() or self.cleaned_data
        for refusal in self.refusals:
            about = refusal.about if refusal.about in self.fields else None
            self.add_error(about, in_words(refusal))
        return cleaned

    def save(self, commit: bool = True) -> models.Model:  # noqa: FBT001, FBT002  # as Django's admin calls it
        """The row as it was: the act writes it."""
        return self.instance

    def save_m2m(self) -> None:
        """Nothing: the act wrote all."""


class TownForm(SetUpForm):
    """What heads the town's papers and stands on its tags."""

    model = Town

    name = forms.CharField(max_length=80, help_text="As it heads a paper: Town of Dover, New York")
    street = forms.CharField(max_length=120, label="Street address")
    city = forms.CharField(max_length=60)
    state = forms.RegexField(
        r"^[A-Z]{2}$",
        max_length=2,
        help_text="Two letters: NY",
        error_messages={"invalid": "Write two capitals."},
    )
    zip_code = forms.RegexField(
        r"^[0-9]{5}(-[0-9]{4})?$",
        label="ZIP code",
        error_messages={"invalid": "Write 12522 or 12522-0001."},
    )
    telephone = forms.RegexField(
        r"^[()+./ -]*(?:[0-9][()+./ -]*){10,11}$",
        max_length=20,
        help_text="Goes on the tag, with its area code.",
        error_messages={"invalid": "Write the number with its area code: (845) 555-0100."},
    )
    email = forms.EmailField(required=False, label="E-mail")
    hours = forms.CharField(max_length=120, label="Office hours")
    license_words = forms.CharField(
        required=False, max_length=2000, label="Words on the license", widget=forms.Textarea(attrs={"rows": 3})
    )
    receipt_words = forms.CharField(
        required=False, max_length=2000, label="Words on the receipt", widget=forms.Textarea(attrs={"rows": 3})
    )


class NewTownForm(TownForm):
    """A town to be opened, by the name of its law."""

    slug = forms.ChoiceField(label="Law", choices=lambda: [(slug, laws[-1].name) for slug, laws in ORDINANCES.items()])


class ClosedDayForm(SetUpForm):
    """A day on which the office is closed beside the legal ones."""

    model = ClosedDay

    day = DayField(help_text="Weekend days and legal holidays are known: do not enter them.")
    reason = forms.CharField(max_length=120)


class ResolutionForm(SetUpForm):
    """A resolution on one subject; its amounts are those that the town's ordinance names."""

    model = Resolution

    number = forms.CharField(max_length=60, label="Number of the resolution")
    adopted_on = DayField(label="Adopted on")
    in_force_from = DayField(label="In force from", help_text="The day of its adoption or a later one.")
    note = forms.CharField(max_length=200, required=False)

    def __init__(self, *args: Any, amounts: Sequence[AmountSet], **kwargs: Any) -> None:
        self.settable = amounts
        super().__init__(*args, **kwargs)
        for amount in amounts:
            self.fields[amount.code] = amount_field(amount)

    def shown(self, row: Resolution) -> dict[str, Any]:
        """The dates and each amount."""
        return super().shown(row) | {amount.code: str(amount.amount) for amount in row.amounts.all()}

    def amounts(self) -> dict[str, Money]:
        """The amounts entered, by code; for a valid form."""
        entered = {amount.code: self.cleaned_data[amount.code] for amount in self.settable}
        return {code: amount for code, amount in entered.items() if amount is not None}


def amount_field(amount: AmountSet) -> MoneyField:
    """A field for an amount, with the section that it rests on and the bounds that the law sets."""
    bounds = [f"at least ${amount.least}"] if amount.least else []
    bounds += [f"at most ${amount.most}"] if amount.most else []
    return MoneyField(
        label=amount.label, required=amount.required, help_text=", ".join([amount.citation, *bounds]) + "."
    )


class NewStaffForm(SetUpForm):
    """A new member of staff. There is no password to enter: they set their own, by invitation."""

    model = User

    username = forms.CharField(
        max_length=150,
        label="Sign-in name",
        validators=[User.username_validator],
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    first_name = forms.CharField(max_length=150, label="First name")
    last_name = forms.CharField(max_length=150, label="Last name")
    email = forms.EmailField(required=False, label="E-mail")
    roles = forms.MultipleChoiceField(choices=Role.choices, widget=forms.CheckboxSelectMultiple)


class StaffForm(NewStaffForm):
    """A member of staff, who may have left."""

    active = forms.BooleanField(
        required=False, label="May sign in", help_text="Clear it when they leave: the records keep their name."
    )

    def shown(self, row: User) -> dict[str, Any]:
        """The person and the roles."""
        return super().shown(row) | {"active": row.is_active, "roles": sorted(row.roles)}


class FactorResetForm(forms.Form):
    """Why a member's second factor is taken off."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    reason = forms.CharField(
        max_length=200, label="Why?", help_text="Say how you know that it is they who ask: it stands in the history."
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"key": one_time_key()})
