"""Dover's licenses at the counter: the first one, a renewal, a working dog."""

from __future__ import annotations

import re
from datetime import date

import pytest
from playwright.sync_api import expect

from licensing.models import License, Owner
from office.models import Resolution, User
from tests.browser.conftest import SignIn
from tests.browser.steps import fill, issue, open_license, paper, price, sees_total, to_license
from tests.factories import (
    AlterationProofFactory,
    DogFactory,
    EarlierLicenseFactory,
    OwnerFactory,
    RabiesCertificateFactory,
    TagBoxFactory,
    TagFactory,
    WorkingProofFactory,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def open_office(resolution: Resolution) -> None:
    """The office has fees and a box of tags."""
    TagBoxFactory.create(town=resolution.town, first=1001, last=1100)


def test_a_first_license_from_the_search_to_the_printed_papers(owner: Owner, clerk: User, signed_in: SignIn) -> None:
    dog = DogFactory.create(owner=owner, name="Rex", altered=True)
    RabiesCertificateFactory.create(dog=dog)
    AlterationProofFactory.create(dog=dog)
    page = signed_in(clerk)
    to_license(page, "obrian", "Rex")
    sees_total(page, "11.00")
    page.get_by_label("Proof of spaying or neutering").select_option(label="No proof shown")
    sees_total(page, "21.00")
    expect(price(page)).to_contain_text("Licensing ¶")
    page.get_by_label("Cash handed over").press_sequentially("50")
    expect(price(page)).to_contain_text("Change $29.00")
    assert issue(page) == "1001"
    assert "1001" in paper(page, "Print the license")
    assert "$21.00" in paper(page, re.compile("Print receipt"))


def test_a_renewal_for_two_years_keeps_the_number_and_follows_the_old_expiry(
    owner: Owner, clerk: User, signed_in: SignIn
) -> None:
    dog = DogFactory.create(owner=owner, name="Bella")
    tag = TagFactory.create(dog=dog, number=412)
    EarlierLicenseFactory.create(
        dog=dog, tag=tag, expires=date(2026, 6, 30), rabies_certificate__expires=date(2029, 1, 10)
    )
    page = signed_in(clerk)
    to_license(page, "412", "Bella")
    page.get_by_label("License for").select_option(label="2 years")
    expect(price(page)).to_contain_text("In force July 1, 2026 to June 30, 2028")
    sees_total(page, "42.00")
    fill(page, {"Check": "42", "Check number": "1077"})
    assert issue(page) == "412"
    expect(page.get_by_text("Renews")).to_be_visible()
    assert "1077" in paper(page, re.compile("Print receipt"))


def test_a_guide_dog_has_nothing_to_pay_and_is_marked(owner: Owner, clerk: User, signed_in: SignIn) -> None:
    dog = DogFactory.create(owner=owner, name="Sunny")
    RabiesCertificateFactory.create(dog=dog)
    WorkingProofFactory.create(dog=dog)
    page = signed_in(clerk)
    open_license(page, dog)
    expect(price(page)).to_contain_text("Nothing to pay")
    issue(page)
    marking = License.objects.get().marking
    assert "guide" in marking.lower()
    expect(page.get_by_text(marking, exact=True)).to_be_visible()
    assert marking.lower() in paper(page, "Print the license").lower()


def test_a_senior_pays_the_senior_rate_from_the_sixtieth_birthday(owner: Owner, clerk: User, signed_in: SignIn) -> None:
    Owner.objects.filter(pk=owner.pk).update(born=date(1966, 6, 15))
    younger = OwnerFactory.create(town=owner.town, born=date(1966, 6, 16))
    page = signed_in(clerk)
    for each, total in ((younger, "21.00"), (owner, "16.00")):
        dog = DogFactory.create(owner=each)
        RabiesCertificateFactory.create(dog=dog)
        open_license(page, dog)
        sees_total(page, total)
    expect(price(page)).to_contain_text("Senior")
    fill(page, {"Cash handed over": "16"})
    assert issue(page) == "1001"
    assert "$16.00" in paper(page, re.compile("Print receipt"))
