"""What the board resolved. An amount in use is never edited: a new resolution supersedes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from office.actions.towns import lock
from office.acts import act
from office.models import ReceiptLine, Resolution, ResolutionAmount, Town, User
from office.models.setup import Subject
from office.refusals import Refused, refuse
from ordinances import facts
from ordinances.answers import Refusal
from ordinances.money import Money
from ordinances.ordinance import Ordinance

RULE = "Office rule"


@dataclass(frozen=True, slots=True)
class Resolved:
    """A resolution as the board adopted it: amounts by the codes that the ordinance names."""

    number: str
    adopted_on: date
    in_force_from: date
    amounts: Mapping[str, Money]
    note: str = ""


@act
def enter_resolution(*, town: Town, subject: str, resolved: Resolved, by: User, at: datetime) -> Resolution:
    """Enter a resolution, which from its day on supersedes the earlier one on its subject; sent twice, it is one.

    Refused with every reason at once; ``about`` is an amount's code or the name of a field of ``Resolved``.
    """
    lock(town)
    before = Resolution.objects.filter(town=town, subject=subject, number=resolved.number).first()
    if before is not None and _says(before, resolved):
        return before
    _check(Resolution(town=town, subject=subject), resolved, at)
    resolution = Resolution(town=town, subject=subject)
    return _write(resolution, resolved)


@act
def change_resolution(*, resolution: Resolution, resolved: Resolved, by: User, at: datetime) -> Resolution:
    """Correct a resolution that no receipt has used yet; Refused once one has."""
    held = _unused(resolution)
    _check(held, resolved, at)
    held.amounts.exclude(code__in=resolved.amounts).delete()
    return _write(held, resolved)


@act
def withdraw_resolution(*, resolution: Resolution, by: User, at: datetime) -> None:
    """Take back a resolution entered by mistake that no receipt has used yet; Refused once one has."""
    _unused(resolution).delete()


def _unused(resolution: Resolution) -> Resolution:
    """The resolution, locked against receipts that would use it meanwhile."""
    lock(resolution.town)
    held = Resolution.objects.select_for_update().get(pk=resolution.pk)
    if ReceiptLine.objects.filter(resolution=held).exists():
        raise refuse("resolution_in_use", "Its amounts are in use: enter a new resolution, which supersedes it.")
    return held


def _says(resolution: Resolution, resolved: Resolved) -> bool:
    """Whether the row is this resolution, word for word."""
    written = (resolution.adopted_on, resolution.in_force_from, resolution.note, resolution.as_fact().amounts)
    return written == (resolved.adopted_on, resolved.in_force_from, resolved.note, dict(resolved.amounts))


def _write(resolution: Resolution, resolved: Resolved) -> Resolution:
    resolution.number = resolved.number
    resolution.adopted_on = resolved.adopted_on
    resolution.in_force_from = resolved.in_force_from
    resolution.note = resolved.note
    resolution.save()
    for code, amount in resolved.amounts.items():
        ResolutionAmount.objects.update_or_create(resolution=resolution, code=code, defaults={"amount": amount.dollars})
    return resolution


def _check(resolution: Resolution, resolved: Resolved, at: datetime) -> None:
    """Raise Refused with all that the office's rules and the law of the day have against the resolution."""
    refusals = [*_dates_refused(resolved, at), *_clashes(resolution, resolved)]
    try:
        law = resolution.town.ordinance(on=resolved.in_force_from)
    except LookupError:
        message = f"No law of the town is known for {resolved.in_force_from}: enter a later day."
        refusals.append(Refusal("no_law", RULE, message, "in_force_from"))
    else:
        refusals += _amounts_refused(law, resolution.subject, resolved)
    if refusals:
        raise Refused(*refusals)


def _dates_refused(resolved: Resolved, at: datetime) -> Iterator[Refusal]:
    """A board decides for the time to come; its decision is entered when it is made."""
    if resolved.adopted_on > timezone.localdate(at):
        message = f"{resolved.adopted_on} has not come yet: enter the resolution once it is adopted."
        yield Refusal("not_adopted_yet", RULE, message, "adopted_on")
    if resolved.in_force_from < resolved.adopted_on:
        message = f"It was adopted on {resolved.adopted_on} and takes no effect before: enter that day or a later one."
        yield Refusal("in_force_before_adopted", RULE, message, "in_force_from")


def _clashes(resolution: Resolution, resolved: Resolved) -> Iterator[Refusal]:
    """One resolution a number, and one a day on each subject: which one counts must never be a guess."""
    others = Resolution.objects.filter(town=resolution.town, subject=resolution.subject).exclude(pk=resolution.pk)
    if others.filter(number=resolved.number).exists():
        message = f"Resolution {resolved.number} is entered already with other words or amounts: correct the number."
        yield Refusal("number_in_use", RULE, message, "number")
    same_day = others.filter(in_force_from=resolved.in_force_from).first()
    if same_day is not None:
        message = f"Resolution {same_day.number} on the same subject takes effect on that day: enter another day."
        yield Refusal("two_on_one_day", RULE, message, "in_force_from")


def _amounts_refused(law: Ordinance, subject: str, resolved: Resolved) -> Iterator[Refusal]:
    """Amounts of this subject alone, at least one, and what the law has against them."""
    settable = {amount.code for amount in law.amounts if amount.subject == subject}
    label = Subject(subject).label.lower()
    for code in resolved.amounts.keys() - settable:
        yield Refusal("amount_not_settable", law.name, f"{code} is none of the {label} that may be set.", code)
    if not resolved.amounts:
        yield Refusal("no_amount", RULE, f"The resolution sets none of the {label}: enter an amount at least.")
    yield from law.check_resolution(facts.Resolution(amounts=resolved.amounts, number=resolved.number))
