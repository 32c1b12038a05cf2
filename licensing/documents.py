"""Licensing's papers: the license, and the list of tags for the engraver."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any

import segno
from django.template.loader import render_to_string
from django.utils import timezone

from licensing.models import BusinessLicense, License, Tag
from licensing.privacy import hidden_on_papers
from office.models import Town
from office.typesetting import Paper, pdf_of
from office.words import in_long
from ordinances.days import ONE_DAY

MOST_ON_A_LIST = 1000
"""Tags on one engraver's list: some thirty sheets, and a few seconds of work."""


def license_pdf(issued: License) -> bytes:
    """The license as given out, on one sheet with a card for the wallet. One voided or ended says so across the top."""
    shown = issued.printed
    paper = Paper(
        template="license.html",
        context=_license_context(issued),
        title=f"{shown['title']} {shown['number']}, {shown['town']['name']}",
        author=shown["town"]["name"],
        at=issued.issued_at,
    )
    return pdf_of(paper)


def licenses_pdf(issued: Sequence[License]) -> bytes:
    """The licenses of one receipt, each on its own sheet as it is printed alone."""
    first = issued[0]
    town = first.printed["town"]["name"]
    paper = Paper(
        template="licenses.html",
        context={"sheets": [render_to_string("papers/license_sheet.html", _license_context(each)) for each in issued]},
        title=f"Licenses of receipt {first.printed['receipt']}, {town}",
        author=town,
        at=first.issued_at,
    )
    return pdf_of(paper)


def business_license_pdf(issued: BusinessLicense) -> bytes:
    """A kennel's or pet shop's license as given out. One that was revoked or voided says so across the top."""
    shown = issued.printed
    days = {name: date.fromisoformat(shown[name]) for name in ("starts", "expires", "issued_on")}
    ended = {
        "revoked_from": issued.ended_on + ONE_DAY if issued.ended_on and issued.revoked else None,
        "revoked_because": issued.ended_because,
        "voided_on": issued.voided_at and timezone.localdate(issued.voided_at),
        "voided_because": issued.voided_because,
    }
    paper = Paper(
        template="business_license.html",
        context={**shown, **days, **ended},
        title=f"{shown['title']} {shown['number']}, {shown['town']['name']}",
        author=shown["town"]["name"],
        at=issued.issued_at,
    )
    return pdf_of(paper)


def imprint_pdf(town: Town, tags: Sequence[Tag], *, since: date, until: date) -> bytes:
    """The list for the engraver: tags issued from ``since`` to ``until``, each with the exact lines to stamp."""
    law = town.ordinance(until)
    paper = Paper(
        template="imprint.html",
        context={
            "town": town.heading,
            "clerk": law.words.clerk,
            "tag_word": law.words.tag,
            "since": since,
            "until": until,
            "rows": [(tag, law.imprint(str(tag.number), town.telephone)) for tag in tags],
        },
        title=f"Tags to be stamped, {in_long(since)} to {in_long(until)}, {town.name}",
        author=town.name,
        at=datetime.combine(until, time.max.replace(microsecond=0), timezone.get_default_timezone()),
    )
    return pdf_of(paper)


def _license_context(issued: License) -> dict[str, Any]:
    """What the template is told: all that was printed, its dates as dates, and whether it was voided since."""
    shown: dict[str, Any] = issued.printed
    days = {name: date.fromisoformat(shown[name]) for name in ("starts", "expires", "issued_on")}
    return {
        **shown,
        **days,
        "owner": shown["owner"] | hidden_on_papers(issued.holder),
        "born": _born(shown["dog"]["born"]),
        "rabies": _with_days(shown["rabies"]),
        "alteration": _with_days(shown["alteration"]),
        "qr": segno.make(shown["address"], error="m").png_data_uri(border=0, scale=8),
        "check_page": shown["address"].rpartition(shown["code"])[0].partition("//")[2].rstrip("/"),
        "voided_on": issued.voided_at and timezone.localdate(issued.voided_at),
        "voided_because": issued.voided_because,
        "ended_on": issued.ended_on,
        "ended_because": issued.ended_because,
    }


def _born(shown: str) -> date | str:
    """A day of birth as a date; a year stays what it is."""
    return date.fromisoformat(shown) if "-" in shown else shown


def _with_days(paper: dict[str, str] | None) -> dict[str, Any] | None:
    """A paper on file with its days as dates."""
    if paper is None:
        return None
    days = {name: date.fromisoformat(paper[name]) for name in ("on", "until") if paper.get(name)}
    return {**paper, **days}
