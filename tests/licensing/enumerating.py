"""Enumerations for the tests, made by the acts: one street, and dogs found in it."""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

from licensing.actions.enumerations import Found, Plan, open_enumeration, record_finding
from licensing.models import Dog, EnumerationStreet, Finding
from office.models import Town, User
from tests.factories import TODAY
from tests.licensing.issuing import noon

BEGAN = date(2026, 5, 4)


def street_of(town: Town, *, by: User, name: str = "spring 2026", street: str = "Mill Street") -> EnumerationStreet:
    """The street of a new enumeration."""
    plan = Plan(name=name, starts_on=BEGAN, streets=[street])
    return open_enumeration(town=town, plan=plan, key=uuid.uuid4(), by=by, at=noon(BEGAN)).streets.get()


def find(street: EnumerationStreet, dog: Dog | None = None, *, by: User, on: date = TODAY, **told: Any) -> Finding:
    """A dog found at number 12."""
    found = Found(house="12", found_on=on, dog=dog, **{"description": "" if dog else "A brown hound"} | told)
    return record_finding(street=street, found=found, key=uuid.uuid4(), by=by, at=noon(max(on, TODAY)))
