"""Kennels and pet shops of record: adding one, changing one, which dogs are part of a kennel.

Locking: the town's register (its row) first, then the business, then the dog.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from datetime import date, datetime
from uuid import UUID

from django.utils import timezone

from licensing.actions.people import lock_register
from licensing.businesses import quote_of
from licensing.models import Business, Dog, Owner
from office.acts import act
from office.models import Town, User
from office.refusals import Refused, ask, refuse
from office.sent import once
from office.versions import refuse_if_changed
from ordinances.answers import Refusal

RULE = "Office rule"


@dataclass(frozen=True, slots=True, kw_only=True)
class BusinessFacts:
    """What the application states. ``excluded_because`` names the establishment that needs no kennel license."""

    kind: str
    name: str
    location: str
    maximum_dogs: int | None = None
    procured_on: date | None = None
    excluded_because: str = ""
    closed_on: date | None = None

    @classmethod
    def of(cls, business: Business) -> BusinessFacts:
        """The facts on record."""
        return cls(**{name: getattr(business, name) for name in cls.__dataclass_fields__})


@act
def add_business(
    *, operator: Owner, facts: BusinessFacts, key: UUID, by: User, at: datetime, confirmed: Collection[str] = ()
) -> Business:
    """Put a kennel or pet shop on record with its operator; ``key`` sent again finds the one it made.

    Raises Refused where the town's law has no such license, or for what cannot be so; Unconfirmed
    (``another_business``) when one of the kind is on file at the place.
    """

    def make() -> Business:
        lock_register(operator.town)
        _refuse_impossible(operator.town, facts, timezone.localdate(at))
        ask(*_same_place(operator.town, facts), confirmed=confirmed)
        return Business.objects.create(town=operator.town, operator=operator, **asdict(facts))

    return once(operator.town, key, Business, make)


@act
def change_business(
    *, business: Business, facts: BusinessFacts, seen: int, by: User, at: datetime, confirmed: Collection[str] = ()
) -> Business:
    """Change what is on record; ``seen`` is the version that the form showed. A license given out stays as it is.

    Raises Refused for what cannot be so, ChangedMeanwhile when someone else changed the record since.
    """
    locked = Business.objects.select_for_update(of=("self",), no_key=True).select_related("town").get(pk=business.pk)
    if facts == BusinessFacts.of(locked):
        return locked
    refuse_if_changed(locked, seen, asdict(facts))
    _refuse_impossible(locked.town, facts, timezone.localdate(at))
    if facts.kind != locked.kind:
        raise refuse("kind_stays", "A kennel stays a kennel: put the other business on record beside it.", about="kind")
    for name, value in asdict(facts).items():
        setattr(locked, name, value)
    locked.save()
    return locked


@act
def include_in_kennel(*, dog: Dog, kennel: Business, by: User, at: datetime) -> Dog:
    """Record that the dog is part of the kennel: it needs no license of its own while the kennel's is in force."""
    business = Business.objects.select_for_update(no_key=True).get(pk=kennel.pk)
    locked = Dog.objects.select_for_update(no_key=True).get(pk=dog.pk)
    if business.town_id != locked.town_id:
        raise refuse("other_town", "This kennel is on another town's books.")
    if business.kind != Business.Kind.KENNEL or not business.is_open:
        raise refuse("no_kennel", f"{business.name} is no kennel in business: a dog of it is licensed by itself.")
    if not locked.is_here:
        raise refuse("dog_not_here", f"{locked.name} is on record as {locked.get_status_display().lower()}.")
    return _set_kennel(locked, business)


@act
def take_out_of_kennel(*, dog: Dog, by: User, at: datetime) -> Dog:
    """Record that the dog is part of no kennel any more: from now on it needs a license of its own."""
    return _set_kennel(Dog.objects.select_for_update(no_key=True).get(pk=dog.pk), None)


def _set_kennel(dog: Dog, kennel: Business | None) -> Dog:
    if dog.kennel_id != (kennel.pk if kennel else None):
        dog.kennel = kennel
        dog.save(update_fields=["kennel"])
    return dog


def _same_place(town: Town, facts: BusinessFacts) -> list[Refusal]:
    """The question whether this is another business than the one of the kind at the place."""
    at_place = Business.objects.filter(
        town=town, kind=facts.kind, closed_on__isnull=True, location__iexact=facts.location
    )
    other = at_place.first()
    message = f"{other.title} is on file at {other.location}." if other else ""
    return [Refusal("another_business", RULE, message, "location")] if other else []


def _refuse_impossible(town: Town, facts: BusinessFacts, on: date) -> None:
    """Refuse a business that the law licenses none of, a kennel without a maximum, and dates to come."""
    refusals = [*_no_such_license(town, facts, on), *_wrong(town, facts, on)]
    if refusals:
        raise Refused(*refusals)


def _no_such_license(town: Town, facts: BusinessFacts, on: date) -> tuple[Refusal, ...]:
    """The law's own refusal, with its citation, where it has no license of the kind."""
    if facts.kind in town.ordinance(on).license_kinds:
        return ()
    return quote_of(Business(town=town, kind=facts.kind, maximum_dogs=facts.maximum_dogs), on.year, on=on).refusals


def _wrong(town: Town, facts: BusinessFacts, on: date) -> Iterator[Refusal]:
    is_kennel = facts.kind == Business.Kind.KENNEL
    if is_kennel and not facts.maximum_dogs:
        message = "The application states the most dogs to be housed: 1 or more."
        yield Refusal("maximum_missing", RULE, message, "maximum_dogs")
    if not is_kennel and facts.maximum_dogs is not None:
        message = "A pet shop's license has no maximum of dogs: leave it empty."
        yield Refusal("maximum_of_a_shop", RULE, message, "maximum_dogs")
    if facts.excluded_because and not (is_kennel and facts.excluded_because in town.ordinance(on).kennel_exclusions):
        yield Refusal("not_excluded", RULE, "The law excludes no such business from licensing.", "excluded_because")
    for name in ("procured_on", "closed_on"):
        day: date | None = getattr(facts, name)
        if day and day > on:
            yield Refusal("impossible_date", RULE, "This day is yet to come.", name)
