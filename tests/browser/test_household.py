"""A household at the counter in both towns: each dog still here, new papers, one bill, one payment, one receipt."""

from __future__ import annotations

import re
from datetime import date

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from licensing.models import Dog, License, Owner, RabiesCertificate
from office.models import Resolution, Town, User
from tests.browser.calm import calm, fits
from tests.browser.conftest import SignIn, sign_in
from tests.browser.steps import fill, paper
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
def home(resolution: Resolution, owner: Owner) -> Owner:
    """Rex and Bella are due, Bella's certificate has run out; Max is licensed for long; Daisy is due as well."""
    TagBoxFactory.create(town=owner.town, first=1001, last=1100)
    for number, name in enumerate(("Rex", "Bella", "Daisy"), start=7):
        dog = DogFactory.create(owner=owner, name=name)
        TagFactory.create(dog=dog, number=number)
        EarlierLicenseFactory.create(dog=dog, expires=date(2026, 7, 31))
    RabiesCertificate.objects.filter(dog__name="Bella").update(vaccinated_on=date(2023, 6, 1), expires=date(2026, 6, 1))
    EarlierLicenseFactory.create(dog=DogFactory.create(owner=owner, name="Max"), expires=date(2027, 5, 31))
    return owner


def section(page: Page, dog: str) -> Locator:
    """The part of the page that is about the dog."""
    return page.get_by_role("region", name=dog, exact=True)


def bill(page: Page) -> Locator:
    return page.get_by_role("region", name="Bill")


def to_household(page: Page, typed: str) -> None:
    """Find the household and renew all."""
    page.goto("/counter/")
    page.get_by_role("searchbox").press_sequentially(typed)
    page.get_by_role("link", name="Renew all").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Renew all dogs of the household")
    calm(page)


def test_in_dover_one_is_dead_one_has_a_new_certificate_and_one_is_left_out(
    home: Owner, clerk: User, signed_in: SignIn
) -> None:
    page = signed_in(clerk)
    to_household(page, "obrien")
    expect(bill(page)).to_contain_text("Max: Licensed to May 31, 2027; renewal opens April 1, 2027")
    expect(section(page, "Bella")).to_contain_text("The certificate ended on June 1, 2026")
    expect(section(page, "Rex").get_by_label("It happened on")).to_be_hidden()
    section(page, "Daisy").get_by_label("Still here?").select_option(label="Died")
    section(page, "Daisy").get_by_label("It happened on").fill("2026-06-10")
    expect(section(page, "Daisy").get_by_label("License for")).to_be_hidden()
    new_certificate(section(page, "Bella"))
    section(page, "Bella").get_by_label("License for").select_option("2")
    expect(bill(page).get_by_role("row", name="Total $63.00", exact=True)).to_be_visible()
    expect(bill(page)).to_contain_text("In force August 1, 2026 to July 31, 2028")
    fill(page, {"Cash handed over": "70"})
    expect(bill(page)).to_contain_text("Change $7.00")
    calm(page)
    page.get_by_role("button", name="Take payment and issue").click()
    on_receipt(page, "63.00", "7.00")
    assert {row.dog.name: row.expires for row in License.objects.filter(receipt__number=1).select_related("dog")} == {
        "Rex": date(2027, 7, 31),
        "Bella": date(2028, 7, 31),
    }
    assert Dog.objects.get(name="Daisy").status == "dead"


def test_a_proof_is_filed_on_the_way_and_what_was_typed_is_found_again(
    home: Owner, clerk: User, signed_in: SignIn
) -> None:
    page = signed_in(clerk)
    to_household(page, "obrien")
    fill(page, {"Check": "32", "Check number": "1042"})
    section(page, "Daisy").get_by_label("Still here?").select_option(label="Died")
    section(page, "Rex").get_by_role("button", name="proof of spaying or neutering for Rex").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Proof of spaying or neutering for Rex")
    calm(page)
    page.get_by_text("Veterinarian's certificate").click()
    page.get_by_label("Signed on").fill("2026-06-01")
    page.get_by_label("Signed by").fill("Dr. J. Reyes")
    page.get_by_role("button", name="File the paper").click()
    expect(page.get_by_role("status").first).to_contain_text("Filed for Rex")
    expect(page.get_by_label("Check number")).to_have_value("1042")
    expect(bill(page)).to_contain_text("Daisy: died")
    expect(bill(page).get_by_role("row", name="Total $11.00", exact=True)).to_be_visible()
    calm(page)


