"""Dover's amounts, each with its citation, and those that the Town Board sets. In force from 2011-01-01."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from ordinances.money import ZERO, Money
from ordinances.ordinance import AmountSet

IN_FORCE_FROM = date(2011, 1, 1)
BOARD = "Town Board"

LICENSING = "L.L. 3-2010, Licensing ¶"
IDENTIFICATION = "L.L. 3-2010, Identification ¶"
CHANGES = "L.L. 3-2010, Changes ¶"
SEIZURE = "L.L. 3-2010, Seizure ¶"
PROHIBITED_ACTS = "L.L. 3-2010, Prohibited acts"
DIFFERENCE = "AML § 110(1)"
SURCHARGE = "AML § 110(3)"

ENUMERATION_FEE = Money.of("5.00")  # Licensing ¶ B(3)
REPLACEMENT_TAG = Money.of("3.00")  # Identification ¶ C
UNALTERED_ABOVE_ALTERED = Money.of("5.00")  # AML § 110(1): at least so much
COURT_FINES = (Money.of("25.00"), Money.of("50.00"), Money.of("100.00"))  # AML § 118: after no, one, more findings


class Step(NamedTuple):
    """What an impoundment costs at least: the first 24 hours and each further 24 hours (no code: the price is flat)."""

    name: str
    citation: str
    code: str
    first: Money
    further_code: str = ""
    further: Money = ZERO


STEPS = (
    Step("First impoundment", f"{SEIZURE} D(1)", "impound_first", Money.of("20.00")),
    Step(
        "Second impoundment",
        f"{SEIZURE} D(2)",
        "impound_second",
        Money.of("30.00"),
        "impound_second_additional",
        Money.of("40.00"),
    ),
    Step(
        "Third or later impoundment",
        f"{SEIZURE} D(3)",
        "impound_third",
        Money.of("50.00"),
        "impound_third_additional",
        Money.of("75.00"),
    ),
)


def _fee(code: str, label: str, *, required: bool = True) -> AmountSet:
    """Established by the Town Board annually: Licensing ¶ B(1)."""
    return AmountSet(code, f"License fee, {label}", f"{LICENSING} B(1)", required)


def _surcharge(code: str, label: str, least: str) -> AmountSet:
    """The state's money: AML § 110(3)."""
    return AmountSet(code, f"State surcharge, {label}", SURCHARGE, required=True, least=least)


def _impoundment(step: Step) -> tuple[AmountSet, ...]:
    """The floors of a step ("not less than"): Seizure ¶ D."""
    first = AmountSet(step.code, step.name, step.citation, False, str(step.first), subject="impoundment")
    if not step.further_code:
        return (first,)
    label = f"{step.name}, each further 24 hours"
    return first, AmountSet(step.further_code, label, step.citation, False, str(step.further), subject="impoundment")


AMOUNTS = (
    _fee("altered", "altered dog"),
    _fee("unaltered", "unaltered dog"),
    _fee("senior_altered", "senior's altered dog", required=False),
    _fee("senior_unaltered", "senior's unaltered dog", required=False),
    _surcharge("surcharge_altered", "altered dog", least="1.00"),
    _surcharge("surcharge_unaltered", "unaltered dog", least="3.00"),
    *(amount for step in STEPS for amount in _impoundment(step)),
    AmountSet("prohibited_act", "Fine for a prohibited act", PROHIBITED_ACTS, required=False, subject="fines"),
)
