"""The counter's one search box: owners by whatever is known of them or of their dogs.

Every word typed must be found somewhere with the owner or the owner's dogs (name, address, e-mail, telephone, tag,
license, chip), so "rex smith" and "smith 555-0101" work; the best match comes first. Only when nothing is found are
names looked for that are spelt alike.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import reduce
from operator import add, and_, or_
from typing import Any

from django.contrib.postgres.search import TrigramWordSimilarity
from django.db import connection, models, transaction
from django.db.models import Case, Q, Value, When
from django.db.models.functions import Greatest

from licensing.keys import compact, digits, key
from licensing.models import Dog, License, Owner, SearchEntry, Tag
from office.models import Town

MOST = 500
"""So many owners are listed at most; who sees more types another letter."""
CANDIDATES = 2000
"""So many are put in order at most, beside those whose name begins with what was typed."""
MOST_ALIKE = 50
"""So many are offered of those that are only alike, or that share one telephone."""
ALIKE = "0.42"
"""From this share of common three-letter groups on two words are alike: O'Brein and O'Brien share 3 of 7."""
LARGEST_NUMBER = 2**63 - 1
_NUMBER_IN_PARTS = re.compile(r"(?<!\w)[+(#]?\d[\d\s().+/-]*\d(?!\w)")

Expression = models.expressions.Combinable
Entries = models.QuerySet[SearchEntry, Any]


@dataclass(frozen=True, slots=True)
class Found:
    """Primary keys of owners, best first. ``exact`` are those that a number typed belongs to.

    ``more``: there are more than can be listed. ``alike``: nothing matched, these are spelt alike.
    """

    owners: tuple[int, ...] = ()
    exact: tuple[int, ...] = ()
    more: bool = False
    alike: bool = False


def search(town: Town, typed: str) -> Found:
    """The town's owners for what was typed, in three queries at most (and what sets the threshold of likeness)."""
    words = list(dict.fromkeys(key(typed).split()))[:8]
    if not words:
        return Found()
    exact = numbered(town, typed)
    entries = SearchEntry.objects.filter(town=town)
    found = ranked(entries, words, typed)
    if exact or found:
        owners = tuple(dict.fromkeys([*exact, *found]))
        return Found(owners[:MOST], exact, more=len(owners) > MOST)
    alike = spelt_alike(entries, words)
    return Found(alike, alike=bool(alike))


def numbered(town: Town, typed: str) -> tuple[int, ...]:
    """Owners to whom the one number typed belongs: a tag's, a license's, a chip's, a telephone's."""
    plain = compact(typed)
    chips = Dog.objects.filter(town=town, chip_key=plain).exclude(chip="").order_by().values_list("owner")
    if not plain.isdigit() or int(plain) > LARGEST_NUMBER:
        return tuple(pk for (pk,) in chips) if len(plain) > 6 else ()
    tags = Tag.objects.filter(town=town, number=int(plain)).order_by().values_list("dog__owner")
    licenses = License.objects.filter(town=town, number=int(plain)).order_by().values_list("dog__owner")
    telephones = (
        Owner.objects.of(town).filter(telephone_key=digits(typed), confidential=False).order_by().values_list("pk")
    )
    return tuple(pk for (pk,) in tags.union(licenses, chips, telephones[:MOST_ALIKE]))


def ranked(entries: Entries, words: list[str], typed: str) -> tuple[int, ...]:
    """Owners with every word, the best match first, those that match as well by name.

    Of a word that very many have, not all are put in order; those whose name begins with it are always among them.
    """
    scored = entries.annotate(score=reduce(add, map(worth, words))).values_list("pk", "score", "name")
    begins = scored.filter(name__startswith=f" {words[0]}").order_by("name")[: MOST + 1]
    if len(typed.strip()) == 1:
        return tuple(pk for pk, _, _ in begins)
    found = scored.filter(reduce(and_, map(has, words)) | in_one_piece(typed))[:CANDIDATES]
    first = found.union(begins) if len(words) == 1 else found.union(scored.none())
    return tuple(pk for pk, _, _ in first.order_by("-score", "name", "pk")[: MOST + 1])


def has(word: str) -> Q:
    """The word stands in the entry: at the beginning of one if it is short, else anywhere."""
    short = len(word) < (4 if word.isdigit() else 3)
    return Q(words__contains=f" {word}" if short else word)


def in_one_piece(typed: str) -> Q:
    """The words, where a number in parts among them (``555-0101``) is found without its gaps."""
    whole = _NUMBER_IN_PARTS.sub(lambda number: f" {digits(number[0])} ", typed)
    return reduce(and_, map(has, key(whole).split()))


def worth(word: str) -> Expression:
    """How well the word matches: whole before begun, in the owner's name before a dog's before elsewhere."""
    places = [
        ("name__startswith", f" {word} ", 10),
        ("name__contains", f" {word} ", 8),
        ("dogs__contains", f" {word} ", 7),
        ("name__startswith", f" {word}", 6),
        ("name__contains", f" {word}", 5),
        ("dogs__contains", f" {word}", 4),
        ("words__contains", f" {word} ", 3),
        ("words__contains", f"{word} ", 2),
    ]
    return Case(*(When(**{place: text}, then=Value(points)) for place, text, points in places), default=Value(1))


def spelt_alike(entries: Entries, words: list[str]) -> tuple[int, ...]:
    """Owners with every word, some of them only spelt alike; the most alike first."""
    if not any(map(may_be_misspelt, words)):
        return ()
    near = entries.filter(*map(has_alike, words)).annotate(likeness=reduce(add, map(likeness, words)))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('pg_trgm.word_similarity_threshold', %s, true)", [ALIKE])
        rows = list(near.values_list("likeness", "name", "pk")[:CANDIDATES])
    rows.sort(key=lambda row: (-row[0], row[1:]))
    return tuple(pk for _, _, pk in rows[:MOST_ALIKE])


def may_be_misspelt(word: str) -> bool:
    """A name of some length, not a number."""
    return len(word) > 3 and word.isalpha()


def has_alike(word: str) -> Q:
    """The word stands in the entry, or a name that is alike, or the word with two letters in each other's place."""
    if not may_be_misspelt(word):
        return has(word)
    alike = Q(name__trigram_word_similar=word) | Q(dogs__trigram_word_similar=word)
    return reduce(or_, (has(f" {other}") for other in turns(word)), has(word) | alike)


def likeness(word: str) -> Expression:
    """From 0 to 1: how alike the word and the nearest name are; two letters exchanged cost little."""
    found = [When(has(word), then=Value(1.0)), *(When(has(f" {other}"), then=Value(0.9)) for other in turns(word))]
    names = Greatest(TrigramWordSimilarity(word, "name"), TrigramWordSimilarity(word, "dogs"))
    return Case(*found, default=names, output_field=models.FloatField())


def turns(word: str) -> list[str]:
    """The word with each two neighboring letters in each other's place: ``jhon`` gives ``john``, among others."""
    if not may_be_misspelt(word):
        return []
    return [word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)]
