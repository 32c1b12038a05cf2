"""A resident asks the window by what stands on the printed license and on the tag."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from licensing.models import License, Owner
from office.models import Resolution, User
from tests.browser.calm import calm
from tests.browser.conftest import SignIn
from tests.browser.steps import fill, paper
from tests.factories import DogFactory, TagBoxFactory
from tests.licensing.issuing import issue

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def license_(resolution: Resolution, owner: Owner, clerk: User) -> License:
    """A license issued today, on tag 1042."""
    TagBoxFactory.create(town=resolution.town, first=1042, last=1100)
    return issue(DogFactory.create(owner=owner), by=clerk)


def answers(page: Page, button: str) -> None:
    """The window answers with the day until which the dog is licensed, and names nobody."""
    page.get_by_role("button", name=button).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Licensed until June 30, 2027")
    expect(page.get_by_role("main")).not_to_contain_text("Brien")
    calm(page)


def test_by_the_code_as_it_is_printed(license_: License, clerk: User, signed_in: SignIn) -> None:
    page = signed_in(clerk)
    page.goto(f"/licenses/{license_.pk}/")
    code = re.search(r"\b(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}\b", paper(page, "Print the license"))
    assert code is not None
    page.context.clear_cookies()
    page.goto("/check/")
    fill(page, {"Code on the license": code.group()})
    answers(page, "Check the code")


def test_by_the_tag_and_the_owner_s_last_name(license_: License, clerk: User, signed_in: SignIn) -> None:
    page = signed_in(clerk)
    page.context.clear_cookies()
    page.goto("/check/")
    page.get_by_label("Number on the tag").fill("1042")
    page.get_by_label("Owner’s last name or ZIP code").fill("O'Brien")
    answers(page, "Check the tag")
