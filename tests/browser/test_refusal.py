"""A refusal stands at its field with its cure; after the cure the license is issued."""

from __future__ import annotations

from datetime import date

import pytest
from playwright.sync_api import Page, expect

from licensing.models import License, Owner
from office.models import Resolution, User
from tests.browser.calm import calm
from tests.browser.conftest import SignIn
from tests.browser.steps import ISSUE, fill, issue, open_license, price
from tests.factories import DogFactory, RabiesCertificateFactory, TagBoxFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def page(resolution: Resolution, owner: Owner, clerk: User, signed_in: SignIn) -> Page:
    """The license page of a dog whose certificate runs out in nine days."""
    TagBoxFactory.create(town=resolution.town)
    dog = DogFactory.create(owner=owner)
    RabiesCertificateFactory.create(dog=dog, vaccinated_on=date(2025, 6, 24), expires=date(2026, 6, 24))
    page = signed_in(clerk)
    open_license(page, dog)
    return page


def test_a_certificate_too_short_is_refused_at_its_field_with_section_and_cure(page: Page) -> None:
    refusal = page.locator("#refusal-rabies")
    expect(refusal).to_contain_text("AML § 109(1)(a)")
    expect(refusal).to_contain_text("July 1, 2026 or later")
    fill(page, {"Received from": "Nora O’Brien", "Check": "21", "Check number": "88"})
    page.get_by_role("button", name=ISSUE).click()
    expect(refusal).to_contain_text("AML § 109(1)(a)")
    expect(page.get_by_label("Received from")).to_have_value("Nora O’Brien")
    expect(page.get_by_label("Check number")).to_have_value("88")
    assert not License.objects.exists()
    calm(page)


def test_a_new_certificate_filed_from_there_leads_back_to_issue(page: Page) -> None:
    page.get_by_role("button", name="rabies certificate for Rex").click()
    calm(page)
    fill(page, {"Vaccinated on": "2026-06-12", "Next vaccination due by": "2029-06-12"})
    fill(page, {"Veterinarian": "Dr. J. Reyes"})
    page.get_by_role("button", name="File the paper").click()
    expect(page.get_by_role("status").first).to_contain_text("Filed for Rex")
    expect(page.locator("#refusal-rabies")).to_have_text("")
    fill(page, {"Cash handed over": "21"})
    expect(price(page)).to_contain_text("June 30, 2027")
    issue(page)
    assert str(License.objects.get().rabies_certificate.expires) == "2029-06-12"  # type: ignore[union-attr]


def test_an_amount_typed_wrong_is_refused_at_its_field_and_stays(page: Page) -> None:
    fill(page, {"Cash handed over": "abc"})
    page.get_by_role("button", name=ISSUE).click()
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.locator("#id_cash_error")).to_contain_text("like 12 or 12.50")
    expect(page.get_by_label("Cash handed over")).to_have_value("abc")
    calm(page)
