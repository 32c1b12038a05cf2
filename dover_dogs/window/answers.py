"""What the window answers. Three queries at most; no name, no address, no dog but the one asked about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from secrets import token_hex

from django.db.models import Max, Q, QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from licensing.codes import license_behind
from licensing.keys import digits, key
from licensing.models import License, Tag
from office.models import Town

NOBODY = token_hex()
"""Stands for surname and ZIP code where there is no such tag: nobody can type it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Of one dog: the last day of its license and of its rabies vaccination, None where there is none.

    ``current``: the license covers the day asked, and the tag asked about is the one that goes with it.
    """

    town: Town
    current: bool = False
    licensed_until: date | None = None
    begins: date | None = None
    rabies_until: date | None = None
    rabies_current: bool = False
    rabies_statement: bool = False
    marking: str = ""


def by_tag(town: Town, number: int, fact: str, *, on: date) -> Answer | None:
    """The answer about the dog with this tag, for who knows its owner's surname or ZIP code too.

    None for a wrong number as for a wrong fact, after the same queries and the same comparisons.
    """
    tag = _tags().filter(town=town, number=number).first()
    last = _last_license(tag)
    surname, zip_code = (tag.dog.owner.last_name, tag.dog.owner.zip_code) if tag else (NOBODY, NOBODY)
    known = [_same(_one_word(fact), _one_word(surname)), _same(digits(fact)[:5], digits(zip_code)[:5].ljust(5, "-"))]
    return _answer(town, tag, last, on) if tag and any(known) else None


def by_code(code: str, towns: Sequence[Town], *, on: date) -> Answer | None:
    """The answer about the dog whose license bears this code; None when the code is nobody's."""
    by_slug = {town.slug: town for town in towns}
    found = license_behind(code, by_slug)
    if found is None:
        return None
    town = by_slug[found[0]]
    tag = _tags().filter(licenses__town=town, licenses__number=found[1]).first()
    last = _last_license(tag)
    return _answer(town, tag, last, on) if tag else None


def _tags() -> QuerySet[Tag]:
    """Tags with their dog and its owner, and the last day of the dog's rabies vaccination."""
    until = Max("dog__rabiescertificates__expires")
    return Tag.objects.select_related("dog__owner").annotate(rabies_until=until)


def _last_license(tag: Tag | None) -> License | None:
    """The license of the tag's dog that runs longest. Where there is no tag the question is put all the same."""
    dogs = Q(dog=tag.dog_id) if tag else Q(dog=0)
    return License.objects.standing().filter(dogs).order_by("-expires", "-pk").first()


def _answer(town: Town, tag: Tag, last: License | None, on: date) -> Answer:
    rabies_until: date | None = getattr(tag, "rabies_until", None)
    if last is None or not _go_together(tag, last):
        return Answer(town, rabies_until=rabies_until, rabies_current=_not_over(rabies_until, on))
    return Answer(
        town,
        current=last.state(on) == "in force",
        licensed_until=last.expires,
        begins=last.starts if last.starts > on else None,
        rabies_until=rabies_until,
        rabies_current=_not_over(rabies_until, on),
        rabies_statement=last.rabies_statement_id is not None,
        marking=last.marking,
    )


def _go_together(tag: Tag, last: License) -> bool:
    """Whether the license is the present owner’s, and the tag still the dog’s: a yearly tag, that of its year."""
    of_its_year = tag.license_year is None or last.tag_id == tag.pk
    return last.holder_id == tag.dog.owner_id and tag.retired_on is None and of_its_year


def _not_over(until: date | None, on: date) -> bool:
    return until is not None and until >= on


def _one_word(text: str) -> str:
    """A surname without case, accents, apostrophes, hyphens and spaces."""
    return key(text).replace(" ", "")


def _same(typed: str, kept: str) -> bool:
    """Whether the two are the same, in a time that tells nothing of either."""
    typed_digest, kept_digest = (salted_hmac("window", text, algorithm="sha256").digest() for text in (typed, kept))
    return constant_time_compare(typed_digest, kept_digest) and typed != ""
