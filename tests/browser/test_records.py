"""The pages of people, dogs and papers on a desk, a tablet and a telephone, and with the script off."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, FilePayload, Page, expect
from pytest_django import Settings

from licensing.models import Dog, Owner, RabiesCertificate
from office.models import User
from tests.browser.calm import axe_finds, dressed
from tests.browser.conftest import SignIn, sign_in
from tests.factories import (
    AlterationProofFactory,
    DogFactory,
    EarlierLicenseFactory,
    OwnerFactory,
    RabiesCertificateFactory,
)
from tests.licensing.cases import pdf, picture

pytestmark = pytest.mark.django_db(transaction=True)
WIDTHS = {"desk": 1280, "tablet": 820, "phone": 390}
PAGES = [
    "/owners/new", "/owners/{owner}/", "/owners/{owner}/edit", "/owners/{owner}/dogs/new",
    "/dogs/{dog}/", "/dogs/{dog}/edit",
    "/dogs/{dog}/report", "/dogs/{dog}/papers/rabies-certificate/new", "/dogs/{dog}/papers/rabies-statement/new",
    "/dogs/{dog}/papers/alteration-proof/new", "/dogs/{dog}/papers/working-proof/new",
]  # fmt: skip


@pytest.fixture
def dog(owner: Owner) -> Dog:
    """A dog of a household with everything on file."""
    rex = DogFactory.create(owner=owner, altered=True, chip="985 112 003 456 789", markings="One blue eye")
    EarlierLicenseFactory.create(dog=rex, expires=date(2027, 5, 31))
    AlterationProofFactory.create(dog=rex)
    RabiesCertificateFactory.create(dog=rex, vaccinated_on=date(2023, 5, 1), expires=date(2026, 5, 1))
    sean = OwnerFactory.create(town=owner.town, first_name="Sean", last_name="O’Brien", street=owner.street)
    DogFactory.create(owner=sean, name="Fionn", breed="Labrador Retriever", color="black")
    DogFactory.create(owner=owner, name="Shep", status=Dog.Status.DEAD, status_on=date(2025, 1, 2))
    Dog.objects.filter(pk=rex.pk).update(color="tricolor")
    return rex


@pytest.fixture
def desk(signed_in: SignIn, clerk: User, settings: Settings, tmp_path: Path) -> Page:
    """The clerk's browser."""
    settings.MEDIA_ROOT = tmp_path
    return signed_in(clerk)


@pytest.fixture
def plain(scriptless: BrowserContext, clerk: User, base_url: str, settings: Settings, tmp_path: Path) -> Page:
    """The clerk's browser with the script off."""
    settings.MEDIA_ROOT = tmp_path
    return sign_in(scriptless, clerk, base_url)


def faults(page: Page) -> list[str]:
    """What axe finds, and what stands outside the screen."""
    dressed(page)
    outside = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return axe_finds(page) + ([f"{page.url} is {outside} too wide"] if outside > 0 else [])


@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS.keys())
def test_every_page_fits_and_axe_finds_nothing(desk: Page, dog: Dog, width: int) -> None:
    desk.set_viewport_size({"width": width, "height": 900})
    found = []
    for address in PAGES:
        desk.goto(address.format(owner=dog.owner_id, dog=dog.pk))
        found += faults(desk)
    assert found == []


@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS.keys())
def test_a_refusal_and_a_question_fit_and_axe_finds_nothing(desk: Page, dog: Dog, width: int) -> None:
    desk.set_viewport_size({"width": width, "height": 900})
    desk.goto(f"/owners/{dog.owner_id}/dogs/new")
    desk.get_by_role("button", name="Save and license").click()
    expect(desk.get_by_role("alert")).to_be_focused()
    found = faults(desk)
    desk.goto(f"/owners/new?household={dog.owner_id}")
    desk.get_by_label("First name").fill("Maev")
    desk.get_by_label("Last name").fill("Obrian")
    desk.get_by_role("button", name="Save and add a dog").click()
    expect(desk.get_by_role("alert")).to_contain_text("Maeve O’Brien")
    assert found + faults(desk) == []


def test_an_owner_a_dog_and_a_certificate_without_script(plain: Page, owner: Owner) -> None:
    plain.goto("/owners/new")
    for label, typed in (
        ("First name", "Nora"), ("Last name", "Newcomer"), ("House number", "7 Mill Road"), ("City", "Wingdale"),
        ("ZIP code", "12594"),
    ):  # fmt: skip
        plain.get_by_label(label).fill(typed)
    plain.get_by_role("button", name="Save and add a dog").click()
    plain.get_by_label("Name").fill("Bella")
    plain.get_by_text("Female").click()
    plain.get_by_label("Breed").fill("Beagle")
    plain.get_by_label("Color").fill("tan")
    plain.get_by_role("button", name="Save", exact=True).click()
    plain.get_by_role("link", name="File a rabies certificate").click()
    plain.get_by_label("Vaccinated on").fill("2026-01-10")
    plain.get_by_label("Next vaccination due by").fill("2029-01-10")
    photograph: FilePayload = {"name": "IMG_1.HEIC", "mimeType": "image/heic", "buffer": picture("HEIF")}
    plain.get_by_label("Scan or photograph").set_input_files(photograph)
    plain.get_by_role("button", name="File the paper").click()
    expect(plain.get_by_role("alert")).to_contain_text("Veterinarian")
    plain.get_by_label("Veterinarian").fill("Dr. J. Reyes")
    plain.get_by_role("button", name="File the paper").click()
    expect(plain.get_by_role("heading", level=1)).to_have_text("Bella")
    plain.get_by_role("link", name="Look at the scan").click()
    expect(plain.locator("img")).to_be_visible()
    assert RabiesCertificate.objects.get().dog.owner.name == "Nora Newcomer"


def test_the_enter_key_in_a_question_asks_again_and_the_button_saves(desk: Page, dog: Dog) -> None:
    desk.goto(f"/owners/{dog.owner_id}/dogs/new")
    desk.get_by_label("Name").fill("Rex")
    desk.get_by_text("Female").click()
    desk.get_by_label("Breed").fill("Beagle")
    desk.get_by_label("Color").fill("tan")
    desk.get_by_label("Color").press("Enter")
    desk.get_by_label("Color").press("Enter")
    expect(desk.get_by_role("button", name="Yes, save it so")).to_be_visible()
    assert Dog.objects.filter(name="Rex").count() == 1
    desk.get_by_role("button", name="Yes, save it so").click()
    expect(desk).to_have_url(f"/licenses/new?dog={Dog.objects.latest('pk').pk}")


def test_a_double_click_files_one_paper(desk: Page, dog: Dog) -> None:
    before = RabiesCertificate.objects.count()
    desk.goto(f"/dogs/{dog.pk}/papers/rabies-certificate/new")
    desk.get_by_label("Vaccinated on").fill("2026-01-11")
    desk.get_by_label("Next vaccination due by").fill("2029-01-11")
    desk.get_by_label("Veterinarian").fill("Dr. J. Reyes")
    paper: FilePayload = {"name": "paper.pdf", "mimeType": "application/pdf", "buffer": pdf()}
    desk.get_by_label("Scan or photograph").set_input_files(paper)
    desk.get_by_role("button", name="File the paper").dblclick()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Rex")
    assert RabiesCertificate.objects.count() == before + 1
