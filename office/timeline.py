"""A record's history in words: which act, by whom, when, and each field before and after."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import models

from office.models import User
from office.versions import shown


@dataclass(frozen=True, slots=True)
class Step:
    """A field that changed, in words."""

    field: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Moment:
    """One event: what was done to which record, by whom, when."""

    at: datetime
    act: str
    who: str
    record: str
    steps: tuple[Step, ...]


def timeline(*histories: models.QuerySet[Any], hidden: Collection[str] = ()) -> list[Moment]:
    """The events of these querysets, the latest first; one query for each and one for the names of who did it.

    What the fields in ``hidden`` were and became is not told.
    """
    events = [event for history in histories for event in _with_before(history)]
    names = _names(event for event, _ in events)
    events.sort(key=lambda pair: pair[0].pgh_created_at, reverse=True)
    return [_moment(event, before, names, hidden) for event, before in events]


def _with_before(history: models.QuerySet[Any]) -> Iterable[tuple[Any, Any]]:
    """Each event with the one before it of the same record, None for the first."""
    latest: dict[int, Any] = {}
    for event in history.select_related("pgh_context").order_by("pgh_id"):
        yield event, latest.get(event.pgh_obj_id)
        latest[event.pgh_obj_id] = event


def _names(events: Iterable[Any]) -> dict[int, str]:
    """Who did it, by the key that the history keeps."""
    users = User.objects.in_bulk({_context(event).get("user") for event in events} - {None})
    return {pk: user.get_full_name() or user.get_username() for pk, user in users.items()}


def _context(event: Any) -> dict[str, Any]:
    return dict(event.pgh_context.metadata) if event.pgh_context else {}


def _moment(event: Any, before: Any, names: dict[int, str], hidden: Collection[str]) -> Moment:
    """The event in words; of a record just made, the record itself says what it is."""
    context = _context(event)
    kind = event.pgh_tracked_model
    act = str(context.get("act", "changed" if before else "put on record")).replace("_", " ")
    act += f" ({reason})" if (reason := context.get("reason")) else ""
    steps = tuple(_steps(kind, before, event, hidden)) if before else ()
    kept = {field.attname for field in kind._meta.concrete_fields if hasattr(event, field.attname)}
    record = str(kind(**{name: getattr(event, name) for name in kept}))
    return Moment(event.pgh_created_at, act[:1].upper() + act[1:], names.get(context.get("user", 0), ""), record, steps)


def _steps(kind: type[models.Model], before: Any, after: Any, hidden: Collection[str]) -> Iterable[Step]:
    """Each field of the record that differs, in words; search keys and the like are not kept in the history."""
    for field in kind._meta.concrete_fields:
        was, now = (getattr(event, field.attname, None) for event in (before, after))
        if was != now and hasattr(after, field.attname):
            private = field.name in hidden
            was, now = (
                ("confidential", "confidential")
                if private
                else (shown(kind, field.name, was), shown(kind, field.name, now))
            )
            yield Step(str(field.verbose_name), was, now)
