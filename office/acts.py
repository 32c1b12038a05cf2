"""What makes a function an act of the office: one transaction, and a history that names the act and who did it."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import ParamSpec, TypeVar

import pghistory
from django.db import transaction

from office.models import User

P = ParamSpec("P")
T = TypeVar("T")


_within: ContextVar[bool] = ContextVar("within an act", default=False)


def act(function: Callable[P, T]) -> Callable[P, T]:
    """Run the act in one transaction; the history of what it writes names the act and its keyword ``by``.

    An act within another is a part of it: the history names the whole.
    """

    @wraps(function)
    def acting(*args: P.args, **kwargs: P.kwargs) -> T:
        if _within.get():
            with transaction.atomic():
                return function(*args, **kwargs)
        by = kwargs.get("by")
        who = {"user": by.pk} if isinstance(by, User) else {}
        whole = _within.set(True)
        try:
            with pghistory.context(act=function.__name__, **who), transaction.atomic():
                return function(*args, **kwargs)
        finally:
            _within.reset(whole)

    return acting
