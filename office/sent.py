"""One form makes one row, however often it is sent.

Locking: the second sender of a key waits at its unique index until the first has committed, and then finds what it
made, or has failed, and then makes it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar
from uuid import UUID

from django.db import models

from office.models import SentForm, Town
from office.refusals import refuse

Row = TypeVar("Row", bound=models.Model)


def once(town: Town, key: UUID, kind: type[Row], make: Callable[[], Row]) -> Row:
    """What the form with this key made: made now if it is sent for the first time, found again if not.

    For an act's transaction. Raises Refused when the key was used by a form of another kind.
    """
    sent, first = SentForm.objects.get_or_create(town=town, key=key, defaults={"kind": kind._meta.label})
    if sent.kind != kind._meta.label:
        raise refuse("form_reused", "This form was sent already for something else: open it anew.")
    if not first:
        return kind._base_manager.get(pk=sent.made)
    made = make()
    sent.made = made.pk
    sent.save(update_fields=["made"])
    return made
