"""The forms for kennels and pet shops: the application, its license, a transfer, a revocation."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, ClassVar, cast

from django import forms

from licensing.forms.records import RecordForm, date_input
from licensing.models import Business, BusinessLicense, Dog, Owner
from office.forms import MoneyField, TillForm, one_time_key
from ordinances.ordinance import Ordinance


class BusinessForm(RecordForm):
    """What the application states. The town's law says which kinds there are and which establishments are excluded."""

    class Meta:
        model = Business
        fields: ClassVar = [
            "kind", "name", "location", "maximum_dogs", "procured_on", "excluded_because", "closed_on",
        ]  # fmt: skip
        labels: ClassVar = {
            "maximum_dogs": "Dogs to be housed, at most",
            "procured_on": "Operated since",
            "closed_on": "Closed since",
        }
        help_texts: ClassVar = {
            "maximum_dogs": "For a kennel. It decides the fee and stands on the license.",
            "procured_on": "Decides whether the application is in time.",
        }
        widgets: ClassVar = {
            "maximum_dogs": forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 6}),
            "procured_on": date_input(),
            "closed_on": date_input(),
        }

    def __init__(self, *args: Any, law: Ordinance, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [(code, label) for code, label in Business.Kind.choices if code in law.license_kinds]
        self.fields["kind"] = forms.ChoiceField(choices=kinds, label="Kind")
        self.fields["excluded_because"] = forms.ChoiceField(
            choices=[("", "Not excluded"), *((name, name) for name in law.kennel_exclusions)],
            required=False,
            label=f"Excluded from kennel licensing ({', '.join(dict.fromkeys(law.kennel_exclusions.values()))})",
            help_text="Such an establishment needs no kennel license.",
        )
        self.order_fields(["key", "seen", *(self._meta.fields or ())])
        self.fields["kind"].disabled = bool(self.initial.get("kind"))
        if not self.initial.get("kind"):
            self.fields["closed_on"].disabled = True
            self.fields["closed_on"].widget = forms.HiddenInput()


class BusinessLicenseForm(TillForm):
    """Which license year, which of the operator's businesses beside this one, and the money."""

    license_year = forms.TypedChoiceField(coerce=int, label="License year")
    also = forms.ModelMultipleChoiceField(
        Business.objects.none(), required=False, label="On the same bill", widget=forms.CheckboxSelectMultiple
    )
    shown_total = MoneyField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, business: Business, last: BusinessLicense | None, on: date) -> None:
        self.business = business
        super().__init__(data, initial={"key": one_time_key(), "payer": business.operator.name})
        periods = business.town.ordinance(on).periods(on, last.expires if last else None)
        year = cast("forms.ChoiceField", self.fields["license_year"])
        year.choices = [(str(period.value), period.label) for period in periods]
        self.initial["license_year"] = str(periods[0].value)
        others = Business.objects.filter(operator=business.operator, closed_on__isnull=True, excluded_because="")
        also = cast("forms.ModelMultipleChoiceField[Business]", self.fields["also"])
        also.queryset = others.exclude(pk=business.pk)
        also.label_from_instance = lambda obj: obj.title  # type: ignore[method-assign]
        if not also.queryset.exists():
            del self.fields["also"]

    @property
    def asked_fields(self) -> list[str]:
        """The fields beside the tender."""
        return [name for name in ("license_year", "also") if name in self.fields]

    @property
    def year(self) -> int | None:
        """The license year chosen, or proposed before anything was sent; None while it cannot be read."""
        return self.cleaned_data.get("license_year") if self.is_bound else int(self.initial["license_year"])

    @property
    def businesses(self) -> Sequence[Business]:
        """The business and those on the same bill."""
        return [self.business, *(self.cleaned_data.get("also", ()) if self.is_bound else ())]


class TransferForm(TillForm):
    """The money for a transfer."""

    shown_total = MoneyField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, to: Owner) -> None:
        super().__init__(data, initial={"key": one_time_key(), "payer": to.name})


class RevocationForm(forms.Form):
    """Why the Warden revokes a license."""

    reason = forms.CharField(
        max_length=200,
        label="Reason",
        help_text="What the licensee failed to comply with. It stands on the paper from now on.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class KennelDogForm(forms.Form):
    """A dog of the operator's household to be included in the kennel."""

    dog = forms.ModelChoiceField(Dog.objects.none(), label="Include a dog of the operator", empty_label=None)

    def __init__(self, data: Any = None, *, kennel: Business) -> None:
        super().__init__(data)
        household = Owner.objects.household_of(kennel.operator)
        dogs = Dog.objects.here().filter(town=kennel.town_id, owner__in=household, kennel__isnull=True)
        field = cast("forms.ModelChoiceField[Dog]", self.fields["dog"])
        field.queryset = dogs
        field.label_from_instance = lambda obj: f"{obj.name}, {obj.description}"  # type: ignore[method-assign]
