"""Kennels at the counter: licensed and revoked in Chestertown, and none in Dover."""

from __future__ import annotations

from datetime import date

import pytest
from playwright.sync_api import expect

from licensing.models import Owner
from office.models import Town, User
from tests.browser.calm import calm
from tests.browser.conftest import SignIn
from tests.browser.steps import fill, paper, price, sees_total
from tests.factories import DogFactory, OwnerFactory, UserFactory
from tests.licensing.kennels import business, license_business

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def operator(chestertown: Town) -> Owner:
    return DogFactory.create(owner__town=chestertown, owner__last_name="Wickes", name="Duke").owner


def test_a_kennel_is_licensed_by_the_clerk_and_revoked_by_the_warden(
    operator: Owner, chestertown: Town, clerk_of_chestertown: User, signed_in: SignIn
) -> None:
    page = signed_in(clerk_of_chestertown)
    page.goto(f"/owners/{operator.pk}/")
    page.get_by_role("link", name="Add a kennel or pet shop").click()
    calm(page)
    fill(page, {"Name": "High Street Kennels", "Location": "9 High Street", "Dogs to be housed, at most": "30"})
    page.get_by_role("button", name="Save and license").click()
    calm(page)
    sees_total(page, "52.50")
    page.get_by_label("License year").select_option("2026")
    sees_total(page, "35.00")
    expect(price(page)).to_contain_text("§ 68-6B(2)")
    fill(page, {"Cash handed over": "40"})
    page.get_by_role("button", name="Take payment and issue").click()
    expect(page.get_by_text("Change $5.00")).to_be_visible()
    calm(page)
    assert "Dogs at most" in paper(page, "Print 1")
    page.get_by_role("button", name="Include in the kennel").click()
    expect(page.get_by_text("1 of 30 authorized")).to_be_visible()
    calm(page)
    address = page.url

    page = signed_in(UserFactory.create(town=chestertown, role="officer"))
    page.goto(address)
    page.get_by_role("link", name="Revoke license 1").click()
    calm(page)
    page.get_by_label("Reason").fill("No water for the dogs")
    page.get_by_role("button", name="Revoke the license").click()
    expect(page.get_by_text("License revoked; another one is required")).to_be_visible()
    calm(page)
    page.get_by_role("link", name="Kennels and pet shops").first.click()
    expect(page.get_by_role("row", name="High Street Kennels")).to_contain_text("1 of 30")
    calm(page)


def test_dovers_page_says_why_there_is_no_kennel_license(clerk: User, owner: Owner, signed_in: SignIn) -> None:
    page = signed_in(clerk)
    page.goto(f"/owners/{owner.pk}/")
    expect(page.get_by_role("link", name="Add a kennel or pet shop")).to_have_count(0)
    page.get_by_role("link", name="Why no kennel or pet shop is licensed here").click()
    expect(page.get_by_text("There is no kennel license in Dover")).to_contain_text("Licensing ¶ H")
    expect(page.get_by_text("There is no pet shop license in Dover")).to_be_visible()
    calm(page)


def test_a_kennel_is_carried_over_for_a_dollar_and_a_pet_shop_is_licensed(
    operator: Owner, clerk_of_chestertown: User, signed_in: SignIn
) -> None:
    kennel = business(operator, by=clerk_of_chestertown)
    license_business(kennel, by=clerk_of_chestertown, on=date(2026, 6, 12))
    OwnerFactory.create(town=operator.town, first_name="Cal", last_name="Buyer")
    page = signed_in(clerk_of_chestertown)
    page.goto(f"/businesses/{kennel.pk}/")
    page.get_by_role("link", name="Transfer license 1").click()
    calm(page)
    page.get_by_role("searchbox").fill("cal buyer")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name="Cal Buyer").click()
    sees_total(page, "1.00")
    fill(page, {"Cash handed over": "1"})
    calm(page)
    page.get_by_role("button", name="Take payment and transfer").click()
    expect(page.get_by_role("group", name="Table of licenses")).to_contain_text("Transferred to Cal Buyer")
    calm(page)

    page.goto(f"/owners/{operator.pk}/")
    page.get_by_role("link", name="Add a kennel or pet shop").click()
    page.get_by_label("Kind").select_option("Pet shop")
    fill(page, {"Name": "Cross Street Pets", "Location": "3 Cross Street"})
    page.get_by_role("button", name="Save and license").click()
    page.get_by_label("License year").select_option("2026")
    sees_total(page, "25.00")
    fill(page, {"Cash handed over": "25"})
    page.get_by_role("button", name="Take payment and issue").click()
    expect(page.get_by_role("link", name="Print 3")).to_be_visible()
    calm(page)
