"""What a person sees when something went wrong: never a trace, always what to do."""

from __future__ import annotations

import logging
import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

log = logging.getLogger(__name__)


def page(status: int, title: str, message: str) -> HttpResponse:
    """The page for the status. It asks neither session nor database: either may be what is broken."""
    return HttpResponse(render_to_string("error.html", {"title": title, "message": message}), status=status)


def bad_request(_request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400: the browser sent what no page of ours sends."""
    return page(400, "This request could not be read", "Go back, reload the page and try again.")


def permission_denied(_request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403: signed in, but not in a role that may do this."""
    return page(403, "Your role does not include this", "Ask the office's manager if it should.")


def csrf_failure(_request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: a form without its token, most often one left open over a sign-out."""
    message = (
        "The page was open too long, or cookies are off. Nothing was saved. Go back, reload the page and try again."
    )
    return page(403, "This form has expired", message)


def not_found(_request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404: no such page or record, or one of another town."""
    return page(404, "There is no such page", "The address may be mistyped, or the record is not one of your town's.")


def server_error(_request: HttpRequest) -> HttpResponse:
    """500 for a fault of ours; 503 when the database was away, whose transaction is then undone."""
    if isinstance(sys.exc_info()[1], OperationalError | InterfaceError):
        return unavailable()
    return page(500, "Something went wrong", "The fault was written down. Nothing half done was saved. Try again.")


def unavailable() -> HttpResponse:
    """503: the records cannot be reached just now."""
    message = "Nothing was saved. Wait a minute, go back and send the form again: sent twice, it is recorded once."
    response = page(503, "The office's records cannot be reached just now", message)
    response["Retry-After"] = "60"
    return response
