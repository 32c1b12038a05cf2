"""Fields and forms of the till: amounts of money and what is handed over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import ValidationError

from office.ledger import Tender
from office.models.money import Form
from ordinances.money import ZERO, Money

_MOST = Money(1_000_000_00)


class MoneyField(forms.Field):
    """An amount in dollars: ``12``, ``12.5``, ``$1,012.50``. Cleans to Money; empty is None."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault(
            "widget", forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "size": 9, "maxlength": 16})
        )
        super().__init__(**kwargs)

    def to_python(self, value: Any) -> Any:
        """The Money typed; ValidationError says how an amount is written."""
        if isinstance(value, Money) or value in self.empty_values:
            return value if isinstance(value, Money) else None
        try:
            amount = Money.of(str(value).strip().removeprefix("$").strip().replace(",", ""))
        except ValueError:
            raise ValidationError("Write an amount in dollars, like 12 or 12.50.", code="invalid") from None
        if amount > _MOST:
            raise ValidationError(f"No more than ${_MOST} is taken at once.", code="too_much")
        return amount

    def prepare_value(self, value: Any) -> Any:
        """Money as it is typed; what was typed wrong stays as it is."""
        return str(value) if isinstance(value, Money) else value


def one_time_key() -> UUID:
    """A new one-time key for a form."""
    return uuid4()


def posted_key(posted: Mapping[str, Any]) -> UUID | None:
    """The one-time key that came with a form; None when there is none that could be read."""
    try:
        return UUID(str(posted.get("key", "")))
    except ValueError:
        return None


class TillForm(forms.Form):
    """Who pays and what is handed over: cash with change, check, card, money order, or several of them."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    payer = forms.CharField(max_length=160, label="Received from")
    cash = MoneyField(required=False, label="Cash handed over")
    check_amount = MoneyField(required=False, label="Check")
    check_number = forms.CharField(required=False, max_length=60, label="Check number")
    card_amount = MoneyField(required=False, label="Card")
    card_reference = forms.CharField(required=False, max_length=60, label="Terminal reference")
    money_order_amount = MoneyField(required=False, label="Money order")
    money_order_number = forms.CharField(required=False, max_length=60, label="Money order number")

    PAPERS = (
        (Form.CHECK, "check_amount", "check_number"),
        (Form.CARD, "card_amount", "card_reference"),
        (Form.MONEY_ORDER, "money_order_amount", "money_order_number"),
    )

    def clean(self) -> dict[str, Any]:
        """An amount by check, card or money order names its paper, and a number comes with an amount."""
        cleaned = super().clean() or self.cleaned_data
        for _, amount, reference in self.PAPERS:
            label = str(self.fields[amount].label).lower()
            if cleaned.get(amount) and not cleaned.get(reference):
                self.add_error(reference, f"Give the number of the {label}: the books name it.")
            if cleaned.get(reference) and amount in cleaned and not cleaned[amount]:
                self.add_error(amount, f"Give the amount of the {label}, or clear its number.")
        return cleaned

    def tenders(self) -> tuple[Tender, ...]:
        """What was handed over, as the ledger takes it; for a valid form."""
        data = self.cleaned_data
        cash = Tender(Form.CASH, data.get("cash") or ZERO)
        papers = (Tender(form, data.get(amount) or ZERO, data.get(ref) or "") for form, amount, ref in self.PAPERS)
        return tuple(tender for tender in (cash, *papers) if tender.handed_over != ZERO)
