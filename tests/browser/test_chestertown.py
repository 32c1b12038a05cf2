"""Chestertown's licenses at the counter: in time, and late with half the fee on top."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from playwright.sync_api import expect

from licensing.models import Dog
from office.models import Town, User
from tests.browser.conftest import SignIn
from tests.browser.steps import fill, issue, paper, price, sees_total, to_license
from tests.factories import DogFactory, RabiesCertificateFactory, TagBoxFactory

pytestmark = pytest.mark.django_db(transaction=True)


def a_dog(town: Town, **facts: Any) -> Dog:
    """A dog of the town with its rabies certificate."""
    dog = DogFactory.create(owner__town=town, owner__last_name="Wickes", name="Duke", **facts)
    RabiesCertificateFactory.create(dog=dog)
    return dog


@pytest.fixture(autouse=True)
def tags(chestertown: Town) -> None:
    """Tags of the year that ends and of the one that comes."""
    TagBoxFactory.create(town=chestertown, license_year=2025, first=101, last=200)
    TagBoxFactory.create(town=chestertown, license_year=2026, first=601, last=700)


def test_a_first_license_in_time_for_the_coming_year(
    chestertown: Town, clerk_of_chestertown: User, signed_in: SignIn
) -> None:
    a_dog(chestertown)
    page = signed_in(clerk_of_chestertown)
    to_license(page, "wickes", "Duke")
    page.get_by_label("License for").select_option("2026")
    sees_total(page, "3.00")
    expect(price(page)).to_contain_text("In force July 1, 2026 to June 30, 2027")
    fill(page, {"Cash handed over": "5"})
    assert issue(page) == "601"
    expect(page.get_by_text("Change $2.00")).to_be_visible()
    assert "601" in paper(page, "Print the license")


def test_a_late_license_pays_half_the_fee_on_top_by_its_section(
    chestertown: Town, clerk_of_chestertown: User, signed_in: SignIn
) -> None:
    a_dog(chestertown, acquired_on=date(2025, 9, 10))
    page = signed_in(clerk_of_chestertown)
    to_license(page, "wickes", "Duke")
    page.get_by_label("License for").select_option("2025")
    penalty = price(page).get_by_role("row").filter(has_text="$1.50")
    expect(penalty).to_contain_text("§ 68-6")
    sees_total(page, "4.50")
    fill(page, {"Card": "4.50", "Terminal reference": "A-771"})
    assert issue(page) == "101"
    assert "1.50" in paper(page, "Print receipt 1")
