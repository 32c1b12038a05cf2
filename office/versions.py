"""Two people change one record: the second is told what the first changed, and neither loses anything.

A form carries the version that it showed: the number of the record's last event in its history.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.dateformat import format as formatted

from office.refusals import Refused
from ordinances.answers import Refusal

TAKEN_OVER = "It is taken over here."
STANDS = "What you typed stands here, and takes its place when you save."


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """A field that changed after the form was opened: from what, to what."""

    field: str
    before: Any
    now: Any


class ChangedMeanwhile(Refused):
    """The record changed after the form was opened. ``changes`` says how; ``version`` is the one to build on."""

    def __init__(self, changes: tuple[Meanwhile, ...], version: int, *refusals: Refusal) -> None:
        super().__init__(*refusals)
        self.changes = changes
        self.version = version


def version_of(row: models.Model) -> int:
    """The number of the record's last event."""
    events: Any = row.events  # type: ignore[attr-defined]  # made by pghistory
    last = events.order_by("-pgh_id").values_list("pgh_id", flat=True).first()
    return int(last or 0)


def refuse_if_changed(row: models.Model, seen: int, wanted: dict[str, Any]) -> None:
    """Raise ChangedMeanwhile if a field of the locked row is no longer as in version ``seen``, nor as wanted."""
    events: Any = row.events  # type: ignore[attr-defined]  # made by pghistory
    base = events.filter(pgh_id=seen).first()
    changes = tuple(
        Meanwhile(name, getattr(base, name, None), getattr(row, name))
        for name in wanted
        if base is None or getattr(base, name) != getattr(row, name)
    )
    if any(change.now != wanted[change.field] for change in changes):
        raise ChangedMeanwhile(changes, version_of(row), *(_told(row, change) for change in changes))


def shown(model: models.Model | type[models.Model], name: str, value: Any) -> str:
    """The value of a field in words: a choice's label, ``yes`` or ``no``, a local time, ``nothing`` for none."""
    if value in (None, ""):
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return formatted(timezone.localtime(value), "F j, Y, g:i A")
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    choices: Any = dict(getattr(model._meta.get_field(name), "flatchoices", ()))
    return str(choices.get(value, value))


def _told(row: models.Model, change: Meanwhile) -> Refusal:
    before, now = shown(row, change.field, change.before), shown(row, change.field, change.now)
    message = f"Changed by someone else while this page was open: from {before} to {now}."
    return Refusal("changed_meanwhile", "Office rule", message, change.field)
