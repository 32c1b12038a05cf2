"""A new resident's license from another place becomes Chestertown's own for a dollar (§ 68-6E(2))."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from io import BytesIO
from typing import Any

import pytest
import time_machine
from django.test import Client
from pypdf import PdfReader

from licensing.actions.elsewhere import Elsewhere, take_over_license
from licensing.models import Dog, License, Owner
from office.models import Receipt, Town, User
from office.refusals import Refused
from tests.factories import TODAY, DogFactory, EarlierLicenseFactory, RabiesCertificateFactory, TagBoxFactory
from tests.licensing.issuing import cash, noon
from tests.licensing.test_people import together


@pytest.fixture(autouse=True)
def _monday() -> Iterator[None]:
    with time_machine.travel(noon(), tick=False):
        yield


@pytest.fixture
def dog(chestertown: Town) -> Dog:
    TagBoxFactory.create(town=chestertown, first=500, last=599, license_year=2025)
    return DogFactory.create(owner__town=chestertown)


def take_over(dog: Dog, by: User, expires: date = date(2026, 12, 31), amount: str = "1", **more: Any) -> License:
    shown = Elsewhere(place="Easton, MD", number="77", expires=expires)
    more = {"key": uuid.uuid4()} | more
    return take_over_license(dog=dog, elsewhere=shown, tenders=cash(amount), payer="A", by=by, at=noon(), **more)


def test_it_runs_to_june_30_with_a_tag_of_the_town(dog: Dog, clerk_of_chestertown: User) -> None:
    made = take_over(dog, clerk_of_chestertown)
    assert (made.starts, made.expires, made.license_year, made.tag.number) == (TODAY, date(2026, 6, 30), 2025, 500)
    assert made.from_elsewhere == "Easton, MD, license 77, to 2026-12-31"
    line = made.receipt.lines.get()
    assert (line.amount, line.citation) == (Decimal("1.00"), "§ 68-6E(2)")


def test_its_paper_names_where_it_came_from_with_or_without_a_certificate(
    client: Client, dog: Dog, clerk_of_chestertown: User
) -> None:
    vaccinated = RabiesCertificateFactory.create(dog__owner=dog.owner, dog__name="Max").dog
    client.force_login(clerk_of_chestertown)
    for each, rabies in ((dog, "not on file"), (vaccinated, "January 10, 2029")):
        made = take_over(each, clerk_of_chestertown)
        paper = PdfReader(BytesIO(client.get(f"/licenses/{made.pk}/license.pdf").content)).pages[0].extract_text()
        assert "Carried over from Easton" in paper.replace("\n", " ")
        assert rabies in paper


@pytest.mark.parametrize(("expires", "allowed"), [(date(2026, 6, 14), False), (TODAY, True)])
def test_it_must_be_valid_on_the_day(dog: Dog, clerk_of_chestertown: User, expires: date, *, allowed: bool) -> None:
    if allowed:
        assert take_over(dog, clerk_of_chestertown, expires).pk
        return
    with pytest.raises(Refused) as refused:
        take_over(dog, clerk_of_chestertown, expires)
    assert [each.code for each in refused.value.refusals] == ["license_not_current"]


def test_only_a_resident_whose_dog_is_here_and_not_licensed_here(dog: Dog, clerk_of_chestertown: User) -> None:
    elsewhere = DogFactory.create(owner__town=dog.town, owner__resident=False)
    dead = DogFactory.create(owner__town=dog.town, status=Dog.Status.DEAD)
    EarlierLicenseFactory.create(dog=dog, expires=date(2026, 6, 30))
    for each, words in ((elsewhere, "not on record as a resident"), (dead, "as dead"), (dog, "licensed to 2026-06-30")):
        with pytest.raises(Refused, match=words):
            take_over(each, clerk_of_chestertown)
    assert not Receipt.objects.filter(total=1).exists()


def test_dover_knows_no_such_thing(owner: Owner, clerk: User) -> None:
    with pytest.raises(Refused, match="not transferable"):
        take_over(DogFactory.create(owner=owner), clerk)


@pytest.mark.django_db(transaction=True)
def test_one_form_sent_ten_times_at_once_makes_one_license(dog: Dog, clerk_of_chestertown: User) -> None:
    key = uuid.uuid4()
    made = together(*[lambda: take_over(dog, clerk_of_chestertown, key=key)] * 10)
    assert len({each.pk for each in made}) == 1
    assert Receipt.objects.count() == 1


def typed(**more: str) -> dict[str, str]:
    plain = {"place": "Easton, MD", "number": "77", "expires": "2026-12-31", "payer": "Zoë Å", "cash": "5"}
    return plain | {"issue": "yes", "key": str(uuid.uuid4())} | more


def test_the_page_refuses_at_the_field_keeps_and_issues(client: Client, dog: Dog, clerk_of_chestertown: User) -> None:
    client.force_login(clerk_of_chestertown)
    assert f"/dogs/{dog.pk}/license-from-elsewhere" in client.get(f"/licenses/new?dog={dog.pk}").content.decode()
    address = f"/dogs/{dog.pk}/license-from-elsewhere"
    assert "§ 68-6E(2)" in client.get(address).content.decode()
    page = client.post(address, typed(expires="2026-06-14")).content.decode()
    assert "§ 68-6E(2)" in page.split('id="refusal-expires"')[1].split("</div>")[0]
    assert 'value="Easton, MD"' in page
    form = typed()
    for _ in range(2):
        page = client.post(address, form, follow=True).content.decode()
        assert "Easton, MD, license 77" in page
        assert "Change <strong>$4.00</strong>" in page


def test_dovers_license_page_does_not_offer_it(client: Client, owner: Owner, clerk: User) -> None:
    client.force_login(clerk)
    page = client.get(f"/licenses/new?dog={DogFactory.create(owner=owner).pk}").content.decode()
    assert "from-elsewhere" not in page
