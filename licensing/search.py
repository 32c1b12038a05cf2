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
from licensing.models import Dog, License, Owner, SearchEntry, Tag
from office.models import Town

MOST = 500
"""So many owners are listed at most; who sees more types another letter."""
CANDIDATES = 2000
"""So many are put in order at most, beside those whose name begins with what was typed."""
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
    found = ranked(entries, candidates(entries, words, typed), words)
    if exact or found:
        owners = tuple(dict.fromkeys([*exact, *found]))
        return Found(owners[:MOST], exact, more=len(owners) > MOST)
    alike = spelt_alike(entries, words)
    return Found(alike, alike=bool(alike))


def numbered(town: Town, typed: str) -> tuple[int, ...]:
    """Owners to whom the one number typed belongs: a tag's, a license's, a chip's, a telephone's."""
    plain, number = compact(typed), digits(typed)
    chips = Dog.objects.filter(town=town, chip_key=plain).values_list("owner")
    if not plain.isdigit() or int(plain) > LARGEST_NUMBER:
        return tuple(pk for (pk,) in chips) if len(plain) > 6 else ()
    tags = Tag.objects.filter(town=town, number=int(plain)).order_by().values_list("dog__owner")
    licenses = License.objects.filter(town=town, number=int(plain)).order_by().values_list("dog__owner")
    telephones = Owner.objects.filter(town=town, telephone_key=number).order_by().values_list("pk")
    return tuple(pk for (pk,) in tags.union(licenses, chips.order_by(), telephones[:50]))


def candidates(entries: Entries, words: list[str], typed: str) -> Entries:
    """Owners with every word, as many as can be put in order; those whose name begins so are always among them."""
    begins = entries.filter(name__startswith=f" {words[0]}").order_by("name")
    if len(words) == 1 and len(words[0]) == 1:
        return begins[: MOST + 1]
    every = reduce(and_, map(has, words)) | in_one_piece(typed)
    return entries.filter(every)[:CANDIDATES].values("pk").union(begins.filter(every)[: MOST + 1].values("pk"))


def has(word: str) -> Q:
    """The word stands in the entry: at the beginning of one if it is short, else anywhere."""
    short = len(word) < (4 if word.isdigit() else 3)
    return Q(words__contains=f" {word}" if short else word)


def in_one_piece(typed: str) -> Q:
    """The words, where a number in parts among them (``555-0101``) is found without its gaps."""
    whole = _NUMBER_IN_PARTS.sub(lambda number: f" {digits(number[0])} ", typed)
    return reduce(and_, map(has, key(whole).split()))


def ranked(entries: Entries, chosen: Entries, words: list[str]) -> tuple[int, ...]:
    """The candidates with the best match first, those that match as well by name."""
    score = reduce(add, map(worth, words))
    first = entries.filter(pk__in=chosen.values("pk")).order_by((-score).asc(), "name", "pk")
    return tuple(first.values_list("pk", flat=True)[: MOST + 1])


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
    """Owners whose name, or whose dog's, is spelt like one of the words; first those who are like all of them."""
    long = [word for word in words if len(word) > 3 and word.isalpha()]
    if not long:
        return ()
    places = [near for word in long for near in nearby(word)]
    likeness = reduce(add, map(alike, words))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('pg_trgm.word_similarity_threshold', %s, true)", [ALIKE])
        chosen = entries.filter(reduce(or_, places))[:CANDIDATES].values("pk")
        first = entries.filter(pk__in=chosen).annotate(likeness=likeness)
        enough = first.filter(likeness__gte=float(ALIKE) * len(words)).order_by("-likeness", "name", "pk")
        return tuple(enough.values_list("pk", flat=True)[:50])


def nearby(word: str) -> list[Q]:
    """Where the word may stand misspelt: alike by the threshold set, or with two letters in each other's place."""
    turned = [f" {other}" for other in turns(word)]
    places = [Q(name__trigram_word_similar=word), Q(dogs__trigram_word_similar=word)]
    return places + [Q(name__contains=other) for other in turned] + [Q(dogs__contains=other) for other in turned]


def alike(word: str) -> Expression:
    """From 0 to 1: how alike the word and the nearest in the entry are; two letters exchanged cost little."""
    turned = [When(words__contains=f" {other}", then=Value(0.9)) for other in turns(word)]
    return Case(*turned, default=TrigramWordSimilarity(word, "words"), output_field=models.FloatField())


def turns(word: str) -> list[str]:
    """The word with each two neighboring letters in each other's place: ``jhon`` gives ``john``, among others."""
    if len(word) < 4 or not word.isalpha():
        return []
    return [word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)]
