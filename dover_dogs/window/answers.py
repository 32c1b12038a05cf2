"""What the window answers. Three queries at most; no name, no address, no dog but the one asked about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from secrets import token_hex

from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from impound.models import Seizure
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
    held: bool = False
    """Whether the dog is in the town's pound."""


def by_tag(town: Town, number: int, fact: str, *, on: date) -> Answer | None:
    """The answer about the dog with this tag, for who knows its owner's surname or ZIP code too.

    None for a wrong number as for a wrong fact, after the same queries and the same comparisons.
    """
    tag = _tags().filter(town=town, number=number).first()
    terms = _terms(tag)
    owner = tag.dog.owner if tag and tag.dog else None
    surname, zip_code = (owner.last_name, owner.zip_code) if owner else (NOBODY, NOBODY)
    known = [_same(_one_word(fact), _one_word(surname)), _same(digits(fact)[:5], digits(zip_code)[:5].ljust(5, "-"))]
    return _answer(town, tag, terms, on) if tag and any(known) else None


def by_code(code: str, towns: Sequence[Town], *, on: date) -> Answer | None:
    """The answer about the dog whose license bears this code; None when the code is nobody's."""
    by_slug = {town.slug: town for town in towns}
    found = license_behind(code, by_slug)
    if found is None:
        return None
    town = by_slug[found[0]]
    tag = _tags().filter(licenses__town=town, licenses__number=found[1]).first()
    return _answer(town, tag, _terms(tag), on) if tag else None


def _tags() -> QuerySet[Tag]:
    """Tags with their dog and its owner, the last day of its rabies vaccination, and whether it is in the pound."""
    on_file = Q(dog__rabiescertificates__withdrawn_at__isnull=True)
    until = Max("dog__rabiescertificates__expires", filter=on_file)
    held = Exists(Seizure.objects.held().filter(dog=OuterRef("dog")))
    return Tag.objects.select_related("dog__owner").annotate(rabies_until=until, held=held)


def _terms(tag: Tag | None) -> list[License]:
    """The terms that the tag stands for, in their order; where there is no tag the question is put all the same.

    A tag for life stands for every license of its dog, a tag of one year for that year's alone; for neither once the
    tag is retired or the dog has another owner than the license's.
    """
    mine = Q(dog=0) if tag is None else Q(dog=tag.dog_id) if tag.license_year is None else Q(tag=tag)
    terms = License.objects.standing().filter(mine).order_by("starts")
    return [term for term in terms if tag and tag.dog and tag.retired_on is None and term.holder_id == tag.dog.owner_id]


def _answer(town: Town, tag: Tag, terms: Sequence[License], on: date) -> Answer:
    rabies_until: date | None = getattr(tag, "rabies_until", None)
    shown = _the_one_that_counts(terms, on)
    last = _end_of_the_chain(shown, terms) if shown else None
    return Answer(
        town,
        current=shown is not None and shown.state(on) == "in force",
        licensed_until=last.last_day if last else None,
        begins=shown.starts if shown and shown.starts > on else None,
        rabies_until=rabies_until,
        rabies_current=_not_over(rabies_until, on),
        rabies_statement=shown is not None and shown.rabies_statement_id is not None,
        marking=shown.marking if shown else "",
        held=getattr(tag, "held", False),
    )


def _the_one_that_counts(terms: Sequence[License], on: date) -> License | None:
    """The term in force on the day, else the next to begin, else the last that ended."""
    not_over = [term for term in terms if term.last_day >= on]
    return not_over[0] if not_over else terms[-1] if terms else None


def _end_of_the_chain(first: License, terms: Sequence[License]) -> License:
    """The last of the terms that follow the first one day on day: a license renewed early runs to the renewal's end."""
    last = first
    for term in terms:
        if term.starts == last.last_day + timedelta(days=1):
            last = term
    return last


def _not_over(until: date | None, on: date) -> bool:
    return until is not None and until >= on


def _one_word(text: str) -> str:
    """A surname without case, accents, apostrophes, hyphens and spaces."""
    return key(text).replace(" ", "")


def _same(typed: str, kept: str) -> bool:
    """Whether the two are the same, in a time that tells nothing of either."""
    typed_digest, kept_digest = (salted_hmac("window", text, algorithm="sha256").digest() for text in (typed, kept))
    return constant_time_compare(typed_digest, kept_digest) and typed != ""
