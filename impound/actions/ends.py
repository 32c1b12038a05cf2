"""How custody ends: forfeiture, which is recorded and never automatic, and what becomes of the dog.

Locking: the seizure, then the dog of record. A release to the owner rests on a receipt and is an act of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.utils import timezone

from impound.actions.checks import (
    RULE,
    impossible_time,
    lock_held,
    lock_seizure,
    mark_withdrawn,
    missing,
    reason_given,
    refuse_all,
    refuse_withdrawn,
)
from impound.actions.shots import file_shots
from impound.facts import clock, custody_of, is_licensed, standing_forfeiture, standing_redemption
from impound.models import Arrival, End, Forfeiture, Hold, Seizure
from licensing.models import Adoption, Dog
from office.acts import act
from office.models import User
from office.refusals import refuse
from office.sent import once
from ordinances import facts as law
from ordinances.answers import Refusal

_DISPOSALS: dict[str, law.HowDisposed] = {
    End.Kind.ADOPTED: "adopted",
    End.Kind.SHELTERED: "sheltered",
    End.Kind.PUT_DOWN: "put_down",
}
_STATUS = {
    End.Kind.DIED: Dog.Status.DEAD,
    End.Kind.PUT_DOWN: Dog.Status.DEAD,
    End.Kind.SHELTERED: Dog.Status.GONE,
}
"""Where a dog of record is after that end, so that no notice and no list is about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndFacts:
    """What became of the dog, and when: one of ``End.Kind``, but for a release to its owner on a receipt.

    ``adoption`` is the one on record; ``approval`` is the board's, with its day, where the law asks for it.
    """

    kind: str
    at: datetime
    to_whom: str = ""
    approval: str = ""
    note: str = ""
    adoption: Adoption | None = None


@dataclass(frozen=True, slots=True)
class _Basis:
    """What a disposal rests on."""

    forfeiture: Forfeiture | None
    order: Hold | None


@act
def forfeit(*, seizure: Seizure, key: UUID, by: User, at: datetime) -> Forfeiture:
    """Declare the owner's title forfeit, with the days of the clock as they are now.

    ``key`` is the form's one-time key. Raises Refused, with the section, before the first day of disposal; for a dog
    that was not impounded, that was paid for, or whose title is forfeit already.
    """

    def make() -> Forfeiture:
        locked = lock_held(seizure, by)
        if locked.course != Seizure.Course.IMPOUNDED:
            raise refuse("not_impounded", "The dog was not impounded: record its arrival at the shelter first.")
        _refuse_paid(locked)
        if earlier := standing_forfeiture(locked):
            raise refuse("forfeited_already", f"The title was declared forfeit on {earlier.on} already.")
        on, hold = timezone.localdate(at), clock(locked)
        if hold.last_day is None or hold.pay_by is None or hold.available_from is None:
            raise refuse("no_clock", f"Nothing may be done with the dog yet. {hold.because}.", citation=hold.citation)
        if on < hold.available_from:
            message = f"The owner can redeem the dog: nothing may be done before {hold.available_from}. {hold.because}."
            raise refuse("not_yet_available", message, citation=hold.citation)
        return Forfeiture.objects.create(
            seizure=locked,
            on=on,
            last_day=hold.last_day,
            pay_by=hold.pay_by,
            available_from=hold.available_from,
            citation=hold.citation,
            because=hold.because,
            by=by,
            at=at,
        )

    return once(seizure.town, key, Forfeiture, make)


@act
def withdraw_forfeiture(*, forfeiture: Forfeiture, reason: str, by: User, at: datetime) -> Forfeiture:
    """Withdraw a forfeiture that was declared by mistake; what rests on it is withdrawn first."""
    because = reason_given(reason)
    lock_seizure(forfeiture.seizure, by)
    locked = Forfeiture.objects.select_for_update().get(pk=forfeiture.pk)
    if locked.withdrawn_at is not None:
        refuse_withdrawn(locked.withdrawn_because, because)
        return locked
    if locked.ends.filter(withdrawn_at__isnull=True).exists():
        raise refuse("ended_already", "What was done with the dog rests on this: withdraw that first.")
    mark_withdrawn(locked, because, at)
    return locked


