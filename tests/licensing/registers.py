"""Registers of other programs, for the tests: lines as dictionaries, written as CSV, and taken over."""

from __future__ import annotations

import csv
import io
import uuid
from datetime import datetime
from typing import Any

from licensing.actions.register.runs import begin_taking_over, match_columns, read_on, start_import
from licensing.models import ImportLine, ImportRun
from office.models import User
from tests.licensing.issuing import noon

PERSON = {
    "last_name": "Baker", "first_name": "Nora", "street": "7 Mill Street", "city": "Dover Plains", "state": "NY",
    "zip_code": "12522",
}  # fmt: skip
DOG = {"dog_name": "Bella", "sex": "F", "breed": "Beagle", "color": "tan"}
RABIES = {"rabies_vaccinated_on": "1/10/2026", "rabies_expires": "1/10/2029", "rabies_veterinarian": "Dr. J. Reyes"}
LICENSE = {
    "tag_number": "1042", "license_number": "77", "license_starts": "2026-03-15", "license_expires": "2027-03-31",
    "license_issued_on": "2026-03-15",
}  # fmt: skip
WHOLE = PERSON | DOG | RABIES | LICENSE


def table(*lines: dict[str, str]) -> bytes:
    """The lines as CSV under the names of all their columns."""
    names = list(dict.fromkeys(name for line in lines for name in line))
    out = io.StringIO()
    writer = csv.DictWriter(out, names, restval="")
    writer.writeheader()
    writer.writerows(lines)
    return out.getvalue().encode()


def sent(
    content: bytes, by: User, *, again: bool = False, at: datetime | None = None, name: str = "a.csv"
) -> ImportRun:
    """The run of the file, its columns matched as they are known."""
    assert by.town is not None
    key, when = uuid.uuid4(), at or noon()
    return start_import(town=by.town, content=content, file_name=name, key=key, again=again, by=by, at=when)


def tried(content: bytes, by: User) -> ImportRun:
    """The run of the file, tried to its end."""
    run = sent(content, by)
    return _read_on(match_columns(run=run, matching=run.matching, by=by, at=noon()), by)


def taken_over(content: bytes, by: User, **options: Any) -> ImportRun:
    """The run of the file, taken over to its end."""
    run = sent(content, by, **options)
    return _read_on(match_columns(run=run, matching=run.matching, trial=False, by=by, at=noon()), by)


def taken_over_as_tried(run: ImportRun, by: User) -> ImportRun:
    """The run that was tried, taken over to its end."""
    return _read_on(begin_taking_over(run=run, by=by, at=noon()), by)


def results(run: ImportRun) -> list[str]:
    """What became of each line."""
    return [line.result for line in run.report.all()]


def line(run: ImportRun, number: int = 2) -> ImportLine:
    """What became of the line of that number."""
    return run.report.get(number=number)


def _read_on(run: ImportRun, by: User) -> ImportRun:
    while run.goes_on:
        run = read_on(run=run, by=by, at=noon())
    return run
