"""Seizures for the tests, through the act: a tan hound without a tag on Monday, June 1, 2026, and what a test wants."""

from __future__ import annotations

import uuid
from datetime import date, datetime
from typing import Any

import pytest

from impound.actions.seizures import SeizureFacts, seize_dog
from impound.models import Seizure
from office.models import User
from office.refusals import Refused
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
