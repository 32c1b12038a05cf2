"""Households of the demonstration: who lives where, and how they are reached."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

from django.utils import timezone

from dover_dogs.demo import names
from dover_dogs.demo.names import Someone
from dover_dogs.demo.office import Office
from licensing.actions.people import OwnerFacts, add_owner
from licensing.keys import key
from licensing.models import Owner
from ordinances.days import add_years

LINES = range(101, 200)
"""Telephones end in 555-0101 to 555-0199: numbers that are nobody's; 555-0100 is the office."""
WAYS = ("({0}) 555-0{1}", "{0}-555-0{1}", "{0}.555.0{1}", "+1 {0} 555 0{1}", "{0}5550{1}")
SHARES_MAIL = 0.5


@dataclass
class Keeper:
    """A person to be put on record when the first dog comes to the counter."""

    facts: OwnerFacts
    owner: Owner | None = None

    def on_record(self, office: Office, at: datetime) -> Owner:
        """The owner of record, added now if it is the first visit."""
        if self.owner is None:
            facts = _as_of(self.facts, timezone.localdate(at))
            self.owner = add_owner(
                town=office.town,
                facts=facts,
                key=office.key(),
                by=office.clerk,
                at=at,
                confirmed=("another_person",),
            )
        return self.owner


@dataclass
class Household:
    """Those who live at one address, and the names that their dogs have already."""

    keepers: list[Keeper]
    dog_names: set[str] = field(default_factory=set)

    @property
    def is_organization(self) -> bool:
        """Whether dogs are kept here by more than a family."""
        return not self.keepers[0].facts.first_name


def households(office: Office, count: int) -> list[Household]:
    """So many households, each at a house of its own: the remarkable ones first."""
    telephones, houses = _telephones(office), _houses(office)
    strangers = _strangers(office)
    found = []
    for number in range(count):
        people = names.REMARKABLE[number] if number < len(names.REMARKABLE) else next(strangers)
        found.append(_household(office, people, next(houses), telephones))
    return found


def _household(
    office: Office, people: tuple[Someone, ...], house: tuple[int, str], telephones: Iterator[str]
) -> Household:
    """The people at one address, perhaps with one e-mail address for all."""
    number, street = people[0].house or house[0], house[1]
    if people[0].house:
        street = office.plan.streets[0]
    city, zip_code = office.pick(office.plan.places)
    shares_mail = office.chance.random() < SHARES_MAIL
    common = _someone(office, people[0], f"{number} {street}", next(telephones, ""))
    common = replace(common, city=city, zip_code=zip_code)
    keepers = [Keeper(common)]
    for other in people[1:]:
        facts = _someone(office, other, common.street, common.telephone if shares_mail else next(telephones, ""))
        email = common.email if shares_mail else facts.email
        keepers.append(Keeper(replace(facts, city=city, zip_code=zip_code, email=email)))
    return Household(keepers)


def _someone(office: Office, person: Someone, street: str, telephone: str) -> OwnerFacts:
    """What is on record about a person; not everyone tells a date of birth or an e-mail address."""
    chance = office.chance
    born = _day_in_year(office, office.today.year - chance.randint(26, 88))
    mail = ".".join(key(f"{person.first} {person.last}").split()) + "@example.org"
    return OwnerFacts(
        first_name=person.first,
        last_name=person.last,
        born=born if person.first and chance.random() < 0.75 else None,
        street=street,
        city=office.plan.details.city,
        state=office.plan.details.state,
        zip_code=office.plan.details.zip_code,
        resident_since=_day_in_year(office, office.today.year - chance.randint(0, 20))
        if chance.random() < 0.3
        else None,
        telephone=telephone,
        email=mail if chance.random() < 0.6 else "",
        note=office.pick(names.NOTES),
    )


def _day_in_year(office: Office, year: int) -> date:
    return date(year, 1, 1) + office.days(0, 364)


def _as_of(facts: OwnerFacts, on: date) -> OwnerFacts:
    """Moved in before the first visit, and after being born."""
    since = facts.resident_since
    if since is None:
        return facts
    earliest = facts.born or add_years(on, -1)
    return replace(facts, resident_since=max(earliest, min(since, on - timedelta(days=20))))


def _strangers(office: Office) -> Iterator[tuple[Someone, ...]]:
    """Families of one or two, no two people of one name."""
    known: set[tuple[str, str]] = set()
    while True:
        last = office.pick(names.LAST)
        firsts = office.chance.sample(names.FIRST, office.pick((1, 1, 2)))
        if known.isdisjoint((first, last) for first in firsts):
            known.update((first, last) for first in firsts)
            yield tuple(Someone(first, last) for first in firsts)


def _houses(office: Office) -> Iterator[tuple[int, str]]:
    """Houses in the town's streets, each once; 5 and 50 in the first street are kept for two people of one name."""
    known = {(5, office.plan.streets[0]), (50, office.plan.streets[0])}
    while True:
        house = (office.chance.randint(1, 420), office.pick(office.plan.streets))
        if house not in known:
            known.add(house)
            yield house


def _telephones(office: Office) -> Iterator[str]:
    """Numbers as people write them, each once, the town's own area first in number."""
    codes = office.plan.dialing
    numbers = [(code, line) for code in codes for line in LINES]
    office.chance.shuffle(numbers)
    for code, line in numbers:
        yield office.pick(WAYS).format(code, line)
