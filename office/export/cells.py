"""How the values of records are written in an export, and what a reader of the tables is told about each column."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from django.db import models
from django.utils import timezone

from office.export.tables import Column, Table, file_of, rooms, tracked
from office.spreadsheets import csv_lines

_LINES = 50
_TOLD = {
    "by": "who of the staff did it",
    "at": "when",
    "pgh_id": "number of the event",
    "pgh_created_at": "when it was written",
    "pgh_label": "insert, update or delete",
    "pgh_obj": "the record that this was",
    "pgh_context": "the act and who did it",
}
_TYPES: Sequence[tuple[type[Any], str]] = (
    (models.BooleanField, "yes or no"),
    (models.DateTimeField, "day and hour"),
    (models.DateField, "day"),
    (models.TimeField, "hour"),
    (models.FloatField, "number"),
    (models.IntegerField, "whole number"),
    (models.UUIDField, "UUID"),
    (models.BinaryField, "bytes, two figures each"),
    (models.JSONField, "JSON"),
)


def written(value: Any) -> Any:
    """The value as it stands in a cell: yes or no, local time, JSON for what has parts; None is an empty cell."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return timezone.localtime(value).isoformat()
    if isinstance(value, (dict, list)):
        return json.dumps(value, ensure_ascii=False, default=str)
    return bytes(value).hex() if isinstance(value, (bytes, memoryview)) else value


def as_csv(rows: Iterable[Sequence[Any]]) -> Iterator[bytes]:
    """The rows as CSV in UTF-8, some lines at a time."""
    lines = csv_lines(tuple(map(written, row)) for row in rows)
    while piece := "".join(islice(lines, _LINES)):
        yield piece.encode()


def about(table: Table) -> str:
    """What a row of the table is: the first words of the model's docstring."""
    history_of = tracked(table.model)
    if history_of is not None:
        return f"What each row of {file_of(history_of)} was when it was made, changed or taken back."
    words = (table.model.__doc__ or "").strip().partition("\n\n")[0].replace("`", "")
    told_by_django = words.startswith(f"{table.model.__name__}(")
    return f"{str(table.model._meta.verbose_name).capitalize()}." if told_by_django or not words else words


def described(name: str, kind: str, *words: str) -> str:
    """What is said of a column: its name, what its cells look like, and what they mean beyond the name."""
    told = ". ".join(filter(None, words))
    return f"{name} ({kind})" if told in ("", name.replace("_", " ")) else f"{name} ({kind}): {told}"


def meaning(column: Column) -> str:
    """What a column of a table says, and what its cells look like."""
    field = column.field
    own_number = "number of the row, by which other files name it" if field.primary_key else ""
    said = _TOLD.get(field.name) or own_number or str(field.verbose_name)
    return described(column.name, kind_of(field), said, str(field.help_text))


def kind_of(field: Any) -> str:
    """What the cells of a field look like: type, unit or choices."""
    if field.is_relation:
        of = field.related_model
        return f"number in {file_of(of)}" if of._meta.app_label in rooms() else "words"
    if field.choices:
        return "one of: " + ", ".join(f"{value} = {label}" for value, label in field.flatchoices)
    if isinstance(field, models.DecimalField):
        return "dollars" if field.decimal_places == 2 else f"number with {field.decimal_places} decimals"
    if field.max_length and isinstance(field, models.CharField):
        return f"at most {field.max_length} characters"
    return next((words for types, words in _TYPES if isinstance(field, types)), "words")
