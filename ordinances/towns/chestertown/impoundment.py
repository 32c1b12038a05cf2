"""Chestertown's shelter: §§ 68-8 and 68-9."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from ordinances.answers import Counted, Hold, Line, Quote, Refusal, Requirement
from ordinances.custody import before_disposal, counted_from, elsewhere_refused, held, no_clock, return_refused
from ordinances.days import ONE_DAY
from ordinances.facts import Custody, Disposal, Redemption, Return, Unlicensed
from ordinances.holidays import MARYLAND, SUNDAY
from ordinances.hours import LOCAL, elapsed, local_date
from ordinances.money import Money
from ordinances.ordinance import Ground
from ordinances.towns.chestertown.licenses import license_required
from ordinances.wording import named, short

DAYS_HELD = 5  # § 68-8
# § 68-9C, as adopted on 6-11-1973.
REDEMPTION_FEE = Money.of("5.00")
BOARDING_FEE = Money.of("2.00")

GROUNDS = {
    "at_large": Ground(
        "At large",
        "§§ 68-7, 68-8",
        "A dog found at large, with or without a valid license tag, shall, except as provided above, be impounded by "
        "the Dog Control Warden and taken to the dog control shelter.",
    ),
    "nuisance_order": Ground(
        "Public nuisance, the court's order not complied with",
        "§ 68-11B",
        "If the owner or keeper fails to comply with the District Court's order, then it shall be the duty of the "
        "Police Department or the Dog Control Warden to seize the dog wherever it may be found.",
    ),
}
"""What the text lets the Warden impound: § 68-8, § 68-11B."""
RETURNS = {
    "same_day": Ground(
        "Kept for its owner to fetch the same day",
        "§ 68-9D",
        "When dogs are found running at large and their ownership is known, such dogs, if they are legally licensed, "
        "need not be impounded by the Dog Control Warden, but he may, at his discretion, notify the owner, who can "
        "reclaim the dog upon paying the redemption fee of five dollars ($5.) without the impounding fee if the "
        "redemption is made that same day.",
    )
}

STATEMENT = Ground(
    "No costs are billed",
    "§ 68-9B, C",
    "The owner pays the redemption fees, five dollars for each dog and two dollars for each calendar day or portion "
    "thereof at the dog control shelter, with proof of ownership and of the license. The text charges no vaccination, "
    "veterinary care or other costs.",
)


TO_REDEEM = (
    Ground(
        "The license",
        "§ 68-9B",
        "Compliance with the licensing provisions of § 68-6D: a dog that is not licensed is licensed first; bring its "
        "rabies certificate.",
    ),
    Ground("Proof", "§ 68-9B", "Proof of ownership."),
    Ground(
        "The redemption fee",
        "§ 68-9C",
        "Five dollars ($5.) for each dog and two dollars ($2.) for each calendar day or portion thereof during which "
        "the animal was boarded at the dog control shelter.",
    ),
)
"""What the owner pays and brings: § 68-9B, C."""


def may_return(asked: Return) -> tuple[Refusal, ...]:
    """A licensed dog of a known owner need not be impounded if it is fetched the same day: § 68-9D."""
    return return_refused(asked, RETURNS)


def hold(custody: Custody) -> Hold:
    """Not less than five days for the owner, identified or not, then an open day to pay: § 68-8.

    "Five days" without more: neither the day of intake nor Sundays and legal holidays are counted (GP § 1-302, the
    longer reading). Saturdays are. A court's hold stops the clock.
    """
    citation = "§ 68-8; GP § 1-302"
    if custody.court_hold:
        return no_clock(citation, "No clock runs until the court decides")
    last = _last_day(custody.clock_from)
    return held(custody, last, MARYLAND, citation, f"Five days after {counted_from(custody)}, {_told(custody, last)}")


def _told(custody: Custody, last: date) -> str:
    """Which days were not counted, in words."""
    days = (custody.clock_from + ONE_DAY * nth for nth in range(1, (last - custody.clock_from).days))
    left_out = [
        f"{short(day)}, {'a Sunday' if day.weekday() == SUNDAY else 'a holiday'}" for day in days if not _counts(day)
    ]
    told = f"; not counted: {'; '.join(left_out)}" if left_out else ""
    return f"the day itself, Sundays and Maryland holidays left out{told}; the last is {named(last)}"


def disposal(asked: Disposal) -> tuple[Refusal, ...]:
    """After the hold the dog is the town's: adoption, or as the Warden prescribes and the council approves: § 68-8.

    A court's order to destroy a nuisance dog needs neither (§ 68-11B).
    """
    if asked.how == "put_down" and asked.court_order:
        return ()
    refusals = before_disposal(asked, hold(asked.custody), "§ 68-8")
    if asked.how != "adopted" and not asked.approved:
        message = "Record the approval of the Mayor and Council first: its day, and what was approved"
        refusals += (Refusal("not_approved", "§ 68-8", message, "approval"),)
    return refusals


def counted(seized_on: date, earlier: tuple[date, ...]) -> Counted:
    """Each impoundment costs the same: none is counted (§ 68-9C)."""
    return Counted(1, (), "§ 68-9C", "The fee does not depend on earlier impoundments")


def price_until(asked: Redemption) -> datetime | None:
    """The end of the calendar day: from midnight on another is charged, and a same-day return is over: § 68-9C, D."""
    return datetime.combine(local_date(asked.paid_at), time.max, LOCAL)


def _last_day(seized_on: date) -> date:
    """The fifth day after the intake that is neither Sunday nor a Maryland holiday."""
    day, left = seized_on, DAYS_HELD
    while left:
        day += ONE_DAY
        left -= _counts(day)
    return day


def _counts(day: date) -> bool:
    """Whether it is one of the five days: no Sunday and no Maryland holiday (GP § 1-302)."""
    return day.weekday() != SUNDAY and not MARYLAND.is_holiday(day)


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


def license_first(asked: Unlicensed) -> Requirement:
    """Whether a dog without the town's license is licensed before it is redeemed: § 68-9B, by § 68-6D.

    Only what § 68-6A requires can be asked: no license of a dog that is not over six months old or part of a kennel,
    nor of a visitor within the thirty days that the Mayor and Council permitted in writing (§ 68-12B). § 68-6A reaches
    who owns, keeps or harbors a dog "within Chestertown": read for the owner, the dog of a nonresident that is kept and
    licensed elsewhere complies with it, while one that stays in town without that permission does not, and a new
    resident's license of elsewhere is carried over first (§ 68-6E(2)).
    """
    duty = license_required(asked.presence)
    if not duty.required or asked.presence.visitor is not None:
        return duty
    cure = "carry its license over for one dollar (§ 68-6E(2)), or license it first"
    refused = elsewhere_refused(asked, "§ 68-9B", cure)
    because = f"Licensed elsewhere to {asked.elsewhere_until}, where its owner lives and keeps it"
    return refused or Requirement(False, None, "§§ 68-6A, 68-9B", because)


def days_in_shelter(asked: Redemption) -> int:
    """The calendar days "or portion thereof", arrival to redemption, both included: § 68-9C."""
    return (local_date(asked.paid_at) - local_date(_arrived(asked))).days + 1


def _arrived(asked: Redemption) -> datetime:
    """The arrival at the shelter; the seizure where none was written down."""
    return asked.seized_at if asked.sheltered_at is None else asked.sheltered_at


def _fee(citation: str, because: str) -> Line:
    return Line("redemption_fee", REDEMPTION_FEE, "Redemption fee", citation, because)


def _boarding(asked: Redemption) -> Line:
    """Two dollars "for each calendar day or portion thereof", arrival to redemption, both included: § 68-9C."""
    first, last = local_date(_arrived(asked)), local_date(asked.paid_at)
    days = days_in_shelter(asked)
    because = f"{BOARDING_FEE} for each of {days} calendar days at the shelter, {first} to {last}"
    return Line("boarding", BOARDING_FEE * days, "Boarding", "§ 68-9C", because)
