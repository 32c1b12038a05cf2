"""Dover's pound: Seizure ¶ A to F, with AML § 117 and GCL §§ 20, 25-a."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from ordinances.answers import Counted, Hold, Line, Quote, Refusal, Requirement
from ordinances.custody import (
    before_disposal,
    counted_from,
    elsewhere_refused,
    held,
    no_clock,
    return_refused,
    to_business_day,
)
from ordinances.days import add_years, days_from
from ordinances.facts import Custody, Disposal, Notice, Redemption, Resolution, Return, ShelterStatement, Unlicensed
from ordinances.holidays import NEW_YORK
from ordinances.hours import LOCAL, elapsed, local_date
from ordinances.money import Money
from ordinances.ordinance import Ground
from ordinances.towns.dover.amounts import PROHIBITED_ACTS, SEIZURE, STEPS, Step
from ordinances.towns.dover.licensing import license_required
from ordinances.wording import named

UNIDENTIFIED_DAYS = 5
PERSONAL_DAYS = 7
MAIL_DAYS = 9
PART = timedelta(hours=24)
NOTHING_RESOLVED = Resolution({})
STATE = "AML § 117"
HAND_BACK = "AML § 117(1-a)"

GROUNDS = {
    "unlicensed": Ground(
        "Not licensed", f"{SEIZURE} A(1)", "Any dog which is not licensed, whether on or off the owner's premises."
    ),
    "dangerous_at_large": Ground(
        "Licensed, out of control or off the premises, probably dangerous",
        f"{SEIZURE} A(2)",
        "Any licensed dog which is not in the control of its owner or custodian or not on the premises of the dog's "
        "owner or custodian, if there is probable cause to believe the dog is dangerous.",
    ),
    "immediate_threat": Ground(
        "Immediate threat to the public safety",
        f"{SEIZURE} A(3)",
        "Any dog which poses an immediate threat to the public safety.",
    ),
    "unidentified": Ground(
        "Not identified, off the owner's premises",
        STATE,
        "State law: a dog that is not identified and is not on its owner's premises.",
    ),
    "night_quarantine": Ground("Night quarantine", STATE, "State law: a dog at large against a night quarantine."),
    "deer_quarantine": Ground("Deer quarantine", STATE, "State law: a dog at large against a deer quarantine."),
    "court_order": Ground("Order of a court", STATE, "State law: a dog that a court ordered seized."),
    "local_law": Ground(
        "Against the local law",
        f"{STATE}; {PROHIBITED_ACTS}",
        "State law: a dog that is kept or runs against a local law, as by the prohibited acts A to G.",
    ),
}
"""Seizure ¶ A(1) to (3), and what state law adds (AML § 117)."""
RETURNS = {
    "handed_back": Ground(
        "Handed straight back to its owner",
        HAND_BACK,
        "State law: a dog with a current license may be given back at once; it is recorded and is no impoundment.",
    )
}

COSTS = {
    "rabies_vaccination": "Rabies vaccination",
    "veterinary_care": "Veterinary care",
    "shelter_care": "Shelter care",
}
STATEMENT = Ground(
    "The officer's statement, then the Clerk's receipt, then the release",
    f"{SEIZURE} F",
    "Prior to releasing a dog to its owner or adopting out a dog, the Animal/Dog Control Officer shall deliver to the "
    "owner a statement of the number of days the dog has been in the shelter and the costs for any veterinary care, "
    "which statement the owner shall take to the Clerk, whereupon the Clerk shall give a receipt to the owner who "
    "shall then deliver it to Animal/Dog Control Officer, at which time such dog may be released to owner.",
)


TO_REDEEM = (
    Ground(
        "The license",
        f"{SEIZURE} D",
        "Proof that the dog is licensed and identified. If it is not, it is licensed first, in the same payment: bring "
        "its rabies certificate, and the proof if it is spayed or neutered.",
    ),
    Ground("Proof", f"{SEIZURE} D", "Proof that the dog is yours, and of who you are."),
    Ground(
        "The impoundment fee",
        f"{SEIZURE} D(1) to (3)",
        "Not less than $20 for a first impoundment. Within one year of the first: not less than $30 for the first 24 "
        "hours or part thereof and $40 for each further of a second, $50 and $75 of a third or later one. The Town "
        "Board may set more.",
    ),
    Ground(
        "The costs",
        f"{SEIZURE} D(4), F",
        "A rabies vaccination, veterinary care and shelter care, by the officer's statement, which you take to the "
        "Town Clerk. The Clerk's receipt then goes to the officer, who releases the dog.",
    ),
)
"""What the owner pays and brings: Seizure ¶ D, F."""


def may_return(asked: Return) -> tuple[Refusal, ...]:
    """A dog with a current license may be handed straight back, without an impoundment: AML § 117(1-a)."""
    return return_refused(asked, RETURNS)


def hold(custody: Custody) -> Hold:
    """How long a dog is held for its owner: Seizure ¶ D; AML § 117(6).

    The last day is moved to a business day (GCL § 25-a). The owner then has an open day to pay, so that nothing
    may be done with the dog before the first open day after that one.
    """
    if custody.court_hold:
        return no_clock("AML § 123", "No clock runs until the court decides")
    if not custody.identified:
        ends = days_from(custody.clock_from, UNIDENTIFIED_DAYS)
        because = f"No tag: five days from {counted_from(custody)}, {to_business_day(ends, NEW_YORK)}"
        return _held(custody, ends, f"{SEIZURE} D; GCL §§ 20, 25-a", because)
    notices = _counting(custody)
    if not notices:
        because = f"Identified, and no notice to the owner{_since(custody)}: the clock has not started"
        return no_clock("AML § 117(6)", because)
    last = max(_ends(notice) for notice in notices)
    return _held(custody, last, "AML § 117(6); GCL §§ 20, 25-a", _told(notices, last))


def _since(custody: Custody) -> str:
    decided = custody.clock_from
    return "" if decided == custody.seized_on else f" since the court's decision on {named(decided)}"


def _counting(custody: Custody) -> tuple[Notice, ...]:
    """The notices that start the clock: AML § 117(6).

    One dated before the seizure, or before a court's decision, is not one of this period.
    """
    return tuple(notice for notice in custody.notices if notice.on >= custody.clock_from)


def _ends(notice: Notice) -> date:
    """Seven days after personal notice, nine from mailing: AML § 117(6)."""
    return days_from(notice.on, PERSONAL_DAYS if notice.how == "personal" else MAIL_DAYS)


def _told(notices: tuple[Notice, ...], last: date) -> str:
    """The last of the notices in words; of several, that its end is the later one."""
    notice = next(each for each in notices if _ends(each) == last)
    how = "seven days after personal notice" if notice.how == "personal" else "nine days from the mailing"
    later = ", the later of the notices" if len(notices) > 1 else ""
    return f"Identified: {how} on {named(notice.on)}{later}, {to_business_day(last, NEW_YORK)}"


def _held(custody: Custody, ends: date, citation: str, because: str) -> Hold:
    """A hold that ends on ``ends`` if that is a business day, else on the next one: GCL § 25-a."""
    return held(custody, NEW_YORK.first_business_day(ends), NEW_YORK, citation, because)


def disposal(asked: Disposal) -> tuple[Refusal, ...]:
    """After the redemption period, adoption, or release to a humane society or shelter: Seizure ¶ E.

    The text names no other end: a dog is put down on a court's order alone.
    """
    if asked.how == "put_down":
        message = "The law provides adoption, or release to a humane society or shelter: a court must order this"
        return () if asked.court_order else (Refusal("not_provided", f"{SEIZURE} E", message, "how"),)
    return before_disposal(asked, hold(asked.custody), f"{SEIZURE} E")


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


def license_first(asked: Unlicensed) -> Requirement:
    """Whether a dog without the Town's license is licensed before it is redeemed: Seizure ¶ D, F.

    Its owner "produces proof that the dog has been licensed […] pursuant to the provisions of this article". The
    article licenses what is harbored in the Town, under the state's law, by which a dog is licensed where it is
    harbored (AML § 109(1)); and it exempts dogs of elsewhere for thirty days (Licensing ¶ I). So, read for the owner, a
    nonresident's dog that is licensed at home is licensed; a resident's is licensed here. A dog of any age: it was at
    large or seized as one that must be licensed (¶ A(1) excepts only a puppy that is neither).
    """
    duty = license_required(replace(asked.presence, at_large=True))
    if not duty.required or asked.presence.visitor is not None:
        return duty
    cure = "a dog harbored in the Town is licensed here first, in the same payment"
    refused = elsewhere_refused(asked, f"{SEIZURE} D", cure)
    because = f"Licensed elsewhere to {asked.elsewhere_until}, and its owner lives there"
    return refused or Requirement(False, None, f"{SEIZURE} D; AML § 109(1)", because)


def counted(seized_on: date, earlier: tuple[date, ...]) -> Counted:
    """Which impoundment of the owner's this is, and which earlier ones count: Seizure ¶ D(1) to (3).

    "Within one year of the first impoundment": the year is anchored to a first one, its anniversary included; the
    next after it is a first again. All the owner's dogs count together, one step for each occasion.
    """
    year: list[date] = []
    for day in [*sorted(day for day in earlier if day <= seized_on), seized_on]:
        year = [*year, day] if year and day <= add_years(year[0], 1) else [day]
    because = f"The year is counted from the first impoundment, on {year[0]}"
    return Counted(len(year), tuple(year[:-1]), f"{SEIZURE} D(1) to (3)", because)


def _step(asked: Redemption) -> tuple[Step, int]:
    """The step of this impoundment's fees, and which impoundment it is."""
    number = counted(local_date(asked.seized_at), asked.earlier_seizures).number
    return STEPS[min(number, len(STEPS)) - 1], number


