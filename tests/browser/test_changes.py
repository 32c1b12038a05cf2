"""What owners report, and dogs that change hands, as a clerk records it in a browser."""

from __future__ import annotations

from datetime import date

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from licensing.models import Dog, Owner
from office.models import Resolution, Town, User
from tests.browser.calm import calm, fits
from tests.browser.conftest import SignIn, sign_in
from tests.browser.steps import fill, issue, issued, paper, price, sees_total
from tests.factories import (
    DogFactory,
    EarlierLicenseFactory,
    OwnerFactory,
    RabiesCertificateFactory,
    TagBoxFactory,
    TagFactory,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def rex(owner: Owner, resolution: Resolution) -> Dog:
    """A dog of Dover with number 412, licensed to November."""
    dog = DogFactory.create(owner=owner, name="Rex")
    TagBoxFactory.create(town=resolution.town, first=1001, last=1100)
    EarlierLicenseFactory.create(dog=dog, number=77, tag=TagFactory.create(dog=dog, number=412))
    RabiesCertificateFactory.create(dog=dog)
    return dog


def choose(page: Page, label: str) -> None:
    """Press the label: the button itself is drawn beside it."""
    page.locator("label", has_text=label).click()


def told_sold(page: Page, dog: Dog, happened: str) -> None:
    """Report the dog as sold."""
    page.goto(f"/dogs/{dog.pk}/")
    page.get_by_role("link", name="Report sold, lost, dead or gone").click()
    calm(page)
    choose(page, "Sold or given away")
    fill(page, {"It happened on": happened})
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Who has {dog.name} now?")
    calm(page)


def test_a_dog_sold_in_dover_is_licensed_anew_under_its_number(rex: Dog, clerk: User, signed_in: SignIn) -> None:
    page = signed_in(clerk)
    told_sold(page, rex, "2026-06-01")
    page.get_by_role("link", name="Add a new person").click()
    fill(page, {"First name": "Nia", "Last name or organization": "New", "House number and street": "3 Oak Street"})
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rex goes to Nia New")
    expect(page.get_by_text("Licensing ¶ F")).to_be_visible()
    expect(page.get_by_label("It happened on")).to_have_value("2026-06-01")
    calm(page)
    page.get_by_role("button", name="Record, and go on to the new license").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("License for Rex")
    sees_total(page, "21.00")
    expect(price(page)).to_contain_text("June 15, 2026 to June 30, 2027")
    fill(page, {"Cash handed over": "21"})
    assert issue(page) == "412"


def test_the_sold_dogs_page_tells_the_sale_and_the_end_of_the_old_license(
    rex: Dog, clerk: User, signed_in: SignIn
) -> None:
    buyer = OwnerFactory.create(town=rex.town, first_name="Bea", last_name="Buyer")
    page = signed_in(clerk)
    told_sold(page, rex, "2026-05-21")
    fill(page, {"Name, telephone or address of the new owner": "buyer"})
    page.get_by_role("button", name="Find").click()
    calm(page)
    page.get_by_role("link", name=buyer.name).click()
    page.get_by_role("button", name="Record, and go on").click()
    page.goto(f"/dogs/{rex.pk}/")
    expect(page.get_by_role("group", name="Table of what was reported")).to_contain_text("late, due by June 1, 2026")
    expect(page.get_by_role("group", name="Table of licenses")).to_contain_text("ended")
    calm(page)


def test_a_license_is_transferred_in_chestertown(
    chestertown: Town, clerk_of_chestertown: User, signed_in: SignIn
) -> None:
    dog = DogFactory.create(owner__town=chestertown, name="Bella")
    tag = TagFactory.create(dog=dog, number=500, license_year=2025)
    EarlierLicenseFactory.create(dog=dog, tag=tag, license_year=2025, expires=date(2026, 6, 30))
    OwnerFactory.create(town=chestertown, first_name="Cal", last_name="Buyer")
    page = signed_in(clerk_of_chestertown)
    told_sold(page, dog, "2026-06-14")
    fill(page, {"Name, telephone or address of the new owner": "cal buyer"})
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name="Cal Buyer").click()
    sees_total(page, "1.00")
    expect(price(page)).to_contain_text("§ 68-6E(1)")
    fill(page, {"Cash handed over": "5"})
    calm(page)
    page.get_by_role("button", name="Take payment and transfer").click()
    assert issued(page) == "500"
    expect(page.get_by_text("Change $4.00")).to_be_visible()
    assert "Cal Buyer" in paper(page, "Print the license")


