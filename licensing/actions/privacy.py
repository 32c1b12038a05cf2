"""Marking an address confidential, and opening one with a reason."""

from __future__ import annotations

from datetime import datetime

import pghistory

from licensing.models import AddressOpening, Owner
from office.acts import act
from office.models import User
from office.refusals import refuse


@act
def set_confidential(*, owner: Owner, confidential: bool, reason: str, by: User, at: datetime) -> Owner:
    """Mark the address confidential, or lift the mark; the history keeps the reason.

    Raises Refused without a reason. Set as it already is, nothing changes.
    """
    _refuse_without(reason)
    locked = Owner.objects.select_for_update(no_key=True).get(pk=owner.pk)
    if locked.confidential != confidential:
        with pghistory.context(reason=reason.strip()):
            locked.confidential = confidential
            locked.save(update_fields=["confidential"])
    return locked


@act
def open_address(*, owner: Owner, reason: str, by: User, at: datetime) -> AddressOpening:
    """Record that a clerk opens a confidential address, and why; the opening lasts ``privacy.OPEN_FOR``.

    Raises Refused without a reason, and for an address that is open to all of the office.
    """
    _refuse_without(reason)
    locked = Owner.objects.select_for_update(no_key=True).get(pk=owner.pk)
    if not locked.confidential:
        raise refuse("not_confidential", "This address is not confidential: it stands on the owner’s page.")
    return AddressOpening.objects.create(owner=locked, reason=reason.strip(), by=by, at=at)


def _refuse_without(reason: str) -> None:
    if not reason.strip():
        raise refuse("no_reason", "Say why: the reason is kept with the record.", about="reason")
