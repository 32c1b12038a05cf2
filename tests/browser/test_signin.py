"""Signing in and one's own account, in a browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from office.models import User
from tests.browser.calm import axe_finds
from tests.factories import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def signed_in(page: Page, clerk: User) -> Page:
    """The clerk's browser, just signed in, at the page of the second factor."""
    page.goto("/accounts/login/?next=/accounts/2fa/")
    page.get_by_label("Username").fill(clerk.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Two-Factor Authentication")
    return page


def test_a_wrong_password_is_said_in_words_and_what_was_typed_stays(page: Page, clerk: User) -> None:
    page.goto("/accounts/login/")
    assert axe_finds(page) == []
    page.get_by_label("Username").fill(clerk.username)
    page.get_by_label("Password").fill("not the password")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_label("Username")).to_have_value(clerk.username)
    assert axe_finds(page) == []


@pytest.mark.parametrize("address", ["", "totp/activate/", "webauthn/add/", "../password/change/"])
def test_the_pages_of_ones_own_account_are_accessible(signed_in: Page, address: str) -> None:
    signed_in.goto(f"/accounts/2fa/{address}")
    assert axe_finds(signed_in) == []


def test_signing_out_closes_the_office(signed_in: Page) -> None:
    signed_in.get_by_role("button", name="Sign out").click()
    signed_in.goto("/accounts/2fa/")
    expect(signed_in.get_by_role("heading", level=1)).to_have_text("Sign in")


def test_no_page_is_wider_than_a_telephone(signed_in: Page) -> None:
    signed_in.set_viewport_size({"width": 360, "height": 700})
    width = signed_in.evaluate("document.documentElement.scrollWidth")
    assert width <= 360
