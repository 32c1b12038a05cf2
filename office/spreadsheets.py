"""Tables as CSV that spreadsheets open: what one would take for a formula is marked as text, and read as it was."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_lines(table: Iterable[Sequence[object]]) -> Iterator[str]:
    """The table as lines of CSV, words of it as ``as_text`` has them; None is an empty cell."""
    writer = csv.writer(_Line())
    yield "\ufeff"  # by which spreadsheets know UTF-8
    for row in table:
        yield writer.writerow([as_text(cell) if isinstance(cell, str) else cell for cell in row])


def as_text(words: str) -> str:
    """The words, marked with an apostrophe if a spreadsheet would take them for a formula."""
    return f"'{words}" if _is_formula(words) else words


def as_written(cell: str) -> str:
    """The words that ``as_text`` made this cell of, to the letter."""
    return cell[1:] if cell.startswith("'") and _is_formula(cell[1:]) else cell


def _is_formula(words: str) -> bool:
    """Whether it begins as a formula, after any apostrophes: those that were typed are marked too, and stay."""
    rest = words.lstrip("'")
    return rest.startswith(_FORMULA) or rest.lstrip().startswith(_FORMULA)


class _Line:
    """Hands each line back to who writes it."""

    def write(self, line: str) -> str:
        """The line itself."""
        return line
