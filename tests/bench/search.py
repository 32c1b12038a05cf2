"""The search box, by each kind of what is typed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from licensing.models import Dog, License, Owner, Tag
from licensing.search import search
from office.models import Town, User
from tests.bench.timing import Timing, timed


def kinds(town: Town) -> dict[str, tuple[str, ...]]:
    """What is typed, by kind, with numbers that are on record."""
    owner = Owner.objects.of(town).exclude(email="").first()
    dog = Dog.objects.of(town).exclude(chip="").first()
    tag, license_ = Tag.objects.filter(town=town).first(), License.objects.filter(town=town).first()
    if owner is None or dog is None or tag is None or license_ is None:
        raise AssertionError("the loader makes some of each")
    return {
        "common name": ("smith", "johnson", "john smith"),
        "rare name": ("kowalski", "o’brien", "söderström"),
        "part of a name": ("son", "smi", "ber"),
        "one to three letters": ("s", "j", "sm", "bo", "st", "ma", "12", "rex"),
        "misspelt name": ("obrein", "jhonson", "kowalsky", "smyth", "xqzvw"),
        "telephone": (owner.telephone, owner.telephone[-8:], owner.telephone[-4:]),
        "address": ("main", "12 main street", "street", owner.address),
        "e-mail": (owner.email, "example.org"),
        "dog": ("bella", "luna"),
        "tag or license number": (str(tag.number), str(license_.number)),
        "chip": (dog.chip, dog.chip[-6:]),
        "words of several fields": ("rex smith", "obrien main st", f"smith {owner.telephone[-8:]}"),
    }


def section(town: Town, _clerk: User) -> Iterator[Timing]:
    """Each kind of search."""
    for kind, typed in kinds(town).items():
        yield timed(f"search: {kind}", *(partial(search, town, words) for words in typed))
