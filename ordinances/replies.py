"""The rules' answers as JSON objects: amounts with two decimals, ISO dates."""

from __future__ import annotations

from datetime import date

from ordinances.answers import Hold, Line, NoticeDue, Quote, Refusal, Requirement, Term

Reply = dict[str, object]


def quote_reply(quote: Quote) -> Reply:
    """A price with its lines, or the refusals and no lines."""
    total = quote.total
    reply: Reply = {
        "lines": [_line(line) for line in quote.lines] if total is not None else [],
        "total": None if total is None else str(total),
        "term": None if quote.term is None else _term(quote.term),
        "refusals": [_refusal(refusal) for refusal in quote.refusals],
    }
    if quote.marking:
        reply["marking"] = quote.marking
    return reply


def _line(line: Line) -> Reply:
    reply: Reply = {
        "code": line.code,
        "amount": str(line.amount),
        "label": line.label,
        "citation": line.citation,
        "because": line.because,
    }
    if line.resolution is not None:
        reply["resolution"] = line.resolution
    return reply


def _term(term: Term) -> Reply:
    return {"starts": term.starts.isoformat(), "expires": term.expires.isoformat()}


def _refusal(refusal: Refusal) -> Reply:
    return {
        "code": refusal.code,
        "citation": refusal.citation,
        "message": refusal.message,
        "about": refusal.about,
    }


def _day(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def requirement_reply(answer: Requirement) -> Reply:
    """Whether a license is required, and from which day."""
    return {
        "required": answer.required,
        "from": _day(answer.since),
        "citation": answer.citation,
        "because": answer.because,
    }


def hold_reply(answer: Hold) -> Reply:
    """The three days of a hold, all null while no clock runs."""
    return {
        "last_day": _day(answer.last_day),
        "pay_by": _day(answer.pay_by),
        "available_from": _day(answer.available_from),
        "citation": answer.citation,
        "because": answer.because,
    }


def notice_reply(answer: NoticeDue) -> Reply:
    """The last day for a notice."""
    return {"by": _day(answer.by), "citation": answer.citation, "because": answer.because}
