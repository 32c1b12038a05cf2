"""The words that go with an export: each file, each column, what its cells look like, and how it is read again."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from django.utils import timezone

from office.export.cells import about, meaning
from office.export.tables import SECRET, Table, file_of, models_of_the_rooms, why_left_out
from office.models import Town

WIDTH = 100

_HEAD = """\
Everything of the {town}, as it was on {at} ({zone})

All files are of that one moment. They hold confidential addresses and what only the office may read:
keep them as you keep the register.

How the tables are written
    CSV as in RFC 4180: commas, quotation marks where needed, UTF-8 with a mark at its beginning, a header of the
    columns' names. A day is written 2026-06-15; day and hour with their distance from UTC, 2026-06-15T12:00:00-04:00;
    an amount in dollars 12.50; yes and no as words; a list, or a record within a record, as JSON. An empty cell says
    that nothing is known or nothing applies. "Number in dog.csv" is the id of a row there.
    Words that a spreadsheet would take for a formula (they begin with = + - @, a tab or a line's end) have an
    apostrophe before them. Take it away, and they are as they were typed.
"""


def readme(
    town: Town, at: datetime, before: Iterable[str], counted: Mapping[Table, int], after: Iterable[str] = ()
) -> Iterator[bytes]:
    """The words as UTF-8; ``before`` and ``after`` the tables, of which it tells how many rows each has."""
    local = timezone.localtime(at)
    yield _HEAD.format(town=town.name, at=local.isoformat(" ", "minutes"), zone=local.tzname()).encode()
    for section in (*before, *map(_section, counted, counted.values()), *after, _left_out()):
        yield f"\n{section}\n".encode()


def section(title: str, words: str, columns: Iterable[str] = ()) -> str:
    """A title, what is to be said under it, and what is said of each column."""
    told = _indented(words, "    ")
    return "\n".join([title, told, *(_indented(said, "    - ") for said in columns)])


def _indented(words: str, indent: str) -> str:
    after = " " * len(indent)
    return textwrap.fill(" ".join(words.split()), WIDTH, initial_indent=indent, subsequent_indent=after)


def _section(table: Table, rows: int) -> str:
    return section(f"{table.file} (rows: {rows:,})", about(table), map(meaning, table.columns))


def _left_out() -> str:
    """What is not in the export, and why."""
    reasons = ((file_of(model), why_left_out(model)) for model in models_of_the_rooms())
    left_out = (f"{file}: {why}" for file, why in reasons if why)
    secret = (f"{name} of the staff: a secret." for name in SECRET)
    return section("What is not here", "Tables and columns that are left out, and why.", (*left_out, *secret))
