"""The whole journey in a browser that runs no script."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, expect

from licensing.models import License, Owner
from office.models import Resolution, User
from tests.browser.calm import calm
from tests.browser.steps import fill, issue, paper, price, sees_total
from tests.factories import PASSWORD, DogFactory, RabiesCertificateFactory, TagBoxFactory, WorkingProofFactory

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_license_from_signing_in_to_paper(
    resolution: Resolution, owner: Owner, clerk: User, scriptless: BrowserContext
) -> None:
    TagBoxFactory.create(town=owner.town, first=1001, last=1100)
    dog = DogFactory.create(owner=owner)
    RabiesCertificateFactory.create(dog=dog)
    WorkingProofFactory.create(dog=dog)
    page = scriptless.new_page()
    page.goto("/counter/")
    fill(page, {"Username or e-mail": clerk.username, "Password": PASSWORD})
    page.get_by_role("button", name="Sign in").click()
    fill(page, {"Find an owner or a dog": "rex"})
    page.get_by_role("button", name="Find").click()
    calm(page)
    page.get_by_role("link", name="License Rex").click()
    expect(price(page)).to_contain_text("Nothing to pay")
    page.get_by_label("Proof of a working dog").select_option(label="Not a working dog")
    fill(page, {"Cash handed over": "50"})
    page.get_by_role("button", name="Show the price").click()
    sees_total(page, "21.00")
    expect(price(page)).to_contain_text("Change $29.00")
    calm(page)
    assert issue(page) == "1001"
    assert "1001" in paper(page, "Print the license")
    assert License.objects.get().receipt.total == 21
