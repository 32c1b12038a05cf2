"""The officer's statement for the Clerk: the days in the shelter, and what the dog's care cost.

Locking: the seizure; the town's counter last.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from impound.actions.checks import RULE, lock_held, refuse_all
from impound.charges import redemption_fact
from impound.facts import costs_of, standing_redemption
from impound.models import Seizure, Statement
from impound.printed import statement
from office.acts import act
from office.ledger import next_number
from office.models import User
from office.refusals import refuse
from office.sent import once
from ordinances.answers import Refusal
from ordinances.ordinance import Ordinance

_MOST = Decimal("999999.99")


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedCosts:
    """What the officer states, in dollars; None where there was none."""

    rabies_vaccination: Decimal | None = None
    veterinary_care: Decimal | None = None
    shelter_care: Decimal | None = None

    @classmethod
    def proposed(cls, seizure: Seizure) -> StatedCosts:
        """What the care notes come to, where the law has the owner pay it."""
        billed = seizure.town.ordinance(seizure.seized_on).costs
        noted = {name: cost for name, cost in asdict(costs_of(seizure)).items() if cost and name in billed}
        return cls(**{name: Decimal(cost["cents"]).scaleb(-2) for name, cost in noted.items()})


@act
def state_costs(*, seizure: Seizure, costs: StatedCosts, key: UUID, by: User, at: datetime) -> Statement:
    """Write the statement: the days as the law counts them, these costs; the last one counts.

    ``key`` is the form's one-time key. Raises Refused for a dog that is no longer held, that is kept for its owner to
    fetch without impoundment, or that was paid for, and for costs that the law does not bill.
    """

    def make() -> Statement:
        locked = lock_held(seizure, by)
        law = locked.town.ordinance(locked.seized_on)
        if locked.course != Seizure.Course.IMPOUNDED:
            raise refuse("not_impounded", "The dog was not impounded: record its arrival at the shelter first.")
        if standing_redemption(locked) is not None:
            raise refuse("redeemed_already", "The dog was paid for on the last statement: undo the redemption first.")
        refuse_all(_refused(costs, law))
        made = Statement(
            town=locked.town,
            number=next_number(locked.town, "statement"),
            key=key,
            seizure=locked,
            days=law.days_in_shelter(redemption_fact(locked, at=at)),
            **asdict(costs),
            by=by,
            at=at,
        )
        made.printed = statement(made, law)
        made.save(force_insert=True)
        return made

    return once(seizure.town, key, Statement, make)


def _refused(costs: StatedCosts, law: Ordinance) -> Iterable[Refusal]:
    """Amounts that are none, and costs that the owner is not charged here."""
    for name, cost in asdict(costs).items():
        if cost is None:
            continue
        if name not in law.costs:
            yield Refusal("not_billed", law.statement.citation, f"{law.statement.words}: leave it empty.", name)
        elif not Decimal(0) <= cost <= _MOST or cost != round(cost, 2):
            yield Refusal("no_amount", RULE, "A cost is an amount in dollars and cents, never below zero.", name)
