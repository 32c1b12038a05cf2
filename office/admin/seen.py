"""What a page of the set-up showed when it was opened, so that the second of two managers overwrites nothing unseen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from office.versions import STANDS, TAKEN_OVER
from ordinances.answers import Refusal

CODE = "changed_meanwhile"


def written(values: dict[str, Any]) -> str:
    """The values of a form as its page carries them along."""
    return json.dumps(_plain(values))


def read(seen: str) -> dict[str, Any]:
    """What the page carried; nothing when that cannot be read."""
    try:
        values = json.loads(seen)
    except ValueError:
        return {}
    return values if isinstance(values, dict) else {}


def changed(seen: str, values: dict[str, Any], typed: Any) -> Iterator[Refusal]:
    """A refusal for each field that is no longer as the page showed it, nor as ``typed``."""
    for name, before, now in _differing(seen, values):
        if not (isinstance(now, str) and typed.get(name) == now):
            then = TAKEN_OVER if _untouched(typed, name, before) else STANDS
            message = f"Changed by someone else while this page was open: from {_told(before)} to {_told(now)}. {then}"
            yield Refusal(CODE, "Office rule", message, name)


def taken_over(seen: str, values: dict[str, Any], typed: Any) -> Any:
    """What was typed, with what someone else changed where nothing else was typed."""
    typed = typed.copy()
    for name, before, now in _differing(seen, values):
        if _untouched(typed, name, before):
            typed[name] = now
    return typed


def _differing(seen: str, values: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    shown = read(seen)
    for name, now in _plain(values).items():
        if name in shown and shown[name] != now:
            yield name, shown[name], now


def _untouched(typed: Any, name: str, before: Any) -> bool:
    return isinstance(before, str) and typed.get(name, "") == before


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Ticks and lists as they are, all else as a form sends it."""
    as_sent = {name: value for name, value in values.items() if isinstance(value, bool | list)}
    return {name: "" if value is None else str(value) for name, value in values.items()} | as_sent


def _told(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value) or "nothing"
