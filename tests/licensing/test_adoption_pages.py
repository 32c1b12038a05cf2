"""The pages of adoptions: which dog, the sheet with its price and refusals, and the list of a period."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from licensing.models import Adoption, Dog, License, Owner
from office.models import Resolution, Town, User
from tests.factories import (
    DogFactory,
    OwnerFactory,
    RabiesCertificateFactory,
    TagBoxFactory,
    TagFactory,
    WorkingProofFactory,
)
from tests.licensing.adopting import adopt, shown
from tests.licensing.cases import dog_facts
from tests.licensing.issuing import noon


@pytest.fixture(autouse=True)
def _monday() -> Iterator[None]:
    with time_machine.travel(noon(), tick=False):
        yield


@pytest.fixture
def adopter(resolution: Resolution) -> Owner:
    TagBoxFactory.create(town=resolution.town, first=100, last=199)
    return OwnerFactory.create(town=resolution.town, first_name="Ana", last_name="Adopter")


@pytest.fixture
def desk(client: Client, clerk: User) -> Client:
    client.force_login(clerk)
    return client


def typed(**more: str) -> dict[str, str]:
    """An adoption with the hold over and an adult's identity, paid in cash."""
    plain = {"shelter": "Dover animal shelter", "available": "on", "identified_by": "Driver license"}
    paid = {"shown_of_age": "on", "period": "1", "payer": "Ana Adopter", "cash": "25", "adopt": "yes"}
    return plain | paid | {"key": str(uuid.uuid4())} | more


NEW = {
    "dog-name": "Bella",
    "dog-sex": "female",
    "dog-breed": "Beagle",
    "dog-color": "brown",
    "dog-born": "2023-04-01",
    "rabies-certificate-vaccinated_on": "2026-01-10",
    "rabies-certificate-expires": "2029-01-10",
    "rabies-certificate-veterinarian": "Dr. J. Reyes",
}


def beside(page: str, name: str) -> str:
    """What is refused beside the field."""
    return page.split(f'id="refusal-{name}"')[1].split("</div>", maxsplit=1)[0]


def test_the_owners_page_and_the_counter_lead_to_the_dogs_on_record(desk: Client, adopter: Owner, owner: Owner) -> None:
    address = f"/owners/{adopter.pk}/adopt"
    assert address in desk.get(f"/owners/{adopter.pk}/").content.decode()
    assert address in desk.get("/counter/?q=adopter").content.decode()
    dog = DogFactory.create(owner=owner)
    TagFactory.create(dog=dog, number=412)
    DogFactory.create(owner=owner, name="Gone", status="dead", status_on=date(2026, 1, 1))
    for words in ("412", "rex"):
        page = desk.get(f"{address}?q={words}").content.decode()
        assert f"?dog={dog.pk}" in page
        assert "Gone" not in page
    assert "No dog is like that" in desk.get(f"{address}?q=zzzz").content.decode()


def test_a_new_dog_with_its_certificate_is_adopted_and_licensed_once(desk: Client, adopter: Owner) -> None:
    form = typed(**NEW)
    for _ in range(2):
        page = desk.post(f"/owners/{adopter.pk}/adopt?dog=new", form, follow=True).content.decode()
        assert "Change <strong>$4.00</strong>" in page
        assert "License 1 for Bella" in page
    assert (Adoption.objects.count(), License.objects.get().tag.number) == (1, 100)
    page = desk.get(f"/dogs/{Dog.objects.get().pk}/").content.decode()
    assert "Adopted June 15, 2026" in page
    assert "Adopt dog: Adopted on June 15, 2026 from Dover animal shelter" in page


def test_a_proof_of_alteration_filed_with_it_lowers_the_price(desk: Client, adopter: Owner) -> None:
    proof = {
        "alteration-proof-kind": "certificate",
        "alteration-proof-signed_on": "2026-06-01",
        "alteration-proof-signer": "Dr. J. Reyes",
    }
    address = f"/owners/{adopter.pk}/adopt"
    assert "$11.00" in desk.post(f"{address}/quote?dog=new", typed(**NEW, **proof)).content.decode()
    desk.post(f"{address}?dog=new", typed(**NEW, **proof, cash="11"))
    assert Dog.objects.get().altered
    assert str(License.objects.get().receipt.total) == "11.00"


def test_each_refusal_stands_at_its_field_with_its_section_and_what_was_typed_stays(
    desk: Client, adopter: Owner
) -> None:
    form = typed(identified_by="Library card")
    del form["available"], form["shown_of_age"]
    page = desk.post(f"/owners/{adopter.pk}/adopt?dog=new", form | {"dog-name": "Bella"}).content.decode()
    assert "Seizure ¶ E" in beside(page, "available")
    assert "Licensing ¶ G" in beside(page, "shown_of_age")
    assert "Licensing ¶ A(5)" in beside(page, "rabies")
    assert 'value="Library card"' in page
    assert 'href="#id_dog-breed"' in page
    assert not Dog.objects.exists()


def test_a_sheet_that_nobody_has_begun_is_reproached_with_nothing(desk: Client, adopter: Owner) -> None:
    address = f"/owners/{adopter.pk}/adopt"
    page = desk.get(f"{address}?dog=new").content.decode()
    assert "office-refusal" not in page
    assert "It follows from what is filled in." in page
    begun = desk.post(f"{address}/quote?dog=new", {"identified_by": "D"}).content.decode()
    assert "Seizure ¶ E" in beside(begun, "available")
    assert "see what stands beside the form" in begun


