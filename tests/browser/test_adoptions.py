"""A dog leaves the shelter with its adopter, in both towns and without script."""

from __future__ import annotations

import re
from datetime import date

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from licensing.models import Adoption, Dog, Owner
from office.models import Resolution, Town, User
from tests.browser.calm import calm
from tests.browser.conftest import SignIn, sign_in
from tests.browser.steps import fill, issued, paper, price, sees_total
from tests.factories import DogFactory, OwnerFactory, TagBoxFactory, TagFactory

pytestmark = pytest.mark.django_db(transaction=True)
OF_AGE = "The adopter is 18 or older"
HOLD_OVER = "The hold is over"
CERTIFICATE = {
    "Vaccinated on": "2026-01-10",
    "Next vaccination due by": "2029-01-10",
    "Veterinarian": "Dr. J. Reyes",
}


@pytest.fixture
def adopter(resolution: Resolution) -> Owner:
    """Someone who has no dog yet, in a town with fees and tags."""
    TagBoxFactory.create(town=resolution.town, first=1001, last=1100)
    return OwnerFactory.create(town=resolution.town, first_name="Ana", last_name="Adopter")


def tick(page: Page, label: str) -> None:
    """Press the label of a box: the box itself is drawn beside it."""
    page.locator("label", has_text=label).click()


def new_dog(page: Page, adopter: Owner, **facts: str) -> None:
    """From the counter to the sheet of a dog that is not on record, and its facts."""
    page.goto("/counter/?q=adopter")
    page.get_by_role("link", name=re.compile("Adopts a dog")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Which dog does {adopter.name} adopt?")
    calm(page)
    page.get_by_role("link", name="A dog that is not on record").click()
    calm(page)
    fill(page, {"Name": "Bella", "Breed": "Beagle", "Color or colors": "tan", "Identity shown": "Passport"} | facts)
    tick(page, "Female")
    tick(page, HOLD_OVER)


def test_a_dover_dog_is_licensed_and_adopted_in_one_visit(adopter: Owner, clerk: User, signed_in: SignIn) -> None:
    page = signed_in(clerk)
    new_dog(page, adopter)
    expect(page.locator("#refusal-shown_of_age")).to_contain_text("Licensing ¶ G")
    tick(page, OF_AGE)
    expect(page.locator("#refusal-shown_of_age")).to_be_empty()
    fill(page, CERTIFICATE)
    sees_total(page, "21.00")
    expect(page.locator("#terms")).to_contain_text("Licensing ¶ G")
    fill(page, {"Cash handed over": "50"})
    expect(price(page)).to_contain_text("Change $29.00")
    calm(page)
    page.get_by_role("button", name="Take payment, license and adopt").click()
    assert issued(page) == "1001"
    assert "Ana Adopter" in paper(page, "Print the license")
    page.goto("/adoptions/")
    expect(page.get_by_role("row", name="Bella")).to_contain_text("License 1, tag 1001")
    calm(page)


def test_a_dog_of_record_keeps_its_number_without_script(
    adopter: Owner, owner: Owner, clerk: User, scriptless: BrowserContext, base_url: str
) -> None:
    TagFactory.create(dog=DogFactory.create(owner=owner, name="Rex"), number=412)
    page = sign_in(scriptless, clerk, base_url)
    page.goto(f"/owners/{adopter.pk}/adopt")
    fill(page, {"Tag, microchip, name of the dog or of its last owner": "412"})
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name="Rex").click()
    fill(page, {"Identity shown": "Passport"})
    tick(page, HOLD_OVER)
    tick(page, OF_AGE)
    page.get_by_text("File a rabies certificate with it").click()
    fill(page, CERTIFICATE | {"Cash handed over": "21"})
    page.get_by_role("button", name="Show the price").click()
    sees_total(page, "21.00")
    page.get_by_role("button", name="Take payment, license and adopt").click()
    assert issued(page) == "412"


def test_an_adopter_from_elsewhere_is_refused_without_the_number_and_then_recorded(
    adopter: Owner, clerk: User, signed_in: SignIn
) -> None:
    Owner.objects.filter(pk=adopter.pk).update(resident=False, born=date(1990, 1, 1))
    page = signed_in(clerk)
    new_dog(page, adopter)
    page.get_by_role("button", name="Record the adoption").click()
    expect(page.locator("#refusal-elsewhere_number")).to_contain_text("Licensing ¶ G")
    calm(page)
    fill(page, {"Town that licensed the dog": "Town of Amenia", "Number of its license there": "AM-12"})
    page.get_by_role("button", name="Record the adoption").click()
    expect(page.get_by_text("from Dover Plains animal shelter by")).to_contain_text("Town of Amenia, license AM-12")
    expect(page.get_by_text("Moved away since June 15, 2026.", exact=True)).to_be_visible()
    calm(page)
    assert Adoption.objects.get().dog.status == Dog.Status.MOVED


def test_in_chestertown_a_puppy_needs_no_license_and_a_grown_dog_a_prorated_one(
    chestertown: Town, clerk_of_chestertown: User, signed_in: SignIn
) -> None:
    TagBoxFactory.create(town=chestertown, license_year=2025, first=501, last=599)
    adopter = OwnerFactory.create(town=chestertown, first_name="Ana", last_name="Adopter")
    page = signed_in(clerk_of_chestertown)
    new_dog(page, adopter, **{"Date of birth": "2026-02-01"})
    expect(page.locator("#terms")).to_contain_text("Over six months old from August 2, 2026. § 68-6A")
    expect(price(page)).to_contain_text("nothing to pay")
    fill(page, {"Date of birth": "2023-02-01"} | CERTIFICATE)
    page.get_by_label("License for").select_option("2025")
    sees_total(page, "0.25")
    fill(page, {"Cash handed over": "1"})
    calm(page)
    page.get_by_role("button", name="Take payment, license and adopt").click()
    assert issued(page) == "501"
