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


@act
def renew_licenses(
    *,
    wanted: Sequence[Wanted],
    tenders: Sequence[Tender],
    payer: str,
    key: UUID,
    by: User,
    at: datetime,
    shown_total: Money | None = None,
) -> list[License]:
    """License several dogs together, first or anew, over one receipt with a part for each dog; all of them or none.

    ``key`` is the form's one-time key: sent again for the same dogs, their licenses are returned, in the order asked.
    ``shown_total`` is the price that the payer was told for all. Raises Refused with every reason of every dog.
    """
    dogs = lock_dogs([each.asked.dog for each in wanted], by)
    return licenses_made_before(dogs, key) or grant(
        wanted, dogs, tenders=tenders, payer=payer, key=key, by=by, at=at, shown_total=shown_total
    )