@pytest.mark.parametrize(("born", "refused"), [(date(2008, 6, 16), True), (date(2008, 6, 15), False)])
def test_a_birth_date_on_record_decides_and_no_box_is_ticked(
    desk: Client, adopter: Owner, born: date, *, refused: bool
) -> None:
    Owner.objects.filter(pk=adopter.pk).update(born=born)
    page = desk.post(f"/owners/{adopter.pk}/adopt?dog=new", typed(**NEW), follow=True).content.decode()
    assert "shown_of_age" not in page
    assert Adoption.objects.exists() is not refused
    if refused:
        assert "from June 16, 2026" in beside(page, "identified_by")


def test_what_the_act_refuses_about_the_dog_stands_at_the_dogs_field(
    desk: Client, adopter: Owner, owner: Owner
) -> None:
    DogFactory.create(owner=owner, chip="985-112")
    page = desk.post(f"/owners/{adopter.pk}/adopt?dog=new", typed(**NEW, **{"dog-chip": "985112"})).content.decode()
    assert "This microchip is on file for Rex" in page
    DogFactory.create(owner=adopter, name="Bella")
    page = desk.post(f"/owners/{adopter.pk}/adopt?dog=new", typed(**NEW)).content.decode()
    assert "Nothing is saved yet" in page
    again = typed(**NEW, confirmed="same_name")
    assert desk.post(f"/owners/{adopter.pk}/adopt?dog=new", again).status_code == 302


def test_a_dog_of_record_keeps_its_number_and_a_working_proof_is_chosen_by_hand(
    desk: Client, adopter: Owner, owner: Owner
) -> None:
    dog = DogFactory.create(owner=owner)
    TagFactory.create(dog=dog, number=412)
    RabiesCertificateFactory.create(dog=dog)
    WorkingProofFactory.create(dog=dog)
    page = desk.get(f"/owners/{adopter.pk}/adopt?dog={dog.pk}").content.decode()
    assert "number 412, which it keeps" in page
    assert "Tag number, if you choose" not in page
    assert "$21.00" in page
    desk.post(f"/owners/{adopter.pk}/adopt?dog={dog.pk}", typed())
    assert (License.objects.get().tag.number, License.objects.get().marking) == (412, "")


def test_an_adopter_from_elsewhere_is_asked_for_the_number_and_for_no_money(desk: Client, adopter: Owner) -> None:
    Owner.objects.filter(pk=adopter.pk).update(resident=False)
    address = f"/owners/{adopter.pk}/adopt?dog=new"
    form = typed(**NEW, elsewhere_place="Town of Amenia")
    page = desk.post(address, form).content.decode()
    assert "Licensing ¶ G" in beside(page, "elsewhere_number")
    assert "Cash handed over" not in page
    page = desk.post(address, form | {"elsewhere_number": "AM-12"}, follow=True).content.decode()
    assert "Town of Amenia, license AM-12" in page
    assert "Moved away since June 15, 2026" in page
    assert not License.objects.exists()


def test_chestertown_asks_no_age_and_licenses_no_puppy(
    client: Client, chestertown: Town, clerk_of_chestertown: User
) -> None:
    client.force_login(clerk_of_chestertown)
    adopter = OwnerFactory.create(town=chestertown)
    address = f"/owners/{adopter.pk}/adopt"
    assert "or older" not in client.get(f"{address}?dog=new").content.decode()
    puppy = NEW | {"dog-born": "2026-02-01", "rabies-certificate-vaccinated_on": "2026-06-01"}
    page = client.post(f"{address}/quote?dog=new", typed(**puppy, period="2025")).content.decode()
    assert "nothing to pay" in page
    assert "Over six months old from August 2, 2026" in page
    page = client.post(f"{address}?dog=new", typed(**puppy, period="2025")).content.decode()
    assert "nothing to pay" in beside(page, "tender")
    client.post(f"{address}?dog=new", typed(**puppy, period="2025", cash=""))
    assert Adoption.objects.get().rests_on == "none"


def test_the_list_and_its_csv_show_the_period_alone(desk: Client, adopter: Owner, clerk: User) -> None:
    adopt(adopter, dog_facts(name="Bella"), by=clerk)
    adopt(adopter, dog_facts(name="=Max"), by=clerk, on=date(2026, 5, 31))
    page = desk.get("/adoptions/").content.decode()
    assert ("Bella" in page, "Max" in page) == (True, False)
    page = desk.get("/adoptions/?from=2026-05-31&to=2026-06-15").content.decode()
    assert ("Bella" in page, "Max" in page) == (True, True)
    answer: Any = desk.get("/adoptions.csv?from=2026-05-31&to=2026-06-15")
    table = b"".join(answer.streaming_content).decode().splitlines()
    assert len(table) == 3
    assert "'=Max" in table[2]
    assert "License 1,100,21.00" in table[1]
    assert "before the first one" in desk.get("/adoptions/?from=2026-06-15&to=2026-06-14").content.decode()
    assert desk.get("/adoptions.csv?from=2026-06-15&to=2026-06-14").status_code == 302


def test_one_row_and_fifty_cost_the_same_number_of_queries(desk: Client, adopter: Owner, clerk: User) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as seen:
            assert desk.get("/adoptions/").status_code == 200
        return len(seen)

    adopt(adopter, dog_facts(name="Dog"), by=clerk)
    Owner.objects.filter(pk=adopter.pk).update(resident=False)
    before = queries()
    facts = shown(elsewhere_place="Amenia", elsewhere_number="1")
    for nth in range(49):
        adopt(adopter, dog_facts(name=f"Dog {nth}"), by=clerk, facts=facts, wanted=None, tender="", papers=[])
    assert queries() == before


def test_another_towns_adoptions_are_not_listed(
    client: Client, adopter: Owner, clerk: User, clerk_of_chestertown: User
) -> None:
    adopt(adopter, dog_facts(), by=clerk)
    client.force_login(clerk_of_chestertown)
    assert "Bella" not in client.get("/adoptions/").content.decode()
