"""Tags in stock: a box comes in, one number is spoiled, the rest runs low, and each number tells its story."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from office.models import Resolution, Town, User
from tests.browser.calm import calm
from tests.browser.conftest import SignIn
from tests.browser.steps import fill, issue, open_license, sees_total
from tests.factories import DogFactory, EarlierLicenseFactory, RabiesCertificateFactory, TagFactory

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_box_comes_in_one_tag_is_spoiled_one_issued_and_the_next_box_is_to_be_ordered(
    resolution: Resolution, manager: User, clerk: User, signed_in: SignIn
) -> None:
    dog = RabiesCertificateFactory.create(dog__owner__town=resolution.town).dog
    page = signed_in(manager)
    page.goto("/admin/licensing/tagbox/add/")
    fill(page, {"First number": "101", "Last number": "105", "Received on": "2026-06-15"})
    page.get_by_role("button", name="Save", exact=True).click()
    page = signed_in(clerk)
    page.goto("/tags/")
    expect(page.get_by_text("5 identification tags left: order the next box.")).to_be_visible()
    page.get_by_role("link", name="Take a number out of stock").click()
    calm(page)
    fill(page, {"Number": "101", "Why": "Bent in the box"})
    page.get_by_role("button", name="Take it out of stock").click()
    expect(page.get_by_text("taken out of stock June 15, 2026: Bent in the box")).to_be_visible()
    calm(page)
    open_license(page, dog)
    fill(page, {"Cash handed over": "21"})
    assert issue(page) == "102"
    page.goto("/tags/")
    row = page.get_by_role("group", name="Boxes").get_by_role("row", name="101 to 105")
    expect(row.get_by_role("cell")).to_have_text(["June 15, 2026", "1", "1", "3"])
    calm(page)
    fill(page, {"Number": "102"})
    page.get_by_role("button", name="Look up").click()
    expect(page.get_by_role("group", name="Table of licenses")).to_contain_text("in force")
    calm(page)


def test_a_tag_is_made_anew_in_chestertown_for_fifty_cents(
    chestertown: Town, clerk_of_chestertown: User, signed_in: SignIn
) -> None:
    dog = DogFactory.create(owner__town=chestertown, name="Bella")
    EarlierLicenseFactory.create(dog=dog, tag=TagFactory.create(dog=dog, number=500, license_year=2025))
    page = signed_in(clerk_of_chestertown)
    page.goto(f"/dogs/{dog.pk}/")
    page.get_by_role("link", name="New tag").click()
    sees_total(page, "0.50")
    page.locator("label", has_text="Lost").first.click()
    fill(page, {"Cash handed over": "1"})
    calm(page)
    page.get_by_role("button", name="Take payment").click()
    expect(page.get_by_text("Change $0.50", exact=True)).to_be_visible()
    calm(page)
    page.goto("/tags/500/")
    expect(page.get_by_text("June 15, 2026, lost")).to_be_visible()
