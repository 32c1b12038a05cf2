"""Undoing a change that never was: the dog goes back to what its record said, and the change remains, marked so.

Locking: the dog, then as a voided license does.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from uuid import UUID

from licensing.actions.checks import lock_dog
from licensing.actions.voids import write_void
from licensing.models import Change, Dog, License, Mistake, Owner
from office.acts import act
from office.ledger import Back
from office.models import User
from office.refusals import refuse
from office.sent import once


@act
def undo_change(*, change: Change, reason: str, back: Back, key: UUID, by: User, at: datetime) -> Mistake:
    """Mark a dog's change as mistaken and put back what it changed: where the dog is, whose it is, its licenses.

    A license that was carried over to the new owner becomes void, and its transfer fee goes ``back``. ``key`` is the
    form's one-time key. Raises Refused when a later change or license rests on it.
    """

    def make() -> Mistake:
        if change.dog is None:
            raise refuse("not_a_dogs", "An address or a move is set right on the owner’s page, by a new report.")
        dog = lock_dog(change.dog, by)
        _refuse(change, dog, reason)
        carried = carried_over(change)
        because = f"Undone: {reason.strip()}"
        reversal = write_void(carried, because, back=back, key=key, by=by, at=at) if carried else None
        _put_back(change, dog)
        return Mistake.objects.create(change=change, reason=reason.strip(), reversal=reversal, by=by, at=at)

    return once(change.town, key, Mistake, make)


def carried_over(change: Change) -> License | None:
    """The license that went over to the new owner with the dog, if one did and stands."""
    ended = [each["pk"] for each in (change.before or {}).get("licenses", [])]
    rows = License.objects.standing().filter(dog=change.dog, holder=change.new_owner, transferred_from__in=ended)
    return rows.select_related("receipt__town", "town", "dog").first()


def _refuse(change: Change, dog: Dog, reason: str) -> None:
    """Refuse what was undone already, and what later acts rest on."""
    if not reason.strip():
        raise refuse("no_reason", "Say what was wrong: it stands beside the change from now on.", about="reason")
    if Mistake.objects.filter(change=change).exists():
        raise refuse("undone_already", "This change was undone already.")
    if change.before is None:
        message = f"What the record said before was not kept: report where {dog.name} is, or hand it over again."
        raise refuse("not_kept", message)
    later = Change.objects.filter(dog=dog, pk__gt=change.pk, mistake__isnull=True).last()
    if later is not None:
        raise refuse("later_change", f"{later} was reported since: undo that one first.")
    if change.new_owner_id is not None:
        _refuse_if_settled(change, dog)


def _refuse_if_settled(change: Change, dog: Dog) -> None:
    """Refuse to take a dog from a new owner who passed it on, or who licensed it."""
    if dog.owner_id != change.new_owner_id:
        raise refuse("owner_since", f"{dog.name} has another owner since: {dog.owner.name}.")
    carried = carried_over(change)
    held = License.objects.standing().filter(dog=dog, holder=dog.owner, ended_on__isnull=True, issued_at__gte=change.at)
    issued = held.exclude(pk=carried.pk if carried else 0).first()
    if issued is not None:
        raise refuse("licensed_since", f"License {issued.number} was issued since: void it first.")


def _put_back(change: Change, dog: Dog) -> None:
    """Write what the record said before; the owner only where the change gave the dog another."""
    back_as_it_was(dog, change.before or {}, owner=change.owner if change.new_owner_id is not None else None)


def back_as_it_was(dog: Dog, before: dict[str, Any], *, owner: Owner | None = None) -> None:
    """Write a ``record_of`` the locked dog back, and its ``owner``; a license that was ended runs on as it would have.

    For an act's transaction.
    """
    dog.status, dog.status_on = before["status"], _day(before["status_on"])
    if owner is not None:
        dog.owner, dog.acquired_on, dog.kennel_id = owner, _day(before["since"]), before["kennel"]
    dog.save(update_fields=["status", "status_on", "owner", "acquired_on", "kennel"])
    for ended in before["licenses"]:
        license_ = License.objects.select_for_update().get(pk=ended["pk"])
        license_.ended_on, license_.ended_because = _day(ended["ended_on"]), ended["ended_because"]
        license_.save(update_fields=["ended_on", "ended_because"])


def _day(written: str | None) -> date | None:
    return date.fromisoformat(written) if written else None
