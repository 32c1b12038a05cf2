"""Search keys: what is left of a name, a number or an address without case, accents, apostrophes and punctuation.

The keys are columns that the database derives with its own functions (migration 0001), so that they are right
however a row came in; the functions here are the same ones in Python, for what is typed into a search box.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from django.db import models

_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
_DROPPED = re.compile("['’‘ʼ`´.]")
_MARKS = re.compile("[\u0300-\u036f]")
_OTHER = re.compile("[^a-z0-9@]+")
_NO_DIGIT = re.compile("[^0-9]")
_NO_SIGN = re.compile("[^a-z0-9]")


@lru_cache(maxsize=50_000)
def key(text: str) -> str:
    """Lower-case words of plain letters and digits: ``O’Brien-Núñez`` gives ``obrien nunez``."""
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", _DROPPED.sub("", text))).lower().translate(_LETTERS)
    return _OTHER.sub(" ", _MARKS.sub("", _DROPPED.sub("", plain))).strip()


def digits(text: str) -> str:
    """The digits alone, without the country's 1 before ten: ``+1 (845) 555-0101`` gives ``8455550101``."""
    found = _NO_DIGIT.sub("", text)
    return found[1:] if len(found) == 11 and found.startswith("1") else found


def compact(text: str) -> str:
    """Letters and digits alone: ``985 112 003-456789`` gives ``985112003456789``."""
    return _NO_SIGN.sub("", text.lower())


class Key(models.Func):
    """``key`` in the database."""

    function = "search_key"
    output_field = models.CharField()


class Digits(models.Func):
    """``digits`` in the database."""

    function = "search_digits"
    output_field = models.CharField()


class Compact(models.Func):
    """``compact`` in the database."""

    function = "search_compact"
    output_field = models.CharField()
