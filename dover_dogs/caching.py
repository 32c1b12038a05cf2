"""What a browser may keep of our pages."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse


def keep_no_pages(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Let no browser keep a page shown to someone with a session, unless its view says otherwise.

    Whoever sits down after a sign-out sees nobody's record by going back, and going back to a form that was sent asks
    for it anew: it then tells what has been done.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        # The cookie, not the user: asking for the user may need a database that is away.
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    return respond
