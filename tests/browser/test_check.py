"""The residents' window on a telephone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, ViewportSize, expect

from licensing.codes import code_of
from licensing.models import License
from office.models import Town
from tests.browser.calm import axe_finds, fits
from tests.factories import DogFactory, EarlierLicenseFactory, TagFactory

pytestmark = pytest.mark.django_db(transaction=True)
PHONE: ViewportSize = {"width": 320, "height": 640}


@pytest.fixture
def licensed(dover: Town, chestertown: Town) -> License:
    """Tag 1042, licensed for a hundred days more; the other town is there too."""
    dog = DogFactory.create(owner__town=dover, owner__last_name="O’Brien")
    expires = timezone.localdate() + timedelta(days=100)
    return EarlierLicenseFactory.create(
        dog=dog, number=2041, expires=expires, tag=TagFactory.create(dog=dog, number=1042)
    )


@pytest.fixture
def phone(browser: Browser, base_url: str) -> Iterator[Page]:
    """A small telephone whose browser runs no script."""
    with browser.new_context(viewport=PHONE, java_script_enabled=False, base_url=base_url) as context:
        yield context.new_page()


def test_by_tag_on_a_phone_without_script(licensed: License, phone: Page) -> None:
    phone.goto("/check/")
    phone.get_by_text("Town of Dover, New York").click()
    phone.get_by_label("Number on the tag").fill("1042")
    phone.get_by_label("Owner’s last name or ZIP code").fill("obrien")
    phone.get_by_role("button", name="Check the tag").click()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Licensed until")


def test_by_the_printed_code_on_a_phone_without_script(licensed: License, phone: Page) -> None:
    phone.goto("/check/")
    phone.get_by_label("Code on the license").fill(code_of("dover", licensed.number).lower())
    phone.get_by_role("button", name="Check the code").click()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Licensed until")
    phone.goto("/check/0000-0000-0000-0000/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("No license found")


@pytest.mark.parametrize("state", ["asked", "refused", "licensed", "not current", "nobody", "wait"])
def test_axe_finds_nothing_and_all_fits_a_narrow_screen(
    state: str, licensed: License, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.set_viewport_size(PHONE)
    if state == "not current":
        License.objects.update(starts="2020-01-01", expires="2020-12-31")
    if state == "wait":
        monkeypatch.setattr("dover_dogs.window.views.wait_before", lambda *_, **__: 90)
    codes = {"asked": "", "refused": "", "nobody": "0000/"}
    page.goto("/check/" + codes.get(state, code_of("dover", licensed.number) + "/"))
    if state == "refused":
        page.get_by_role("button", name="Check the tag").click()
        expect(page.get_by_role("alert")).to_be_visible()
    assert axe_finds(page) == []
    assert fits(page)
