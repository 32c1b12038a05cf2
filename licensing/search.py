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

from licensing.keys import compact, digits, key
from licensing.models import Dog, License, Owner, SearchEntry, Spelling, Tag
from office.models import Town

MOST = 500
"""So many owners are listed at most; who sees more types another letter."""
CANDIDATES = 2000
"""So many are put in order at most, beside those whose name begins with what was typed."""
ENOUGH = 20
"""When so many have several words whole, those that have them in part are left out."""
MOST_ALIKE = 50
"""So many are offered of those that are only alike, or that share one telephone."""
MOST_SPELLINGS = 8
"""So many names on record stand in for one that was typed."""
ALIKE = "0.42"
"""From this share of common three-letter groups on two words are alike: O'Brein and O'Brien share 3 of 7."""
LARGEST_NUMBER = 2**63 - 1
_NUMBER_IN_PARTS = re.compile(r"(?<!\w)[+(#]?\d[\d\s().+/-]*\d(?!\w)")

Expression = models.expressions.Combinable
Entries = models.QuerySet[SearchEntry, Any]
Names = dict[str, dict[str, float]]
"""For what was typed the names spelt alike, each with how alike it is."""


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
    """The town's owners for what was typed, in five queries at most (and what sets the threshold of likeness)."""
    words = list(dict.fromkeys(key(typed).split()))[:8]
    if not words:
        return Found()
    exact = numbered(town, typed)
    entries = SearchEntry.objects.filter(town=town)
    found = ranked(entries, words, typed)
    if exact or found:
        owners = tuple(dict.fromkeys([*exact, *found]))
        return Found(owners[:MOST], exact, more=len(owners) > MOST)
    alike = spelt_alike(town, entries, words)
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

    Of what very many have, not all are put in order; always among them are those whose name begins with the one word,
    and of several words those that have them whole (12 Main Street). Where enough have them whole, those that have them
    only in part (120 Main Street) are not looked for.
    """
    scored = entries.annotate(score=reduce(add, map(worth, words))).values_list("pk", "score", "name")
    begins = scored.filter(name__startswith=f" {words[0]}").order_by("name")[: MOST + 1]
    if len(typed.strip()) == 1:
        return tuple(pk for pk, _, _ in begins)
    found = scored.filter(reduce(and_, map(has, words)) | in_one_piece(typed))[:CANDIDATES]
    if len(words) == 1:
        rows = set(found.union(begins))
    else:
        rows = set(scored.filter(*(Q(words__contains=f" {word} ") for word in words))[:CANDIDATES])
        rows |= set(found) if len(rows) < ENOUGH else set()
    best = sorted(rows, key=lambda row: (-row[1], row[2], row[0]))
    return tuple(pk for pk, _, _ in best[: MOST + 1])


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


def spelt_alike(town: Town, entries: Entries, words: list[str]) -> tuple[int, ...]:
    """Owners with every word, some of them only spelt alike; the most alike first."""
    if not any(map(may_be_misspelt, words)):
        return ()
    names = spellings(town, list(filter(may_be_misspelt, words)))
    near = entries.filter(*(has_alike(word, names) for word in words))
    near = near.annotate(likeness=reduce(add, (likeness(word, names) for word in words)))
    rows = list(near.values_list("likeness", "name", "pk")[:CANDIDATES])
    rows.sort(key=lambda row: (-row[0], row[1:]))
    return tuple(pk for _, _, pk in rows[:MOST_ALIKE])


def spellings(town: Town, words: list[str]) -> Names:
    """For each word the names on record that are spelt most like it, and how alike they are, from 0 to 1."""
    alike = [
        Spelling.objects.filter(town=town, word__trigram_word_similar=word)
        .annotate(typed=Value(word, models.TextField()), likeness=TrigramWordSimilarity(word, "word"))
        .order_by("-likeness", "word")
        .values_list("typed", "word", "likeness")[:MOST_SPELLINGS]
        for word in words
    ]
    names: Names = {}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('pg_trgm.word_similarity_threshold', %s, true)", [ALIKE])
        for typed, name, share in alike[0].union(*alike[1:]):
            names.setdefault(typed, {})[name] = share
    return names


def may_be_misspelt(word: str) -> bool:
    """A name of some length, not a number."""
    return len(word) > 3 and word.isalpha()


def has_alike(word: str, names: Names) -> Q:
    """The word stands in the entry, or a name that is alike, or the word with two letters in each other's place."""
    turned = [has(f" {other}") for other in turns(word)]
    return reduce(or_, [*turned, *map(is_named, names.get(word, ()))], has(word))


def is_named(name: str) -> Q:
    """The owner or one of the dogs has this name."""
    return Q(name__contains=f" {name} ") | Q(dogs__contains=f" {name} ")


def likeness(word: str, names: Names) -> Expression:
    """From 0 to 1: how alike the word and the nearest name are; two letters exchanged cost little."""
    found = [When(has(word), then=Value(1.0)), *(When(has(f" {other}"), then=Value(0.9)) for other in turns(word))]
    nearest_first = sorted(names.get(word, {}).items(), key=lambda item: -item[1])
    named = [When(is_named(name), then=Value(share)) for name, share in nearest_first]
    return Case(*found, *named, default=Value(0.0), output_field=models.FloatField())


def turns(word: str) -> list[str]:
    """The word with each two neighboring letters in each other's place: ``jhon`` gives ``john``, among others."""
    if not may_be_misspelt(word):
        return []
    return [word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)]
