"""A dog of the pound goes to its adopter: licensed first, from its day on, in one act."""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError
from django.test import Client

from impound.actions.adoptions import PoundAdoption, adopt_out, undo_adoption
from impound.actions.ends import withdraw_end
from impound.models import End, Seizure
from licensing.actions.adoptions import Payment
from licensing.actions.unadopt import withdraw_adoption
from licensing.models import Adoption, Dog, License, Owner
from office.ledger import Back
from office.models import Receipt, Resolution, Reversal, User
from office.refusals import Refused
from tests.factories import DogFactory, OwnerFactory, TagBoxFactory
from tests.impound.pound import codes, forfeit_on, on, seize
from tests.licensing.adopting import ONE_YEAR, adopt, shown
from tests.licensing.cases import certificate_facts, dog_facts
from tests.licensing.issuing import cash, noon

pytestmark = pytest.mark.django_db


@pytest.fixture
def adopter(resolution: Resolution) -> Owner:
    TagBoxFactory.create(town=resolution.town)
    return OwnerFactory.create(town=resolution.town, born=date(1990, 1, 1))


@pytest.fixture
def seizure(officer: User) -> Seizure:
    """Without a tag, seized on Monday, June 1: available from Tuesday, June 9."""
    return seize(by=officer)


def adopted(seizure: Seizure, adopter: Owner, day: str, *, by: User, **changes: Any) -> End:
    given: dict[str, Any] = {"adopter": adopter, "facts": shown(), "dog": dog_facts(), "wanted": ONE_YEAR}
    asked = PoundAdoption(**given | {"papers": [certificate_facts()]} | changes)
    payment = Payment(payer=adopter.name, tenders=cash("21.00"))
    return adopt_out(seizure=seizure, asked=asked, payment=payment, key=uuid.uuid4(), by=by, at=noon(on(day)))


def test_a_dog_new_to_the_office_is_licensed_adopted_and_gone_from_the_pound(
    seizure: Seizure, adopter: Owner, clerk: User
) -> None:
    forfeit_on(seizure, "2026-06-09", by=clerk)
    made = adopted(seizure, adopter, "2026-06-09", by=clerk)
    seizure.refresh_from_db()
    adoption = Adoption.objects.get()
    assert (made.adoption, made.to_whom, seizure.dog, seizure.owner) == (adoption, adopter.name, adoption.dog, None)
    assert (License.objects.get().dog, str(Receipt.objects.get().total)) == (adoption.dog, "21.00")
    assert not Seizure.objects.held().exists()


def test_before_its_day_and_without_the_forfeiture_nobody_adopts_it(
    seizure: Seizure, adopter: Owner, clerk: User
) -> None:
    for day, expected in (("2026-06-08", ["not_yet_available", "not_forfeited"]), ("2026-06-09", ["not_forfeited"])):
        with pytest.raises(Refused) as refused:
            adopted(seizure, adopter, day, by=clerk)
        assert codes(refused) == expected
    assert [kind.objects.count() for kind in (Adoption, License, Receipt)] == [0, 0, 0]


def test_what_the_adoption_refuses_leaves_the_dog_in_the_pound(seizure: Seizure, adopter: Owner, clerk: User) -> None:
    forfeit_on(seizure, "2026-06-09", by=clerk)
    for changes, code in (({"wanted": None}, "not_licensed"), ({"dog": None}, "no_dog")):
        with pytest.raises(Refused) as refused:
            adopted(seizure, adopter, "2026-06-09", by=clerk, **changes)
        assert code in codes(refused)
    assert list(Seizure.objects.held()) == [seizure]


def test_sent_twice_it_is_one_adoption(seizure: Seizure, adopter: Owner, clerk: User) -> None:
    forfeit_on(seizure, "2026-06-09", by=clerk)
    sent: dict[str, Any] = {"seizure": seizure, "key": uuid.uuid4(), "by": clerk, "at": noon(on("2026-06-09"))}
    asked = PoundAdoption(
        adopter=adopter, facts=shown(), dog=dog_facts(), wanted=ONE_YEAR, papers=[certificate_facts()]
    )
    payment = Payment(payer=adopter.name, tenders=cash("21.00"))
    made = [adopt_out(asked=asked, payment=payment, **sent) for _ in range(2)]
    assert (made[0], Receipt.objects.count()) == (made[1], 1)


@pytest.fixture
def held(officer: User, owner: Owner) -> Dog:
    """A dog of record that the pound holds for its owner."""
    dog: Dog = DogFactory.create(owner=owner)
    seize(by=officer, dog=dog)
    return dog


