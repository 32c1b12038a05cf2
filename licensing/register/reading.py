"""A register's file read line by line, whatever wrote it: CSV in any usual encoding and with any delimiter, or Excel.

Nothing in a file makes the reading fail or wait: what cannot be read is a line with its ``fault``, and the lines after
it are read.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from openpyxl import load_workbook

from office.spreadsheets import as_written

MOST_LINES_OF_A_ROW = 500
"""A quote that is open for longer is taken for a broken one."""
SURE_LINES = 20
"""One that is open for longer than this is taken for a broken one at the first line that is a row by itself."""
MOST_COLUMNS = 300
MOST_UNPACKED = 500 * 1024 * 1024
"""So many bytes an Excel file may unpack to."""

_DELIMITERS = (",", ";", "\t", "|")
_QUOTED = re.compile(r'"(?:[^"]|"")*+"')
_CLOSED = re.compile(r'(?:[^"]|"")*+"')
_SAID = re.compile(r"sep=(.)", re.IGNORECASE)
_BROKEN = 'A quotation mark (") is opened and not closed, or stands in the middle of a cell: the line cannot be read.'


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the file, by the number of its first line; ``fault`` says why it cannot be read."""

    number: int
    cells: tuple[str, ...] = ()
    fault: str = ""


class UnreadableFileError(Exception):
    """The file is none that can be read at all; the message says what would do."""


def read(content: bytes) -> Iterator[Line]:
    """The rows of the file, the header first. Raises UnreadableFileError when there is none."""
    rows = _excel(content) if content.startswith(b"PK\x03\x04") else _separated(_decoded(content))
    header = next(rows, None)
    if content.startswith(b"\xd0\xcf\x11\xe0") or header is None or header.fault or len(header.cells) > MOST_COLUMNS:
        raise UnreadableFileError(
            "The file has no header of columns that could be read: save it as CSV or as an Excel workbook (.xlsx)."
        )
    yield header
    width = len(header.cells)
    for row in rows:
        yield row if row.fault else _fitted(row, width)


def _fitted(row: Line, width: int) -> Line:
    """The row with as many cells as the header; with a fault where it has others."""
    cells = row.cells
    if any(cells[width:]) or len(cells) < width:
        cure = "is a comma or a line's end in a cell without quotation marks?"
        return Line(row.number, (), f"The line has {len(cells)} cells and the header {width}: {cure}")
    return Line(row.number, tuple(as_written(cell) for cell in cells[:width]))


def _decoded(content: bytes) -> str:
    """The text: by its mark, else as UTF-8, else as Windows wrote it."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def _separated(text: str) -> Iterator[Line]:
    """The rows of separated values; empty lines are passed over."""
    lines = io.StringIO(text.replace("\0", ""), newline=None).readlines()
    at, delimiter = _start(lines)
    width = 0
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        cells, used = _row(lines, at, delimiter, width)
        width = width or len(cells or ())
        yield Line(at + 1, tuple(cells)) if cells is not None else Line(at + 1, (), _BROKEN)
        at += used


def _start(lines: Sequence[str]) -> tuple[int, str]:
    """Where the header is, and the delimiter: the one that the file names, else the one that the header has most of."""
    at = next((at for at, line in enumerate(lines) if line.strip()), 0)
    header = lines[at] if lines else ""
    said = _SAID.fullmatch(header.rstrip("\n"))
    if said:
        return at + 1, said[1]
    bare = _QUOTED.sub("", header)
    return at, max(_DELIMITERS, key=bare.count)


def _row(lines: Sequence[str], at: int, delimiter: str, width: int) -> tuple[list[str] | None, int]:
    """The cells of the row that begins here, and over how many lines it goes; None and one line where it is broken.

    A quote may run over lines only as far as it is then closed where a cell ends.
    """
    if '"' not in lines[at]:
        return lines[at].rstrip("\n").split(delimiter), 1
    used, is_open = 1, _is_open_after(lines[at], delimiter)
    while is_open:
        if at + used == len(lines) or _is_too_far(lines[at + used], used, delimiter, width):
            return None, 1
        is_open = _is_open_after(lines[at + used], delimiter, is_open=True)
        used += 1
    try:
        rows = list(csv.reader(io.StringIO("".join(lines[at : at + used])), delimiter=delimiter, strict=True))
    except csv.Error:
        return None, 1
    return (rows[0], used) if len(rows) == 1 else (None, 1)


def _is_too_far(line: str, used: int, delimiter: str, width: int) -> bool:
    """Whether a quote that is open for so many lines cannot go on over this one: it would eat the rows that follow."""
    return used > MOST_LINES_OF_A_ROW or (used > SURE_LINES and line.count(delimiter) == width - 1)


def _is_open_after(line: str, delimiter: str, *, is_open: bool = False) -> bool:
    """Whether the line, of a row whose quote is open before it or not, leaves a quote open."""
    begins, at = re.compile(rf'(?:^|{re.escape(delimiter)})"'), 0
    if is_open:
        closed = _CLOSED.match(line)
        if closed is None:
            return True
        at = closed.end()
    while found := begins.search(line, at):
        quoted = _QUOTED.match(line, found.end() - 1)
        if quoted is None:
            return True
        at = quoted.end()
    return False


def _excel(content: bytes) -> Iterator[Line]:
    """The rows of the first sheet that has any, as wide as its first one; empty rows are passed over."""
    try:
        _refuse_bomb(content)
        book: Any = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        for sheet in book.worksheets:
            width = 0
            for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
                cells = _trimmed([_shown(value) for value in row[: MOST_COLUMNS + 1]])
                if cells:
                    width = width or len(cells)
                    yield Line(number, (*cells, *[""] * (width - len(cells))))
            if width:
                return
    except UnreadableFileError:
        raise
    except Exception as error:  # a damaged workbook fails in ways of its own
        raise UnreadableFileError("The Excel file is damaged: save it anew, or save it as CSV.") from error


def _trimmed(cells: list[str]) -> list[str]:
    """The cells without the empty ones at the end."""
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _refuse_bomb(content: bytes) -> None:
    """Refuse a file that unpacks to more than any register."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        if sum(each.file_size for each in packed.infolist()) > MOST_UNPACKED:
            raise UnreadableFileError("The Excel file unpacks to more than 500 MB: save it as CSV.")


def _shown(value: Any) -> str:
    """A cell as one would type it: a date as ISO, a whole number without its point."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "seconds")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()
