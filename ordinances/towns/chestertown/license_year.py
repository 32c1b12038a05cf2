"""Chestertown's license year, its window, and what is paid within and after it: § 68-6D."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from ordinances.answers import Line, Refusal, Term
from ordinances.days import add_months, days_from
from ordinances.holidays import MARYLAND
from ordinances.money import Money
from ordinances.ordinance import Period


@dataclass(frozen=True, slots=True)
class AnnualFee:
    """What a license costs for a whole license year, and the section that says so."""

    amount: Money
    label: str
    citation: str
    because: str


@dataclass(frozen=True, slots=True)
class LicenseYear:
    """July 1 to June 30: "one (1) year, beginning with the first day of July in each year" (§ 68-6D)."""

    starts: date
    expires: date
    opens: date
    """Sixty days before the start: May 2."""
    thirtieth_day: date
    """Thirty days after the start: July 31, not yet moved to a business day."""

    @classmethod
    def named(cls, year: int | None) -> LicenseYear:
        """The license year that starts in ``year``; ValueError when the application names none."""
        if year is None:
            raise ValueError("license_year is missing: name the year in which it starts (2026 = from July 1, 2026)")
        return cls(date(year, 7, 1), date(year + 1, 6, 30), date(year, 5, 2), date(year, 7, 31))

    def term(self, on: date) -> Term:
        """From July 1, or from the day of an application within the year, to June 30."""
        return Term(max(on, self.starts), self.expires)


def year_in_course(on: date) -> int:
    """The license year that ``on`` falls in."""
    return on.year if on.month >= 7 else on.year - 1


def outside_year(on: date, year: LicenseYear) -> tuple[Refusal, ...]:
    """No application before the sixtieth day ahead of the license year, nor after its end: § 68-6D."""
    if on < year.opens:
        message = f"The license year from {year.starts} opens on {year.opens}: apply on that day or later"
        return (Refusal("too_early", "§ 68-6D", message, "license_year"),)
    if on > year.expires:
        message = f"The license year from {year.starts} ended on {year.expires}: apply for {year_in_course(on)}"
        return (Refusal("year_over", "§ 68-6D", message, "license_year"),)
    return ()


def last_day_in_time(year: LicenseYear, duty_began: date | None) -> date:
    """July 31, or the thirtieth day after the duty began if later; moved to the next business day: § 68-6D.

    The text has thirty days from the start of the year or "following the procurement of a dog or kennel". They
    are read to run also from coming of age and from moving in: nobody is in default before a license is needed.
    """
    last = year.thirtieth_day
    if duty_began is not None:
        last = max(last, days_from(duty_began, 30))
    return MARYLAND.first_business_day(last)


def charges(fee: AnnualFee, on: date, year: LicenseYear, duty_began: date | None) -> tuple[Line, ...]:
    """The annual fee before the year; prorated within it when in time; else in full and the penalty: § 68-6D."""
    if on < year.starts:
        return (_full(fee),)
    last = last_day_in_time(year, duty_began)
    return (_prorated(fee, on),) if on <= last else (_full(fee), _late_penalty(fee, on, last))


def _full(fee: AnnualFee) -> Line:
    """The fee of the whole license year, by the fee's own section."""
    return Line("license_fee", fee.amount, fee.label, fee.citation, fee.because)


def _prorated(fee: AnnualFee, on: date) -> Line:
    """The fee "prorated to the nearest month": § 68-6D. In July too, as the text says "shall entitle"."""
    months = months_left(on)
    amount = Money.rounded(Fraction(fee.amount.cents * months, 12))
    because = f"{fee.because}, {fee.amount}, for {months} of 12 months; applied for in time on {on}"
    return Line("license_fee", amount, fee.label, f"{fee.citation}, § 68-6D", because)


def months_left(on: date) -> int:
    """Months from the first of month nearest to ``on`` to the end of the license year, at least one: § 68-6D.

    A day that is as near to both is counted to the later one, which is cheaper for the applicant.
    """
    days_since = on.day - 1
    days_until = (add_months(on.replace(day=1), 1) - on).days
    months_gone = (on.month - 7) % 12 + (days_until <= days_since)
    return max(1, 12 - months_gone)


def _late_penalty(fee: AnnualFee, on: date, last: date) -> Line:
    """Half of the license fee "in addition to the full annual license fee": § 68-6D."""
    amount = Money.rounded(Fraction(fee.amount.cents, 2))
    because = f"Applied for on {on}, after {last}, the last day in time: 50% of the annual fee of {fee.amount}"
    return Line("late_penalty", amount, "Late penalty", "§ 68-6D", because)


def license_years(on: date, renewing: date | None) -> tuple[Period, ...]:
    """The license years that can be applied for on a day, beyond the one that ends on ``renewing``: § 68-6D.

    When the first of them only opens later, it is named all the same: its quote then says when.
    """
    first = year_in_course(on)
    if renewing is not None and renewing >= on:
        first = year_in_course(renewing) + 1
    is_open = [year for year in (first, first + 1) if on >= LicenseYear.named(year).opens]
    return tuple(Period(year, f"July 1, {year} to June 30, {year + 1}") for year in is_open or [first])


def renewal_opens(expires: date) -> date:
    """Sixty days before the start of the license year that follows: § 68-6D."""
    return LicenseYear.named(year_in_course(expires) + 1).opens
