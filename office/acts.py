"""What makes a function an act of the office: one transaction, and a history that names the act and who did it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import pghistory
from django.db import transaction

from office.models import User

P = ParamSpec("P")
T = TypeVar("T")


def act(function: Callable[P, T]) -> Callable[P, T]:
    """Run the act in one transaction; the history of what it writes names the act and its keyword ``by``."""

    @wraps(function)
    def acting(*args: P.args, **kwargs: P.kwargs) -> T:
        by = kwargs.get("by")
        who = {"user": by.pk} if isinstance(by, User) else {}
        with pghistory.context(act=function.__name__, **who), transaction.atomic():
            return function(*args, **kwargs)

    return acting
