"""What an enumeration needs to know: which streets there are, who lives at a house, how a dog stands on a day."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.db.models import Func, QuerySet, Value

from licensing.keys import key
from licensing.models import Dog, Enumeration, EnumerationStreet, Finding, License, Owner
from licensing.privacy import is_hidden
from licensing.search import search
from licensing.visits import visitor_fact
from office.models import Town
from ordinances import facts
from ordinances.answers import Line, Refusal
from ordinances.ordinance import Ordinance

MOST_OWNERS = 20
"""So many people are looked through for their dogs, when a house or a name is looked up."""
_HOUSE_NUMBER = r"^\s*\d+[0-9A-Za-z/-]*\s+"
_AFTER_THE_STREET = r"\s*(,|#|\mapt\M|\munit\M).*$"
HEADER = (
    "Street", "House number", "Found on", "Result", "Why", "Section", "Dog", "Description", "Owner", "Licensed since",
    "Fee", "Withdrawn because",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Standing:
    """How a dog stood on a day: a Finding.Result, why, and by which section."""

    result: str
    because: str
    citation: str = ""


def standing_of(dog: Dog, on: date) -> Standing:
    """Whether the dog was licensed on the day ``on``, or needed no license, or had none though it needed one."""
    license_ = License.objects.in_force(on).filter(dog=dog).first()
    if license_ is not None:
        return Standing(Finding.Result.LICENSED, f"{license_}, in force to {license_.last_day.isoformat()}")
    visit = dog.visits.filter(arrived__lte=on).first()
    presence = facts.Presence(on, facts.Dog(born=dog.born), visitor=visitor_fact(visit))
    answer = dog.town.ordinance(on).license_required(presence)
    if answer.required:
        because = f"No license in force on {on.isoformat()}. {answer.because}"
        return Standing(Finding.Result.UNLICENSED, because, answer.citation)
    return Standing(Finding.Result.EXEMPT, answer.because, answer.citation)


def fee_line(law: Ordinance, on: date) -> Line | None:
    """What the license of a dog found unlicensed is charged more; None where the law has no enumeration."""
    return next(iter(law.enumeration(on).lines), None)


def why_none(town: Town, on: date) -> tuple[Refusal, ...]:
    """Why the town's law has no enumeration; nothing where it has one."""
    return town.ordinance(on).enumeration(on).refusals


def streets_on_record(town: Town) -> list[str]:
    """The streets of the register without house numbers, each once; none from a confidential address."""
    owners = Owner.objects.of(town).filter(confidential=False, resident=True)
    bare = Func("street", Value(_HOUSE_NUMBER), Value(""), function="regexp_replace")
    name = Func(bare, Value(_AFTER_THE_STREET), Value(""), Value("i"), function="regexp_replace")
    boxes = r"^p\.?\s*o\.?\s*box"
    found = owners.exclude(street__iregex=boxes).order_by().values_list(name, flat=True).distinct()
    spelt = {key(street): street for street in sorted(found, reverse=True) if street}
    return [spelt[each] for each in sorted(spelt)]


def dogs_at(street: EnumerationStreet, house: str, typed: str) -> list[Dog]:
    """The dogs on record at the house, and those of the people found by what was typed.

    Nobody is found by a confidential address.
    """
    town = street.enumeration.town
    sought = list(search(town, typed).owners[:MOST_OWNERS]) if typed.strip() else []
    if house.strip():
        at = key(f"{house} {street.name}")
        there = Owner.objects.of(town).filter(confidential=False, address_key__startswith=f"{at} ")
        sought += there.values_list("pk", flat=True)[:MOST_OWNERS]
    dogs = Dog.objects.of(town).here().filter(owner__in=sought).select_related("owner").prefetch_related("tags")
    return list(dogs.order_by("owner__name_key", "name_key", "pk"))


def rows(enumeration: Enumeration) -> Iterator[tuple[object, ...]]:
    """The findings as a table, its header first, street by street; of a confidential address the dog stays unnamed."""
    yield HEADER
    found: QuerySet[Finding] = enumeration.findings.with_since().select_related("street", "dog__owner", "settled_by")
    for finding in found.order_by("street__name", "pk").iterator(chunk_size=2000):
        yield (
            finding.street.name, *_where_and_how(finding), *_who(finding), _since(finding), finding.fee,
            finding.withdrawn_because,
        )  # fmt: skip


def _where_and_how(finding: Finding) -> tuple[object, ...]:
    house = "" if finding.is_hidden else finding.house
    how = finding.get_result_display()
    return house, finding.found_on, how, finding.because, finding.citation


def _who(finding: Finding) -> tuple[str, str, str]:
    """Dog, description and owner."""
    dog = finding.dog
    if dog is None:
        return "", finding.description, finding.person
    return ("", "", "Address confidential") if is_hidden(dog.owner) else (dog.name, dog.description, dog.owner.name)


def _since(finding: Finding) -> str:
    """Whether a dog found unlicensed has a license now, and which one paid the fee."""
    if finding.result != Finding.Result.UNLICENSED:
        return ""
    return str(finding.settled_by or "yes") if finding.since else "no"  # type: ignore[attr-defined]  # annotated
