"""The tag list in a browser."""

from __future__ import annotations

from datetime import date

import pytest
from playwright.sync_api import Page, expect

from office.models import Town, User
from tests.browser.calm import axe_finds
from tests.factories import PASSWORD, TagFactory

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_clerk_finds_the_engravers_list_and_axe_finds_nothing(page: Page, dover: Town, clerk: User) -> None:
    tag = TagFactory.create(dog__owner__town=dover, number=1042, issued_on=date(2026, 5, 5))
    page.goto("/accounts/login/?next=/tags/")
    page.get_by_label("Username or e-mail").fill(clerk.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("From").fill("2026-05-01")
    page.get_by_label("To", exact=False).last.fill("2026-05-31")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("row").last).to_contain_text(str(tag.number))
    assert axe_finds(page) == []
    link = page.get_by_role("link", name="Print the list for the engraver")
    expect(link).to_have_attribute("href", "/tags/imprint.pdf?from=2026-05-01&to=2026-05-31")
