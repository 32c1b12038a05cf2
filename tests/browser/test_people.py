"""A person who comes anew is asked about before a second record of the same one is made."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from licensing.models import Owner
from office.models import User
from tests.browser.calm import calm
from tests.browser.conftest import SignIn
from tests.browser.steps import fill

pytestmark = pytest.mark.django_db(transaction=True)
TYPED = {
    "First name": "Meave",
    "Last name or organization": "OBrian",
    "House number and street": "12 Main St",
    "City": "Dover Plains",
    "ZIP code": "12522",
    "Telephone": "845-555-0101",
}


@pytest.fixture
def asked(owner: Owner, clerk: User, signed_in: SignIn) -> Page:
    """The form of a new owner whose telephone is on file, sent once: it asks."""
    page = signed_in(clerk)
    page.goto("/counter/")
    page.get_by_role("link", name="Add an owner").click()
    calm(page)
    fill(page, TYPED)
    page.get_by_role("button", name="Save and add a dog").click()
    expect(page.get_by_role("alert")).to_be_focused()
    calm(page)
    return page


def test_the_likely_same_person_is_offered_first(asked: Page, owner: Owner) -> None:
    asked.get_by_role("alert").get_by_role("link", name=owner.name).click()
    expect(asked.get_by_role("heading", level=1)).to_have_text(owner.name)
    calm(asked)
    assert Owner.objects.count() == 1
