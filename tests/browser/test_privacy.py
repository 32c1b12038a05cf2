"""A confidential address is opened with a reason that is kept; the public records leave it out."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from licensing.models import Owner, PublicExport
from office.models import Resolution, Town, User
from tests.browser.calm import calm
from tests.browser.conftest import SignIn
from tests.browser.steps import fill
from tests.factories import DogFactory, OwnerFactory, TagBoxFactory, UserFactory
from tests.licensing.issuing import issue

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_clerk_opens_a_confidential_address_with_a_reason_and_the_inspector_reads_who_did(
    chestertown: Town, clerk_of_chestertown: User, signed_in: SignIn
) -> None:
    owner = OwnerFactory.create(town=chestertown, last_name="Wickes", street="9 Hidden Lane")
    page = signed_in(clerk_of_chestertown)
    page.goto(f"/owners/{owner.pk}/")
    page.get_by_role("link", name="Keep the address confidential").click()
    fill(page, {"Why": "Safe at Home, no. 7"})
    calm(page)
    page.get_by_role("button", name="Keep the address confidential").click()
    page.goto("/counter/?q=wickes")
    expect(page.get_by_text("Wickes", exact=False).first).to_be_visible()
    expect(page.get_by_text("9 Hidden Lane")).not_to_be_visible()
    page.goto(f"/owners/{owner.pk}/")
    expect(page.get_by_text("Address confidential")).to_be_visible()
    page.get_by_role("link", name="Open it").click()
    page.get_by_role("button", name="Open the address").click()
    expect(page.get_by_role("alert")).to_be_visible()
    fill(page, {"Why": "Mails the license"})
    page.get_by_role("button", name="Open the address").click()
    expect(page.get_by_text("9 Hidden Lane")).to_be_visible()
    calm(page)

    page = signed_in(UserFactory.create(town=chestertown, role="inspector"))
    page.goto(f"/owners/{owner.pk}/")
    expect(page.get_by_text("Mails the license")).to_be_visible()
    expect(page.get_by_text("9 Hidden Lane")).not_to_be_visible()
    calm(page)


def test_a_manager_gives_out_the_public_records_with_who_asked_and_why(
    resolution: Resolution, owner: Owner, clerk: User, manager: User, signed_in: SignIn
) -> None:
    TagBoxFactory.create(town=owner.town)
    issue(DogFactory.create(owner=owner), by=clerk)
    hidden = OwnerFactory.create(town=owner.town, last_name="Hidden", confidential=True)
    issue(DogFactory.create(owner=hidden, name="Shadow"), by=clerk)
    page = signed_in(manager)
    page.goto("/records/public/")
    page.get_by_role("button", name="Record this and download").click()
    expect(page.get_by_role("alert")).to_be_visible()
    calm(page)
    fill(page, {"Who asks for them": "The Dover Gazette", "For what purpose": "Names of dogs"})
    with page.expect_download() as given:
        page.get_by_role("button", name="Record this and download").click()
    table = Path(given.value.path()).read_text(encoding="utf-8-sig")
    assert given.value.suggested_filename == "dover-public-records-2026-06-15.csv"
    assert ("Rex" in table, owner.street in table) == (True, True)
    assert not any(words in table for words in (owner.telephone, owner.email, "Shadow", "Hidden"))
    page.goto("/records/public/")
    expect(page.get_by_role("row", name="The Dover Gazette")).to_contain_text("Names of dogs")
    assert PublicExport.objects.get().rows == 1
