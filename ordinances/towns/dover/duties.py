"""Dover's tags, notices, fines and the checks of a resolution: Identification, Changes, AML §§ 110, 118."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from ordinances.answers import Line, NoticeDue, Quote, Refusal
from ordinances.days import add_years, days_from
from ordinances.facts import Change, Resolution, Violation
from ordinances.holidays import NEW_YORK
from ordinances.money import Money
from ordinances.ordinance import AmountSet
from ordinances.towns.dover.amounts import (
    AMOUNTS,
    BOARD,
    CHANGES,
    COURT_FINES,
    DIFFERENCE,
    IDENTIFICATION,
    PROHIBITED_ACTS,
    REPLACEMENT_TAG,
    UNALTERED_ABOVE_ALTERED,
)

NOTICE_DAYS = 10
FINDING_COUNTS_YEARS = 5
FINED_BY_STATE = {
    "unlicensed": "Dog not licensed",
    "unidentified": "Dog not identified",
    "false_tag": "False or another dog's tag",
    "no_change_notice": "Change not notified",
}
PROHIBITED_ACT = "prohibited_act"


def replacement_tag(on: date) -> Quote:
    """A tag of the same number at the owner's expense: Identification ¶ C. The first one is free."""
    because = f"Replaces a tag on {on}, with the same number"
    return Quote((Line("tag_fee", REPLACEMENT_TAG, "Replacement tag", f"{IDENTIFICATION} C", because),))


def imprint(number: str, telephone: str) -> tuple[str, ...]:
    """The town's name, the unique number, the Clerk's telephone: Identification ¶ E."""
    return ("TOWN OF DOVER", number, telephone)


def notify_by(change: Change) -> NoticeDue:
    """The owner of record tells the Clerk within ten days, of a death before or at renewal: Changes ¶ A to C.

    Ten days from a loss or theft run from its discovery. A last day on no business day is the next (GCL § 25-a).
    """
    if change.event == "death":
        return NoticeDue(None, f"{CHANGES} C", "A death is told before or at renewal: no days are counted")
    paragraph = "B" if change.event in ("loss", "theft") else "A"
    by = NEW_YORK.first_business_day(days_from(change.happened_on, NOTICE_DAYS))
    because = f"Within ten days of {change.happened_on} ({change.event})"
    return NoticeDue(by, f"{CHANGES} {paragraph}; GCL § 25-a", because)


def fine(violation: Violation) -> Quote:
    """The least that a court fines, never billed (AML § 118); for prohibited acts A to G what the office entered."""
    if violation.provision == PROHIBITED_ACT:
        return _prohibited_act(violation)
    if violation.provision not in FINED_BY_STATE:
        known = ", ".join([*FINED_BY_STATE, PROHIBITED_ACT])
        raise ValueError(f"no provision of Dover's law: {violation.provision!r}; known: {known}")
    before = sum(_counts(found, violation.on) for found in violation.found_on)
    amount = COURT_FINES[min(before, len(COURT_FINES) - 1)]
    because = f"At least; findings in the five years before {violation.on}: {before}"
    return Quote((Line("fine_minimum", amount, FINED_BY_STATE[violation.provision], "AML § 118", because),))


def _counts(found: date, on: date) -> bool:
    """Whether a finding lies in the five years before the offense, its fifth anniversary included: AML § 118."""
    return found < on <= add_years(found, FINDING_COUNTS_YEARS)


def _prohibited_act(violation: Violation) -> Quote:
    """The text given lacks the penalty of the prohibited acts: no amount until the office enters one."""
    resolution = violation.resolution
    if resolution is None or PROHIBITED_ACT not in resolution.amounts:
        message = f"The text lacks the penalty ({PROHIBITED_ACT}): the {BOARD} sets it, and the office enters it"
        return Quote(refusals=(Refusal("no_amount_set", PROHIBITED_ACTS, message, "provision"),))
    amount = resolution.amounts[PROHIBITED_ACT]
    because = "As the office entered it"
    return Quote((Line("fine", amount, "Prohibited act", PROHIBITED_ACTS, because, resolution.number),))


def check_resolution(resolution: Resolution) -> tuple[Refusal, ...]:
    """Every reason against a resolution's amounts: AML § 110(1), (3); Seizure ¶ D; Licensing ¶ B(1)."""
    amounts = resolution.amounts
    return _missing(amounts) + _below_floors(amounts) + _too_close(amounts)


def _missing(amounts: Mapping[str, Money]) -> tuple[Refusal, ...]:
    """A resolution on license fees sets each fee and surcharge; one on another subject sets none of them."""
    fees = [amount for amount in AMOUNTS if amount.subject == "license_fees"]
    if amounts and not any(fee.code in amounts for fee in fees):
        return ()
    return tuple(
        Refusal("no_amount_set", fee.citation, f"{fee.label} is missing: the {BOARD} sets it", fee.code)
        for fee in fees
        if fee.required and fee.code not in amounts
    )


def _below_floors(amounts: Mapping[str, Money]) -> tuple[Refusal, ...]:
    """Surcharges of at least $1 and $3 (AML § 110(3)), impoundment charges of at least the floors (Seizure ¶ D)."""
    return tuple(
        _below(amount, amount.least)
        for amount in AMOUNTS
        if amount.least is not None and amount.code in amounts and amounts[amount.code] < Money.of(amount.least)
    )


def _below(amount: AmountSet, least: str) -> Refusal:
    return Refusal("amount_too_low", amount.citation, f"{amount.label}: {least} or more", amount.code)


def _too_close(amounts: Mapping[str, Money]) -> tuple[Refusal, ...]:
    """Each unaltered fee is at least $5 above the altered one: AML § 110(1).

    For seniors by the rates that they really pay, where the resolution has only one of theirs.
    """
    refusals = []
    if "altered" in amounts and "unaltered" in amounts:
        refusals += _difference(amounts["altered"], amounts["unaltered"], "unaltered")
    senior_altered = amounts.get("senior_altered", amounts.get("altered"))
    senior_unaltered = amounts.get("senior_unaltered", amounts.get("unaltered"))
    about = "senior_unaltered" if "senior_unaltered" in amounts else "senior_altered"
    if about in amounts and senior_altered is not None and senior_unaltered is not None:
        refusals += _difference(senior_altered, senior_unaltered, about)
    return tuple(refusals)


def _difference(altered: Money, unaltered: Money, about: str) -> list[Refusal]:
    least = altered + UNALTERED_ABOVE_ALTERED
    if unaltered >= least:
        return []
    message = (
        f"The unaltered fee of {unaltered} must be at least 5.00 above the altered one of {altered}: {least} or more"
    )
    return [Refusal("difference_too_small", DIFFERENCE, message, about)]
