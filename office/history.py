"""How records of law keep their history: every insert and change, written by the database itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import pghistory
import pgtrigger
from django.db import models

Model = TypeVar("Model", bound=type[models.Model])


def recorded(*, without: Sequence[str] = ()) -> Callable[[Model], Model]:
    """Record each row as it was made and as it is after each change, ``without`` some columns."""

    def record(model: Model) -> Model:
        tracked: Model = pghistory.track(
            pghistory.InsertEvent(), pghistory.UpdateEvent(), exclude=list(without) or None
        )(model)
        return tracked

    return record


def kept() -> pgtrigger.Trigger:
    """Refuse to delete a row: records are kept at least three years (Chestertown § 68-14), and nothing deletes them."""
    return pgtrigger.Protect(name="kept", operation=pgtrigger.Delete)


def append_only() -> pgtrigger.Trigger:
    """Refuse to change or delete a row: a mistake is set right by a new row."""
    return pgtrigger.Protect(name="append_only", operation=pgtrigger.Update | pgtrigger.Delete)
