"""Town details, closed days, and what every list costs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from office.models import ClosedDay, Town, User
from tests.factories import ResolutionFactory, TagBoxFactory, TagFactory, UserFactory
from tests.office.setup import BOXES, CLOSINGS, STAFF, errors

pytestmark = pytest.mark.django_db

FIELDS = (
    "name",
    "street",
    "city",
    "state",
    "zip_code",
    "telephone",
    "email",
    "hours",
    "license_words",
    "receipt_words",
)


def details(town: Town, **wanted: str) -> dict[str, str]:
    """The town's page as the form sends it."""
    return {name: getattr(town, name) for name in FIELDS} | wanted


def test_a_managers_list_of_towns_is_the_own_towns_page(desk: Client, dover: Town) -> None:
    assert desk.get("/admin/office/town/")["Location"] == f"{dover.pk}/change/"


def test_details_are_changed_and_the_history_says_by_whom(desk: Client, dover: Town) -> None:
    page = f"/admin/office/town/{dover.pk}/"
    assert desk.post(f"{page}change/", details(dover, hours="Closed on Fridays")).status_code == 302
    change = desk.get(f"{page}history/").context["changes"][0]
    assert change.what == ("Office hours: from Monday to Friday, 9 to 4 to Closed on Fridays",)
    assert (change.by, change.act) == ("manager.dover", "Change town")


@pytest.mark.parametrize(
    ("field", "typed"), [("telephone", "555-0100"), ("zip_code", "1252"), ("state", "New York"), ("name", "")]
)
def test_what_cannot_be_printed_is_refused_at_its_field(desk: Client, dover: Town, field: str, typed: str) -> None:
    assert set(errors(desk, f"/admin/office/town/{dover.pk}/change/", details(dover, **{field: typed}))) == {field}


def test_the_page_says_which_law_text_is_applied(
    desk: Client, other_desk: Client, dover: Town, chestertown: Town
) -> None:
    assert "In force from January 1, 2011." in desk.get(f"/admin/office/town/{dover.pk}/change/").content.decode()
    page = other_desk.get(f"/admin/office/town/{chestertown.pk}/change/").content.decode()
    assert "whose text is missing and is not applied" in page


def test_a_manager_opens_no_town_and_deletes_none(desk: Client, dover: Town) -> None:
    assert desk.get("/admin/office/town/add/").status_code == 403
    assert desk.post(f"/admin/office/town/{dover.pk}/delete/").status_code == 403


def test_a_superuser_opens_a_town_whose_law_is_known_once(client: Client, dover: Town) -> None:
    client.force_login(UserFactory.create(town=None, is_superuser=True))
    sent = details(dover, name="Town of Chestertown, Maryland")
    assert client.post("/admin/office/town/add/", sent | {"slug": "chestertown"}).status_code == 302
    assert set(errors(client, "/admin/office/town/add/", sent | {"slug": "chestertown"})) == {"slug"}
    assert set(errors(client, "/admin/office/town/add/", sent | {"slug": "atlantis"})) == {"slug"}


def test_a_day_is_closed_once_however_often_it_is_sent(desk: Client, dover: Town, manager: User) -> None:
    sent = {"day": "2026-08-03", "reason": "Painting"}
    assert [desk.post(f"{CLOSINGS}add/", sent).status_code for _ in range(2)] == [302, 302]
    assert [str(day) for day in dover.closed_days.all()] == ["August 3, 2026: Painting"]
    assert "Painting" in errors(desk, f"{CLOSINGS}add/", sent | {"reason": "Moving"})["day"][0]


@pytest.mark.parametrize("day", ["2026-08-01", "2026-12-25", "2026-02-30", ""])
def test_a_day_that_is_closed_anyhow_or_no_day_is_refused(desk: Client, day: str) -> None:
    assert set(errors(desk, f"{CLOSINGS}add/", {"day": day, "reason": "Painting"})) == {"day"}


def test_a_closing_looked_back_upon_is_taken(desk: Client, dover: Town) -> None:
    desk.post(f"{CLOSINGS}add/", {"day": "2026-06-11", "reason": "Flood"})
    assert dover.closed_days.count() == 1


@pytest.mark.parametrize(("days", "status", "left"), [(1, 302, 0), (0, 403, 1), (-1, 403, 1)])
def test_a_closing_is_taken_back_until_it_has_come(
    desk: Client, dover: Town, days: int, status: int, left: int
) -> None:
    closed = ClosedDay.objects.create(town=dover, day=date(2026, 6, 15) + timedelta(days=days), reason="Painting")
    assert desk.post(f"{CLOSINGS}{closed.pk}/delete/").status_code == status
    assert dover.closed_days.count() == left


def closings(town: Town, count: int) -> None:
    """So many closed days."""
    days = (date(2027, 1, 1) + timedelta(days=number) for number in range(count))
    ClosedDay.objects.bulk_create(ClosedDay(town=town, day=day, reason="Painting") for day in days)


def resolutions(town: Town, count: int) -> None:
    """So many resolutions."""
    ResolutionFactory.create_batch(count, town=town)


def staff(town: Town, count: int) -> None:
    """So many clerks."""
    UserFactory.create_batch(count, town=town, role="clerk")


def boxes(town: Town, count: int) -> None:
    """So many boxes, a tag given out of each."""
    for box in TagBoxFactory.create_batch(count, town=town):
        TagFactory.create(town=town, dog__town=town, number=box.first)


@pytest.mark.parametrize(
    ("address", "fill"),
    [(CLOSINGS, closings), ("/admin/office/resolution/", resolutions), (STAFF, staff), (BOXES, boxes)],
)
def test_a_list_of_fifty_costs_as_many_queries_as_a_list_of_one(
    desk: Client, dover: Town, chestertown: Town, address: str, fill: Callable[[Town, int], None]
) -> None:
    fill(dover, 1)
    desk.get(address)
    with CaptureQueriesContext(connection) as one:
        desk.get(address)
    ClosedDay.objects.all().delete()
    fill(dover, 49)
    with CaptureQueriesContext(connection) as fifty:
        assert desk.get(address).context["cl"].result_count >= 49
    assert len(one) == len(fifty)
