"""Everything of the town as one file, from the manager's page."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

from office.models import Town
from tests.browser.calm import calm
from tests.browser.conftest import SignIn
from tests.browser.steps import fill
from tests.factories import EarlierLicenseFactory, OwnerFactory, UserFactory

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_manager_says_why_and_has_everything_of_the_town(
    chestertown: Town, dover: Town, signed_in: SignIn, tmp_path: Path
) -> None:
    license_ = EarlierLicenseFactory.create(dog__owner__town=chestertown, dog__name="Chessie")
    OwnerFactory.create(town=dover)
    page = signed_in(UserFactory.create(town=chestertown, role="manager"))
    page.goto("/counter/")
    page.get_by_role("link", name="More").click()
    calm(page)
    page.get_by_role("link", name="Everything of the town").click()
    calm(page)
    page.get_by_role("button", name="Record this and download").click()
    expect(page.get_by_text("This field is required.").first).to_be_visible()
    fill(page, {"For what purpose": "Hand-over to the county"})
    with page.expect_download() as download:
        page.get_by_role("button", name="Record this and download").click()
    assert download.value.suggested_filename == "chestertown-register-2026-06-15.zip"
    download.value.save_as(tmp_path / "all.zip")
    register = ZipFile(tmp_path / "all.zip").read("register.csv").decode("utf-8-sig")
    assert [(row["dog_name"], row["license_number"]) for row in csv.DictReader(io.StringIO(register))] == [
        ("Chessie", str(license_.number))
    ]
    page.reload()
    expect(page.get_by_role("rowheader", name="Hand-over to the county")).to_be_visible()
    calm(page)
