"""What every page has that takes money: the form, the price, the refusals by field, and the change to give back."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from office.forms import TillForm
from office.ledger import settle
from office.refusals import Refused
from ordinances.answers import Quote, Refusal
from ordinances.money import Money

Form = TypeVar("Form", bound=TillForm)


@dataclass(frozen=True, slots=True)
class Desk(Generic[Form]):
    """What such a page shows. The quote is empty while the form could not be read."""

    form: Form
    quote: Quote = field(default_factory=Quote)
    refusals: Mapping[str, Sequence[Refusal]] = field(default_factory=dict)
    change: Money | None = None
    stopped_at: str = ""
    """The place of the first thing for which the act was refused; empty when it was not."""

    @property
    def priced(self) -> bool:
        """Whether there is a price to pay, be it nothing."""
        return not self.quote.refusals and bool(self.quote.lines or self.quote.term)


def laid_out(
    form: Form,
    quote: Quote,
    refused: Sequence[Refusal] = (),
    *,
    places: Mapping[str, str] | None = None,
    beside: Collection[str] = ("tender",),
) -> Desk[Form]:
    """The desk with this price; what the act ``refused``, or else the law, is sorted by the field it stands at.

    ``places`` names the field where the fact that a refusal is about has another name in the form; ``beside`` are the
    page's parts that are no field. What stands at neither stands in the summary.
    """
    names = places or {}
    by_field: dict[str, list[Refusal]] = {}
    for refusal in refused or quote.refusals:
        place = names.get(refusal.about, refusal.about)
        by_field.setdefault(place if place in form.fields or place in beside else "summary", []).append(refusal)
    stopped_at = next(iter(by_field), "") if refused else ""
    return Desk(form, quote, by_field, change_to_give(form, quote.total), stopped_at)


def change_to_give(form: TillForm, total: Money | None) -> Money | None:
    """The change of the cash handed over; None while the tender does not settle the price."""
    if total is None or not form.is_bound or not form.is_valid():
        return None
    try:
        return settle(total, form.tenders()).change
    except Refused:
        return None
