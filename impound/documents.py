"""The pound's papers: the notice to the owner, the officer's statement, the report of a seizure, and lists."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

import segno
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from impound.models import Notice, Statement
from impound.reports import Report, Table
from office.models import Town
from office.typesetting import Paper, pdf_of
from office.words import in_long

_DAYS = ("on", "last_day", "pay_by", "available_from")


def letter_pdf(notice: Notice) -> bytes:
    """The notice to the owner as it was sent: nothing on it is computed again."""
    said: dict[str, Any] = notice.letter
    days = {name: date.fromisoformat(said[name]) if said.get(name) else None for name in _DAYS}
    seized_at = parse_datetime(said["seized_at"])
    paper = Paper(
        template="notice.html",
        context={
            **said,
            **days,
            "seized_at": seized_at and timezone.localtime(seized_at, timezone.get_default_timezone()),
            "certified_number": notice.certified_number,
            "withdrawn": notice.withdrawn_because,
        },
        title=f"Notice of seizure {said['number']}, {said['town']['name']}",
        author=said["town"]["name"],
        at=notice.at,
    )
    return pdf_of(paper)


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


def report_pdf(report: Report, *, at: datetime) -> bytes:
    """The seizure and disposition report as of the moment, with the fields of New York's form DL-18."""
    town, number = report.town, report.number
    paper = Paper(
        template="seizure_report.html",
        context={"town": town.heading, "clerk": report.clerk, "report": report, "at": timezone.localtime(at)},
        title=f"Seizure and disposition report {number}, {town.name}",
        author=town.name,
        at=at,
    )
    return pdf_of(paper)


def table_pdf(table: Table, *, town: Town, days: Sequence[date], at: datetime) -> bytes:
    """The officer's log or the shelter's register of a period."""
    since, until = days
    paper = Paper(
        template="table.html",
        context={
            "town": town.heading,
            "clerk": town.ordinance(until).words.clerk,
            "table": table,
            "since": since,
            "until": until,
        },
        title=f"{table.title}, {in_long(since)} to {in_long(until)}, {town.name}",
        author=town.name,
        at=at,
    )
    return pdf_of(paper)
