"""Seizures and encounters as officers write them, in the field or in the office.

Locking: the dog of record, where one is named; the town's counter last.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import pghistory
from django.utils import timezone

from impound.actions.checks import (
    RULE,
    impossible_time,
    lock_seizure,
    missing,
    reason_given,
    refuse_all,
    refuse_if_forfeited,
    town_of,
)
from impound.actions.matching import recognize
from impound.facts import dog_worn, is_licensed
from impound.models import Arrival, Encounter, End, Seizure
from licensing.actions.checks import lock_dog
from licensing.models import Dog, Owner
from licensing.scans import Upload, keep
from office.acts import act
from office.ledger import next_number
from office.models import Town, User
from office.refusals import refuse
from office.sent import once
from office.versions import refuse_if_changed
from ordinances import facts as law
from ordinances.answers import Refusal

LATEST = timedelta(days=14)
"""So long after a seizure it is still taken without a note that says why it comes so late."""
_CLOCK = ("seized_at", "wears_tag")
_UNCHANGED = ("course", "handed_back_to", "written_at")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceFacts:
    """Where it was: in words, by the satellites (degrees; ``accuracy`` in meters), or both."""

    place: str = ""
    latitude: Decimal | None = None
    longitude: Decimal | None = None
    accuracy: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeizureFacts(PlaceFacts):
    """All that an officer writes of a seizure, photographs and signature aside.

    ``grounds`` are codes of the ordinance's ``seizure_grounds``. ``written_at`` is the time by the tablet's clock;
    ``occasion`` is shared by dogs taken on one occasion. ``dog`` and ``owner`` are those of record, where known.
    """

    seized_at: datetime
    written_at: datetime
    occasion: UUID
    grounds: tuple[str, ...]
    breed: str
    color: str
    course: str = Seizure.Course.IMPOUNDED
    called: str = ""
    sex: str = ""
    age: str = ""
    marks: str = ""
    wears_tag: bool = False
    tag_read: str = ""
    chip: str = ""
    owner_told: str = ""
    handed_over_by: str = ""
    handed_back_to: str = ""
    note: str = ""
    dog: Dog | None = None
    owner: Owner | None = None

    @classmethod
    def of(cls, seizure: Seizure) -> SeizureFacts:
        """The facts on record."""
        values = {name: getattr(seizure, name) for name in cls.__dataclass_fields__}
        return cls(**values | {"grounds": tuple(seizure.grounds)})


@dataclass(frozen=True, slots=True, kw_only=True)
class EncounterFacts(PlaceFacts):
    """An officer met a dog or its owner and took nothing, or left a notice at a door."""

    kind: str
    at: datetime
    written_at: datetime
    note: str
    told: str = ""
    dog: Dog | None = None
    owner: Owner | None = None


@act
def seize_dog(
    *,
    facts: SeizureFacts,
    client_id: UUID,
    by: User,
    at: datetime,
    officer: User | None = None,
    signature: Upload | None = None,
) -> Seizure:
    """Write a seizure down once, however often it is sent; ``officer`` is who seized, if not who writes.

    The dog of record is found by its tag or chip where none is named. Raises Refused with all that stands in the way:
    times, place and description, grounds that are not the ordinance's, a return that the law does not allow.
    """
    town = town_of(by)

    def make() -> Seizure:
        dog = _dog_of(facts, town, by)
        owner = facts.owner or (dog.owner if dog else None)
        _refuse_other_town(town, officer, owner)
        refuse_all([*_refused(facts, town, at), *_late(facts, at), *_return_refused(facts, town, dog, owner)])
        seizure = Seizure.objects.create(
            **_written(facts) | {"dog": dog, "owner": owner},
            town=town,
            client_id=client_id,
            officer=officer or by,
            signature=keep(signature, town=town, at=at) if signature else None,
            received_at=at,
            by=by,
            number=next_number(town, "seizure"),
        )
        _end_if_handed_back(seizure, by, at)
        return seizure

    return once(town, client_id, Seizure, make)


@act
def amend_seizure(*, seizure: Seizure, facts: SeizureFacts, reason: str, seen: int, by: User, at: datetime) -> Seizure:
    """Amend what was written, for a reason; the history keeps both. ``seen`` is the version that the form showed.

    What was done with the dog is not amended, nor which dog it is, unless its tag or chip now tells. Raises Refused as
    ``seize_dog`` does, and where the clock would move after a forfeiture; ChangedMeanwhile when someone else amended it
    since.
    """
    because = reason_given(reason)
    locked = lock_seizure(seizure, by)
    unchanged = {name: getattr(locked, name) for name in _UNCHANGED}
    wanted = _written(facts) | unchanged | {"owner_id": facts.owner.pk if facts.owner else None}
    changed = {name: value for name, value in wanted.items() if getattr(locked, name) != value}
    if not changed:
        return locked
    refuse_if_changed(locked, seen, wanted)
    _refuse_other_town(locked.town, None, facts.owner)
    refuse_all([*_refused(facts, locked.town, at), *_out_of_order(locked, facts.seized_at)])
    if not changed.keys().isdisjoint(_CLOCK):
        refuse_if_forfeited(locked)
    with pghistory.context(reason=because):
        for name, value in changed.items():
            setattr(locked, name, value)
        _recognize(locked, by, at)
        locked.save()
        if "seized_at" in changed and locked.course == Seizure.Course.HANDED_BACK:
            End.objects.standing().filter(seizure=locked).update(at=locked.seized_at)
    return locked


@act
def write_encounter(
    *, facts: EncounterFacts, client_id: UUID, by: User, at: datetime, officer: User | None = None
) -> Encounter:
    """Write an encounter or a notice left at a door down once, however often it is sent."""
    town = town_of(by)

    def make() -> Encounter:
        _refuse_other_town(town, officer, facts.owner, facts.dog)
        told = {"note": (facts.note, "Say what happened.")}
        refuse_all([*_nowhere(facts), *impossible_time(facts.at, seized_at=None, at=at, about="at"), *missing(told)])
        names = EncounterFacts.__dataclass_fields__
        return Encounter.objects.create(
            **{name: getattr(facts, name) for name in names},
            town=town,
            client_id=client_id,
            officer=officer or by,
            received_at=at,
        )

    return once(town, client_id, Encounter, make)


def _dog_of(facts: SeizureFacts, town: Town, by: User) -> Dog | None:
    """The dog of record, locked: the one named, or the one it went into since; else that of the tag or chip."""
    named = facts.dog
    while named is not None and named.merged_into is not None:
        named = named.merged_into
    named = named or dog_worn(town, facts.tag_read if facts.wears_tag else "", facts.chip)
    return lock_dog(named, by) if named else None


def _recognize(seizure: Seizure, by: User, at: datetime) -> None:
    """Set the dog of record by its tag or chip where none is known yet."""
    dog = None if seizure.dog else dog_worn(seizure.town, seizure.tag_read if seizure.wears_tag else "", seizure.chip)
    if dog is not None:
        recognize(seizure, lock_dog(dog, by), by=by, at=at)
        seizure.owner = seizure.owner or dog.owner


def _written(facts: SeizureFacts) -> dict[str, Any]:
    """The columns as the officer wrote them."""
    names = [name for name in SeizureFacts.__dataclass_fields__ if name not in ("dog", "owner")]
    return {name: getattr(facts, name) for name in names} | {"grounds": list(facts.grounds)}


def _end_if_handed_back(seizure: Seizure, by: User, at: datetime) -> None:
    """A dog handed straight back was never in the pound: its end is recorded with the seizure."""
    if seizure.course == Seizure.Course.HANDED_BACK:
        End.objects.create(
            seizure=seizure,
            kind=End.Kind.RETURNED,
            at=seizure.seized_at,
            to_whom=seizure.handed_back_to,
            by=by,
            recorded_at=at,
        )


def _refused(facts: SeizureFacts, town: Town, at: datetime) -> Iterable[Refusal]:
    """What cannot be, what is missing, and grounds that the law of the day does not know."""
    yield from impossible_time(facts.seized_at, seized_at=None, at=at, about="seized_at")
    yield from _nowhere(facts)
    description = {"breed": (facts.breed, "Say the breed, as it seems."), "color": (facts.color, "Say the color.")}
    yield from missing(description)
    grounds = town.ordinance(timezone.localdate(facts.seized_at)).seizure_grounds
    citation = "; ".join(dict.fromkeys(each.citation for each in grounds.values()))
    if not facts.grounds:
        yield Refusal("no_grounds", citation, "Say on which grounds the dog was seized.", "grounds")
    elif not grounds.keys() >= set(facts.grounds):
        yield Refusal("no_such_ground", citation, "The law knows no such ground for a seizure.", "grounds")


def _out_of_order(seizure: Seizure, seized_at: datetime) -> Iterable[Refusal]:
    """A seizure after the dog's own arrival, or after a notice that would no longer count."""
    arrival = Arrival.objects.filter(seizure=seizure, at__lt=seized_at).first()
    notice = seizure.notices.standing().filter(on__lt=timezone.localdate(seized_at)).first()
    if arrival is not None:
        yield Refusal(
            "impossible_date", RULE, "The dog arrived at the shelter before that: amend the arrival first.", "seized_at"
        )
    if notice is not None:
        message = f"The owner was told on {notice.on}, before that: withdraw that notice first, if it was wrong."
        yield Refusal("impossible_date", RULE, message, "seized_at")


