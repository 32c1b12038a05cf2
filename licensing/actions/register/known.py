"""What is on file of the people and dogs that a batch of lines may be about: a few queries, however many lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import F, Func, Q, TextField, Value
from django.db.models.functions import Concat

from licensing.actions.register.said import PAPERS, Said, claims_of
from licensing.keys import compact
from licensing.models import BusinessLicense, Dog, License, Owner, Paper, Tag
from office.models import Town


@dataclass(eq=False, slots=True)
class KnownOwner:
    """A person on file, or one that an earlier line of the file brings."""

    row: Owner
    dogs: list[KnownDog] = field(default_factory=list)
    line: int | None = None
    """The line that brought it; None if it was on file."""


@dataclass(eq=False, slots=True)
class KnownDog:
    """A dog with all that may stand against a line about it."""

    row: Dog
    owner: KnownOwner
    tags: dict[int | None, Tag] = field(default_factory=dict)
    papers: list[Paper] = field(default_factory=list)
    licenses: list[License] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Known:
    """All that is known, by the keys of ``Said.claims``. A number in ``tags`` without a dog is out of use for ever."""

    town: Town
    on: date
    people: dict[str, list[KnownOwner]] = field(default_factory=dict)
    tags: dict[int, KnownDog | None] = field(default_factory=dict)
    chips: dict[str, KnownDog] = field(default_factory=dict)
    licenses: dict[int, KnownDog | None] = field(default_factory=dict)

    def add_person(self, person: KnownOwner) -> None:
        """Let the person be found by every key of theirs."""
        for claim in claims_of(person.row):
            found = self.people.setdefault(claim, [])
            if person not in found:
                found.append(person)

    def add_dog(self, dog: KnownDog) -> None:
        """Let the dog be found by its owner, its chip, its tags and its licenses."""
        if dog not in dog.owner.dogs:
            dog.owner.dogs.append(dog)
        if chip := compact(dog.row.chip):
            self.chips[chip] = dog
        self.tags |= {tag.number: dog for tag in dog.tags.values()}
        self.licenses |= {license_.number: dog for license_ in dog.licenses if license_.number}

    def people_like(self, said: Said) -> list[KnownOwner]:
        """Everyone who shares a key with the line, each once."""
        return list(dict.fromkeys(person for claim in said.claims for person in self.people.get(claim, ())))


def load(town: Town, on: date, lines: Iterable[Said]) -> Known:
    """What is on file that these lines may be about, held to the end of the transaction: people first, then dogs."""
    claims = _Claims({claim for said in lines for claim in said.claims})
    known = Known(town, on)
    people = {row.pk: KnownOwner(row) for row in _owners(town, claims)}
    for person in people.values():
        known.add_person(person)
    _load_numbers(known, claims)
    held = Tag.objects.filter(town=town, number__in=claims.numbers("tag")).values("dog")
    dogs = Dog.objects.of(town).filter(Q(owner__in=people) | Q(chip_key__in=claims.of("chip")) | Q(pk__in=held))
    locked = list(dogs.select_for_update(of=("self",), no_key=True).order_by("pk").values_list("pk", flat=True))
    read = Dog.objects.select_related("owner").filter(pk__in=locked).order_by("pk")  # an owner may have changed before
    rows = {row.pk: KnownDog(row, people.get(row.owner_id) or KnownOwner(row.owner)) for row in read}
    _load_papers(rows)
    for dog in rows.values():
        known.add_dog(dog)
    _whose(known, claims, rows)
    return known


class _Claims:
    """The keys of a batch, by kind."""

    def __init__(self, claims: set[str]) -> None:
        self.kinds: dict[str, list[str]] = {}
        for claim in claims:
            kind, _, value = claim.partition(":")
            self.kinds.setdefault(kind, []).append(value)

    def of(self, kind: str) -> list[str]:
        return self.kinds.get(kind, [])

    def numbers(self, kind: str) -> list[int]:
        return [int(value) for value in self.of(kind)]


def _owners(town: Town, claims: _Claims) -> Iterator[Owner]:
    """People on file who share a key with a line, the longest on file first."""
    first_word = Func(F("address_key"), Value(" "), Value(1), function="split_part", output_field=TextField())
    at_home = Concat(F("name_key"), Value("|"), first_word, output_field=TextField())
    births = {value.rpartition("|")[::2] for value in claims.of("born")}
    like = (
        Q(at_home__in=claims.of("house"))
        | Q(telephone_key__in=claims.of("telephone"))
        | Q(email_key__in=claims.of("email"))
        | Q(name_key__in={name for name, _ in births}, born__in={day for _, day in births})
    )
    people = Owner.objects.of(town).annotate(at_home=at_home).filter(like).order_by("pk")
    return people.select_for_update(of=("self",), no_key=True).iterator()


def _load_papers(dogs: dict[int, KnownDog]) -> None:
    """The papers, the tags carried and the standing licenses of the dogs."""
    for kind in PAPERS:
        for paper in kind.row._default_manager.filter(dog__in=dogs).order_by("pk"):
            dogs[paper.dog_id].papers.append(paper)
    for tag in Tag.objects.current().filter(dog__in=dogs).order_by("pk"):
        dogs[tag.dog_id or 0].tags[tag.license_year] = tag
    for license_ in License.objects.standing().filter(dog__in=dogs).defer("printed").order_by("pk"):
        dogs[license_.dog_id].licenses.append(license_)


def _load_numbers(known: Known, claims: _Claims) -> None:
    """The numbers that are taken, before it is known whose they are."""
    numbers: Any = claims.numbers("license")
    for model in (License, BusinessLicense):
        taken = model._default_manager.filter(town=known.town, number__in=numbers)
        known.licenses |= dict.fromkeys(taken.values_list("number", flat=True))


def _whose(known: Known, claims: _Claims, dogs: dict[int, KnownDog]) -> None:
    """Whose each number is, also those of tags that a dog carries no more."""
    tags = Tag.objects.filter(town=known.town, number__in=claims.numbers("tag"))
    known.tags |= {number: dogs.get(dog or 0) for number, dog in tags.values_list("number", "dog")}
    licenses = License.objects.filter(town=known.town, number__in=claims.numbers("license"), dog__in=dogs)
    known.licenses |= {number: dogs[dog] for number, dog in licenses.values_list("number", "dog")}
