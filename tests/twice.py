"""Each act sent twice, and by two clerks at once: what the room's table of acts says is what the tables then hold."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.apps import apps

from office.models import User
from office.refusals import Refused
from tests.licensing.test_issue_at_once import at_once
from tests.sequences import counts

Form = Callable[[User, uuid.UUID], Any]
"""A form filled in: who sends it, and its one-time key."""

KEPT_BY_THE_DATABASE = {"Counter", "DueEntry", "LikelyPair", "SearchEntry", "Spelling", "StreetTally"}


class Case(NamedTuple):
    """``prepare`` makes what the form is about. Of two forms at once ``of_two`` are carried out.

    ``again``: how often a form is carried out that is sent twice, where each sending is to be on record. ``told``: who
    sends it again is told that it is done, by a refusal.
    """

    prepare: Callable[[User], Form]
    of_two: int = 1
    again: int = 1
    told: bool = False
    town: str = "dover"


def rows() -> dict[str, int]:
    """How many rows of each kind there are, the history's too."""
    kinds = [kind for room in ("office", "licensing", "impound") for kind in apps.get_app_config(room).get_models()]
    counted = [kind for kind in kinds if kind.__name__ not in KEPT_BY_THE_DATABASE and not kind._meta.proxy]
    return dict(zip((kind.__name__ for kind in counted), counts(counted), strict=True))


def added(act: Callable[[], object]) -> dict[str, int]:
    """How many rows of which kinds the act adds."""
    before = rows()
    act()
    return {kind: count - before[kind] for kind, count in rows().items() if count != before[kind]}


def times(made: Mapping[str, int], factor: int) -> dict[str, int]:
    """So many times the rows."""
    return {kind: factor * count for kind, count in made.items() if factor}


def sent_twice(case: Case, by: User) -> tuple[dict[str, int], dict[str, int]]:
    """What a form adds that is sent once, and what it should add and adds when it is sent again."""
    form, key = case.prepare(by), uuid.uuid4()
    results: list[Any] = []
    first = added(lambda: results.append(form(by, key)))
    more = added(lambda: results.append(answer(lambda: form(by, key))))
    assert isinstance(results[1], Refused) if case.told else case.again > 1 or same(*results)
    return times(first, case.again - 1), more


def same(first: Any, second: Any) -> bool:
    """Whether the second answer is the first; of a count of what is new, nothing is."""
    return bool(second == (0 if isinstance(first, int) else first))


def answer(act: Callable[[], Any]) -> Any:
    """What the act gives, or its refusal."""
    try:
        return act()
    except Refused as refused:
        return refused


def sent_at_once(case: Case, clerks: list[User], *, one_form: bool) -> tuple[dict[str, int], dict[str, int]]:
    """What should come of two clerks' forms, or of one form sent by both, that are sent at once, and what does."""
    alone = case.prepare(clerks[0])
    expected = added(lambda: alone(clerks[0], uuid.uuid4()))
    form, keys = case.prepare(clerks[0]), [uuid.uuid4()] * 2 if one_form else [uuid.uuid4(), uuid.uuid4()]
    results: list[Any] = []
    made = added(lambda: results.extend(at_once(lambda nth: form(clerks[nth], keys[nth]), times=2)))
    done = [each for each in results if not isinstance(each, Refused)]
    if len(done) < (2 if one_form and not case.told else case.of_two):
        return {"done": 2}, {"done": len(done)}
    return times(expected, case.again if one_form else case.of_two), made
