"""The pages of kennels and pet shops, and the paper of their license."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from licensing.actions.business_licenses import revoke_business_license
from licensing.actions.businesses import change_business
from licensing.documents import business_license_pdf
from licensing.models import Business, BusinessLicense, Owner
from office.models import Receipt, Town, User
from office.versions import version_of
from tests.factories import BusinessFactory, DogFactory, EarlierBusinessLicenseFactory, OwnerFactory, UserFactory
from tests.licensing.issuing import noon
from tests.licensing.kennels import business, facts, license_business

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def june() -> Iterator[None]:
    with time_machine.travel(noon()):
        yield


@pytest.fixture
def kennel(chestertown: Town, clerk_of_chestertown: User) -> Business:
    return business(OwnerFactory.create(town=chestertown, last_name="Wickes"), by=clerk_of_chestertown)


@pytest.fixture
def desk(client: Client, clerk_of_chestertown: User) -> Client:
    client.force_login(clerk_of_chestertown)
    return client


def typed(**changes: str) -> dict[str, str]:
    plain = {"kind": "kennel", "name": "High Street Kennels", "location": "9 High Street", "maximum_dogs": "10"}
    return {"key": str(uuid.uuid4())} | plain | changes


def paid(**changes: str) -> dict[str, str]:
    plain = {"license_year": "2025", "payer": "A. Wickes", "cash": "20", "issue": "yes"}
    return {"key": str(uuid.uuid4())} | plain | changes


def text_of(license_: BusinessLicense) -> str:
    pages = PdfReader(BytesIO(business_license_pdf(license_))).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def test_dovers_page_says_why_there_is_none(client: Client, clerk: User, owner: Owner) -> None:
    client.force_login(clerk)
    for address in ("/businesses/", f"/businesses/new?owner={owner.pk}"):
        page = client.get(address).content.decode()
        assert "There is no kennel license in Dover" in page
        assert "L.L. 3-2010, Licensing ¶ H" in page
        assert 'name="maximum_dogs"' not in page


def test_only_a_town_with_the_license_has_it_in_its_header(desk: Client, clerk: User) -> None:
    assert 'href="/businesses/"' in desk.get("/counter/").content.decode()
    desk.force_login(clerk)
    assert 'href="/businesses/"' not in desk.get("/counter/").content.decode()


def test_an_application_leads_to_the_license_page(desk: Client, kennel: Business) -> None:
    address = f"/businesses/new?owner={kennel.operator_id}"
    answer = desk.post(address, typed(location="11 Cross Street"))
    added = Business.objects.latest("pk")
    assert answer["Location"] == f"/businesses/{added.pk}/license"


def test_a_refused_application_keeps_what_was_typed(desk: Client, kennel: Business) -> None:
    address = f"/businesses/new?owner={kennel.operator_id}"
    page = desk.post(address, typed(name="Ångström’s", maximum_dogs="")).content.decode()
    assert "Ångström’s" in page
    assert "The application states the most dogs to be housed" in page


def test_the_license_page_shows_the_price_and_issues_with_change(desk: Client, kennel: Business) -> None:
    page = desk.get(f"/businesses/{kennel.pk}/license").content.decode()
    assert "$2.08" in page
    assert "§ 68-6B(1), § 68-6D" in page
    after = desk.post(f"/businesses/{kennel.pk}/license", paid(), follow=True).content.decode()
    assert "Change $17.92." in after
    assert "Renew by June 30, 2026" in after


def test_the_form_sent_again_takes_nothing_more(desk: Client, kennel: Business) -> None:
    form = paid()
    for _ in range(2):
        assert desk.post(f"/businesses/{kennel.pk}/license", form)["Location"] == f"/businesses/{kennel.pk}/"
    assert Receipt.objects.count() == 1


def test_too_little_money_stands_at_the_tender_and_nothing_is_issued(desk: Client, kennel: Business) -> None:
    page = desk.post(f"/businesses/{kennel.pk}/license", paid(cash="1")).content.decode()
    assert "$2.08 is due and $1.00 was handed over." in page
    assert not BusinessLicense.objects.exists()


def test_a_tick_puts_the_pet_shop_on_the_same_bill(desk: Client, kennel: Business, clerk_of_chestertown: User) -> None:
    shop = business(kennel.operator, by=clerk_of_chestertown, kind="pet_shop", maximum_dogs=None)
    form = paid(also=str(shop.pk), license_year="2026", cash="50")
    asked = {name: value for name, value in form.items() if name != "issue"}
    quote = desk.post(f"/businesses/{kennel.pk}/license", asked, headers={"HX-Request": "true"}).content.decode()
    assert ("Pet shop license" in quote, "$50.00" in quote, "<html" in quote) == (True, True, False)
    desk.post(f"/businesses/{kennel.pk}/license", form)
    assert str(Receipt.objects.get().total) == "50.00"


def test_a_transfer_finds_the_new_operator_and_takes_the_dollar(
    desk: Client, kennel: Business, chestertown: Town
) -> None:
    license_ = EarlierBusinessLicenseFactory.create(business=kennel)
    new = OwnerFactory.create(town=chestertown, last_name="Ringgold")
    address = f"/businesses/licenses/{license_.pk}/transfer"
    assert f"?to={new.pk}" in desk.get(f"{address}?q=ringgold").content.decode()
    form = paid(take="yes", cash="1")
    assert "Change $" not in desk.post(f"{address}?to={new.pk}", form, follow=True).content.decode()
    kennel.refresh_from_db()
    assert kennel.operator == new


def test_a_pet_shops_license_is_offered_for_no_transfer(
    desk: Client, kennel: Business, clerk_of_chestertown: User
) -> None:
    shop = business(kennel.operator, by=clerk_of_chestertown, kind="pet_shop", maximum_dogs=None)
    pages = []
    for each in (kennel, shop):
        EarlierBusinessLicenseFactory.create(business=each)
        pages.append(desk.get(f"/businesses/{each.pk}/").content.decode())
    assert ["/transfer" in page for page in pages] == [True, False]


def test_the_warden_revokes_and_the_page_shows_why(client: Client, kennel: Business, chestertown: Town) -> None:
    license_ = EarlierBusinessLicenseFactory.create(business=kennel)
    client.force_login(UserFactory.create(town=chestertown, role="officer"))
    address = f"/businesses/licenses/{license_.pk}/revoke"
    assert "This field is required" in client.post(address, {"reason": ""}).content.decode()
    page = client.post(address, {"reason": "No water for the dogs"}, follow=True).content.decode()
    assert "No water for the dogs" in page
    assert "License revoked; another one is required" in page


def test_a_dog_is_included_and_more_than_authorized_are_warned_of(
    desk: Client, kennel: Business, clerk_of_chestertown: User
) -> None:
    change_business(
        business=kennel, facts=facts(maximum_dogs=1), seen=version_of(kennel), by=clerk_of_chestertown, at=noon()
    )
    dogs = DogFactory.create_batch(2, owner=kennel.operator)
    for dog in dogs:
        desk.post(f"/businesses/{kennel.pk}/dogs", {"dog": dog.pk})
    assert (
        "2 dogs are part of the kennel, and 1 are authorized." in desk.get(f"/businesses/{kennel.pk}/").content.decode()
    )
    desk.post(f"/businesses/{kennel.pk}/dogs", {"out": dogs[0].pk})
    assert "1 of 1 authorized" in desk.get(f"/businesses/{kennel.pk}/").content.decode()


@pytest.mark.parametrize("address", ["/businesses/", "/businesses/{}/"])
def test_fifty_rows_cost_as_many_queries_as_one(desk: Client, kennel: Business, address: str) -> None:
    EarlierBusinessLicenseFactory.create(business=kennel)
    DogFactory.create(owner=kennel.operator, kennel=kennel)
    with CaptureQueriesContext(connection) as one:
        desk.get(address.format(kennel.pk))
    for row in BusinessFactory.create_batch(49, operator=kennel.operator):
        EarlierBusinessLicenseFactory.create(business=row)
    DogFactory.create_batch(49, owner=kennel.operator, kennel=kennel)
    with CaptureQueriesContext(connection) as fifty:
        desk.get(address.format(kennel.pk))
    assert len(one) == len(fifty)


def test_the_paper_names_kind_maximum_and_holder_and_is_tagged(kennel: Business, clerk_of_chestertown: User) -> None:
    (issued,) = license_business(kennel, by=clerk_of_chestertown)
    text = text_of(issued)
    for words in ("Kennel license", "Dogs at most 10", "9 High Street", "Ada Wickes", "June 30, 2026", "2025–2026"):
        assert words in text
    root: Any = PdfReader(BytesIO(business_license_pdf(issued))).trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]


def test_a_reprint_is_the_same_and_a_revoked_license_says_so(kennel: Business, clerk_of_chestertown: User) -> None:
    (issued,) = license_business(kennel, by=clerk_of_chestertown)
    first = business_license_pdf(issued)
    kennel.name = "Renamed"
    kennel.save()
    assert business_license_pdf(BusinessLicense.objects.get()) == first
    revoked = revoke_business_license(license_=issued, reason="No water", by=clerk_of_chestertown, at=noon())
    assert "Revoked by the Dog Control Warden from June 15, 2026: No water" in text_of(revoked)
