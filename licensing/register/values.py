"""What a cell of a register's file says: dates as they are written in America, yes and no, numbers, choices.

Each parser takes the cell and the day on which it is read, and gives the value; None where the cell says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator

from licensing.shapes import STATE, ZIP_CODE, check_telephone

Parser = Callable[[str, date], Any]

OLDEST_YEAR = 1900
AHEAD = 20
"""So many years a term may lie ahead: ``6/30/27`` is 2027, and ``6/30/60`` is 1960."""

_NOTHING = frozenset(
    {"", "-", "--", "?", "n/a", "na", "none", "null", "unknown", "unk", "0000-00-00", "00/00/0000", "//"}
)
_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ][\d:.]*(?:Z|[+-]\d\d:?\d\d)?)?", re.ASCII)
_PLAIN = re.compile(r"(\d{4})(\d\d)(\d\d)", re.ASCII)
_AMERICAN = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d\d)(?: [\d:]+(?: ?[AP]M)?)?", re.ASCII | re.IGNORECASE)
_NUMBER = re.compile(r"(?:no\.?|nr\.?|#)? ?(\d{1,18})(?:\.0+)?", re.ASCII | re.IGNORECASE)
_YEARS = re.compile(r"(\d{4})(?:\.0+)?(?: ?[-–/] ?\d{2,4})?", re.ASCII)
_YES = frozenset({"yes", "y", "true", "t", "1", "x"})
NO = frozenset({"no", "n", "false", "f", "0"})
_ALTERED = frozenset({"spayed", "neutered", "altered", "fixed", "sterilized", "castrated", "s/n", "spayed/neutered"})
_UNALTERED = frozenset({"unaltered", "intact", "unspayed", "unneutered", "not altered", "entire"})
_SEXES: Mapping[str, tuple[str, bool | None]] = {
    "f": ("female", None), "female": ("female", None), "bitch": ("female", None), "girl": ("female", None),
    "m": ("male", None), "male": ("male", None), "dog": ("male", None), "boy": ("male", None),
    "s": ("female", True), "fs": ("female", True), "sf": ("female", True), "spayed": ("female", True),
    "spayed female": ("female", True), "female spayed": ("female", True),
    "mn": ("male", True), "nm": ("male", True), "cm": ("male", True), "neutered": ("male", True),
    "neutered male": ("male", True), "male neutered": ("male", True), "castrated": ("male", True),
    "fi": ("female", False), "mi": ("male", False), "unspayed": ("female", False), "unneutered": ("male", False),
    "intact female": ("female", False), "female intact": ("female", False), "unaltered female": ("female", False),
    "intact male": ("male", False), "male intact": ("male", False), "unaltered male": ("male", False),
}  # fmt: skip


class Unreadable(ValueError):
    """The cell cannot be read as its column asks; the message says what would do."""


@dataclass(frozen=True, slots=True)
class Sex:
    """A dog's sex, and whether the same word says that it is spayed or neutered (None where it does not)."""

    sex: str
    altered: bool | None


def nothing(cell: str) -> bool:
    """Whether the cell says nothing: empty, or a word or a mask for it."""
    return cell.strip().lower().replace(" ", "") in _NOTHING


def text(most: int) -> Parser:
    """Words of at most so many signs, as written but for the blanks around and between."""

    def parse(cell: str, _: date) -> str | None:
        words = " ".join(cell.replace("\0", "").split())
        if len(words) > most:
            raise Unreadable(f"At most {most} signs, and these are {len(words)}.")
        return words or None

    return parse


def note(cell: str, _: date) -> str | None:
    """Words over several lines."""
    return cell.replace("\0", "").strip() or None


def chip(cell: str, today: date) -> str | None:
    """A microchip's number; a word for none is none."""
    return None if nothing(cell) else text(30)(cell, today)


def past_day(cell: str, today: date) -> date | None:
    """A day; of two figures the year is the last such one that has begun: ``3/1/45`` in 2026 is 1945."""
    return _day(cell, today.year)


def any_day(cell: str, today: date) -> date | None:
    """A day that may be to come; of two figures the year is at most ``AHEAD`` years away."""
    return _day(cell, today.year + AHEAD)