def test_at_the_counter_nobody_adopts_a_dog_that_the_pound_holds(held: Dog, adopter: Owner, clerk: User) -> None:
    with pytest.raises(Refused) as refused:
        adopt(adopter, held, by=clerk, on=on("2026-06-09"))
    assert codes(refused) == ["dog_held"]
    assert not License.objects.exists()


def test_the_database_takes_no_adoption_of_a_dog_held_for_its_owner(held: Dog, clerk: User) -> None:
    words = {"shelter": "Shelter", "identified_by": "Seen", "rests_on": "none", "citation": "X", "because": "X"}
    with pytest.raises(IntegrityError, match="held in the pound"):
        Adoption.objects.create(
            town=held.town, dog=held, adopter=held.owner, by=clerk, adopted_on=on("2026-06-09"), at=noon(), **words
        )


def test_another_towns_clerk_adopts_no_dog_of_this_pound(
    seizure: Seizure, adopter: Owner, clerk: User, clerk_of_chestertown: User
) -> None:
    forfeit_on(seizure, "2026-06-09", by=clerk)
    with pytest.raises(Refused) as refused:
        adopted(seizure, adopter, "2026-06-09", by=clerk_of_chestertown)
    assert codes(refused) == ["other_town"]


def undone(made: End, *, by: User, key: uuid.UUID | None = None) -> End:
    at = noon(on("2026-06-09"))
    return undo_adoption(end=made, reason="Wrong person", back=Back(), key=key or uuid.uuid4(), by=by, at=at)


def test_an_adoption_is_not_withdrawn_without_its_license_and_money(
    seizure: Seizure, adopter: Owner, clerk: User
) -> None:
    forfeit_on(seizure, "2026-06-09", by=clerk)
    made = adopted(seizure, adopter, "2026-06-09", by=clerk)
    with pytest.raises(Refused) as refused:
        withdraw_end(end=made, reason="Wrong person", by=clerk, at=noon(on("2026-06-09")))
    assert codes(refused) == ["adoption_stands"]
    assert made.adoption is not None
    with pytest.raises(Refused) as refused:
        withdraw_adoption(adoption=made.adoption, reason="x", back=Back(), key=uuid.uuid4(), by=clerk, at=made.at)
    assert codes(refused) == ["in_the_pound"]


def test_an_adoption_undone_leaves_the_dog_held_and_forfeit_and_is_undone_once(
    seizure: Seizure, adopter: Owner, clerk: User
) -> None:
    forfeit_on(seizure, "2026-06-09", by=clerk)
    made, key = adopted(seizure, adopter, "2026-06-09", by=clerk), uuid.uuid4()
    assert [undone(made, by=clerk, key=key).pk, undone(made, by=clerk, key=key).pk] == [made.pk, made.pk]
    assert list(Seizure.objects.held()) == [seizure]
    assert not Adoption.objects.standing().exists()
    assert not License.objects.standing().exists()
    assert str(Reversal.objects.get().total) == "21.00"
    other: Owner = OwnerFactory.create(town=adopter.town, born=date(1980, 1, 1))
    again = adopted(seizure, other, "2026-06-09", by=clerk, papers=[])
    assert again.adoption is not None
    assert (again.adoption.adopter, Dog.objects.count()) == (other, 1)


def test_a_dog_adopted_at_the_counter_leaves_the_pound_on_that_record(
    client: Client, held: Dog, adopter: Owner, clerk: User, officer: User
) -> None:
    seizure = Seizure.objects.get(dog=held)
    with time_machine.travel(noon(on("2026-06-09")), tick=False):
        forfeit_on(seizure, "2026-06-09", by=officer)
        adoption = adopt(adopter, held, by=clerk, on=on("2026-06-09"))
        client.force_login(clerk)
        address = f"/pound/{seizure.pk}/adopt"
        page = client.get(address)
        assert f"was adopted by {adopter.name}" in page.content.decode()
        client.post(address, {"key": page.context["form"].initial["key"]})
    assert End.objects.get().adoption == adoption


def test_the_clerk_undoes_an_adoption_from_the_dogs_page(
    client: Client, seizure: Seizure, adopter: Owner, clerk: User
) -> None:
    forfeit_on(seizure, "2026-06-09", by=clerk)
    made = adopted(seizure, adopter, "2026-06-09", by=clerk)
    client.force_login(clerk)
    address = f"/pound/ends/{made.pk}/undo-adoption"
    assert address in client.get(f"/pound/{seizure.pk}/").content.decode()
    form = {"key": client.get(address).context["form"].initial["key"], "reason": "Wrong person", "form": "cash"}
    assert client.post(address, form).headers["Location"] == f"/pound/{seizure.pk}/"
    assert list(Seizure.objects.held()) == [seizure]
