"""Custody: the arrival at the shelter, moves, care and its cost, the rabies vaccination.

Locking: the seizure, and the dog of record where a certificate is filed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid5

import pghistory
from django.utils import timezone

from impound.actions.checks import RULE, impossible_time, lock_held, missing, reason_given, refuse_all
from impound.actions.shots import written
from impound.facts import CHARGED, standing_redemption
from impound.models import Arrival, CareNote, Seizure
from licensing.actions.papers import RabiesCertificateFacts, file_rabies_certificate
from office.acts import act
from office.models import User
from office.refusals import refuse
from office.sent import once
from office.versions import refuse_if_changed
from ordinances.answers import Refusal

_BY_OTHER_ACTS = (CareNote.Kind.RABIES, CareNote.Kind.MOVED)
_MOST = Decimal("999999.99")


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrivalFacts:
    """When the dog came to which shelter, who received it, and in which condition."""

    shelter: str
    at: datetime
    received_by: str
    condition: str
    kennel: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CareFacts:
    """What was done for the dog, when, and what it cost, if anything. ``kind`` is one of ``CareNote.Kind``."""

    kind: str
    at: datetime
    note: str = ""
    cost: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotFacts:
    """A rabies vaccination in the shelter: what its certificate says, and what it cost."""

    at: datetime
    certificate: RabiesCertificateFacts
    cost: Decimal | None = None


@act
def receive_dog(*, seizure: Seizure, facts: ArrivalFacts, key: UUID, by: User, at: datetime) -> Arrival:
    """Record the arrival at the shelter; a dog kept for its owner the same day is impounded with it.

    ``key`` is the form's one-time key. Raises Refused for a dog that arrived already or is no longer held.
    """

    def make() -> Arrival:
        locked = lock_held(seizure, by)
        if earlier := Arrival.objects.filter(seizure=locked).first():
            came = timezone.localtime(earlier.at)
            raise refuse("arrived_already", f"The dog arrived at {earlier.shelter} at {came:%Y-%m-%d %H:%M} already.")
        refuse_all(_arrival_refused(locked, facts, at))
        if locked.course != Seizure.Course.IMPOUNDED:
            locked.course = Seizure.Course.IMPOUNDED
            locked.save(update_fields=["course"])
        return Arrival.objects.create(seizure=locked, by=by, **asdict(facts))

    return once(seizure.town, key, Arrival, make)


@act
def amend_arrival(*, seizure: Seizure, facts: ArrivalFacts, reason: str, seen: int, by: User, at: datetime) -> Arrival:
    """Amend what was written of the arrival, for a reason; the history keeps both. The kennel is changed by a move.

    ``seen`` is the version that the form showed. Raises Refused as ``receive_dog`` does, and once the dog was paid for
    by it; ChangedMeanwhile when someone else amended it since.
    """
    because = reason_given(reason)
    locked = lock_held(seizure, by)
    arrival = Arrival.objects.select_for_update().filter(seizure=locked).first()
    if arrival is None:
        raise refuse("not_arrived", "Record the dog's arrival at the shelter first.")
    wanted = asdict(facts) | {"kennel": arrival.kennel}
    if all(getattr(arrival, name) == value for name, value in wanted.items()):
        return arrival
    refuse_if_changed(arrival, seen, wanted)
    if standing_redemption(locked) is not None:
        raise refuse("redeemed_already", "The dog was paid for by this arrival: undo the redemption first.")
    refuse_all(_arrival_refused(locked, facts, at))
    with pghistory.context(reason=because):
        for name, value in wanted.items():
            setattr(arrival, name, value)
        arrival.save(update_fields=[*wanted])
    return arrival


@act
def move_dog(
    *, seizure: Seizure, kennel: str, key: UUID, by: User, at: datetime, shelter: str = "", note: str = ""
) -> CareNote:
    """Move the dog to another kennel, or to another shelter too; where it stood before is in the care notes."""

    def make() -> CareNote:
        locked = lock_held(seizure, by)
        arrival = Arrival.objects.select_for_update().filter(seizure=locked).first()
        if arrival is None:
            raise refuse("not_arrived", "Record the dog's arrival at the shelter first.")
        before = str(arrival)
        arrival.kennel, arrival.shelter = kennel.strip(), shelter.strip() or arrival.shelter
        if str(arrival) == before:
            raise refuse("no_news", f"The dog is at {before} already.", about="kennel")
        arrival.save(update_fields=["kennel", "shelter"])
        moved = ". ".join(filter(None, [f"{before} to {arrival}", note]))
        return _noted(locked, CareFacts(kind=CareNote.Kind.MOVED, at=at, note=moved[:300]), key, by, at)

    return once(seizure.town, key, CareNote, make)


@act
def note_care(*, seizure: Seizure, facts: CareFacts, key: UUID, by: User, at: datetime) -> CareNote:
    """Note what was done for the dog, and its cost, which goes into the officer's statement.

    Raises Refused for kinds that other acts note, and for a cost that the owner is never charged.
    """

    def make() -> CareNote:
        locked = lock_held(seizure, by)
        if facts.kind not in CareNote.Kind.values or facts.kind in _BY_OTHER_ACTS:
            raise refuse("no_such_care", "A vaccination and a move have forms of their own.", about="kind")
        return _noted(locked, facts, key, by, at)

    return once(seizure.town, key, CareNote, make)


@act
def vaccinate(
    *, seizure: Seizure, facts: ShotFacts, key: UUID, by: User, at: datetime, confirmed: Collection[str] = ()
) -> CareNote:
    """Note a rabies vaccination and its cost; its certificate is filed with the dog of record, now or once it is known.

    Raises Refused and Unconfirmed as filing the certificate does.
    """

    def make() -> CareNote:
        locked = lock_held(seizure, by)
        shot, certificate = facts.certificate, None
        if locked.dog is not None:
            own = uuid5(key, "certificate")
            certificate = file_rabies_certificate(
                dog=locked.dog, facts=shot, key=own, by=by, at=at, confirmed=confirmed
            )
        words = "; ".join(filter(None, (shot.veterinarian, shot.product, shot.serial)))
        noted = CareFacts(
            kind=CareNote.Kind.RABIES, at=facts.at, note=f"{words}; due again {shot.expires}"[:300], cost=facts.cost
        )
        return _noted(locked, noted, key, by, at, certificate=certificate, shot=written(shot))

    return once(seizure.town, key, CareNote, make)


@act
def withdraw_care(*, note: CareNote, reason: str, key: UUID, by: User, at: datetime) -> CareNote:
    """Note that a note was wrong: its cost no longer counts. A certificate that was filed with it stays on file."""

    def make() -> CareNote:
        because = reason_given(reason)
        locked = lock_held(note.seizure, by)
        if CareNote.objects.filter(withdraws=note).exists():
            raise refuse("withdrawn_already", "This note was withdrawn already.")
        if note.withdraws_id is not None or note.kind == CareNote.Kind.MOVED:
            raise refuse("not_withdrawn", "A move or a withdrawal is not withdrawn: note what is right.")
        return CareNote.objects.create(
            seizure=locked, key=key, kind=note.kind, at=at, note=because, withdraws=note, by=by
        )

    return once(note.seizure.town, key, CareNote, make)


def _arrival_refused(seizure: Seizure, facts: ArrivalFacts, at: datetime) -> Iterable[Refusal]:
    """A time that cannot be, and what is missing."""
    yield from impossible_time(facts.at, seized_at=seizure.seized_at, at=at, about="at")
    yield from missing(
        {
            "shelter": (facts.shelter, "Say which shelter."),
            "received_by": (facts.received_by, "Say who received the dog."),
            "condition": (facts.condition, "Say in which condition the dog came."),
        }
    )


def _noted(seizure: Seizure, facts: CareFacts, key: UUID, by: User, at: datetime, **more: Any) -> CareNote:
    """Write the note, once it is checked."""
    when = impossible_time(facts.at, seized_at=seizure.seized_at, at=at, about="at")
    refuse_all([*when, *_cost_refused(facts)])
    return CareNote.objects.create(seizure=seizure, key=key, by=by, **asdict(facts), **more)


def _cost_refused(facts: CareFacts) -> Iterable[Refusal]:
    if facts.cost is None:
        return
    if not Decimal(0) <= facts.cost <= _MOST or facts.cost != round(facts.cost, 2):
        yield Refusal("no_amount", RULE, "A cost is an amount in dollars and cents, never below zero.", "cost")
    elif facts.kind not in CHARGED:
        message = "Only care, medicine, a veterinarian and a vaccination have a cost that the owner is charged."
        yield Refusal("not_charged", RULE, message, "cost")
