"""Seizures for the tests, through the act: a tan hound without a tag on Monday, June 1, 2026, and what a test wants."""

from __future__ import annotations

import uuid
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from impound.actions.custody import ArrivalFacts, receive_dog
from impound.actions.ends import EndFacts, end_custody, forfeit
from impound.actions.holds import DecisionFacts, HoldFacts, end_hold, place_hold
from impound.actions.notices import NoticeFacts, serve_notice
from impound.actions.seizures import SeizureFacts, seize_dog
from impound.models import Arrival, End, Forfeiture, Hold, Notice, Seizure
from office.models import User
from office.refusals import Refused
from tests.licensing.issuing import noon
from tests.ordinances.cases import local

SEIZED_AT = local("2026-06-01 09:00")


def facts(**changes: Any) -> SeizureFacts:
    """What the officer writes."""
    given: dict[str, Any] = {
        "seized_at": SEIZED_AT,
        "written_at": SEIZED_AT,
        "occasion": uuid.uuid4(),
        "grounds": ("unlicensed",),
        "breed": "Hound",
        "color": "tan",
        "place": "Route 22 at Cemetery Road",
    }
    return SeizureFacts(**given | changes)


def seize(*, by: User, at: datetime | None = None, client_id: uuid.UUID | None = None, **changes: Any) -> Seizure:
    """Seize a dog through the act, received at once if not ``at`` another time."""
    if by.town is not None and by.town.slug == "chestertown":
        changes = {"grounds": ("at_large",)} | changes
    written = facts(**changes)
    return seize_dog(facts=written, client_id=client_id or uuid.uuid4(), by=by, at=at or written.seized_at)


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    """The codes of all that stood in the way, each with a citation and a message."""
    assert all(refusal.citation and refusal.message for refusal in refused.value.refusals)
    return [refusal.code for refusal in refused.value.refusals]


def on(written: str) -> date:
    """A day."""
    return date.fromisoformat(written)


def hours(number: float) -> datetime:
    """So many hours after the seizure."""
    return SEIZED_AT + timedelta(hours=number)


def arrive(seizure: Seizure, *, by: User, key: uuid.UUID | None = None, **changes: Any) -> Arrival:
    """Receive the dog at the shelter an hour after the seizure."""
    given: dict[str, Any] = {"shelter": "Dover Animal Shelter", "at": hours(1), "received_by": "B. Keeper"}
    written = ArrivalFacts(**given | {"condition": "Thin, else well", "kennel": "4"} | changes)
    return receive_dog(seizure=seizure, facts=written, key=key or uuid.uuid4(), by=by, at=hours(2))


def notify(seizure: Seizure, *, by: User, key: uuid.UUID | None = None, **changes: Any) -> Notice:
    """Tell the owner in person on the day of the seizure."""
    given: dict[str, Any] = {"how": "personal", "on": seizure.seized_on, "told": "Ada Owner", "proof": "Signed by her"}
    facts = NoticeFacts(**given | changes)
    at = max(noon(facts.on), seizure.seized_at)
    return serve_notice(seizure=seizure, facts=facts, key=key or uuid.uuid4(), by=by, at=at)


def hold(seizure: Seizure, *, by: User, key: uuid.UUID | None = None, **changes: Any) -> Hold:
    """A court's hold from the day of the seizure on."""
    given: dict[str, Any] = {"kind": "court", "since": seizure.seized_on, "source": "Justice Court, case 12"}
    facts = HoldFacts(**given | {"reason": "Charged as dangerous"} | changes)
    return place_hold(seizure=seizure, facts=facts, key=key or uuid.uuid4(), by=by, at=noon(facts.since))


def decide(held: Hold, day: str, *, by: User, **changes: Any) -> Hold:
    """The court decides, or the quarantine is lifted."""
    given: dict[str, Any] = {"on": on(day), "decision": "Not dangerous"}
    facts = DecisionFacts(**given | changes)
    return end_hold(hold=held, facts=facts, by=by, at=noon(on(day)))


def forfeit_on(seizure: Seizure, day: str, *, by: User, key: uuid.UUID | None = None) -> Forfeiture:
    """Declare the title forfeit at noon of the day."""
    return forfeit(seizure=seizure, key=key or uuid.uuid4(), by=by, at=noon(on(day)))


def end(seizure: Seizure, kind: str, day: str, *, by: User, key: uuid.UUID | None = None, **changes: Any) -> End:
    """Record what became of the dog at one of the day."""
    at = noon(on(day)) + timedelta(hours=1)
    given: dict[str, Any] = {"kind": kind, "at": at, "to_whom": "Dutchess SPCA"}
    facts = EndFacts(**given | changes)
    return end_custody(seizure=seizure, facts=facts, key=key or uuid.uuid4(), by=by, at=at)
