"""Money of the law: whole cents, never a float."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Self

_WRITTEN = re.compile(r"(\d{1,8})(?:\.(\d{1,2}))?", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Money:
    """An amount in whole US cents."""

    cents: int

    @classmethod
    def of(cls, written: str | int) -> Self:
        """Read ``"12"``, ``"12.5"``, ``"12.50"`` or whole dollars, none negative; ValueError says what is wrong."""
        match = _WRITTEN.fullmatch(str(written)) if type(written) in (str, int) else None
        if match is None:
            raise ValueError(f"not an amount of dollars and cents: {written!r}")
        return cls(int(match[1]) * 100 + int((match[2] or "0").ljust(2, "0")))

    @classmethod
    def rounded(cls, exact_cents: Fraction) -> Self:
        """The nearest whole cent, half a cent up; for amounts that are not negative."""
        return cls((2 * exact_cents.numerator + exact_cents.denominator) // (2 * exact_cents.denominator))

    @property
    def dollars(self) -> Decimal:
        """The amount in dollars, exact, with two decimals: what the database stores."""
        return Decimal(self.cents).scaleb(-2)

    def __add__(self, other: Money) -> Money:
        return Money(self.cents + other.cents)

    def __sub__(self, other: Money) -> Money:
        return Money(self.cents - other.cents)

    def __mul__(self, times: int) -> Money:
        return Money(self.cents * times)

    def __str__(self) -> str:
        """Dollars with two decimals and no sign: ``"12.50"``."""
        sign, cents = ("-", -self.cents) if self.cents < 0 else ("", self.cents)
        return f"{sign}{cents // 100}.{cents % 100:02d}"


ZERO = Money(0)
