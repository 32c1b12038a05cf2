"""Days and hours as pages and papers say them. The law, the tables and their CSV keep to ISO 8601."""

from __future__ import annotations

import re
from datetime import date, datetime

from django.utils.dateformat import format as formatted

_ISO = re.compile(r"(?<![\w-])(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}))?(?![\w-]|:\d)")


def in_long(day: date) -> str:
    """The day in words: ``June 1, 2026``."""
    return formatted(day, "F j, Y")


def dated(text: str) -> str:
    """The text with each ISO date in it in words, and the hour behind it; what is no date stays."""
    return _ISO.sub(_in_words, text)


def _in_words(found: re.Match[str]) -> str:
    day, hour = found.groups()
    try:
        moment = datetime.fromisoformat(f"{day}T{hour or '00:00'}")  # local, as it was written
    except ValueError:
        return found[0]
    return formatted(moment, "F j, Y, g:i A" if hour else "F j, Y")
