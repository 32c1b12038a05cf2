"""Undoing an adoption that never was, or not so: the license with its money, the dog, and what it was before.

Locking: the dog, then as a voided license does.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from licensing.actions.checks import lock_dog
from licensing.actions.merges import rows_of
from licensing.actions.mistakes import back_as_it_was
from licensing.actions.voids import OURS, write_void
from licensing.models import Adoption, Change, Dog, License
from office.acts import act
from office.ledger import Back
from office.models import User
from office.refusals import refuse
from office.sent import once


@act
def withdraw_adoption(*, adoption: Adoption, reason: str, back: Back, key: UUID, by: User, at: datetime) -> Adoption:
    """Mark an adoption as mistaken and put back what it changed; the adopter's license becomes void.

    The license's money goes ``back``: an entry made in error is corrected by a reversal, which is no refund. A dog that
    was on no record before stays on the mistaken adopter's, as no longer here, with its number. ``key`` is the form's
    one-time key. Raises Refused when something later rests on the adoption.
    """

    def make() -> Adoption:
        dog = lock_dog(adoption.dog, by)
        locked = Adoption.objects.select_for_update(of=("self",)).select_related("license").get(pk=adoption.pk)
        _refuse(locked, dog, reason)
        because = f"The adoption is undone: {reason.strip()}"
        if locked.license is not None and locked.license.voided_at is None:
            write_void(locked.license, because, back=back, key=key, by=by, at=at)
        _put_back(locked, dog, at)
        locked.withdrawn_at, locked.withdrawn_because = at, reason.strip()[:200]
        locked.save(update_fields=["withdrawn_at", "withdrawn_because"])
        return locked

    return once(adoption.town, key, Adoption, make)


def _refuse(adoption: Adoption, dog: Dog, reason: str) -> None:
    """Refuse what was undone already, and what later acts rest on: each is undone first."""
    if not reason.strip():
        raise refuse("no_reason", "Say what was wrong: it stands beside the adoption from now on.", about="reason")
    if adoption.withdrawn_at is not None:
        raise refuse("withdrawn_already", f"This adoption was undone already: {adoption.withdrawn_because}.")
    for column, rows in rows_of(adoption):
        if column.model._meta.app_label not in OURS and rows.filter(withdrawn_at__isnull=True).exists():
            raise refuse("in_the_pound", "The dog was adopted out of the pound: the adoption is undone there.")
    if dog.owner_id != adoption.adopter_id:
        raise refuse("owner_since", f"{dog.name} has another owner since: {dog.owner.name}. Undo that first.")
    later = Change.objects.filter(dog=dog, at__gt=adoption.at, mistake__isnull=True).last()
    if later is not None:
        raise refuse("later_change", f"{later} was reported since: undo that one first.")
    held = License.objects.standing().filter(dog=dog, holder=dog.owner, issued_at__gte=adoption.at)
    issued = held.exclude(pk=adoption.license_id or 0).first()
    if issued is not None:
        raise refuse("licensed_since", f"License {issued.number} was issued since: void it first.")


def _put_back(adoption: Adoption, dog: Dog, at: datetime) -> None:
    """The dog as its record said before; without an earlier owner it is no longer with anyone."""
    before: dict[str, Any] | None = adoption.before
    if adoption.earlier_owner is None or before is None:
        dog.status, dog.status_on = Dog.Status.GONE, timezone.localdate(at)
        dog.save(update_fields=["status", "status_on"])
    else:
        back_as_it_was(dog, before, owner=adoption.earlier_owner)
