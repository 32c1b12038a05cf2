"""The enumeration of the demonstration: most streets walked, some not yet, and what was found in them."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, datetime

from django.utils import timezone

from dover_dogs.demo.diary import Story
from dover_dogs.demo.dogs import Pet
from dover_dogs.demo.office import Office
from licensing.actions.enumerations import Found, Plan, finish_street, match_finding, open_enumeration, record_finding
from licensing.models import Dog, EnumerationStreet
from office.models import User

BEGAN = 140
"""So many days ago."""
AT_HOME = 0.7
NOT_YET = 4
"""So many streets are still to be walked."""


def walk(office: Office) -> Story:
    """Open the count, and walk one street after the other, a few days apart; nothing where the law has none."""
    if "enumeration" not in office.law.asks:
        return
    office = with_chance_of(office, "enumeration")
    moment = office.visit(office.ago(BEGAN, BEGAN))
    yield moment
    day = timezone.localdate(moment)
    plan = Plan(name=f"{day:%B %Y}", starts_on=day, streets=office.plan.streets, note="With the help of the officer")
    opened = open_enumeration(town=office.town, plan=plan, key=office.key(), by=officer_of(office), at=moment)
    for street in list(opened.streets.all())[:-NOT_YET]:
        moment = office.visit(timezone.localdate(moment) + office.days(4, 8), after=moment)
        yield moment
        _walk(office, street, moment)


def found_at_home(office: Office, pet: Pet, *, before: date) -> Story:
    """The officer meets a dog that is not on record, some days before its owner comes to the counter."""
    office = with_chance_of(office, pet.name)
    moment = office.visit(before - office.days(3, 9))
    yield moment
    number, _, name = pet.keeper.facts.street.partition(" ")
    streets = EnumerationStreet.objects.filter(enumeration__town=office.town)
    facts = pet.keeper.facts
    found = Found(
        house=number,
        found_on=timezone.localdate(moment),
        description=f"{pet.name}, seen in the yard",
        person=f"{facts.first_name} {facts.last_name}".strip(),
    )
    pet.found = record_finding(
        street=streets.get(name=name), found=found, key=office.key(), by=officer_of(office), at=moment
    )


def match(office: Office, pet: Pet, at: datetime) -> None:
    """Say of a dog found before that it is this one, now that it is on record."""
    if pet.found is not None:
        match_finding(finding=pet.found, dog=pet.on_record, by=office.clerk, at=at)


def _walk(office: Office, street: EnumerationStreet, at: datetime) -> None:
    """Note the dogs of the street that are at home, and that the street is done."""
    on = timezone.localdate(at)
    dogs = Dog.objects.of(office.town).filter(status=Dog.Status.HERE, owner__street__endswith=f" {street.name}")
    for dog in dogs.exclude(findings__enumeration=street.enumeration).order_by("pk"):
        if office.chance.random() < AT_HOME:
            found = Found(house=dog.owner.street.partition(" ")[0], found_on=on, dog=dog)
            record_finding(street=street, found=found, key=office.key(), by=officer_of(office), at=at)
    finish_street(street=street, done=True, by=officer_of(office), at=at)


def with_chance_of(office: Office, name: str) -> Office:
    """The office with chances of their own, so that all other stories stay as they are without this one."""
    return replace(office, chance=random.Random(f"{office.plan.slug} {name}"))  # noqa: S311  no secret


def officer_of(office: Office) -> User:
    """The town's officer."""
    return User.objects.get(username=f"officer.{office.plan.slug}")