@act
def end_custody(*, seizure: Seizure, facts: EndFacts, key: UUID, by: User, at: datetime) -> End:
    """Record what became of the dog. ``key`` is the form's one-time key.

    Raises Refused with all that the law says against it: before its day, without the forfeiture, without the board's
    approval, without an adoption on record, back to an owner without a license.
    """

    def make() -> End:
        return write_end(lock_held(seizure, by), facts, by=by, at=at)

    return once(seizure.town, key, End, make)


@act
def withdraw_end(*, end: End, reason: str, by: User, at: datetime) -> End:
    """Withdraw an end that was recorded by mistake: the dog is held again, as it was before.

    Raises Refused for an adoption, which is undone with its license and money.
    """
    because = reason_given(reason)
    seizure = lock_seizure(end.seizure, by)
    locked = End.objects.select_for_update().get(pk=end.pk)
    if locked.withdrawn_at is not None:
        refuse_withdrawn(locked.withdrawn_because, because)
        return locked
    if locked.adoption is not None and locked.adoption.withdrawn_at is None:
        clerk = seizure.town.ordinance(seizure.seized_on).words.clerk
        message = f"The dog is its adopter's, licensed and paid for: the {clerk} undoes the adoption on the dog's page."
        raise refuse("adoption_stands", message)
    mark_withdrawn(locked, because, at)
    if locked.kind == End.Kind.RETURNED:
        _set_course(seizure, Seizure.Course.IMPOUNDED, "")
    unfollow_end(seizure, locked, at)
    return locked


def follow_end(seizure: Seizure, end: End) -> None:
    """Write on the seizure's dog of record, if there is one, where it is after that end."""
    status = _STATUS.get(End.Kind(end.kind))
    if status is not None and seizure.dog_id is not None:
        Dog.objects.filter(pk=seizure.dog_id).update(status=status, status_on=timezone.localdate(end.at))


def unfollow_end(seizure: Seizure, end: End, at: datetime) -> None:
    """Write that the dog of record is here again, if it is on record as it was after that end."""
    status = _STATUS.get(End.Kind(end.kind))
    if status is not None and seizure.dog_id is not None:
        kept = Dog.objects.filter(pk=seizure.dog_id, status=status, status_on=timezone.localdate(end.at))
        kept.update(status=Dog.Status.HERE, status_on=timezone.localdate(at))


def write_end(seizure: Seizure, facts: EndFacts, *, by: User, at: datetime) -> End:
    """Write the end of the locked seizure's custody, if nothing stands against it."""
    on = timezone.localdate(facts.at)
    basis = _basis(seizure, facts.kind, on)
    times = impossible_time(facts.at, seized_at=seizure.seized_at, at=at, about="at")
    refuse_all([*times, *_refused(seizure, facts, basis, on)])
    _follow(seizure, facts, by=by, at=at)
    end = End.objects.create(
        seizure=seizure,
        kind=facts.kind,
        at=facts.at,
        to_whom=facts.to_whom,
        forfeiture=basis.forfeiture,
        order=basis.order,
        adoption=facts.adoption if facts.kind == End.Kind.ADOPTED else None,
        approval=facts.approval,
        note=facts.note,
        by=by,
        recorded_at=at,
    )
    follow_end(seizure, end)
    return end


def adoption_refused(seizure: Seizure, on: date) -> tuple[Refusal, ...]:
    """What the clock and the owner's title say against an adoption on the day; none when it may be."""
    _refuse_paid(seizure)
    return _disposal(seizure, End.Kind.ADOPTED, _basis(seizure, End.Kind.ADOPTED, on), on)


def _basis(seizure: Seizure, kind: str, on: date) -> _Basis:
    """The court's order to destroy the dog, where there is one, or else the forfeiture, where it counts."""
    if kind not in _DISPOSALS:
        return _Basis(None, None)
    orders = seizure.holds.placed().filter(kind=Hold.Kind.COURT, destroy=True, ended_on__lte=on)
    order = orders.order_by("-ended_on").first() if kind == End.Kind.PUT_DOWN else None
    forfeiture = None if order else standing_forfeiture(seizure)
    return _Basis(forfeiture if forfeiture and forfeiture.on <= on else None, order)


