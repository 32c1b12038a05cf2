"""Kennels and pet shops for the tests, put on record and licensed by the acts."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import date
from typing import Any

from licensing.actions.business_licenses import issue_business_license
from licensing.actions.businesses import BusinessFacts, add_business
from licensing.models import Business, BusinessLicense, Owner
from office.ledger import Tender
from office.models import User
from tests.licensing.issuing import cash, noon

YEAR = 2025
"""The license year of the tests' day."""


def facts(**changes: Any) -> BusinessFacts:
    """A kennel for ten dogs, operated since before the year."""
    given: dict[str, Any] = {"kind": "kennel", "name": "High Street Kennels", "location": "9 High Street"}
    return BusinessFacts(**given | {"maximum_dogs": 10, "procured_on": date(2026, 6, 1)} | changes)


def business(operator: Owner, *, by: User, **changes: Any) -> Business:
    """Put a business on record."""
    return add_business(operator=operator, facts=facts(**changes), key=uuid.uuid4(), by=by, at=noon())


def license_business(
    *businesses: Business, by: User, tender: Sequence[Tender] = cash("50.00"), on: date | None = None, **more: Any
) -> list[BusinessLicense]:
    """License them under one receipt."""
    given: dict[str, Any] = {"license_year": YEAR, "key": uuid.uuid4(), "payer": "Ada Operator"} | more
    at = noon(on) if on else noon()
    return issue_business_license(businesses=businesses, tenders=tender, by=by, at=at, **given)
