"""Set right what was wrong: wrong years in Dover, entered twice in Chestertown, a misfiled paper."""

from __future__ import annotations

import uuid

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from licensing.actions.changes import Report, report_change
from licensing.actions.voids import void_license
from licensing.facts import price
from licensing.models import Dog, License, Owner
from office.ledger import Back
from office.models import Resolution, Town, User
from tests.browser.calm import calm, fits
from tests.browser.conftest import SignIn, sign_in
from tests.browser.steps import fill, issued, paper, sees_total
from tests.factories import (
    TODAY,
    DogFactory,
    EarlierLicenseFactory,
    RabiesCertificateFactory,
    TagBoxFactory,
)
from tests.licensing.issuing import asked_for, cash, issue, noon

pytestmark = pytest.mark.django_db(transaction=True)
WIDTHS = {1280: 800, 820: 1180, 390: 844}


@pytest.fixture
def renewal(resolution: Resolution, owner: Owner, clerk: User) -> License:
    """Rex's renewal for one year, and Bella of the same household."""
    TagBoxFactory.create(town=owner.town)
    DogFactory.create(owner=owner, name="Bella")
    certificate = RabiesCertificateFactory.create(dog=DogFactory.create(owner=owner))
    EarlierLicenseFactory.create(dog=certificate.dog, expires=TODAY)
    return issue(certificate.dog, by=clerk, rabies=certificate)


def set_years_right(page: Page, license_: License) -> None:
    """Correct the license to two years, with or without script."""
    page.goto(f"/licenses/{license_.pk}/")
    page.get_by_role("link", name="Correct the license").click()
    calm(page)
    page.get_by_label("License for").select_option("2")
    page.get_by_label("What was wrong?").fill("Two years were asked for")
    page.get_by_role("button", name="Show the price").click()
    sees_total(page, "42.00")
    expect(page.get_by_text("To take: $21.00")).to_be_visible()
    calm(page)
    fill(page, {"Cash handed over": "25"})
    page.get_by_role("button", name="Issue in its place").click()
    issued(page)


def test_wrong_years_are_set_right_in_dover(renewal: License, clerk: User, signed_in: SignIn) -> None:
    page = signed_in(clerk)
    set_years_right(page, renewal)
    expect(page.get_by_text("Change $4.00")).to_be_visible()
    assert f"Corrected, replaces license {renewal.number}" in paper(page, "Print the license")
    page.get_by_role("link", name=f"License {renewal.number}", exact=True).first.click()
    expect(page.get_by_text("Corrected: Two years were asked for")).to_be_visible()
    assert "Void since June 15, 2026" in paper(page, "Print the license")
    calm(page)
    page.get_by_role("link", name="reversal 1").click()
    expect(page.get_by_text("Carried over to the corrected receipt: $21.00")).to_be_visible()
    calm(page)


def test_wrong_years_are_set_right_without_script(
    renewal: License, clerk: User, scriptless: BrowserContext, base_url: str
) -> None:
    set_years_right(sign_in(scriptless, clerk, base_url), renewal)
    assert License.objects.get(corrects=renewal).receipt.total == 42


def test_a_license_entered_twice_is_voided_in_chestertown(
    chestertown: Town, clerk_of_chestertown: User, signed_in: SignIn
) -> None:
    TagBoxFactory.create(town=chestertown)
    dog = RabiesCertificateFactory.create(dog__owner__town=chestertown).dog
    total = str(price(asked_for(dog, period=2025), town=chestertown, on=TODAY).quote.total)
    license_ = issue(dog, by=clerk_of_chestertown, period=2025, tender=cash(total))
    page = signed_in(clerk_of_chestertown)
    page.goto(f"/licenses/{license_.pk}/")
    page.get_by_role("link", name="Void the license").click()
    expect(page.get_by_text("the Code knows no refund")).to_be_visible()
    calm(page)
    page.get_by_text("Entered twice").click()
    page.get_by_label("What was wrong?").fill("The same application, typed again")
    page.get_by_role("button", name="Void the license").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Reversal 1")
    assert "The same application, typed again" in " ".join(paper(page, "Print the reversal").split())
    calm(page)
    page.get_by_role("link", name=f"receipt {license_.receipt.number}").click()
    expect(page.get_by_text("Reversed by reversal 1")).to_be_visible()
    calm(page)


def test_a_misfiled_certificate_goes_to_the_right_dog(renewal: License, clerk: User, signed_in: SignIn) -> None:
    page = signed_in(clerk)
    page.goto(f"/dogs/{renewal.dog_id}/")
    page.get_by_role("link", name="Correct the Rabies certificate to January 10, 2029").click()
    expect(page.get_by_text(f"License {renewal.number} stands on it")).to_be_visible()
    calm(page)
    page.get_by_label("What was wrong?").fill("It is Bella’s")
    page.get_by_text("For Bella").click()
    page.get_by_role("button", name="Take it off the file").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rabies certificate for Bella")
    calm(page)
    page.get_by_role("button", name="File the paper").click()
    expect(page.get_by_text("Filed for Bella")).to_be_visible()
    page.goto(f"/dogs/{renewal.dog_id}/")
    expect(page.get_by_text("June 15, 2026: It is Bella’s")).to_be_visible()
    calm(page)


def test_a_wrong_report_of_a_death_is_undone_and_stays_to_be_seen(
    renewal: License, clerk: User, signed_in: SignIn
) -> None:
    page = signed_in(clerk)
    report_change(
        dog=renewal.dog,
        report=Report(event="death", happened_on=TODAY, reported_on=TODAY),
        key=uuid.uuid4(),
        by=clerk,
        at=noon(),
    )
    page.goto(f"/dogs/{renewal.dog_id}/")
    page.get_by_role("link", name="Undo").click()
    calm(page)
    page.get_by_label("What was wrong?").fill("It was the neighbor’s Rex")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("It was the neighbor’s Rex").first).to_be_visible()
    expect(page.get_by_role("link", name="Renew")).to_have_count(0)
    assert Dog.objects.get(pk=renewal.dog_id).status == "here"
    calm(page)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_pages_of_what_was_set_right_fit(renewal: License, clerk: User, signed_in: SignIn, width: int) -> None:
    change = report_change(
        dog=renewal.dog,
        report=Report(event="loss", happened_on=TODAY, reported_on=TODAY),
        key=uuid.uuid4(),
        by=clerk,
        at=noon(),
    )
    given = {"why": "entered_twice", "reason": "Typed in twice", "back": Back(), "key": uuid.uuid4()}
    voided = void_license(license_=renewal, by=clerk, at=noon(), **given)  # type: ignore[arg-type]
    assert voided.reversal is not None
    page = signed_in(clerk)
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    papers = (f"/reversals/{voided.reversal.number}/", f"/receipts/{voided.receipt.number}/", f"/licenses/{voided.pk}/")
    for address in (f"/changes/{change.pk}/undo", *papers):
        page.goto(address)
        calm(page)
        assert fits(page), address


@pytest.mark.parametrize("width", WIDTHS)
def test_the_pages_that_set_right_fit(renewal: License, clerk: User, signed_in: SignIn, width: int) -> None:
    page = signed_in(clerk)
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    certificate = f"/dogs/{renewal.dog_id}/papers/rabies-certificate/{renewal.rabies_certificate_id}/correct"
    places = [f"/licenses/{renewal.pk}/{what}" for what in ("void", "correct")]
    for address in (*places, certificate, f"/receipts/{renewal.receipt.number}/reverse"):
        page.goto(address)
        calm(page)
        assert fits(page), address