def test_enter_takes_the_payment(home: Owner, clerk: User, signed_in: SignIn) -> None:
    page = signed_in(clerk)
    page.goto(f"/owners/{home.pk}/renew")
    page.get_by_label("Cash handed over").fill("42")
    page.get_by_label("Cash handed over").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Receipt 1")


def new_certificate(at: Locator) -> None:
    """Tick the dog, open the part for a new certificate and fill it in."""
    at.get_by_text("Renew Bella").click()
    at.get_by_text("New rabies certificate").click()
    at.get_by_label("Vaccinated on").fill("2026-06-10")
    at.get_by_label("Next vaccination due by").fill("2029-06-10")
    at.get_by_label("Veterinarian").fill("Dr. J. Reyes")


def on_receipt(page: Page, total: str, change: str) -> None:
    """The receipt shows a part a dog, the change, and prints all licenses at one press."""
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"Receipt \d+"))
    calm(page)
    expect(page.get_by_role("row", name=f"Total ${total}", exact=True)).to_be_visible()
    expect(page.locator(".office-change")).to_have_text(f"Change ${change}")
    assert paper(page, "Print all licenses").count("Licensed until") >= 2
    assert f"Total ${total}" in paper(page, "Print the receipt")


def test_in_chestertown_two_dogs_have_their_tags_of_the_july_year(
    chestertown: Town, clerk_of_chestertown: User, signed_in: SignIn
) -> None:
    TagBoxFactory.create(town=chestertown, license_year=2026, first=601, last=700)
    owner = OwnerFactory.create(town=chestertown, last_name="Wickes")
    for name in ("Duke", "Earl"):
        dog = DogFactory.create(owner=owner, name=name)
        EarlierLicenseFactory.create(dog=dog, expires=date(2026, 6, 30), license_year=2025)
    page = signed_in(clerk_of_chestertown)
    to_household(page, "wickes")
    expect(bill(page)).to_contain_text("In force July 1, 2026 to June 30, 2027")
    fill(page, {"Cash handed over": "10"})
    expect(bill(page)).to_contain_text("Change $4.00")
    page.get_by_role("button", name="Take payment and issue").click()
    on_receipt(page, "6.00", "4.00")
    assert sorted(License.objects.filter(license_year=2026).values_list("tag__number", flat=True)) == [601, 602]


def test_without_script_the_price_is_shown_before_it_is_taken(
    home: Owner, clerk: User, scriptless: BrowserContext, base_url: str
) -> None:
    page = sign_in(scriptless, clerk, base_url)
    page.goto(f"/owners/{home.pk}/renew")
    section(page, "Daisy").get_by_text("Renew Daisy").click()
    page.get_by_role("button", name="Show the price").click()
    expect(bill(page).get_by_role("row", name="Total $21.00", exact=True)).to_be_visible()
    fill(page, {"Cash handed over": "21"})
    page.get_by_role("button", name="Take payment and issue").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Receipt 1")


@pytest.mark.parametrize("width", [1280, 820, 390])
def test_the_page_and_its_receipt_fit(home: Owner, clerk: User, signed_in: SignIn, width: int) -> None:
    RabiesCertificateFactory.create(dog=Dog.objects.get(name="Bella"))
    page = signed_in(clerk)
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"/owners/{home.pk}/renew")
    calm(page)
    assert fits(page)
    fill(page, {"Cash handed over": "63"})
    page.get_by_role("button", name="Take payment and issue").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Receipt 1")
    calm(page)
    assert fits(page)