def _refused(seizure: Seizure, facts: EndFacts, basis: _Basis, on: date) -> Iterable[Refusal]:
    """All that stands against this end of custody."""
    if facts.kind in _DISPOSALS:
        yield from _disposal_refused(seizure, facts, basis, on)
    elif facts.kind == End.Kind.RETURNED:
        yield from return_refused(seizure, on)
    elif facts.kind == End.Kind.MISTAKEN:
        _refuse_paid(seizure)
        yield from missing({"note": (facts.note, "Say what was wrong, and under which number the dog stands, if any.")})
    elif facts.kind not in (End.Kind.DIED, End.Kind.ESCAPED):
        yield Refusal("release_by_receipt", RULE, "A dog is released to its owner on its receipt alone.", "kind")
    if facts.kind in (End.Kind.SHELTERED, End.Kind.RETURNED):
        yield from missing({"to_whom": (facts.to_whom, "Say to whom the dog was handed.")})


def _disposal_refused(seizure: Seizure, facts: EndFacts, basis: _Basis, on: date) -> Iterable[Refusal]:
    """The law on what is done with a dog that was not redeemed; an adoption is on record first."""
    if basis.order is None:
        _refuse_paid(seizure)
    yield from _disposal(seizure, facts.kind, basis, on, approved=bool(facts.approval.strip()))
    if facts.kind == End.Kind.ADOPTED:
        yield from _adoption_refused(seizure, facts.adoption, on)


def _disposal(seizure: Seizure, kind: str, basis: _Basis, on: date, *, approved: bool = False) -> tuple[Refusal, ...]:
    """The law's answer for the dog as it is held now."""
    asked = law.Disposal(
        on=on,
        how=_DISPOSALS[kind],
        custody=custody_of(seizure),
        forfeited=basis.forfeiture is not None,
        court_order=basis.order is not None,
        approved=approved,
    )
    return seizure.town.ordinance(on).disposal(asked)


def _adoption_refused(seizure: Seizure, adoption: Adoption | None, on: date) -> Iterable[Refusal]:
    """The adoption is of this dog, not after this day, not before the seizure, and ended no other custody."""
    if adoption is None:
        yield Refusal("adopt_first", RULE, "Record the adoption first, with the adopter's license.", "adoption")
        return
    other = adoption.town_id != seizure.town_id or seizure.dog_id not in (None, adoption.dog_id)
    if other or not seizure.seized_on <= adoption.adopted_on <= on:
        yield Refusal("other_dog", RULE, "This adoption is of another dog, or of another time.", "adoption")
    if End.objects.standing().filter(adoption=adoption).exists():
        yield Refusal("adopted_already", RULE, "This adoption ended another dog's custody.", "adoption")


def return_refused(seizure: Seizure, on: date) -> Iterable[Refusal]:
    """A dog goes back without an impoundment as the law lets it, before it came to the shelter, on the same day."""
    _refuse_paid(seizure)
    asked = law.Return("handed_back", is_licensed(seizure.dog, on), seizure.owner is not None)
    yield from seizure.town.ordinance(on).may_return(asked)
    if Arrival.objects.filter(seizure=seizure).exists() or on != seizure.seized_on:
        message = "The dog was impounded: it is redeemed, and released on the receipt."
        yield Refusal("impounded", RULE, message, "kind")


def _refuse_paid(seizure: Seizure) -> None:
    """Refuse to take a dog from an owner who paid for it."""
    if standing_redemption(seizure) is not None:
        raise refuse("redeemed_already", "The owner paid for the dog: it is released on the receipt.")


def _follow(seizure: Seizure, facts: EndFacts, *, by: User, at: datetime) -> None:
    """Write what the end says of the seizure, and file the papers of a dog that is known by its adoption."""
    if facts.kind == End.Kind.RETURNED:
        _set_course(seizure, Seizure.Course.HANDED_BACK, facts.to_whom)
    if facts.adoption is not None and seizure.dog is None:
        seizure.dog = facts.adoption.dog
        seizure.save(update_fields=["dog"])
        file_shots(seizure, seizure.dog, by=by, at=at)


def _set_course(seizure: Seizure, course: str, to_whom: str) -> None:
    seizure.course, seizure.handed_back_to = course, to_whom
    seizure.save(update_fields=["course", "handed_back_to"])
