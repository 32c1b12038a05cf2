"""Holds: a court's, which stops the clock until it decides, and a quarantine with its last day."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date, datetime
from uuid import UUID

from impound.actions.checks import (
    RULE,
    impossible_day,
    lock_held,
    lock_seizure,
    mark_withdrawn,
    missing,
    reason_given,
    refuse_all,
    refuse_withdrawn,
)
from impound.models import Hold, Seizure
from office.acts import act
from office.models import User
from office.refusals import refuse
from office.sent import once
from ordinances.answers import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldFacts:
    """Who holds the dog since when and why: a court and its case, or a health officer until a last day."""

    kind: str
    since: date
    source: str
    reason: str
    until: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionFacts:
    """How a hold ended and when. ``destroy``: the court ordered the dog destroyed."""

    on: date
    decision: str
    destroy: bool = False


@act
def place_hold(*, seizure: Seizure, facts: HoldFacts, key: UUID, by: User, at: datetime) -> Hold:
    """Record a court's hold or a quarantine: nothing is done with the dog while it stands, forfeit or not.

    ``key`` is the form's one-time key. Raises Refused without source and reason, and for a quarantine without its last
    day.
    """

    def make() -> Hold:
        locked = lock_held(seizure, by)
        refuse_all([*_refused(facts), *impossible_day(facts.since, since=None, at=at, about="since")])
        return Hold.objects.create(seizure=locked, by=by, at=at, **asdict(facts))

    return once(seizure.town, key, Hold, make)


@act
def end_hold(*, hold: Hold, facts: DecisionFacts, by: User, at: datetime) -> Hold:
    """Record the court's decision, or that the quarantine was lifted; the same decision again changes nothing.

    Raises Refused for another decision than the one on record, and for an order to destroy that no court gave.
    """
    lock_held(hold.seizure, by)
    locked = Hold.objects.select_for_update().get(pk=hold.pk)
    if locked.withdrawn_at is not None:
        raise refuse("withdrawn_already", f"This hold was withdrawn: {locked.withdrawn_because}.")
    if locked.ended_on is not None:
        if DecisionFacts(on=locked.ended_on, decision=locked.decision, destroy=locked.destroy) != facts:
            message = f"This hold ended on {locked.ended_on} already: {locked.decision}."
            raise refuse("ended_already", message)
        return locked
    days = impossible_day(facts.on, since=locked.since, at=at, about="on")
    refuse_all([*days, *missing({"decision": (facts.decision, "Say what was decided.")})])
    if facts.destroy and locked.kind != Hold.Kind.COURT:
        raise refuse("no_court", "Only a court orders a dog destroyed.", about="destroy")
    locked.ended_on, locked.decision, locked.destroy = facts.on, facts.decision, facts.destroy
    locked.save(update_fields=["ended_on", "decision", "destroy"])
    return locked


@act
def withdraw_hold(*, hold: Hold, reason: str, by: User, at: datetime) -> Hold:
    """Withdraw a hold or a decision that was recorded by mistake: the clock runs as if there had been none.

    Raises Refused without a reason, and for an order that the dog was put down on.
    """
    because = reason_given(reason)
    lock_seizure(hold.seizure, by)
    locked = Hold.objects.select_for_update().get(pk=hold.pk)
    if locked.withdrawn_at is not None:
        refuse_withdrawn(locked.withdrawn_because, because)
        return locked
    if locked.ends.filter(withdrawn_at__isnull=True).exists():
        raise refuse("ended_already", "The dog was put down on this order: withdraw that end first.")
    mark_withdrawn(locked, because, at)
    return locked


def _refused(facts: HoldFacts) -> Iterable[Refusal]:
    """What is missing, and days that do not go with the kind of hold."""
    if facts.kind not in Hold.Kind.values:
        yield Refusal("no_such_hold", RULE, "A hold is a court's, or a quarantine.", "kind")
    yield from missing(
        {
            "source": (facts.source, "Name the court and its case, or the health officer."),
            "reason": (facts.reason, "Say why the dog is held."),
        }
    )
    if facts.kind == Hold.Kind.COURT and facts.until is not None:
        yield Refusal("no_last_day", RULE, "A court's hold ends with its decision: leave the last day empty.", "until")
    if facts.kind == Hold.Kind.QUARANTINE and facts.until is None:
        yield Refusal("missing", RULE, "A quarantine has a last day.", "until")
    if facts.until is not None and facts.until < facts.since:
        yield Refusal("impossible_date", RULE, "The last day is before the first.", "until")
