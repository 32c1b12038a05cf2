"""Dogs of record: adding one, changing its facts.

Locking: the town's register (its row) first, then the dog.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from datetime import date, datetime
from uuid import UUID

from django.utils import timezone

from licensing.actions.people import birth_date_removed, lock_register
from licensing.keys import compact
from licensing.keys import key as search_key
from licensing.models import Dog, Owner
from licensing.privacy import shown_street
from office.acts import act
from office.models import User
from office.refusals import Refused, ask
from office.sent import once
from office.versions import refuse_if_changed
from ordinances.answers import Refusal

NO_CHIP = Refusal("no_chip", "Office rule", "A microchip's number has digits or letters.", "chip")
_OLDEST = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class DogFacts:
    """What is on record about a dog. ``born`` is an exact day; ``birth_year`` alone, all that is known."""

    name: str
    sex: str
    altered: bool = False
    breed: str
    color: str
    markings: str = ""
    born: date | None = None
    birth_year: int | None = None
    chip: str = ""
    acquired_on: date | None = None

    @classmethod
    def of(cls, dog: Dog) -> DogFacts:
        """The facts on record."""
        return cls(**{name: getattr(dog, name) for name in cls.__dataclass_fields__})


@act
def add_dog(
    *, owner: Owner, facts: DogFacts, key: UUID, by: User, at: datetime, confirmed: Collection[str] = ()
) -> Dog:
    """Put a dog on record with its owner. ``key`` is the form's one-time key: sent again, it finds the dog it made.

    Raises Refused for impossible dates or a chip that is another dog's; Unconfirmed (``same_name``) when the household
    has a dog of this name.
    """

    def make() -> Dog:
        lock_register(owner.town)
        _refuse_impossible(facts, timezone.localdate(at))
        _refuse_other_dogs_chip(owner, facts, None)
        ask(*_same_name(owner, facts.name, None), confirmed=confirmed)
        return Dog.objects.create(town=owner.town, owner=owner, **asdict(facts))

    return once(owner.town, key, Dog, make)


@act
def change_dog(*, dog: Dog, facts: DogFacts, seen: int, by: User, at: datetime, confirmed: Collection[str] = ()) -> Dog:
    """Change the facts on record; ``seen`` is the version that the form showed.

    Raises Refused as ``add_dog`` does, ChangedMeanwhile when someone else changed the record since, and Unconfirmed
    (``same_name``, ``birth_date_removed``).
    """
    lock_register(dog.town)
    Dog.objects.select_for_update(no_key=True).only("pk").get(pk=dog.pk)
    locked = Dog.objects.select_related("owner__town").get(pk=dog.pk)  # once it is locked: its owner may have changed
    if facts == DogFacts.of(locked):
        return locked
    refuse_if_changed(locked, seen, asdict(facts))
    _refuse_impossible(facts, timezone.localdate(at))
    _refuse_other_dogs_chip(locked.owner, facts, locked)
    ask(*_questions(locked, facts), confirmed=confirmed)
    for name, value in asdict(facts).items():
        setattr(locked, name, value)
    locked.save()
    locked.refresh_from_db()  # its search keys
    return locked


def _questions(dog: Dog, facts: DogFacts) -> Iterable[Refusal]:
    """What is asked before a change: another dog of the new name, a birth date wiped."""
    if search_key(facts.name) != dog.name_key:
        yield from _same_name(dog.owner, facts.name, dog)
    if dog.born and not facts.born:
        yield birth_date_removed(dog.born)


def _same_name(owner: Owner, name: str, besides: Dog | None) -> list[Refusal]:
    """The question whether this is another dog than the one of that name in the household."""
    household = Owner.objects.household_of(owner)
    dogs = Dog.objects.here().filter(town=owner.town, owner__in=household, name_key=search_key(name))
    other = dogs.exclude(pk=besides.pk if besides else 0).select_related("owner").first()
    if other is None:
        return []
    message = f"{other.name} ({other.description}) of {other.owner.name} is on file at this address."
    return [Refusal("same_name", "Office rule", message, "name")]


def _refuse_other_dogs_chip(owner: Owner, facts: DogFacts, besides: Dog | None) -> None:
    """Refuse a chip that is on file for another dog, and name that dog."""
    chip = compact(facts.chip)
    if facts.chip and not chip:
        raise Refused(NO_CHIP)
    dogs = Dog.objects.filter(town=owner.town, chip_key=chip).exclude(chip="")
    other = dogs.exclude(pk=besides.pk if besides else 0).select_related("owner").first()
    if other is not None:
        where = "" if other.is_here else f", {other.get_status_display().lower()}"
        message = (
            f"This microchip is on file for {other.name} ({other.description}{where}) of {other.owner.name}, "
            f"{shown_street(other.owner)}: check the number, or open that dog."
        )
        raise Refused(Refusal("chip_in_use", "Office rule", message, "chip"))


def impossible_dog(facts: DogFacts, on: date) -> tuple[Refusal, ...]:
    """Dates that no living dog has."""
    found = []
    year = facts.born.year if facts.born else facts.birth_year
    birth_field = "born" if facts.born else "birth_year"
    if facts.born and facts.birth_year and facts.born.year != facts.birth_year:
        found.append(_impossible("birth_year", "The year is not that of the date of birth: leave one of them empty."))
    if (facts.born and facts.born > on) or (year and year > on.year):
        found.append(_impossible(birth_field, "The dog cannot be born after today."))
    elif year and year < on.year - _OLDEST:
        found.append(_impossible(birth_field, f"No dog is born in {year}: check the year."))
    if facts.acquired_on and facts.acquired_on > on:
        found.append(_impossible("acquired_on", "This day is yet to come."))
    elif facts.acquired_on and year and (facts.acquired_on.year < year or facts.acquired_on < (facts.born or date.min)):
        found.append(_impossible("acquired_on", "This day is before the dog was born."))
    return tuple(found)


def _refuse_impossible(facts: DogFacts, on: date) -> None:
    if found := impossible_dog(facts, on):
        raise Refused(*found)


def _impossible(about: str, message: str) -> Refusal:
    return Refusal("impossible_date", "Office rule", message, about)
