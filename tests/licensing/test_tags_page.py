"""The tags given out in a period, and the engraver's list of them."""

from __future__ import annotations

from datetime import date
from io import BytesIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader
from time_machine import travel

from licensing import documents
from office.models import Town, User
from tests.factories import TagFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def at_the_counter(client: Client, clerk: User) -> Client:
    client.force_login(clerk)
    return client


def give_out(town: Town, *days: date) -> list[int]:
    return [TagFactory.create(dog__owner__town=town, issued_on=day).number for day in days]


@travel("2026-06-15T16:00:00Z", tick=False)
def test_this_month_so_far_is_shown_without_asking(at_the_counter: Client, dover: Town) -> None:
    may, june = give_out(dover, date(2026, 5, 31), date(2026, 6, 1))
    page = at_the_counter.get("/tags/").content.decode()
    assert str(june) in page
    assert str(may) not in page


def test_both_days_of_the_period_count(at_the_counter: Client, dover: Town) -> None:
    numbers = give_out(dover, date(2026, 4, 30), date(2026, 5, 1), date(2026, 5, 31), date(2026, 6, 1))
    pdf = at_the_counter.get("/tags/imprint.pdf?from=2026-05-01&to=2026-05-31").content
    text = PdfReader(BytesIO(pdf)).pages[0].extract_text()
    assert [str(number) in text for number in numbers] == [False, True, True, False]


def test_the_other_towns_tags_are_not_listed(at_the_counter: Client, chestertown: Town) -> None:
    give_out(chestertown, date(2026, 5, 5))
    assert b"0 identification tags" in at_the_counter.get("/tags/?from=2026-05-01&to=2026-05-31").content


@pytest.mark.parametrize("period", ["from=2026-06-02&to=2026-06-01", "from=yesterday", "from=2026-02-30"])
def test_a_period_that_cannot_be_is_refused_at_its_field(at_the_counter: Client, period: str) -> None:
    page = at_the_counter.get(f"/tags/?{period}").content.decode()
    assert "usa-error-message" in page
    assert at_the_counter.get(f"/tags/imprint.pdf?{period}").status_code == 404


def test_more_than_one_list_holds_is_said(at_the_counter: Client, dover: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MOST_ON_A_LIST", 1)
    give_out(dover, date(2026, 5, 5), date(2026, 5, 6))
    assert at_the_counter.get("/tags/imprint.pdf?from=2026-05-01&to=2026-05-31").status_code == 404


def test_more_than_are_paged_through_is_said(
    at_the_counter: Client, dover: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("licensing.views.tags.MOST_ON_A_LIST", 1)
    period = "/tags/?from=2026-05-01&to=2026-05-31"
    give_out(dover, date(2026, 5, 5))
    assert b"More than" not in at_the_counter.get(period).content
    give_out(dover, date(2026, 5, 6))
    page = at_the_counter.get(period).content
    assert b"More than 1 " in page
    assert b"choose a shorter period" in page


def test_officers_and_treasurers_order_no_tags(client: Client, officer: User, treasurer: User) -> None:
    for user in (officer, treasurer):
        client.force_login(user)
        assert [client.get(address).status_code for address in ("/tags/", "/tags/imprint.pdf")] == [403, 403]


def test_one_tag_and_fifty_cost_the_same_queries(at_the_counter: Client, dover: Town) -> None:
    counted = []
    for more in (1, 49):
        give_out(dover, *[date(2026, 5, 6)] * more)
        with CaptureQueriesContext(connection) as queries:
            at_the_counter.get("/tags/?from=2026-05-01&to=2026-05-31")
        counted.append(len(queries))
    assert counted[0] == counted[1]