def _parts(asked: Redemption) -> int:
    """The 24 hours begun since the seizure, at least one; an exact multiple opens no new part."""
    return max(1, -(elapsed(asked.paid_at, asked.seized_at) // PART))


def days_in_shelter(asked: Redemption) -> int:
    """The 24 hours begun since the seizure, as the fees count them: ¶ D, F. The text names no other measure."""
    return _parts(asked)


def price_until(asked: Redemption) -> datetime | None:
    """The end of the 24 hours that have begun, to the second; a first impoundment's price does not change: ¶ D."""
    if not _step(asked)[0].further_code:
        return None
    return (asked.seized_at.astimezone(UTC) + PART * _parts(asked)).astimezone(LOCAL)


def _impoundment_fees(asked: Redemption) -> tuple[Line, ...]:
    """The first impoundment is flat; later ones cost by 24 hours or part, in real hours: Seizure ¶ D(1) to (3).

    From the seizure to the Clerk's receipt. An exact multiple of 24 hours opens no new part.
    """
    step, count = _step(asked)
    resolution = asked.resolution or NOTHING_RESOLVED
    further = _parts(asked) - 1
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
        ("rabies_vaccination", statement.rabies_vaccination, f"{SEIZURE} D(4)"),
        ("veterinary_care", statement.veterinary_care, f"{SEIZURE} F"),
        ("shelter_care", statement.shelter_care, f"{SEIZURE} F"),
    )
    because = "By the officer's statement of costs"
    return tuple(
        Line(code, amount, COSTS[code], citation, because) for code, amount, citation in costs if amount is not None
    )
