"""The office's set-up in a browser: axe finds nothing, and all of it fits a tablet."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from office.models import ClosedDay, Resolution, Town, User
from tests.browser.calm import axe_finds
from tests.factories import DogFactory, ResolutionFactory, TagBoxFactory
from tests.licensing.issuing import issue

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = {"resolution": "office", "closedday": "office", "town": "office", "user": "office", "tagbox": "licensing"}


@pytest.fixture
def tablet(manager: User, page: Page, live_server: LiveServer) -> Page:
    """A tablet held upright, on which Dover's manager is signed in."""
    client = Client()
    client.force_login(manager)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    page.set_viewport_size({"width": 768, "height": 1024})
    page.goto(f"{live_server.url}/admin/")
    return page


@pytest.fixture
def rows(dover: Town, clerk: User, resolution: Resolution) -> dict[str, object]:
    """A row of each kind; a receipt was charged by the resolution."""
    box = TagBoxFactory.create(town=dover, first=1, last=10)
    issue(DogFactory.create(owner__town=dover), by=clerk)
    closed = ClosedDay.objects.create(town=dover, day=date(2099, 8, 3), reason="Painting")
    unused = ResolutionFactory.create(town=dover, in_force_from="2012-01-01")
    return {"town": dover, "closedday": closed, "resolution": unused, "user": clerk, "tagbox": box}


def looks_right(page: Page) -> None:
    """Axe finds nothing, and nothing stands outside the screen."""
    assert axe_finds(page) == [], page.url
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), page.url


def go(page: Page, path: str) -> None:
    """Open an address of the set-up."""
    page.goto(page.url.partition("/admin/")[0] + "/admin/" + path)


@pytest.mark.parametrize("model", NAMES)
def test_axe_finds_nothing_on_lists_and_rows(tablet: Page, rows: dict[str, object], model: str) -> None:
    looks_right(tablet)
    row = f"{NAMES[model]}/{model}/{getattr(rows[model], 'pk', '')}"
    for path in (f"{NAMES[model]}/{model}/", f"{row}/change/", f"{row}/history/"):
        go(tablet, path)
        expect(tablet.get_by_role("heading", level=1)).to_be_visible()
        looks_right(tablet)


@pytest.mark.parametrize(
    "path", ["closedday/add/", "resolution/add/", "resolution/add/?subject=impoundment", "user/add/"]
)
def test_axe_finds_nothing_on_empty_and_refused_forms(tablet: Page, path: str) -> None:
    go(tablet, f"office/{path}")
    looks_right(tablet)
    save = tablet.get_by_role("button", name="Save")
    if save.is_visible():
        save.click()
        expect(tablet.get_by_role("alert")).to_be_visible()
        looks_right(tablet)


def test_axe_finds_nothing_where_a_row_is_taken_back_or_cannot_be(
    tablet: Page, rows: dict[str, object], resolution: Resolution, clerk: User
) -> None:
    go(tablet, f"office/resolution/{resolution.pk}/change/")
    expect(tablet.get_by_text("from its day on it supersedes this one")).to_be_visible()
    looks_right(tablet)
    go(tablet, f"office/resolution/{getattr(rows['resolution'], 'pk', '')}/delete/")
    looks_right(tablet)
    go(tablet, f"office/user/{clerk.pk}/invitation/")
    looks_right(tablet)
    tablet.get_by_role("button", name="Make the invitation").click()
    expect(tablet.get_by_label("Address")).to_have_value(re.compile("/accounts/password/reset/key/"))
    looks_right(tablet)


def test_a_fee_too_close_is_refused_and_cured(tablet: Page) -> None:
    go(tablet, "office/resolution/add/?subject=license_fees")
    typed = {"Number of the resolution": "7-2026", "Adopted on": "2026-06-10", "In force from": "2026-06-10"}
    fees = {"altered": "10", "unaltered": "14", "surcharge_altered": "1", "surcharge_unaltered": "3"}
    for label, value in typed.items():
        tablet.get_by_label(label).fill(value)
    for name, value in fees.items():
        tablet.locator(f"[name={name}]").fill(value)
    tablet.get_by_role("button", name="Save").click()
    expect(tablet.locator("#id_unaltered_error")).to_contain_text("AML § 110(1)")
    tablet.locator("[name=unaltered]").fill("15")
    tablet.get_by_role("button", name="Save").click()
    expect(tablet.get_by_role("heading", level=1)).to_have_text("Resolutions")
    expect(tablet.get_by_role("row")).to_contain_text(["Number", "7-2026"])
