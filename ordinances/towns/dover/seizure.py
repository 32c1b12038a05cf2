"""Dover's pound: Seizure ¶ D to F, with AML § 117 and GCL §§ 20, 25-a."""

from __future__ import annotations

from datetime import date, timedelta

from ordinances.answers import Hold, Line, Quote, Refusal
from ordinances.days import ONE_DAY, add_years, days_from
from ordinances.facts import Custody, Notice, Redemption, Resolution, ShelterStatement
from ordinances.holidays import NEW_YORK
from ordinances.hours import elapsed, local_date
from ordinances.money import Money
from ordinances.towns.dover.amounts import SEIZURE, STEPS, Step

UNIDENTIFIED_DAYS = 5
PERSONAL_DAYS = 7
MAIL_DAYS = 9
PART = timedelta(hours=24)
NOTHING_RESOLVED = Resolution({})


def hold(custody: Custody) -> Hold:
    """How long a dog is held for its owner: Seizure ¶ D; AML § 117(6).

    The last day is moved to a business day (GCL § 25-a). The owner then has an open day to pay, so that nothing
    may be done with the dog before the first open day after that one.
    """
    if custody.court_hold:
        return _no_clock("AML § 123", "No clock runs until the court decides")
    if not custody.identified:
        because = f"Not identified: five days from the seizure on {custody.seized_on}"
        return _held(custody, days_from(custody.seized_on, UNIDENTIFIED_DAYS), f"{SEIZURE} D; GCL § 25-a", because)
    last = _last_day_after(custody)
    if last is None:
        return _no_clock("AML § 117(6)", "Identified, and no notice to the owner: the clock has not started")
    because = "Identified: seven days after personal notice, nine after mailing; the later where both were given"
    return _held(custody, last, "AML § 117(6); GCL § 25-a", because)


def _last_day_after(custody: Custody) -> date | None:
    """Seven days after personal notice, nine from mailing, the latest of all: AML § 117(6).

    A notice dated before the seizure was not one of this seizure and starts no clock.
    """
    return max((_ends(notice) for notice in custody.notices if notice.on >= custody.seized_on), default=None)


def _ends(notice: Notice) -> date:
    return days_from(notice.on, PERSONAL_DAYS if notice.how == "personal" else MAIL_DAYS)


def _held(custody: Custody, ends: date, citation: str, because: str) -> Hold:
    """The three days of a hold that ends on ``ends`` if that is a business day: GCL § 25-a."""
    last = NEW_YORK.first_business_day(ends)
    pay_by = NEW_YORK.first_open_day(last, custody.closed)
    return Hold(last, pay_by, NEW_YORK.first_open_day(pay_by + ONE_DAY, custody.closed), citation, because)


def _no_clock(citation: str, because: str) -> Hold:
    return Hold(None, None, None, citation, because)


def redemption(asked: Redemption) -> Quote:
    """What the owner of a licensed dog pays to have it back: Seizure ¶ D, F. The hold is not looked at."""
    refusals = _redemption_refused(asked)
    if refusals:
        return Quote(refusals=refusals)
    return Quote(_impoundment_fees(asked) + _costs(asked.statement))


def _redemption_refused(asked: Redemption) -> tuple[Refusal, ...]:
    """The dog must be licensed (Seizure ¶ D: "proof"), and the payment lie after the seizure (¶ F)."""
    refusals: tuple[Refusal, ...] = ()
    if not asked.licensed:
        message = "The dog is not licensed: license it first, in the same payment"
        refusals += (Refusal("not_licensed", f"{SEIZURE} D", message, "licensed"),)
    if elapsed(asked.seized_at, asked.paid_at) < timedelta(0):
        message = "The payment lies before the seizure: correct the times"
        refusals += (Refusal("paid_before_seized", f"{SEIZURE} F", message, "paid_at"),)
    return refusals


def impoundment_count(seized_on: date, earlier: tuple[date, ...]) -> int:
    """Which impoundment of the owner's this is: Seizure ¶ D(1) to (3).

    "Within one year of the first impoundment": the year is anchored to a first one, its anniversary included; the
    next after it is a first again. All the owner's dogs count together, one step for each occasion.
    """
    first, count = None, 0
    for day in [*sorted(day for day in earlier if day <= seized_on), seized_on]:
        if first is None or day > add_years(first, 1):
            first, count = day, 0
        count += 1
    return count


def _impoundment_fees(asked: Redemption) -> tuple[Line, ...]:
    """The first impoundment is flat; later ones cost by 24 hours or part, in real hours: Seizure ¶ D(1) to (3).

    From the seizure to the Clerk's receipt. An exact multiple of 24 hours opens no new part.
    """
    count = impoundment_count(local_date(asked.seized_at), asked.earlier_seizures) if asked.earlier_seizures else 1
    step = STEPS[min(count, len(STEPS)) - 1]
    resolution = asked.resolution or NOTHING_RESOLVED
    further = -(elapsed(asked.paid_at, asked.seized_at) // PART) - 1
    lines = (_first_part(step, count, resolution),)
    return lines if not step.further_code or further < 1 else (*lines, _further_parts(step, further, resolution))


def _amount(code: str, floor: Money, resolution: Resolution) -> tuple[Money, str | None]:
    """The floor, or what the resolution sets above it, with its number: "not less than", Seizure ¶ D."""
    amount = resolution.amounts.get(code)
    return (floor, None) if amount is None or amount < floor else (amount, resolution.number)


def _first_part(step: Step, count: int, resolution: Resolution) -> Line:
    amount, number = _amount(step.code, step.first, resolution)
    because = f"Impoundment {count} of a dog of this owner within one year of the first"
    return Line("impoundment_fee", amount, step.name, step.citation, because, number)


def _further_parts(step: Step, further: int, resolution: Resolution) -> Line:
    amount, number = _amount(step.further_code, step.further, resolution)
    because = f"{amount} for each of {further} further 24 hours or part thereof"
    return Line("additional_days", amount * further, "Further days", step.citation, because, number)


def _costs(statement: ShelterStatement) -> tuple[Line, ...]:
    """Vaccination (Seizure ¶ D(4)), veterinary and shelter care (¶ F), as the officer's statement says."""
    costs = (
        ("rabies_vaccination", statement.rabies_vaccination, "Rabies vaccination", f"{SEIZURE} D(4)"),
        ("veterinary_care", statement.veterinary_care, "Veterinary care", f"{SEIZURE} F"),
        ("shelter_care", statement.shelter_care, "Shelter care", f"{SEIZURE} F"),
    )
    because = "By the officer's statement of costs"
    return tuple(
        Line(code, amount, label, citation, because) for code, amount, label, citation in costs if amount is not None
    )
