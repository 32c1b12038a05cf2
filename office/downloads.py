"""Papers sent to the browser."""

from __future__ import annotations

from django.http import HttpResponse


def shown(pdf: bytes, name: str) -> HttpResponse:
    """A PDF that the browser shows itself and keeps from shared caches; ``name`` is what it is called when saved."""
    headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "private, no-cache"}
    return HttpResponse(pdf, content_type="application/pdf", headers=headers)
