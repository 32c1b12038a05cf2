"""The pages of the counter on a desk, on a tablet and on a telephone: axe finds nothing, and nothing must be moved."""

from __future__ import annotations

from datetime import timedelta

import pytest

from licensing.models import License, Owner, PublicExport
from office.models import Resolution, Town, TownExport, User
from tests.browser.calm import axe_finds, calm, fits, heard
from tests.browser.conftest import SignIn
from tests.factories import DogFactory, OwnerFactory, TagBoxFactory
from tests.impound.pound import forfeit_on, seize
from tests.impound.redeeming import held, redeem
from tests.licensing.adopting import adopt
from tests.licensing.cases import dog_facts
from tests.licensing.enumerating import find, street_of
from tests.licensing.issuing import issue, noon

pytestmark = pytest.mark.django_db(transaction=True)
WIDTHS = {1280: 800, 820: 1180, 390: 844}


@pytest.fixture
def license_(resolution: Resolution, owner: Owner, clerk: User) -> License:
    """A license on record, and a dog of the same household without one."""
    TagBoxFactory.create(town=owner.town)
    DogFactory.create(owner=owner, name="Bartholomew", breed="Cavalier King Charles Spaniel")
    return issue(DogFactory.create(owner=owner), by=clerk)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_pages_of_the_counter_fit(license_: License, clerk: User, signed_in: SignIn, width: int) -> None:
    page = signed_in(clerk)
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    other = license_.holder.dogs.exclude(pk=license_.dog_id).get()
    papers = [f"/licenses/{license_.pk}/", f"/receipts/{license_.receipt.number}/", f"/licenses/new?dog={other.pk}"]
    for address in ("/counter/", "/counter/?q=obrien", "/licenses/due/", *papers):
        page.goto(address)
        calm(page)
        assert fits(page), address


@pytest.mark.parametrize("width", WIDTHS)
def test_a_page_that_is_not_there_and_one_that_is_not_open_fit(officer: User, signed_in: SignIn, width: int) -> None:
    page = signed_in(officer)
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    for address, status in {"/dogs/999999/": 404, "/owners/new": 403}.items():
        answer = page.goto(address)
        assert answer is not None
        assert (answer.status, axe_finds(page), fits(page)) == (status, [], True), address
    assert all(each.startswith(("answered", "console: Failed to load resource")) for each in heard[page.context])


@pytest.mark.parametrize("width", WIDTHS)
def test_the_pages_of_likely_duplicates_and_of_privacy_fit(
    license_: License, clerk: User, signed_in: SignIn, width: int
) -> None:
    owner = license_.holder
    twin = OwnerFactory.create(town=owner.town, first_name="Maeve", last_name="OBrien", telephone=owner.telephone)
    hidden = OwnerFactory.create(town=owner.town, confidential=True)
    page = signed_in(clerk)
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    pair = f"/duplicates/owner/{owner.pk}/{twin.pk}/"
    asked = [f"/owners/{hidden.pk}/open-address", f"/owners/{owner.pk}/confidential", f"/owners/{hidden.pk}/"]
    for address in ("/duplicates/", pair, *asked):
        page.goto(address)
        calm(page)
        assert fits(page), address


@pytest.mark.parametrize("width", WIDTHS)
def test_the_pages_of_exports_fit(dover: Town, manager: User, signed_in: SignIn, width: int) -> None:
    PublicExport.objects.create(
        town=dover, requester="The Dover Gazette", purpose="Dog names", rows=3, by=manager, at=noon()
    )
    TownExport.objects.create(town=dover, purpose="Hand-over to the county", rows=1234, by=manager, at=noon())
    page = signed_in(manager)
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    for address in ("/records/public/", "/register/export/"):
        page.goto(address)
        calm(page)
        assert fits(page), address


@pytest.mark.parametrize("width", WIDTHS)
def test_the_pages_of_an_enumeration_fit(license_: License, officer: User, signed_in: SignIn, width: int) -> None:
    owner = license_.holder
    street = street_of(owner.town, by=officer, street="Main Street")
    told = find(street, by=officer, description="A brown hound with a white chest", person="The Bartholomews")
    find(street, owner.dogs.exclude(pk=license_.dog_id).get(), by=officer)
    page = signed_in(officer)
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    here = f"/enumerations/{street.enumeration_id}/"
    acts = [f"/findings/{told.pk}/match", f"/findings/{told.pk}/withdraw"]
    for address in ("/enumerations/", "/enumerations/new", here, f"{here}streets/{street.pk}/?house=12", *acts):
        page.goto(address)
        calm(page)
        assert fits(page), address


@pytest.mark.parametrize("width", WIDTHS)
def test_the_pages_of_adoptions_fit(license_: License, clerk: User, signed_in: SignIn, width: int) -> None:
    adopter = OwnerFactory.create(town=license_.town, first_name="Ana", last_name="Adopter")
    adopt(adopter, dog_facts(), by=clerk)
    page = signed_in(clerk)
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    which = f"/owners/{adopter.pk}/adopt"
    for address in (which, f"{which}?q=rex", f"{which}?dog=new", f"{which}?dog={license_.dog_id}", "/adoptions/"):
        page.goto(address)
        calm(page)
        assert fits(page), address


@pytest.mark.parametrize("width", WIDTHS)
def test_the_pages_on_which_a_dog_leaves_the_pound_with_its_adopter_fit(
    license_: License, clerk: User, officer: User, signed_in: SignIn, width: int
) -> None:
    adopter = OwnerFactory.create(town=license_.town, first_name="Ana", last_name="Featherstonehaugh-Montgomery")
    early, forfeited = (seize(by=officer, breed="Nova Scotia Duck Tolling Retriever") for _ in range(2))
    forfeit_on(forfeited, "2026-06-09", by=officer)
    page = signed_in(clerk)
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    here = f"/pound/{forfeited.pk}/adopt"
    for address in (f"/pound/{early.pk}/adopt", here, f"{here}?q=ana", f"{here}?owner={adopter.pk}"):
        page.goto(address)
        calm(page)
        assert fits(page), address


@pytest.mark.parametrize("width", WIDTHS)
def test_the_pages_of_a_dog_that_was_seized_and_redeemed_fit(
    license_: License, clerk: User, officer: User, signed_in: SignIn, width: int
) -> None:
    seizure = held(license_.dog, by=officer, at=noon() - timedelta(days=3))
    receipt = redeem(seizure, by=clerk, at=noon()).receipt
    page = signed_in(clerk)
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    for address in (f"/dogs/{license_.dog_id}/", f"/pound/{seizure.pk}/", "/pound/", f"/receipts/{receipt.number}/"):
        page.goto(address)
        calm(page)
        assert fits(page), address
