"""A page says its days one way, as people do; ISO 8601 is for CSV and for programs."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from datetime import date

import pytest
import time_machine
from django.test import Client

from office.models import User
from office.words import dated
from tests.dover_dogs.test_demo import make
from tests.licensing.issuing import noon

ISO = re.compile(r".{0,60}\b20\d\d-\d\d-\d\d\b.{0,20}")
OF_A_KIND = 5
"""So many pages are walked of those that differ in numbers alone."""


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Renew by 2026-06-30.", "Renew by June 30, 2026."),
        ("2026-06-01 to 2026-06-15", "June 1, 2026 to June 15, 2026"),
        ("seized 2026-06-01 09:05", "seized June 1, 2026, 9:05 AM"),
        ("dover-register-2026-06-15.zip", "dover-register-2026-06-15.zip"),
        ("Serial 2026-13-45", "Serial 2026-13-45"),
        ("(845) 555-0101", "(845) 555-0101"),
    ],
)
def test_a_day_is_said_in_words_and_what_is_none_stays(written: str, said: str) -> None:
    assert dated(written) == said


def pages(client: Client, start: str) -> Iterator[tuple[str, str]]:
    """The pages that links lead to, and what each says."""
    waiting, seen, kinds = deque([start]), {start}, dict[str, int]()
    while waiting:
        address = waiting.popleft()
        kind = re.sub(r"\d+", "0", address.split("?")[0])
        kinds[kind] = kinds.get(kind, 0) + 1
        if kinds[kind] > OF_A_KIND:
            continue
        answer = client.get(address)
        content = answer.getvalue()  # to its end: a file is closed then
        if not answer.headers.get("Content-Type", "").startswith("text/html"):
            continue
        page = content.decode()
        yield address, re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
        found = {link.replace("&amp;", "&") for link in re.findall(r'href="(/[^"#]*)', page)} - seen
        seen |= found
        waiting.extend(sorted(link for link in found if not re.search(r"\.(csv|pdf|zip)|/static/|logout", link)))


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["clerk", "manager"])
@pytest.mark.parametrize("town", ["dover", "chestertown"])
def test_no_page_says_a_day_as_programs_do(client: Client, town: str, who: str) -> None:
    with time_machine.travel(noon(), tick=False):
        make(date(2026, 6, 15))
        client.force_login(User.objects.get(username=f"{who}.{town}"))
        walked = dict(pages(client, "/licenses/due/"))
    assert len(walked) > 60
    assert not {address: found for address, said in walked.items() if (found := ISO.findall(said))}
