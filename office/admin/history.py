"""Who changed what in the set-up, read from the events that the database wrote itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any

from django.apps import apps
from django.contrib.auth.models import Group

from office.models import Resolution, User
from office.versions import shown


@dataclass(frozen=True, slots=True)
class Change:
    """One act in a row's history: what it wrote, and who did it; ``by`` is empty for what no act wrote."""

    at: datetime
    by: str
    act: str
    what: tuple[str, ...]


def changes_of(row: Any) -> list[Change]:
    """The row's history, newest first: of a resolution with its amounts, of a member of staff with the roles.

    Costs the same few queries however long the history is.
    """
    acts: dict[tuple[Any, datetime], tuple[Any, list[str]]] = {}
    for event, words in [*_of_itself(row), *_beside(row)]:
        acts.setdefault((event.pgh_context_id, event.pgh_created_at), (event, []))[1].append(words)
    names = _names(event for event, _ in acts.values())
    told = sorted((_change(event, what, names) for event, what in acts.values()), key=attrgetter("at"))
    told.reverse()  # what was written at one time stays in the order in which it was
    return told


def _change(event: Any, what: list[str], names: dict[int, str]) -> Change:
    context = _context(event)
    act = str(context.get("act", "")).replace("_", " ").capitalize()
    return Change(event.pgh_created_at, names.get(context.get("user", 0), ""), act, tuple(what))


def _context(event: Any) -> dict[str, Any]:
    """What the act said of itself; nothing for what was written without one."""
    return event.pgh_context.metadata if event.pgh_context else {}


def _names(events: Iterable[Any]) -> dict[int, str]:
    people = User.objects.in_bulk([_context(event).get("user") for event in events if _context(event).get("user")])
    return {key: person.get_full_name() or person.username for key, person in people.items()}


def _of_itself(row: Any) -> Iterator[tuple[Any, str]]:
    """Each event of the row's own, with its fields that changed."""
    before: Any = None
    for event in row.events.select_related("pgh_context").order_by("pgh_id"):
        if before is None:
            yield event, "Entered"
        else:
            for words in _differences(row, before, event):
                yield event, words
        before = event


def _differences(row: Any, before: Any, after: Any) -> Iterator[str]:
    for field in row._meta.concrete_fields:  # the documented way to a model's fields
        old, new = getattr(before, field.attname, None), getattr(after, field.attname, None)
        if old != new:
            label = str(field.verbose_name)
            yield f"{label[:1].upper()}{label[1:]}: from {shown(row, field.name, old)} to {shown(row, field.name, new)}"


def _beside(row: Any) -> Iterator[tuple[Any, str]]:
    """Events of what belongs to the row: amounts of a resolution; roles and lost second factors of a person."""
    if isinstance(row, Resolution):
        yield from _of_amounts(row)
    if isinstance(row, User):
        yield from _of_roles(row)
        yield from _of_factors(row)


def _of_amounts(resolution: Resolution) -> Iterator[tuple[Any, str]]:
    found: Any = apps.get_model("office", "ResolutionAmountEvent").objects
    before: dict[str, Any] = {}
    for event in found.filter(resolution=resolution.pk).select_related("pgh_context").order_by("pgh_id"):
        if event.pgh_label == "delete":
            yield event, f"{event.code}: taken out, was ${event.amount}"
        elif event.code not in before:
            yield event, f"{event.code}: ${event.amount}"
        elif event.amount != before[event.code]:
            yield event, f"{event.code}: from ${before[event.code]} to ${event.amount}"
        before[event.code] = event.amount


def _of_roles(member: User) -> Iterator[tuple[Any, str]]:
    found: Any = apps.get_model("office", "RoleEvent").objects
    names = dict(Group.objects.values_list("pk", "name"))
    for event in found.filter(user=member.pk).select_related("pgh_context").order_by("pgh_id"):
        yield event, f"Role {names.get(event.group_id, 'unknown')} {event.pgh_label}"


def _of_factors(member: User) -> Iterator[tuple[Any, str]]:
    found: Any = apps.get_model("office", "FactorResetEvent").objects
    for event in found.filter(member=member.pk).select_related("pgh_context").order_by("pgh_id"):
        yield event, f"Second factor taken off ({event.taken_off}): {event.reason}"