def test_a_tag_is_made_anew_in_dover(rex: Dog, clerk: User, signed_in: SignIn) -> None:
    page = signed_in(clerk)
    page.goto(f"/dogs/{rex.pk}/")
    page.get_by_role("link", name="New tag").click()
    sees_total(page, "3.00")
    expect(price(page)).to_contain_text("Identification ¶ C")
    choose(page, "Damaged")
    fill(page, {"Check": "3", "Check number": "1077"})
    calm(page)
    page.get_by_role("button", name="Take payment").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Receipt 1")
    assert "412" in paper(page, "Print the receipt")
    page.goto("/tags/412/")
    expect(page.get_by_text("June 15, 2026, damaged")).to_be_visible()
    calm(page)


def test_a_dog_is_lost_and_found_without_script(
    scriptless: BrowserContext, rex: Dog, clerk: User, base_url: str
) -> None:
    page = sign_in(scriptless, clerk, base_url)
    page.goto(f"/dogs/{rex.pk}/report")
    choose(page, "Lost")
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_text("Lost or stolen since June 15, 2026.")).to_be_visible()
    page.get_by_role("link", name="Report back or otherwise").click()
    expect(page.get_by_label("Back with its owner")).to_be_checked()
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_text("Lost or stolen since June 15, 2026.")).not_to_be_visible()
    rows = page.get_by_role("group", name="Table of what was reported").get_by_role("row")
    expect(rows).to_have_count(3)


def test_the_pages_of_stock_and_reports_fit_a_telephone(rex: Dog, owner: Owner, clerk: User, signed_in: SignIn) -> None:
    page = signed_in(clerk)
    page.set_viewport_size({"width": 360, "height": 740})
    for address in (
        "/tags/", "/tags/412/", "/tags/spoil", f"/owners/{owner.pk}/report", f"/dogs/{rex.pk}/replace-tag",
        f"/dogs/{rex.pk}/new-owner?q=x", f"/dogs/{rex.pk}/license-from-elsewhere", f"/dogs/{rex.pk}/report",
    ):  # fmt: skip
        page.goto(address)
        calm(page)
        assert fits(page), address


def test_a_dog_is_stolen_and_another_dies_and_neither_is_due(rex: Dog, clerk: User, signed_in: SignIn) -> None:
    bella = DogFactory.create(owner=rex.owner, name="Bella")
    page = signed_in(clerk)
    for dog, event, said in (
        (rex, "Stolen", "Lost or stolen since June 10, 2026."),
        (bella, "Died", "Dead since June 10, 2026."),
    ):
        page.goto(f"/dogs/{dog.pk}/report")
        choose(page, event)
        fill(page, {"It happened on": "2026-06-10"})
        calm(page)
        page.get_by_role("button", name="Record").click()
        expect(page.get_by_text(said)).to_be_visible()
        calm(page)
    rows = page.get_by_role("group", name="Table of what was reported")
    expect(rows).to_contain_text("Died")
    page.goto("/due/")
    expect(page.get_by_role("link", name="Bella")).to_have_count(0)


def test_an_owner_moves_within_town_late_and_then_leaves_with_the_dog(rex: Dog, clerk: User, signed_in: SignIn) -> None:
    page = signed_in(clerk)
    page.goto(f"/owners/{rex.owner_id}/")
    page.get_by_role("link", name="Report moved").click()
    choose(page, "New address in town")
    fill(page, {"It happened on": "2026-05-21", "New house number and street": "3 Oak Street", "City": "Wingdale"})
    fill(page, {"State": "NY", "ZIP code": "12594"})
    calm(page)
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_text("3 Oak Street").first).to_be_visible()
    expect(page.get_by_role("region", name="Reported")).to_contain_text("late, due by June 1, 2026")
    calm(page)
    page.goto(f"/owners/{rex.owner_id}/report")
    choose(page, "Left town")
    page.get_by_role("button", name="Record").click()
    page.goto(f"/dogs/{rex.pk}/")
    expect(page.get_by_text("Moved away since June 15, 2026.")).to_be_visible()
    calm(page)


def test_a_license_from_elsewhere_becomes_chestertowns_own(
    chestertown: Town, clerk_of_chestertown: User, signed_in: SignIn
) -> None:
    TagBoxFactory.create(town=chestertown, first=601, last=700)
    dog = DogFactory.create(owner__town=chestertown, name="Bella")
    page = signed_in(clerk_of_chestertown)
    page.goto(f"/dogs/{dog.pk}/license-from-elsewhere")
    fill(page, {"Place that issued it": "Easton", "Its number": "77", "Its last day": "2026-12-31"})
    fill(page, {"Cash handed over": "1"})
    calm(page)
    page.get_by_role("button", name="Take payment and issue").click()
    assert issued(page) == "601"
    assert "Easton" in paper(page, "Print the license")
