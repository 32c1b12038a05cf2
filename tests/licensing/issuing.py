"""Issuing for the tests: an application with all that a plain one needs, and what a test wants otherwise."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from licensing.actions.licenses import issue_license
from licensing.facts import Asked
from licensing.models import Dog, License
from office.ledger import Tender
from office.models import User
from office.models.money import Form
from ordinances.money import Money
from tests.factories import NEW_YORK, TODAY, RabiesCertificateFactory


def noon(day: date = TODAY) -> datetime:
    """Noon of the day in both towns."""
    return datetime(day.year, day.month, day.day, 12, tzinfo=NEW_YORK)


def cash(amount: str) -> tuple[Tender, ...]:
    """Cash handed over."""
    return (Tender(Form.CASH, Money.of(amount)),)


def asked_for(dog: Dog, **wanted: Any) -> Asked:
    """One year, on a rabies certificate of three years."""
    if "rabies" not in wanted:
        wanted["rabies"] = dog.rabiescertificates.first() or RabiesCertificateFactory.create(dog=dog)
    return Asked(dog=dog, **{"period": 1} | wanted)


def issue(
    dog: Dog,
    *,
    by: User,
    tender: Sequence[Tender] = cash("21.00"),
    on: date = TODAY,
    key: uuid.UUID | None = None,
    tag_number: int | None = None,
    **wanted: Any,
) -> License:
    """Issue a license through the act."""
    return issue_license(
        asked=asked_for(dog, **wanted),
        tenders=tender,
        payer=dog.owner.name,
        key=key or uuid.uuid4(),
        by=by,
        at=noon(on),
        tag_number=tag_number,
    )
