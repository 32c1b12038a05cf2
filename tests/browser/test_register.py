"""A register taken over in Dover: sent, its columns matched, tried, taken over, and found again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, FilePayload, Page, expect

from licensing.models import Dog, ImportRun
from office.models import Town, User
from tests.browser.calm import calm, fits
from tests.browser.conftest import SignIn, sign_in
from tests.factories import UserFactory
from tests.licensing.registers import DOG, PERSON, WHOLE, sent, table, tried
from tests.licensing.test_register_reading import workbook

pytestmark = pytest.mark.django_db(transaction=True)
WIDTHS = {1280: 800, 820: 1180, 390: 844}
CONTENT = table(WHOLE, WHOLE | {"first_name": "Al", "breed": ""}).replace(b"dog_name", b"Pooch")

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def send(page: Page) -> None:
    """Send the file, of which one column has a name that nobody knows."""
    page.goto("/register/")
    calm(page)
    file: FilePayload = {"name": "dogs.csv", "mimeType": "text/csv", "buffer": CONTENT}
    page.get_by_label("File of the register").set_input_files(file)
    page.get_by_role("button", name="Send the file").click()


def test_a_register_is_matched_tried_and_taken_over(dover: Town, manager: User, signed_in: SignIn) -> None:
    page = signed_in(manager)
    send(page)
    expect(page.get_by_label("tag_number")).to_have_value("tag_number")
    expect(page.get_by_role("row", name=re.compile("Pooch"))).to_contain_text("Bella")
    calm(page)
    page.get_by_label("Pooch").select_option("Dog’s name")
    page.get_by_role("button", name="Try it").click()
    expect(page.get_by_role("row", name="3 Breed: This is blank")).to_be_visible()
    assert not Dog.objects.exists()
    calm(page)
    page.get_by_role("button", name="Take it over").click()
    expect(page.get_by_role("status")).to_contain_text("Taken over on June 15, 2026")
    calm(page)
    assert Dog.objects.get().name == "Bella"
    send(page)
    expect(page.get_by_text("This file was sent before")).to_be_visible()
    assert ImportRun.objects.count() == 1


def test_without_script_a_button_reads_on(
    dover: Town, manager: User, scriptless: BrowserContext, base_url: str
) -> None:
    page = sign_in(scriptless, manager, base_url)
    send(page)
    page.get_by_label("Pooch").select_option("Dog’s name")
    page.get_by_role("button", name="Try it").click()
    page.get_by_role("button", name="Read on").click()
    page.get_by_role("button", name="Take it over").click()
    page.get_by_role("button", name="Read on").click()
    expect(page.get_by_role("status")).to_contain_text("Taken over on")
    assert Dog.objects.get().name == "Bella"


def test_a_register_in_excel_is_taken_over(chestertown: Town, signed_in: SignIn) -> None:
    page = signed_in(UserFactory.create(town=chestertown, role="manager"))
    page.goto("/register/")
    line = PERSON | DOG | {"state": "MD", "zip_code": "21620"}
    book: FilePayload = {"name": "dogs.xlsx", "mimeType": XLSX, "buffer": workbook(tuple(line), tuple(line.values()))}
    page.get_by_label("File of the register").set_input_files(book)
    page.get_by_role("button", name="Send the file").click()
    expect(page.get_by_label("dog_name")).to_have_value("dog_name")
    calm(page)
    page.get_by_role("button", name="Try it").click()
    page.get_by_role("button", name="Take it over").click()
    expect(page.get_by_role("status")).to_contain_text("Taken over on June 15, 2026")
    calm(page)
    assert Dog.objects.get().owner.town == chestertown


@pytest.mark.parametrize("width", WIDTHS)
def test_the_pages_of_the_register_fit(dover: Town, manager: User, signed_in: SignIn, width: int) -> None:
    matching, checked = sent(table(WHOLE), manager), tried(table(WHOLE, WHOLE | {"street": ""}), manager)
    page = signed_in(manager)
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    for address in ("/register/", f"/register/{matching.pk}/match", f"/register/{checked.pk}/"):
        page.goto(address)
        calm(page)
        assert fits(page), address
