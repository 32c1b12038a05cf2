"""Everything of a town in one file: the register as an import reads it, every table, and the scanned papers."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from licensing.models import Scan
from licensing.register.columns import COLUMNS
from licensing.register.writing import about, lines, register
from licensing.scans import path_of
from office.export.cells import as_csv
from office.export.readme import readme, section
from office.export.tables import CHUNK, tables
from office.export.zipped import Part, one_moment, zipped
from office.models import Town

LARGE = 1_000_000
"""A file of so many rows may pass 4 GB."""
_PIECE = 256 * 1024
_REGISTER = """\
The register as one table: a row a dog with its owner, and one for each person without a dog. Of each kind of paper the
latest is here, the tag that the dog carries, and its last license if the present owner holds it. To read it into
another office, open Register there and choose this file, or run manage.py import_register register.csv --town TOWN:
each line is judged as at the counter, and an empty town then has the same register."""
_SCANS = """\
The scanned papers as they were sent, each under its SHA-256; licensing/scan.csv tells which is which."""
_SUFFIXES = {"application/pdf": ".pdf", "image/jpeg": ".jpg", "image/png": ".png", "image/heic": ".heic"}

logger = logging.getLogger(__name__)


def exported(town: Town, *, at: datetime, scans: bool) -> Iterator[bytes]:
    """The pieces of the zip file, all of one moment; it is made while it is read, and never whole in memory."""
    with one_moment():
        yield from zipped(_parts(town, at, scans=scans), at)


def _parts(town: Town, at: datetime, *, scans: bool) -> Iterator[Part]:
    """The files: what they are, the register, the tables, and the scans if they are wanted."""
    counted = {table: table.records(town).count() for table in tables()}
    in_register = lines(town).count()
    first = section(f"register.csv (rows: {in_register:,})", _REGISTER, map(about, COLUMNS))
    last = [section("scans/", _SCANS)] if scans else []
    yield Part("README.txt", readme(town, at, [first], counted, last))
    yield Part("register.csv", as_csv(register(town)), in_register >= LARGE)
    for table, rows in counted.items():
        yield Part(table.file, as_csv(table.rows(town)), rows >= LARGE)
    if scans:
        yield from _scans(town)


def _scans(town: Town) -> Iterator[Part]:
    """Each scanned paper once; one whose file is lost is told to who keeps the machine, and left out."""
    kept = Scan.objects.filter(town=town).select_related("town").order_by("digest", "pk").distinct("digest")
    for scan in kept.iterator(chunk_size=CHUNK):
        path = path_of(scan)
        if path.exists():
            yield Part(f"scans/{scan.digest}{_SUFFIXES.get(scan.content_type, '')}", _pieces(path))
        else:
            logger.error("Scan %s of %s has no file %s.", scan.pk, town.slug, path)


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            yield piece
