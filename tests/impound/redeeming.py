"""Paying for a dog of the pound, for the tests: its statement, the payment to the cent, the release."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from impound.actions.custody import ArrivalFacts, receive_dog
from impound.actions.redemptions import Shown, redeem_dog
from impound.actions.releases import release_dog
from impound.actions.statements import StatedCosts, state_costs
from impound.charges import bill_of
from impound.models import Arrival, End, Redemption, Seizure, Statement
from licensing.actions.adoptions import Payment
from licensing.actions.grants import Wanted
from licensing.facts import Asked
from licensing.models import Dog, Owner
from office.models import User
from tests.factories import DogFactory, EarlierLicenseFactory
from tests.impound.pound import SEIZED_AT, seize
from tests.licensing.issuing import cash

PAID_AT = SEIZED_AT + timedelta(days=3, minutes=1)
"""Three days and a minute after the seizure."""


def licensed(owner: Owner, at: datetime = PAID_AT, **changes: Any) -> Dog:
    """A dog of the owner's with a license in force on the day."""
    dog: Dog = DogFactory.create(owner=owner, **changes)
    EarlierLicenseFactory.create(dog=dog, expires=at.date() + timedelta(days=60))
    return dog


def state(seizure: Seizure, *, by: User, at: datetime = PAID_AT, **costs: str) -> Statement:
    """The officer's statement of these costs, in dollars."""
    stated = StatedCosts(**{name: Decimal(cost) for name, cost in costs.items()})
    return state_costs(seizure=seizure, costs=stated, key=uuid.uuid4(), by=by, at=at)


def held(dog: Dog, *, by: User, at: datetime = SEIZED_AT, stated_at: datetime | None = None, **changes: Any) -> Seizure:
    """The dog in the pound, with the officer's statement where the law asks for one."""
    seizure = seize(by=by, dog=dog, seized_at=at, written_at=at, **changes)
    if dog.town.slug == "dover":
        state(seizure, by=by, at=stated_at or at)
    return seizure


def arrive_at(seizure: Seizure, at: datetime, *, by: User) -> Arrival:
    """The dog comes to the shelter at that time."""
    facts = ArrivalFacts(shelter="Shelter", at=at, received_by="A. Keeper", condition="Well")
    return receive_dog(seizure=seizure, facts=facts, key=uuid.uuid4(), by=by, at=at)


def redeem(
    seizure: Seizure, *, by: User, at: datetime = PAID_AT, asked: Asked | None = None, **more: Any
) -> Redemption:
    """Pay for the dog in cash, to the cent if not otherwise said."""
    total = bill_of(seizure, asked, at=at).whole.total
    tenders = more.pop("tenders", None) or (cash(str(total)) if total is not None else ())
    payment = Payment(payer="Ada Owner", tenders=tenders, shown_total=more.pop("shown_total", None))
    given: dict[str, Any] = {"shown": Shown(ownership="License", identity="Driver license"), "key": uuid.uuid4()}
    wanted = Wanted(asked) if asked else None
    return redeem_dog(**given | {"seizure": seizure, "payment": payment, "wanted": wanted, "by": by, "at": at} | more)


def release(seizure: Seizure, receipt: object, *, by: User, at: datetime = PAID_AT, **more: Any) -> End:
    """Release the dog on what is read from the paper."""
    given = {"key": uuid.uuid4()} | more
    return release_dog(seizure=seizure, receipt=str(receipt), by=by, at=at, **given)


def lines_of(made: Redemption) -> list[tuple[str, str]]:
    """What its receipt charges, by code."""
    return [(line.code, str(line.amount)) for line in made.receipt.lines.all()]
