"""What the rules answer: money, terms, days and refusals, each with the section it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from ordinances.money import ZERO, Money


@dataclass(frozen=True, slots=True)
class Line:
    """One charge.

    ``resolution`` is the number of the resolution that set the amount, None where the ordinance itself does.
    """

    code: str
    amount: Money
    label: str
    citation: str
    because: str
    resolution: str | None = None


@dataclass(frozen=True, slots=True)
class Term:
    """The days a license covers, both included."""

    starts: date
    expires: date


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the law refuses, and in ``message`` what would cure it.

    ``about`` names the fact that it stands beside (``rabies``, ``years``, ...).
    """

    code: str
    citation: str
    message: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Quote:
    """A price with every line cited, or all refusals at once and then no lines.

    ``free_by`` is the section by which a license with a ``marking`` carries no fee.
    """

    lines: tuple[Line, ...] = ()
    term: Term | None = None
    refusals: tuple[Refusal, ...] = ()
    marking: str = ""
    free_by: str = ""

    @property
    def total(self) -> Money | None:
        """The sum of the lines; None when refused."""
        if self.refusals:
            return None
        return Money(sum(line.amount.cents for line in self.lines))


@dataclass(frozen=True, slots=True)
class Requirement:
    """Whether a license is required on the day asked, and from which day on, if one can be told."""

    required: bool
    since: date | None
    citation: str
    because: str


@dataclass(frozen=True, slots=True)
class Hold:
    """How long a dog is held. All three days are None while no clock runs."""

    last_day: date | None
    pay_by: date | None
    available_from: date | None
    citation: str
    because: str


@dataclass(frozen=True, slots=True)
class Counted:
    """Which impoundment of an owner's dogs one is, and the days of the earlier ones that counted."""

    number: int
    earlier: tuple[date, ...]
    citation: str
    because: str


@dataclass(frozen=True, slots=True)
class Adopting:
    """Which license an adoption rests on: the town's, that of the adopter's own town, or none; and all refusals."""

    license: Literal["here", "elsewhere", "none"]
    citation: str
    because: str
    refusals: tuple[Refusal, ...] = ()


@dataclass(frozen=True, slots=True)
class NoticeDue:
    """The last day on which the owner's notice is in time; None where the law counts no days."""

    by: date | None
    citation: str
    because: str


@dataclass(frozen=True, slots=True)
class Refund:
    """Whether the money for a license is given back, all of it or none."""

    allowed: bool
    citation: str
    because: str


__all__ = [
    "ZERO",
    "Adopting",
    "Counted",
    "Hold",
    "Line",
    "Money",
    "NoticeDue",
    "Quote",
    "Refund",
    "Refusal",
    "Requirement",
    "Term",
]
