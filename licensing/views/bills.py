"""The bill of a household's visit: a part for each dog, the sum, and why what is left out cannot be licensed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from licensing.actions.grants import Wanted
from licensing.facts import already_licensed, licensed_already, part_lines, prices
from licensing.forms.renewals import DogForm, HouseholdForm
from licensing.stock import left, no_tags
from licensing.views.desk import change_to_give
from licensing.views.licenses import FIELD_OF
from office.models import Town
from office.refusals import refuse
from ordinances.answers import Line, Quote, Refusal, Term
from ordinances.money import ZERO, Money


@dataclass(frozen=True, slots=True)
class Part:
    """What one dog costs, or for which reasons it is left out."""

    form: DogForm
    wanted: Wanted
    quote: Quote
    refusals: tuple[Refusal, ...] = ()

    @property
    def about(self) -> str:
        """The dog by name, and by its number if it has one."""
        dog = self.form.dog
        return f"{dog.name}, tag {dog.tag}" if dog.tag else dog.name

    @property
    def lines(self) -> tuple[Line, ...]:
        """What is charged."""
        return part_lines(self.quote)

    @property
    def subtotal(self) -> Money:
        """The sum of the part."""
        return self.quote.total or ZERO

    @property
    def term(self) -> Term | None:
        """When the license is in force."""
        return self.quote.term


@dataclass(frozen=True, slots=True)
class Bill:
    """What such a page shows beside its forms; ``refusals`` by the field at which each stands."""

    form: HouseholdForm
    parts: tuple[Part, ...] = ()
    left_out: tuple[Part, ...] = ()
    refusals: Mapping[str, Sequence[Refusal]] = field(default_factory=dict)
    stopped_at: str = ""
    """The place of the first thing for which the act was refused; empty when it was not."""

    @property
    def total(self) -> Money:
        """What all parts cost together."""
        return Money(sum(part.subtotal.cents for part in self.parts))

    @property
    def dogs(self) -> str:
        """The dogs of the bill by their numbers, to be sent along with the payment."""
        return " ".join(str(part.form.dog.pk) for part in self.parts)

    @property
    def change(self) -> Money | None:
        """The change to give back."""
        return change_to_give(self.form.till, self.total)

    @property
    def others(self) -> list[tuple[DogForm, Sequence[Refusal]]]:
        """The dogs that are not in the bill, each with the reasons of the law, if it has any."""
        reasons = {part.form.place: part.refusals for part in self.left_out}
        billed = {part.form.place for part in self.parts}
        return [(each, reasons.get(each.place, ())) for each in self.form if each.place not in billed]

    def refuse_another(self) -> None:
        """Refuse to be paid when it is not for the dogs of the bill that was shown."""
        shown = self.form.till.cleaned_data["shown_dogs"]
        if shown != self.dogs:
            message = "The bill is no longer the one that was shown: look at it again, and send again."
            raise refuse("bill_changed", message, about="tender")


def bill_of(form: HouseholdForm, *, town: Town, on: date, refused: Sequence[Refusal] = ()) -> Bill:
    """Price every dog that can be licensed; those ticked that the law does not refuse are the bill.

    Before anything is sent, all that can be had is ticked. ``refused`` is what the act refused.
    """
    if form.is_bound:
        form.is_valid()
    answered = list(_answered(form, town, on))
    if not form.is_bound:
        for part in answered:
            part.form.initial["renew"] = not part.refusals
    asked = [part for part in answered if part.form.is_ticked and not part.refusals and not part.form.errors]
    parts, tagless = _within_stock(asked, town, on)
    left_out = (*(part for part in answered if part.refusals), *tagless)
    placed = [part.wanted.placed(each) for part in left_out for each in part.refusals]
    stopped_at = next(iter(_by_place(form, refused)), "")
    return Bill(form, tuple(parts), left_out, _by_place(form, [*placed, *refused]), stopped_at)


def _within_stock(asked: Sequence[Part], town: Town, on: date) -> tuple[list[Part], list[Part]]:
    """Those for whom a tag is left, and those for whom none is."""
    by_year = "license_year" in town.ordinance(on).asks
    stock: dict[int | None, int] = {}
    with_tag, without = [], []
    for part in asked:
        year = part.wanted.asked.period if by_year else None
        if part.form.carries_tag_of(year):
            with_tag.append(part)
            continue
        stock[year] = (stock[year] if year in stock else left(town, year)) - 1
        if stock[year] >= 0:
            with_tag.append(part)
        else:
            without.append(replace(part, refusals=(no_tags(),)))
    return with_tag, without


def _answered(form: HouseholdForm, town: Town, on: date) -> Iterable[Part]:
    """What the law says of each dog that is asked about."""
    asked = [(each, wanted) for each in form if (wanted := each.wanted()) is not None]
    answers = prices([wanted.asked for _, wanted in asked], town=town, on=on)
    others = licensed_already(
        (wanted.asked.dog, answer.quote.term)
        for (_, wanted), answer in zip(asked, answers, strict=True)
        if answer.quote.term is not None
    )
    for (each, wanted), answer in zip(asked, answers, strict=True):
        other = others.get(each.dog.pk)
        refusals = answer.quote.refusals or ((already_licensed(each.dog, other),) if other else ())
        yield Part(each, wanted, answer.quote, refusals)


def _by_place(form: HouseholdForm, refusals: Sequence[Refusal]) -> dict[str, list[Refusal]]:
    """The refusals by the field at which each stands; else at its dog, or at the tender, or on top."""
    dogs = {each.place: each for each in form}
    by_place: dict[str, list[Refusal]] = {}
    for refusal in refusals:
        by_place.setdefault(_place(dogs, refusal.about), []).append(refusal)
    return by_place


def _place(dogs: Mapping[str, DogForm], about: str) -> str:
    dog = next((place for place in dogs if about == place or about.startswith(f"{place}-")), None)
    if dog is None:
        return about if about == "tender" else "summary"
    name = about.removeprefix(dog).removeprefix("-")
    name = FIELD_OF.get(name, name)
    return f"{dog}-{name}" if name in dogs[dog].fields else dog
