"""The front door and the sign that the house stands."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from dover_dogs.errors import page, unavailable
from dover_dogs.navigation import MORE, open_to
from office.access import StaffRequest, for_roles


@require_safe
def home(_request: HttpRequest) -> HttpResponse:
    """The office's work begins at the counter."""
    return HttpResponseRedirect("/counter/")


@require_safe
@for_roles("manager", "inspector")
def more(request: StaffRequest) -> HttpResponse:
    """What is done behind the counter, now and then, and what each is for."""
    return render(request, "more.html", {"pages": open_to(request, MORE)})


@login_not_required
@require_safe
def no_reset_by_mail(_request: HttpRequest) -> HttpResponse:
    """In the place of allauth's reset where no mail is sent."""
    return page(
        200, "Ask your office's manager", "This office sends no mail. Its manager can set a new password for you."
    )


@login_not_required
@never_cache
@require_safe
def health(_request: HttpRequest) -> HttpResponse:
    """200 when the database answers, else 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (OperationalError, InterfaceError):
        return unavailable()
    return HttpResponse("ok\n", content_type="text/plain")
