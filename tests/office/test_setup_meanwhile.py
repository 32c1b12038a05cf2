"""Two managers change one record of the set-up: the second is told what the first changed, and nothing is lost."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client

from office.models import Resolution, ResolutionAmount, Town, User
from tests.factories import ResolutionFactory, TagBoxFactory
from tests.office.setup import BOXES, STAFF, box_sent, errors, resolution_sent
from tests.office.test_setup_town import details

pytestmark = pytest.mark.django_db


def seen(client: Client, page: str) -> str:
    """What the page carries of the record as it shows it."""
    found = re.search(r'name="seen" value="([^"]*)"', client.get(page).content.decode())
    assert found is not None
    return html.unescape(found[1])


@pytest.fixture
def town_page(dover: Town) -> str:
    return f"/admin/office/town/{dover.pk}/change/"


def test_another_field_is_taken_over_and_what_was_typed_stays(desk: Client, dover: Town, town_page: str) -> None:
    stale = details(dover, hours="Mornings") | {"seen": seen(desk, town_page)}
    desk.post(town_page, details(dover, telephone="(845) 555-0111"))
    shown = desk.post(town_page, stale)
    form = shown.context["adminform"].form
    assert "from (845) 555-0100 to (845) 555-0111. It is taken over here." in form.errors["telephone"][0]
    assert (form["telephone"].value(), form["hours"].value()) == ("(845) 555-0111", "Mornings")
    dover.refresh_from_db()
    assert (dover.telephone, dover.hours) == ("(845) 555-0111", "Monday to Friday, 9 to 4")
    again = {name: form[name].value() for name in form.fields} | {"seen": form.seen}
    assert desk.post(town_page, again).status_code == 302
    dover.refresh_from_db()
    assert (dover.telephone, dover.hours) == ("(845) 555-0111", "Mornings")


def test_of_one_field_changed_by_both_the_second_sees_both(desk: Client, dover: Town, town_page: str) -> None:
    stale = details(dover, hours="Mornings") | {"seen": seen(desk, town_page)}
    desk.post(town_page, details(dover, hours="Evenings"))
    said = errors(desk, town_page, stale)
    assert "to Evenings. What you typed stands here, and takes its place when you save." in said["hours"][0]


def test_the_same_change_by_both_is_no_conflict(desk: Client, dover: Town, town_page: str) -> None:
    form = details(dover, hours="Mornings") | {"seen": seen(desk, town_page)}
    assert [desk.post(town_page, form).status_code for _ in range(2)] == [302, 302]


def test_roles_given_meanwhile_are_told(desk: Client, clerk: User) -> None:
    page = f"{STAFF}{clerk.pk}/change/"
    person: dict[str, Any] = {"username": clerk.username, "first_name": "Ann", "last_name": "Clerk", "active": "on"}
    stale = person | {"roles": ["clerk"], "seen": seen(desk, page)}
    desk.post(page, person | {"roles": ["clerk", "treasurer"]})
    assert "from clerk to clerk, treasurer" in errors(desk, page, stale)["roles"][0]


def test_an_amount_changed_meanwhile_is_told_at_its_field(desk: Client, dover: Town) -> None:
    resolution: Resolution = ResolutionFactory.create(town=dover, number="7-2026", in_force_from="2026-07-01")
    page = f"/admin/office/resolution/{resolution.pk}/change/"
    stale = resolution_sent(note="Second reading") | {"seen": seen(desk, page)}
    ResolutionAmount.objects.filter(resolution=resolution, code="altered").update(amount="12.00")
    assert "from 10.00 to 12.00" in errors(desk, page, stale)["altered"][0]


def test_a_box_changed_meanwhile_is_told(desk: Client, dover: Town) -> None:
    page = f"{BOXES}{TagBoxFactory.create(town=dover, first=1, last=100).pk}/change/"
    stale = box_sent(last="150") | {"seen": seen(desk, page)}
    desk.post(page, box_sent(last="120"))
    assert "from 100 to 120" in errors(desk, page, stale)["last"][0]
