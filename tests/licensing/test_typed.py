"""A clerk leaves a half-filled page to file a paper, and finds it again as it was."""

from __future__ import annotations

import re
from typing import Any

import pytest
import time_machine
from django.test import Client

from licensing.models import AlterationProof, Dog, License, RabiesCertificate
from office.models import Resolution, User
from tests.factories import DogFactory, RabiesCertificateFactory, TagBoxFactory
from tests.licensing.issuing import noon

pytestmark = pytest.mark.django_db
PROOF = {"kind": "certificate", "signed_on": "2026-06-01", "signer": "Dr. J. Reyes"}


@pytest.fixture(autouse=True)
def _noon() -> Any:
    with time_machine.travel(noon(), tick=False):
        yield


@pytest.fixture
def dog(resolution: Resolution, client: Client, clerk: User) -> Dog:
    TagBoxFactory.create(town=resolution.town)
    client.force_login(clerk)
    return RabiesCertificateFactory.create(dog__owner__town=resolution.town).dog


def leave(client: Client, page: str, dog: Dog, where: str, **typed: str) -> str:
    """What is typed on the page and kept, shown again by the browser; the address that it leads to."""
    shown = client.get(page).content.decode()
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', shown))
    answer = client.post(f"/dogs/{dog.pk}/leave-for/{where}?next={page}", fields | typed)
    return str(answer["Location"])


def file(client: Client, address: str, **facts: str) -> str:
    """File the paper at the address; the page that it leads back to."""
    key = re.search(r'name="key" value="([^"]+)"', client.get(address).content.decode())
    assert key is not None
    return client.post(address, {"key": key[1], **facts}, follow=True).content.decode()


def test_the_payment_is_found_again_and_the_new_proof_gives_its_price(client: Client, dog: Dog) -> None:
    page = f"/licenses/new?dog={dog.pk}"
    typed = {"period": "1", "payer": "A. Neighbor", "check_amount": "11", "check_number": "1042"}
    shown = file(client, leave(client, page, dog, "alteration-proof", **typed), **PROOF)
    for words in ('value="A. Neighbor"', 'value="1042"', "$11.00"):
        assert words in shown
    assert 'value="1042"' not in client.get(page).content.decode()
    assert (AlterationProof.objects.count(), License.objects.count()) == (1, 0)


def test_whoever_leaves_the_paper_too_comes_back_to_what_was_typed(client: Client, dog: Dog) -> None:
    page = f"/licenses/new?dog={dog.pk}"
    address = leave(client, page, dog, "working-proof", payer="A. Neighbor")
    assert f'href="{page}">Leave it' in client.get(address).content.decode()
    assert 'value="A. Neighbor"' in client.get(page).content.decode()


def test_the_dog_is_corrected_on_the_way(client: Client, dog: Dog) -> None:
    page = f"/licenses/new?dog={dog.pk}"
    address = leave(client, page, dog, "facts", cash="50", period="1")
    assert f'href="{page}">Leave it as it is' in client.get(address).content.decode()
    assert 'value="50"' in client.get(page).content.decode()


def test_a_household_finds_every_dog_as_it_was_and_the_one_with_the_paper_ticked(client: Client, dog: Dog) -> None:
    bella = DogFactory.create(owner=dog.owner, name="Bella")
    page, place = f"/owners/{dog.owner_id}/renew", f"dog-{dog.pk}"
    gone = {f"dog-{bella.pk}-whereabouts": "death", f"dog-{bella.pk}-happened_on": "2026-06-10"}
    typed = {f"{place}-whereabouts": "here", f"{place}-period": "1", "cash": "20", "payer": "A. Neighbor"} | gone
    shown = file(client, leave(client, page, dog, "alteration-proof", **typed), **PROOF)
    for words in ("$11.00", 'value="20"', 'value="2026-06-10"', "Bella</strong>: died", "Change <strong>$9.00"):
        assert words in shown
    bella.refresh_from_db()
    assert (bella.status, License.objects.count()) == ("here", 0)


def test_a_dog_whose_certificate_ran_out_is_in_the_bill_with_it(client: Client, dog: Dog) -> None:
    RabiesCertificate.objects.update(vaccinated_on="2023-01-01", expires="2026-01-01")
    page, place = f"/owners/{dog.owner_id}/renew", f"dog-{dog.pk}"
    address = leave(client, page, dog, "rabies-certificate", **{f"{place}-whereabouts": "here", f"{place}-period": "1"})
    paper = {"vaccinated_on": "2026-06-01", "expires": "2029-06-01", "veterinarian": "Dr. J. Reyes"}
    assert "$21.00" in file(client, address, **paper)


@pytest.mark.parametrize("where", ["nonsense", "rabies"])
def test_no_other_place_is_left_for(client: Client, dog: Dog, where: str) -> None:
    assert client.post(f"/dogs/{dog.pk}/leave-for/{where}").status_code == 404


def test_an_address_that_is_not_ours_is_not_led_back_to(client: Client, dog: Dog) -> None:
    answer = client.post(f"/dogs/{dog.pk}/leave-for/facts?next=https://elsewhere.example/")
    assert answer["Location"] == f"/dogs/{dog.pk}/edit?next=%2Fdogs%2F{dog.pk}%2F"
