"""Issuing licenses: license, tag, receipt and entries in one transaction, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from licensing.actions.checks import licenses_made_before, lock_dogs
from licensing.actions.grants import Wanted, grant
from licensing.facts import Asked
from licensing.models import License
from office.acts import act
from office.ledger import Tender
from office.models import User
from ordinances.money import Money


@act
def issue_license(
    *,
    asked: Asked,
    tenders: Sequence[Tender],
    payer: str,
    key: UUID,
    by: User,
    at: datetime,
    tag_number: int | None = None,
    shown_total: Money | None = None,
) -> License:
    """Issue the license asked for, first or renewal, and take the money.

    ``key`` is the form's one-time key: sent again, the license of the first time is returned. ``tag_number`` is a tag
    chosen by hand; ``shown_total`` the price that the payer was told.
    Raises Refused, with every reason, and nothing was done.
    """
    dogs = lock_dogs([asked.dog], by)
    made = licenses_made_before(dogs, key) or grant(
        [Wanted(asked, tag_number)],
        dogs,
        tenders=tenders,
        payer=payer,
        key=key,
        by=by,
        at=at,
        shown_total=shown_total,
    )
    return made[0]
