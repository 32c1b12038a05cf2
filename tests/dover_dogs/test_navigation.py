"""What the header offers: the day's work on one row, and what is done now and then behind More."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from office.models import Town
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
DAY = ["Counter", "Due", "Adoptions", "Tags", "Enumerations", "Duplicates"]


def offered(town: Town, role: str, address: str = "/counter/") -> tuple[list[str], list[str]]:
    """The entries of the header, and which of them are the page's own."""
    client = Client()
    client.force_login(UserFactory.create(town=town, role=role))
    page = client.get(address).content.decode()
    links = re.findall(r"<li><a href=\"[^\"]+\"( aria-current=\"page\")?>([^<]+)</a></li>", page.split("</nav>")[0])
    return [label for _, label in links], [label for current, label in links if current]


def test_a_clerk_has_the_days_work(dover: Town) -> None:
    labels, current = offered(dover, "clerk")
    assert [label for label in labels if label != "Pound"] == DAY
    assert current == ["Counter"]


def test_a_manager_has_more(dover: Town) -> None:
    assert offered(dover, "manager", "/more/")[0][-1] == "More"


def test_each_town_has_what_its_law_knows(dover: Town, chestertown: Town) -> None:
    assert "Kennels" in offered(chestertown, "clerk")[0]
    assert "Enumerations" not in offered(chestertown, "clerk")[0]
    assert "Kennels" not in offered(dover, "clerk")[0]


@pytest.mark.parametrize("address", ["/more/", "/records/public/", "/register/", "/register/export/", "/admin/"])
def test_more_is_the_entry_of_all_that_is_behind_it(dover: Town, address: str) -> None:
    assert offered(dover, "manager", address)[1] == ["More"]


@pytest.mark.parametrize(("role", "has_set_up"), [("manager", True), ("inspector", False)])
def test_the_page_more_shows_what_the_role_may_open(dover: Town, role: str, has_set_up: bool) -> None:
    client = Client()
    client.force_login(UserFactory.create(town=dover, role=role))
    page = client.get("/more/").content.decode()
    assert "What anybody may ask for" in page
    assert ("Office set-up" in page) == has_set_up
    assert ("Take a register over" in page) == has_set_up
