"""An enumeration in Dover, from its opening to the $5 on the license page; and why Chestertown has none."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from licensing.models import Owner
from office.models import Resolution, User
from tests.browser.calm import calm
from tests.browser.conftest import SignIn
from tests.browser.steps import fill, issue, open_license, price, sees_total
from tests.factories import DogFactory, RabiesCertificateFactory, TagBoxFactory

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_dog_found_at_its_house_pays_five_dollars_with_its_license(
    resolution: Resolution, owner: Owner, officer: User, clerk: User, signed_in: SignIn
) -> None:
    TagBoxFactory.create(town=owner.town)
    dog = RabiesCertificateFactory.create(dog=DogFactory.create(owner=owner)).dog
    page = signed_in(officer)
    page.goto("/enumerations/")
    page.get_by_role("link", name="Open an enumeration").click()
    calm(page)
    fill(page, {"Enumeration of": "spring 2026"})
    expect(page.get_by_label("Streets, one a line")).to_have_value("Main Street")
    page.get_by_role("button", name="Open the enumeration").click()
    calm(page)
    page.get_by_role("link", name="Main Street").click()
    fill(page, {"House number": "12"})
    page.get_by_role("button", name="Look up").click()
    calm(page)
    expect(page.get_by_label("Rex, Beagle")).to_be_checked()
    page.get_by_role("button", name="Record the dog").click()
    expect(page.get_by_text("Recorded: unlicensed.")).to_be_visible()
    calm(page)
    page.get_by_role("button", name="The street is done").click()
    expect(page.get_by_text("1 of 1")).to_be_visible()
    calm(page)
    page = signed_in(clerk)
    open_license(page, dog)
    sees_total(page, "26.00")
    expect(price(page)).to_contain_text("the enumeration of spring 2026 on June 15, 2026")
    expect(price(page)).to_contain_text("Licensing ¶ B(3)")
    fill(page, {"Cash handed over": "26"})
    issue(page)
    page.goto("/enumerations/")
    expect(page.get_by_role("row", name="spring 2026")).to_contain_text("$5.00")
    calm(page)


def test_chestertown_says_why_there_is_none(clerk_of_chestertown: User, signed_in: SignIn) -> None:
    page = signed_in(clerk_of_chestertown)
    page.goto("/enumerations/")
    expect(page.get_by_text("Chapter 68 knows no enumeration")).to_be_visible()
    calm(page)
