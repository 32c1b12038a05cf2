"""The officer's statement as a paper."""

from __future__ import annotations

from typing import Any

import segno
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from impound.models import Statement
from office.typesetting import Paper, pdf_of


def statement_pdf(made: Statement) -> bytes:
    """The statement as it was given out: nothing on it is computed again."""
    said: dict[str, Any] = made.printed
    zone = timezone.get_default_timezone()
    moments = {name: parse_datetime(said[name]) if said[name] else None for name in ("seized_at", "arrived_at")}
    local = {name: timezone.localtime(moment, zone) if moment else None for name, moment in moments.items()}
    qr = segno.make(said["address"], error="m").png_data_uri(border=0, scale=8)
    paper = Paper(
        template="statement.html",
        context={**said, **local, "stated_at": timezone.localtime(made.at, zone), "qr": qr},
        title=f"Statement {said['number']} of the {said['officer']}, {said['town']['name']}",
        author=said["town"]["name"],
        at=made.at,
    )
    return pdf_of(paper)
