"""Short ways to write facts and read answers, for tests of the rules that are sentences."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

from ordinances.answers import Hold, Quote


def day(written: str) -> date:
    """``"2026-07-01"`` as a day."""
    return date.fromisoformat(written)


def local(written: str) -> datetime:
    """``"2026-07-01 23:50"`` on the clock of New York."""
    return datetime.fromisoformat(written).replace(tzinfo=ZoneInfo("America/New_York"))


def maybe(written: str | None) -> date | None:
    """A day, or None where none is known."""
    return None if written is None else day(written)


def priced(quote: Quote) -> dict[str, str]:
    """Line codes with their amounts."""
    return {line.code: str(line.amount) for line in quote.lines}


def total(quote: Quote) -> str:
    """The total in dollars, or the codes of the refusals."""
    return " ".join(refused(quote)) if quote.total is None else str(quote.total)


def refused(quote: Quote) -> list[str]:
    """The codes of all refusals."""
    return [refusal.code for refusal in quote.refusals]


def days_of(hold: Hold) -> tuple[str, ...]:
    """Last day, day to pay by, day from which the dog is available."""
    return tuple(str(moment) for moment in (hold.last_day, hold.pay_by, hold.available_from))
