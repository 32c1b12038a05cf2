"""In Chestertown an adopter keeps the license that the dog has, for $1 in the same act (§ 68-6E(1))."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
import time_machine
from django.test import Client

from licensing.actions.unadopt import withdraw_adoption
from licensing.adoptions import LicenseWanted
from licensing.models import Adoption, Dog, License, Owner, Tag
from office.ledger import Back
from office.models import Receipt, Reversal, User
from office.refusals import Refused
from tests.factories import TODAY, DogFactory, EarlierLicenseFactory, OwnerFactory, TagBoxFactory
from tests.licensing.adopting import adopt
from tests.licensing.cases import dog_facts
from tests.licensing.issuing import noon

KEEPS = LicenseWanted(transfer=True)


@pytest.fixture(autouse=True)
def _monday() -> Iterator[None]:
    with time_machine.travel(noon(), tick=False):
        yield


@pytest.fixture
def dog(stranger: Owner) -> Dog:
    """A dog of Chestertown that was given up, licensed to June 30."""
    dog = DogFactory.create(owner=stranger, status="gone", status_on=TODAY)
    EarlierLicenseFactory.create(dog=dog, expires=date(2026, 6, 30), license_year=2025)
    return dog


@pytest.fixture
def adopter(stranger: Owner) -> Owner:
    return OwnerFactory.create(town=stranger.town, last_name="Adopter")


def keep(adopter: Owner, dog: Dog, by: User, key: uuid.UUID | None = None) -> Adoption:
    return adopt(adopter, dog, by=by, wanted=KEEPS, tender="1.00", papers=[], key=key)


def test_tag_year_and_papers_stay_and_the_old_license_ends_the_day_before(
    adopter: Owner, dog: Dog, clerk_of_chestertown: User
) -> None:
    old = dog.licenses.get()
    new = keep(adopter, dog, clerk_of_chestertown).license
    old.refresh_from_db()
    assert new is not None
    assert (new.holder, new.tag, new.license_year, new.transferred_from) == (adopter, old.tag, 2025, old)
    assert (old.ended_on, new.starts, new.expires) == (date(2026, 6, 14), TODAY, date(2026, 6, 30))
    assert [(str(line.amount), line.citation) for line in new.receipt.lines.all()] == [("1.00", "§ 68-6E(1)")]


def test_sent_twice_it_is_one_adoption_for_one_dollar(adopter: Owner, dog: Dog, clerk_of_chestertown: User) -> None:
    key = uuid.uuid4()
    assert keep(adopter, dog, clerk_of_chestertown, key) == keep(adopter, dog, clerk_of_chestertown, key)
    assert [str(each) for each in Receipt.objects.filter(total__gt=0).values_list("total", flat=True)] == ["1.00"]


def test_dover_lets_no_license_go_over(owner: Owner, clerk: User) -> None:
    dog = EarlierLicenseFactory.create(dog__owner=OwnerFactory.create(town=owner.town)).dog
    with pytest.raises(Refused, match="not transferable"):
        keep(owner, dog, clerk)
    assert not Adoption.objects.exists()


def test_neither_does_one_that_has_run_out_nor_one_that_never_was(
    adopter: Owner, dog: Dog, clerk_of_chestertown: User
) -> None:
    License.objects.update(expires=date(2026, 6, 14))
    for each in (dog, dog_facts()):
        with pytest.raises(Refused) as told:
            adopt(adopter, each, by=clerk_of_chestertown, wanted=KEEPS, tender="1.00", papers=[])
        assert [refusal.code for refusal in told.value.refusals] == ["license_not_current"]


def test_undone_the_old_license_runs_on_and_the_dollar_goes_back(
    adopter: Owner, dog: Dog, clerk_of_chestertown: User
) -> None:
    made = keep(adopter, dog, clerk_of_chestertown)
    told: dict[str, Any] = {"reason": "Another dog", "back": Back(), "key": uuid.uuid4()}
    withdraw_adoption(adoption=made, by=clerk_of_chestertown, at=noon(), **told)
    assert License.objects.in_force(TODAY).get().holder == dog.owner
    assert str(Reversal.objects.get().total) == "1.00"


def test_the_sheet_proposes_it_first_and_takes_the_dollar(
    client: Client, adopter: Owner, dog: Dog, clerk_of_chestertown: User
) -> None:
    client.force_login(clerk_of_chestertown)
    address = f"/owners/{adopter.pk}/adopt?dog={dog.pk}"
    page = client.get(address).content.decode()
    assert f"The one it has, license {dog.licenses.get().number}, transferred" in page
    assert ("$1.00" in page, "June 30, 2026" in page) == (True, True)
    typed = {"shelter": "Shelter", "available": "on", "identified_by": "License", "payer": "A", "cash": "5"}
    form = typed | {"period": "transfer", "shown_total": "1.00", "adopt": "yes", "key": str(uuid.uuid4())}
    assert "Change <strong>$4.00" in client.post(address, form, follow=True).content.decode()
    assert Adoption.objects.get().license == License.objects.in_force(TODAY).get()


def test_a_new_license_can_be_had_instead(client: Client, adopter: Owner, dog: Dog, clerk_of_chestertown: User) -> None:
    TagBoxFactory.create(town=adopter.town, license_year=2026)
    client.force_login(clerk_of_chestertown)
    shown = client.post(f"/owners/{adopter.pk}/adopt/quote?dog={dog.pk}", {"available": "on", "period": "2026"})
    assert "$3.00" in shown.content.decode()
    assert Tag.objects.count() == 1
