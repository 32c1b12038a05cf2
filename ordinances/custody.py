"""What the pounds of the towns have in common: the days of a hold, and what stands before a disposal."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from ordinances.answers import Hold, Refusal, Requirement
from ordinances.days import ONE_DAY, Calendar
from ordinances.facts import Custody, Disposal, Return, Unlicensed
from ordinances.ordinance import Ground
from ordinances.wording import named, passed_over


def held(custody: Custody, last: date, calendar: Calendar, citation: str, because: str) -> Hold:
    """The three days of a hold with this last day.

    The owner has an open day to pay: the last day, or the next open one. Nothing may be done with the dog before the
    first open day after that, nor while a quarantine runs.
    """
    pay_by = calendar.first_open_day(last, custody.closed)
    if pay_by > last:
        because += f"; {passed_over(last, pay_by, calendar)}, so it may be paid until {named(pay_by)}"
    bound = max(pay_by, custody.quarantined_until or pay_by)
    if bound > pay_by:
        because += f"; in quarantine through {named(bound)}"
    available = calendar.first_open_day(bound + ONE_DAY, custody.closed)
    if closed := passed_over(bound + ONE_DAY, available, calendar):
        because += f"; then {closed}, so nothing before {named(available)}"
    return Hold(last, pay_by, available, citation, because)


def counted_from(custody: Custody) -> str:
    """The day from which days are counted, in words."""
    decided = "" if custody.clock_from == custody.seized_on else ", the day of the court's decision"
    return f"{named(custody.clock_from)}{decided}"


def to_business_day(ends: date, calendar: Calendar) -> str:
    """On which day a period that would end on ``ends`` ends, in words, with what is passed over."""
    last = calendar.first_business_day(ends)
    return f"{passed_over(ends, last, calendar)}, so {named(last)}" if last > ends else f"that is {named(last)}"


def no_clock(citation: str, because: str) -> Hold:
    """A hold without an end as yet."""
    return Hold(None, None, None, citation, because)


def before_disposal(asked: Disposal, hold: Hold, citation: str) -> tuple[Refusal, ...]:
    """What stands before any disposal: the clock, and the forfeiture, which is recorded and never automatic."""
    refusals: tuple[Refusal, ...] = ()
    if hold.available_from is None:
        message = f"Nothing may be done with the dog yet. {hold.because}"
        refusals += (Refusal("no_clock", hold.citation, message, "how"),)
    elif asked.on < hold.available_from:
        message = f"Nothing may be done with the dog before {hold.available_from}. {hold.because}"
        refusals += (Refusal("not_yet_available", hold.citation, message, "how"),)
    if not asked.forfeited:
        refusals += (Refusal("not_forfeited", citation, "Record the forfeiture of the owner's title first", "how"),)
    return refusals


def return_refused(asked: Return, returns: Mapping[str, Ground]) -> tuple[Refusal, ...]:
    """What stands against a return without impoundment where only a licensed dog may so go back."""
    ground = returns.get(asked.how)
    if ground is None:
        message = "This town's law knows no such return: impound the dog"
        return (Refusal("no_such_return", next(iter(returns.values())).citation, message, "course"),)
    refusals: tuple[Refusal, ...] = ()
    if not asked.licensed:
        message = "Only a dog with a current license may go back so: impound it, or find its license"
        refusals += (Refusal("not_licensed", ground.citation, message, "course"),)
    if not asked.owner_known:
        refusals += (Refusal("owner_unknown", ground.citation, "Say who the owner is", "owner"),)
    return refusals


def elsewhere_refused(asked: Unlicensed, citation: str, cure: str) -> Requirement | None:
    """Why the license of elsewhere that is shown does not do; None where it does.

    It covers the day, and is that of a dog whose owner lives elsewhere, and which is no visitor that may not stay.
    ``cure`` is said to a resident.
    """
    until, on = asked.elsewhere_until, asked.presence.on
    if until is None:
        return Requirement(True, None, citation, "The dog is not licensed: license it first, in the same payment")
    if until < on:
        because = f"The license of elsewhere ended on {named(until)}: license the dog first, in the same payment"
        return Requirement(True, None, citation, because)
    if asked.resident:
        return Requirement(True, None, citation, f"Its owner lives in the town: {cure}")
    return None