def _day(cell: str, latest_year: int) -> date | None:
    if nothing(cell):
        return None
    written = cell.strip()
    if found := _ISO.fullmatch(written) or _PLAIN.fullmatch(written):
        year, month, day = found.groups()
    elif found := _AMERICAN.fullmatch(written):
        month, day, year = found.groups()
    else:
        raise Unreadable(f"“{written[:40]}” is no date: write 2026-03-15 or 3/15/2026.")
    try:
        read = date(_century(year, latest_year), int(month), int(day))
    except ValueError:
        raise Unreadable(f"There is no day {written[:40]}.") from None
    if not OLDEST_YEAR <= read.year <= latest_year + AHEAD:
        raise Unreadable(f"{written[:40]} cannot be: check the year.")
    return read


def _century(year: str, latest_year: int) -> int:
    if len(year) == 4:
        return int(year)
    this = latest_year - latest_year % 100 + int(year)
    return this if this <= latest_year else this - 100


def yes_no(cell: str, _: date) -> bool | None:
    """Yes or no."""
    return _one_of(cell, _YES, NO)


def altered(cell: str, _: date) -> bool | None:
    """Yes or no, or in words: spayed, neutered, intact."""
    return _one_of(cell, _YES | _ALTERED, NO | _UNALTERED)


def _one_of(cell: str, yes: frozenset[str], no: frozenset[str]) -> bool | None:
    if nothing(cell):
        return None
    word = " ".join(cell.lower().split())
    if word in yes or word in no:
        return word in yes
    raise Unreadable(f"“{cell.strip()[:40]}” is neither yes nor no.")


def sex(cell: str, _: date) -> Sex | None:
    """Female or male, also as ``spayed`` or ``neutered``."""
    if nothing(cell):
        return None
    word = " ".join(re.sub(r"[^a-z ]", "" if len(cell) < 5 else " ", cell.lower()).split())
    if word not in _SEXES:
        raise Unreadable(f"“{cell.strip()[:40]}” is no sex: write female or male.")
    return Sex(*_SEXES[word])


def number(cell: str, _: date) -> int | None:
    """A number of digits alone, from 1 on."""
    if nothing(cell):
        return None
    found = _NUMBER.fullmatch(cell.strip())
    if not found or int(found[1]) < 1:
        raise Unreadable(f"“{cell.strip()[:40]}” is no number in digits.")
    return int(found[1])


def year(cell: str, today: date) -> int | None:
    """A year of four figures; of ``2026-2027`` the first."""
    if nothing(cell):
        return None
    found = _YEARS.fullmatch(cell.strip())
    if not found or not OLDEST_YEAR <= int(found[1]) <= today.year + AHEAD:
        raise Unreadable(f"“{cell.strip()[:40]}” is no year of four figures.")
    return int(found[1])


def choice(words: Mapping[str, str]) -> Parser:
    """One of the values, by any of its words (in lower case) of which ``words`` tells the value."""

    def parse(cell: str, _: date) -> str | None:
        if nothing(cell):
            return None
        word = " ".join(cell.lower().replace("’", "'").split())
        if word not in words:
            raise Unreadable(f"“{cell.strip()[:40]}” is none of: {', '.join(sorted(set(words.values())))}.")
        return words[word]

    return parse


def state(cell: str, _: date) -> str | None:
    """A state's two letters, as capitals."""
    return _checked(STATE, cell.strip().upper())


def zip_code(cell: str, _: date) -> str | None:
    """A ZIP code; one that a spreadsheet took for a number has its leading zeros again."""
    written = cell.strip()
    return _checked(ZIP_CODE, written.zfill(5) if 3 <= len(written) <= 4 and written.isdecimal() else written)


def telephone(cell: str, _: date) -> str | None:
    """A telephone number in any way of writing it."""
    return None if nothing(cell) else _checked(check_telephone, text(30)(cell, _))


def email(cell: str, _: date) -> str | None:
    """An e-mail address."""
    return (
        None
        if nothing(cell)
        else _checked(EmailValidator("Write an e-mail address like ada@example.org."), cell.strip())
    )


def _checked(check: Callable[[str], None], written: str | None) -> str | None:
    """The words, if the check that the counter's form makes lets them pass."""
    if not written:
        return None
    try:
        check(written)
    except ValidationError as wrong:
        raise Unreadable(" ".join(wrong.messages)) from None
    return written
