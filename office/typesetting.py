"""Papers as PDF: the one place where WeasyPrint is called. Each is tagged, the same on every print, off the network."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

FONTS = "paper:fonts/"
_STYLES = Path(settings.BASE_DIR) / "templates" / "papers"
_one_at_a_time = Lock()  # the font configuration that all papers share is not made for threads


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper to be set: its template and what that is told, its title and the moment that it is dated."""

    template: str
    context: Mapping[str, Any]
    title: str
    author: str
    at: datetime


class OwnFiles(URLFetcher):  # type: ignore[misc]  # WeasyPrint ships no types
    """Reads our own fonts and data inside the page; anything else stops the paper."""

    def fetch(self, url: str, headers: dict[str, str] | None = None) -> URLFetcherResponse:
        """The font or the data at this address; FatalURLFetchingError for any other."""
        if url.startswith("data:"):
            return super().fetch(url, headers)
        file = font_folder() / url.removeprefix(FONTS)
        if not url.startswith(FONTS) or not file.resolve().is_relative_to(font_folder()):
            raise FatalURLFetchingError(f"A paper may not read {url}")
        return URLFetcherResponse(url, file.read_bytes())


def font_folder() -> Path:
    """Where the set-up laid the fonts."""
    return Path(settings.PAPER_FONTS).resolve()


@cache
def _press() -> tuple[FontConfiguration, CSS]:
    """The fonts and the style sheet of all papers, read once."""
    fonts = FontConfiguration()
    return fonts, CSS(string=(_STYLES / "papers.css").read_text(), font_config=fonts, url_fetcher=OwnFiles())


def pdf_of(paper: Paper) -> bytes:
    """The paper as tagged PDF (PDF/UA-1). The same record gives the same bytes, whenever it is printed."""
    page = render_to_string(f"papers/{paper.template}", {**paper.context, "paper": paper})
    with _one_at_a_time:
        fonts, style = _press()
        html = HTML(string=page, base_url="paper:", url_fetcher=OwnFiles())
        made: bytes = html.write_pdf(
            stylesheets=[style],
            font_config=fonts,
            pdf_variant="pdf/ua-1",
            pdf_identifier=sha256(page.encode()).digest()[:16],
        )
    return made