def _nowhere(facts: PlaceFacts) -> Iterable[Refusal]:
    """The place is told in words or by the satellites."""
    if not facts.place.strip() and (facts.latitude is None or facts.longitude is None):
        yield Refusal("no_place", RULE, "Say where it was: an address, a place in words, or the position.", "place")


def _late(facts: SeizureFacts, at: datetime) -> Iterable[Refusal]:
    """What is written down long after needs a note that says why."""
    if at - facts.seized_at > LATEST and not facts.note.strip():
        message = f"This was more than {LATEST.days} days ago: check the date, or say in the note why it comes so late."
        yield Refusal("late", RULE, message, "seized_at")


def _return_refused(facts: SeizureFacts, town: Town, dog: Dog | None, owner: Owner | None) -> Iterable[Refusal]:
    """What the law says against a dog's going back without an impoundment."""
    if facts.course == Seizure.Course.IMPOUNDED:
        return
    on = timezone.localdate(facts.seized_at)
    asked = law.Return(facts.course, is_licensed(dog, on), owner is not None)
    yield from town.ordinance(on).may_return(asked)
    if facts.course == Seizure.Course.HANDED_BACK:
        yield from missing({"handed_back_to": (facts.handed_back_to, "Say to whom the dog was handed back.")})


def _refuse_other_town(town: Town, *people: User | Owner | Dog | None) -> None:
    """Refuse to name an officer, an owner or a dog of another town."""
    if any(each is not None and each.town_id != town.pk for each in people):
        raise refuse("other_town", "The officer, the owner or the dog is on another town's books.")
