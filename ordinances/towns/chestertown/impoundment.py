"""Chestertown's shelter: §§ 68-8 and 68-9."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from ordinances.answers import Hold, Line, Quote, Refusal
from ordinances.days import ONE_DAY
from ordinances.facts import Custody, Redemption
from ordinances.holidays import MARYLAND, SUNDAY
from ordinances.hours import elapsed, local_date
from ordinances.money import Money

DAYS_HELD = 5  # § 68-8
# § 68-9C, as adopted on 6-11-1973.
REDEMPTION_FEE = Money.of("5.00")
BOARDING_FEE = Money.of("2.00")


def hold(custody: Custody) -> Hold:
    """Not less than five days for the owner, identified or not, then an open day to pay: § 68-8.

    "Five days" without more: neither the day of intake nor Sundays and legal holidays are counted (GP § 1-302, the
    longer reading). Saturdays are. A court's hold stops the clock.
    """
    citation = "§ 68-8; GP § 1-302"
    if custody.court_hold:
        return Hold(None, None, None, citation, "No clock runs until the court decides")
    last = _last_day(custody.seized_on)
    pay_by = MARYLAND.first_open_day(last, custody.closed)
    available = MARYLAND.first_open_day(pay_by + ONE_DAY, custody.closed)
    because = f"Five days after {custody.seized_on}, Sundays and Maryland holidays not counted"
    return Hold(last, pay_by, available, citation, because)


def _last_day(seized_on: date) -> date:
    """The fifth day after the intake that is neither Sunday nor a Maryland holiday."""
    day, left = seized_on, DAYS_HELD
    while left:
        day += ONE_DAY
        left -= day.weekday() != SUNDAY and not MARYLAND.is_holiday(day)
    return day


def redemption(asked: Redemption) -> Quote:
    """What the owner of a licensed dog pays to have it back: § 68-9B to D.

    Vaccination and care are not billed: the text charges the two fees and no costs.
    """
    refusals = _redemption_refused(asked)
    if refusals:
        return Quote(refusals=refusals)
    if asked.returned_same_day and local_date(asked.seized_at) == local_date(asked.paid_at):
        return Quote((_fee("§ 68-9D", "Licensed dog of a known owner, not impounded and fetched the same day"),))
    return Quote((_fee("§ 68-9C", "For each dog redeemed"), _boarding(asked)))


def _redemption_refused(asked: Redemption) -> tuple[Refusal, ...]:
    """The license comes first (§ 68-9B), and nothing is paid for a dog that is not there yet (§ 68-9C).

    Compared in UTC: two times of one zone would be compared by the clock on the wall, which goes back in November.
    """
    refusals: tuple[Refusal, ...] = ()
    if not asked.licensed:
        message = "The dog is not licensed: license it first, in the same payment"
        refusals += (Refusal("not_licensed", "§ 68-9B", message, "licensed"),)
    if any(elapsed(came, asked.paid_at) < timedelta(0) for came in (asked.seized_at, _arrived(asked))):
        message = "The payment lies before the dog's seizure or its arrival at the shelter: correct the times"
        refusals += (Refusal("paid_before_seized", "§ 68-9C", message, "paid_at"),)
    return refusals


def _arrived(asked: Redemption) -> datetime:
    """The arrival at the shelter; the seizure where none was written down."""
    return asked.seized_at if asked.sheltered_at is None else asked.sheltered_at


def _fee(citation: str, because: str) -> Line:
    return Line("redemption_fee", REDEMPTION_FEE, "Redemption fee", citation, because)


def _boarding(asked: Redemption) -> Line:
    """Two dollars "for each calendar day or portion thereof", arrival to redemption, both included: § 68-9C."""
    first, last = local_date(_arrived(asked)), local_date(asked.paid_at)
    days = (last - first).days + 1
    because = f"{BOARDING_FEE} for each of {days} calendar days at the shelter, {first} to {last}"
    return Line("boarding", BOARDING_FEE * days, "Boarding", "§ 68-9C", because)
