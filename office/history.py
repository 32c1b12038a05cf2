"""How records of law keep their history: every insert and change, written by the database itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import pghistory
import pgtrigger
from django.db import models

Model = TypeVar("Model", bound=type[models.Model])


def recorded(*, without: Sequence[str] = (), removable: bool = False) -> Callable[[Model], Model]:
    """Record each row as it was made and as it is after each change, ``without`` some columns.

    ``removable``: a row that may be taken back is recorded once more as it was when it went.
    """
    events = [pghistory.InsertEvent(), pghistory.UpdateEvent(), *([pghistory.DeleteEvent()] if removable else [])]

    def record(model: Model) -> Model:
        tracked: Model = pghistory.track(*events, exclude=list(without) or None)(model)
        return tracked

    return record


def kept() -> pgtrigger.Trigger:
    """Refuse to delete a row: records are kept at least three years (Chestertown § 68-14), and nothing deletes them."""
    return pgtrigger.Protect(name="kept", operation=pgtrigger.Delete)


def append_only() -> pgtrigger.Trigger:
    """Refuse to change or delete a row: a mistake is set right by a new row."""
    return pgtrigger.Protect(name="append_only", operation=pgtrigger.Update | pgtrigger.Delete)
