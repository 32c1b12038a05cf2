"""The set-up is the manager's, and only of the manager's own town."""

from __future__ import annotations

from datetime import date
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.test import Client
from django.urls import URLResolver

from office.admin import office_set_up
from office.models import ClosedDay, Resolution, Town, User
from tests.factories import ResolutionFactory, TagBoxFactory, UserFactory
from tests.office.setup import BOXES, CLOSINGS, FEES, STAFF, box_sent

pytestmark = pytest.mark.django_db

LISTS = ["/admin/", "/admin/office/town/", CLOSINGS, "/admin/office/resolution/", STAFF, BOXES]


@pytest.mark.parametrize("address", [*LISTS, FEES, f"{BOXES}add/"])
def test_a_stranger_is_sent_to_the_office_sign_in_and_back_afterwards(client: Client, address: str) -> None:
    page, _, query = client.get(address, follow=True).redirect_chain[-1][0].partition("?")
    assert (page, parse_qs(query)) == ("/accounts/login/", {"next": [address]})


def test_djangos_own_sign_in_gives_way_to_the_offices(client: Client) -> None:
    assert client.get("/admin/login/?next=/admin/office/user/")["Location"] == (
        "/accounts/login/?next=%2Fadmin%2Foffice%2Fuser%2F"
    )


@pytest.mark.parametrize("role", ["clerk", "officer", "treasurer", "inspector"])
@pytest.mark.parametrize("address", [*LISTS, FEES, f"{STAFF}add/"])
def test_it_is_closed_to_every_other_role(client: Client, dover: Town, role: str, address: str) -> None:
    client.force_login(UserFactory.create(town=dover, role=role))
    assert client.get(address).status_code == 403
    assert client.post(address, {}).status_code == 403


@pytest.mark.parametrize("address", LISTS)
def test_it_is_open_to_the_manager(desk: Client, address: str) -> None:
    assert desk.get(address, follow=True).status_code == 200


def test_a_permission_row_opens_nothing(client: Client, clerk: User) -> None:
    clerk.is_staff = True
    clerk.save()
    client.force_login(clerk)
    assert client.get("/admin/").status_code == 403


def _others(town: Town, manager: User) -> dict[str, Any]:
    """A row of each kind in the other town."""
    closed = ClosedDay.objects.create(town=town, day=date(2026, 8, 3), reason="Painting")
    return {
        "office/town": town,
        "office/closedday": closed,
        "office/resolution": ResolutionFactory.create(town=town, subject="fines", amounts={}),
        "office/user": manager,
        "licensing/tagbox": TagBoxFactory.create(town=town),
    }


@pytest.mark.parametrize("page", ["change", "history", "delete", "invitation"])
def test_another_towns_rows_do_not_exist(
    desk: Client, chestertown: Town, manager_of_chestertown: User, page: str
) -> None:
    for kind, row in _others(chestertown, manager_of_chestertown).items():
        address = f"/admin/{kind}/{row.pk}/{page}/"
        assert desk.get(address, follow=True).status_code == 404, address
        assert desk.post(address, {}, follow=True).status_code == 404, address


def test_lists_show_ones_own_town_alone(
    desk: Client, chestertown: Town, manager_of_chestertown: User, manager: User
) -> None:
    _others(chestertown, manager_of_chestertown)
    for address in (CLOSINGS, "/admin/office/resolution/", BOXES):
        assert desk.get(address).context["cl"].result_count == 0, address
    assert [row.pk for row in desk.get(STAFF).context["cl"].result_list] == [manager.pk]


def test_the_town_of_a_new_row_is_not_for_the_sender_to_choose(desk: Client, dover: Town, chestertown: Town) -> None:
    desk.post(f"{BOXES}add/?town=chestertown", box_sent() | {"town": str(chestertown.pk)})
    assert dover.tag_boxes.count() == 1
    assert chestertown.tag_boxes.count() == 0


def test_a_superuser_without_a_town_chooses_one_first(client: Client, dover: Town, chestertown: Town) -> None:
    client.force_login(UserFactory.create(town=None, is_superuser=True))
    choices = client.get(f"{CLOSINGS}add/").context["choices"]
    assert choices == [(chestertown.name, "?town=chestertown"), (dover.name, "?town=dover")]
    client.post(f"{CLOSINGS}add/?town=dover", {"day": "2026-08-03", "reason": "Painting"})
    assert dover.closed_days.get().reason == "Painting"


def test_the_front_page_lists_what_there_is_in_the_order_of_opening_an_office(desk: Client) -> None:
    names = [str(name) for name, _, _ in desk.get("/admin/").context["pages"]]
    assert names == ["town details", "closed days", "resolutions", "tags in stock", "staff"]
    assert desk.get("/admin/office/")["Location"] == "/admin/"


def test_it_has_no_addresses_but_those_it_needs() -> None:
    names = {url.name for url in office_set_up.get_urls() if not isinstance(url, URLResolver)}
    assert names == {"index", "login", "app_list"}


def test_nothing_can_be_deleted_in_bulk(desk: Client, dover: Town) -> None:
    row: Resolution = ResolutionFactory.create(town=dover)
    desk.post("/admin/office/resolution/", {"action": "delete_selected", "_selected_action": row.pk, "post": "yes"})
    assert dover.resolutions.count() == 1
