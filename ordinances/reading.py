"""Values out of a JSON question, strictly: each is what it must be, or ``BadQuestion`` says what is wrong with it.

Every function takes the JSON object and the key. A value that may be missing may also be null.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import date, datetime
from functools import lru_cache
from json import JSONDecodeError, JSONDecoder, JSONEncoder
from typing import Any, NoReturn, TypeVar

from ordinances.money import Money

T = TypeVar("T")
Json = dict[str, Any]


class BadQuestion(ValueError):
    """What is wrong with a question, for the person who asked it."""


def _no_number(constant: str) -> NoReturn:
    raise BadQuestion(f"not JSON: {constant} is no number")


_decoder = JSONDecoder(parse_constant=_no_number)
_encode = JSONEncoder(ensure_ascii=False).encode


def read_object(line: bytes) -> Json:
    """The one JSON object on a line of UTF-8."""
    try:
        asked: Any = _decoder.decode(line.decode())
    except UnicodeDecodeError as wrong:
        raise BadQuestion(f"not UTF-8: byte {wrong.start + 1} of the line") from None
    except JSONDecodeError as wrong:
        raise BadQuestion(f"not JSON: {wrong.msg} at character {wrong.colno}") from None
    except RecursionError:
        raise BadQuestion("not a question: too deeply nested") from None
    if type(asked) is not dict:
        raise BadQuestion("not a question: the line must be one JSON object")
    return asked


def _wrong(raw: Json, key: str, must_be: str) -> BadQuestion:
    """Names the key, and that it is missing or what stands there instead."""
    if key not in raw:
        return BadQuestion(f"{key} is missing: it must be {must_be}")
    return BadQuestion(f"{key} must be {must_be}, not {_shown(raw[key])}")


def _shown(value: object) -> str:
    """What stands in the question, briefly and without looking into it."""
    if type(value) is dict:
        return "an object"
    if type(value) is list:
        return "a list"
    shown = _encode(value)
    return shown if len(shown) <= 60 else f"{shown[:60]}…"


@lru_cache(maxsize=8192)
def _date(written: str) -> date:
    if len(written) != 10 or written[4] != "-" or written[7] != "-":
        raise ValueError(written)
    return date.fromisoformat(written)


def read_date(raw: Json, key: str) -> date:
    """A day, written ``2026-03-15``."""
    try:
        return _date(raw[key])
    except (KeyError, TypeError, ValueError):
        raise _wrong(raw, key, "a date such as 2026-03-15") from None


def read_date_or_none(raw: Json, key: str) -> date | None:
    """A day, or None where none is given."""
    return None if raw.get(key) is None else read_date(raw, key)


def read_dates(raw: Json, key: str) -> tuple[date, ...]:
    """A list of days, empty where none is given."""
    days = raw.get(key)
    if days is None:
        return ()
    try:
        if type(days) is list:
            return tuple([_date(day) for day in days])
    except (TypeError, ValueError):
        pass
    raise _wrong(raw, key, "a list of dates such as 2026-03-15")


def read_moment(raw: Json, key: str) -> datetime:
    """A time with its offset, written ``2026-06-01T09:00-04:00``."""
    written = raw.get(key)
    try:
        if type(written) is str and written[4] == written[7] == "-" and written[10] == "T":
            moment = datetime.fromisoformat(written)
            if moment.tzinfo is not None:
                return moment
    except (IndexError, ValueError):
        pass
    raise _wrong(raw, key, "a time with its offset such as 2026-06-01T09:00:00-04:00")


def read_moment_or_none(raw: Json, key: str) -> datetime | None:
    """A time with its offset, or None where none is given."""
    return None if raw.get(key) is None else read_moment(raw, key)


def read_flag(raw: Json, key: str) -> bool:
    """True or false; false where it is not given."""
    return raw.get(key) is not None and read_given_flag(raw, key)


def read_given_flag(raw: Json, key: str) -> bool:
    """True or false, which must be given."""
    value = raw.get(key)
    if value is True or value is False:
        return value
    raise _wrong(raw, key, "true or false")


def read_whole(raw: Json, key: str) -> int:
    """A whole number."""
    value = raw.get(key)
    if type(value) is int:
        return value
    raise _wrong(raw, key, "a whole number")


def read_text(raw: Json, key: str) -> str:
    """A text."""
    value = raw.get(key)
    if type(value) is str:
        return value
    raise _wrong(raw, key, "a text")


def read_choice(raw: Json, key: str, choices: Collection[str]) -> Any:
    """One of the words."""
    value = raw.get(key)
    if type(value) is str and value in choices:
        return value
    raise _wrong(raw, key, f"one of {', '.join(choices)}")


def read_choice_or_none(raw: Json, key: str, choices: Collection[str]) -> Any:
    """One of the words, or None where none is given."""
    return None if raw.get(key) is None else read_choice(raw, key, choices)


_money = lru_cache(maxsize=4096)(Money.of)


def read_money_or_none(raw: Json, key: str) -> Money | None:
    """Dollars and cents, written ``"12.50"``, or whole dollars as a number; None where none is given."""
    value = raw.get(key)
    if value is None:
        return None
    try:
        return _money(value) if type(value) is str else Money.of(value)
    except ValueError:
        raise _wrong(raw, key, 'an amount such as "12.50"') from None


def read_part(raw: Json, key: str, read: Callable[[Json], T]) -> T:
    """An object inside the question, by its own reader."""
    part = raw.get(key)
    if type(part) is not dict:
        raise _wrong(raw, key, "an object")
    try:
        return read(part)
    except BadQuestion as wrong:
        raise BadQuestion(f"{key}.{wrong}") from None


def read_part_or_none(raw: Json, key: str, read: Callable[[Json], T]) -> T | None:
    """An object inside the question, or None where none is given."""
    return None if raw.get(key) is None else read_part(raw, key, read)


def read_parts(raw: Json, key: str, read: Callable[[Json], T]) -> tuple[T, ...]:
    """A list of objects, empty where none is given."""
    parts = raw.get(key)
    if parts is None:
        return ()
    if type(parts) is not list or not all(type(part) is dict for part in parts):
        raise _wrong(raw, key, "a list of objects")
    try:
        return tuple([read(part) for part in parts])
    except BadQuestion as wrong:
        raise BadQuestion(f"{key}: {wrong}") from None
