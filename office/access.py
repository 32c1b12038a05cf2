"""Who may open a page: signed in (everything is closed by default), of a town, and in one of the page's roles."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django_htmx.middleware import HtmxDetails

from office.models import Town, User

P = ParamSpec("P")
View = Callable[Concatenate["StaffRequest", P], HttpResponseBase]
Closed = Callable[Concatenate[HttpRequest, P], HttpResponseBase]

READERS = ("clerk", "officer", "treasurer", "inspector", "manager")
"""All roles: each may read what the counter shows; only some may act."""


class StaffRequest(HttpRequest):
    """A request of a signed-in member of a town's staff."""

    user: User
    town: Town
    htmx: HtmxDetails


def for_roles(*roles: str) -> Callable[[View[P]], Closed[P]]:
    """Open the view to these roles of a town alone; ``request.town`` is the town of the member of staff."""

    def close(view: View[P]) -> Closed[P]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            user = cast(Any, request).user
            if not isinstance(user, User) or user.town is None or not user.has_role(*roles):
                raise PermissionDenied
            cast(StaffRequest, request).town = user.town
            return view(cast(StaffRequest, request), *args, **kwargs)

        guarded.roles = roles  # type: ignore[attr-defined]  # read by the walk over every address
        return cast(Closed[P], guarded)

    return close
