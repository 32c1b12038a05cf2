"""The rows of a file that was sent, kept outside the web root until the register is taken over, a line of JSON a row.

So that each step goes on where the one before it stopped, without reading the file anew. Nothing else is kept of it.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from uuid import UUID

from django.conf import settings

from licensing.register.reading import Line
from licensing.register.values import NO, nothing

SAMPLES = 3
LINES_LOOKED_AT = 50


def path_of(key: UUID) -> Path:
    """Where the rows of the upload with this one-time key lie."""
    return Path(settings.MEDIA_ROOT) / "register" / f"{key}.rows"


def keep_rows(key: UUID, lines: Iterable[Line]) -> int:
    """Write the rows, whole or not at all; how many they are."""
    path = path_of(key)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    count = 0
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, suffix=".part", delete=False) as file:
        try:
            for line in lines:
                file.write(json.dumps([line.number, line.cells, line.fault]) + "\n")
                count += 1
        except BaseException:
            Path(file.name).unlink()
            raise
        file.flush()
        os.fsync(file.fileno())
    Path(file.name).rename(path)
    return count


def rows(key: UUID, next_byte: int = 0) -> Iterator[tuple[Line, int]]:
    """The rows from that byte on, each with the byte at which the next one begins; none when they are kept no more."""
    if not path_of(key).exists():
        return
    with path_of(key).open("rb") as file:
        file.seek(next_byte)
        for written in file:
            next_byte += len(written)
            yield _line(written), next_byte


def rows_at(key: UUID, bytes_: Iterable[int]) -> Iterator[Line]:
    """The rows that begin at these bytes."""
    with path_of(key).open("rb") as file:
        for byte in bytes_:
            file.seek(byte)
            yield _line(file.readline())


def forget_rows(key: UUID) -> None:
    """Remove the rows; done already, it is done."""
    path_of(key).unlink(missing_ok=True)


def _line(written: bytes) -> Line:
    number, cells, fault = json.loads(written)
    return Line(number, tuple(cells), fault)


def samples(key: UUID, matching: Mapping[str, int], width: int) -> list[list[str]]:
    """For each column its first cells that say something; none of a person whose address is confidential."""
    confidential = matching.get("confidential")
    found: list[list[str]] = [[] for _ in range(width)]
    for line, _ in islice(rows(key), LINES_LOOKED_AT):
        if line.fault or _is_marked(line, confidential):
            continue
        for cells, cell in zip(found, line.cells, strict=True):
            if cell.strip() and cell not in cells and len(cells) < SAMPLES:
                cells.append(cell)
    return found


def _is_marked(line: Line, confidential: int | None) -> bool:
    """Whether the line says anything but no where it tells of a confidential address."""
    if confidential is None or nothing(line.cells[confidential]):
        return False
    return line.cells[confidential].strip().lower() not in NO
