"""Papers and files sent to the browser."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpResponse, StreamingHttpResponse


def shown(pdf: bytes, name: str) -> HttpResponse:
    """A PDF that the browser shows itself and keeps from shared caches; ``name`` is what it is called when saved."""
    headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "private, no-cache"}
    return HttpResponse(pdf, content_type="application/pdf", headers=headers)


def saved(pieces: Iterator[str] | Iterator[bytes], name: str, content_type: str) -> StreamingHttpResponse:
    """A file that the browser saves under the name and keeps nowhere else; sent piece by piece while it is made."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return StreamingHttpResponse(pieces, content_type=content_type, headers=headers)


def saved_csv(lines: Iterator[str], name: str) -> StreamingHttpResponse:
    """A table that the browser saves, from lines of CSV."""
    return saved(lines, name, "text/csv; charset=utf-8")
