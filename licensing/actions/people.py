"""Owners of record: adding one, changing one.

Locking: the town's register (its row) first, so that two clerks cannot add one person twice; then the owner.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import date, datetime
from uuid import UUID

from django.utils import timezone

from licensing.duplicates import Person, likely_same
from licensing.models import Owner
from licensing.privacy import shown_street
from office.acts import act
from office.models import Town, User
from office.refusals import Refused, ask
from office.sent import once
from office.versions import refuse_if_changed
from ordinances.answers import Refusal

_OLDEST = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerFacts:
    """What is on record about a person, or about an organization by ``last_name`` alone."""

    last_name: str
    first_name: str = ""
    born: date | None = None
    street: str
    city: str
    state: str
    zip_code: str
    resident: bool = True
    resident_since: date | None = None
    telephone: str = ""
    email: str = ""
    note: str = ""

    @classmethod
    def of(cls, owner: Owner) -> OwnerFacts:
        """The facts on record."""
        return cls(**{name: getattr(owner, name) for name in cls.__dataclass_fields__})

    @property
    def person(self) -> Person:
        """What tells this person from another."""
        return Person(self.first_name, self.last_name, self.street, self.telephone, self.email, self.born)


@act
def add_owner(
    *, town: Town, facts: OwnerFacts, key: UUID, by: User, at: datetime, confirmed: Collection[str] = ()
) -> Owner:
    """Put a person on record. ``key`` is the form's one-time key: sent again, it finds the person it made.

    Raises Refused for impossible dates; Unconfirmed (``another_person``) when someone on file is likely the same.
    """

    def make() -> Owner:
        _refuse_impossible(facts, timezone.localdate(at))
        lock_register(town)
        ask(*_same_person(town, facts), confirmed=confirmed)
        return Owner.objects.create(town=town, **asdict(facts))

    return once(town, key, Owner, make)


@act
def change_owner(
    *, owner: Owner, facts: OwnerFacts, seen: int, by: User, at: datetime, confirmed: Collection[str] = ()
) -> Owner:
    """Change what is on record; ``seen`` is the version that the form showed.

    Raises Refused for impossible dates, ChangedMeanwhile when someone else changed the record since, and Unconfirmed
    (``birth_date_removed``) before a birth date on file is wiped.
    """
    locked = Owner.objects.select_for_update(no_key=True).get(pk=owner.pk)
    if facts == OwnerFacts.of(locked):
        return locked
    refuse_if_changed(locked, seen, asdict(facts))
    _refuse_impossible(facts, timezone.localdate(at))
    if locked.born and not facts.born:
        ask(birth_date_removed(locked.born), confirmed=confirmed)
    for name, value in asdict(facts).items():
        setattr(locked, name, value)
    locked.save()
    locked.refresh_from_db()  # its search keys
    return locked


def lock_register(town: Town) -> None:
    """Hold the town's register to the end of the transaction: one clerk at a time adds people, dogs and chips."""
    Town.objects.select_for_update(no_key=True).get(pk=town.pk)


def birth_date_removed(born: date) -> Refusal:
    """The question before a birth date on file is wiped."""
    message = f"The birth date on file, {born.isoformat()}, would be removed."
    return Refusal("birth_date_removed", "Office rule", message, "born")


def _same_person(town: Town, facts: OwnerFacts) -> list[Refusal]:
    """The question whether this is another person than those on file who are like them."""
    alike = likely_same(town, facts.person)
    named = "; ".join(f"{owner.name}, {shown_street(owner)}" for owner in alike)
    return [Refusal("another_person", "Office rule", f"Likely on file already: {named}.")] if alike else []


def impossible_person(facts: OwnerFacts, on: date) -> tuple[Refusal, ...]:
    """Dates that no living person has."""
    found = []
    if facts.born and not on.year - _OLDEST <= facts.born.year <= on.year:
        found.append(("born", f"{facts.born.isoformat()} cannot be an owner's date of birth: check the year."))
    elif facts.born and facts.born > on:
        found.append(("born", "The date of birth is after today."))
    since = facts.resident_since
    if since and since > on:
        found.append(("resident_since", "The date of moving in is after today."))
    elif since and facts.born and since < facts.born:
        found.append(("resident_since", "The date of moving in is before the date of birth."))
    return tuple(Refusal("impossible_date", "Office rule", message, about) for about, message in found)


def _refuse_impossible(facts: OwnerFacts, on: date) -> None:
    if found := impossible_person(facts, on):
        raise Refused(*found)
