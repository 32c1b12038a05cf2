"""An adoption that never was is undone: the license with its money, the dog, and what it was before."""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

import pytest
from django.test import Client

from licensing.actions.unadopt import withdraw_adoption
from licensing.models import Adoption, Dog, Owner
from office.ledger import Back
from office.models import Resolution, Reversal, User
from office.refusals import Refused
from tests.factories import TODAY, DogFactory, EarlierLicenseFactory, OwnerFactory, TagBoxFactory, UserFactory
from tests.licensing.adopting import adopt
from tests.licensing.cases import dog_facts
from tests.licensing.issuing import noon

pytestmark = pytest.mark.django_db


@pytest.fixture
def adopter(resolution: Resolution) -> Owner:
    TagBoxFactory.create(town=resolution.town)
    return OwnerFactory.create(town=resolution.town, born=date(1990, 1, 1))


@pytest.fixture
def licensed(owner: Owner) -> Dog:
    """A dog of an earlier owner's, licensed for months to come."""
    dog: Dog = DogFactory.create(owner=owner, status=Dog.Status.LOST, status_on=TODAY)
    EarlierLicenseFactory.create(dog=dog)
    return dog


def undo(adoption: Adoption, by: User, *, reason: str = "Wrong person", key: uuid.UUID | None = None) -> Adoption:
    given: dict[str, Any] = {"key": key or uuid.uuid4(), "by": by, "at": noon(TODAY)}
    return withdraw_adoption(adoption=adoption, reason=reason, back=Back(), **given)


def test_the_dog_goes_back_with_its_license_and_the_adopters_becomes_void(
    licensed: Dog, owner: Owner, adopter: Owner, clerk: User
) -> None:
    made = undo(adopt(adopter, licensed, by=clerk), clerk)
    licensed.refresh_from_db()
    assert (licensed.owner, licensed.status, licensed.status_on) == (owner, Dog.Status.LOST, TODAY)
    assert made.license is not None
    assert "Wrong person" in made.license.voided_because
    assert [license_.ended_on for license_ in licensed.licenses.standing()] == [None]
    assert str(Reversal.objects.get().total) == "21.00"


def test_a_dog_new_to_the_office_is_no_longer_here_and_may_be_adopted_again(adopter: Owner, clerk: User) -> None:
    adoption = adopt(adopter, dog_facts(), by=clerk)
    undo(adoption, clerk)
    dog = Dog.objects.get()
    assert (dog.status, dog.owner) == (Dog.Status.GONE, adopter)
    again = adopt(adopter, dog, by=clerk, papers=())
    assert (again.dog, again.withdrawn_at, again.license is not None) == (dog, None, True)


def test_sent_twice_it_is_undone_once_and_without_a_reason_not_at_all(adopter: Owner, clerk: User) -> None:
    adoption = adopt(adopter, dog_facts(), by=clerk)
    with pytest.raises(Refused, match="Say what was wrong"):
        undo(adoption, clerk, reason=" ")
    key = uuid.uuid4()
    assert undo(adoption, clerk, key=key) == undo(adoption, clerk, key=key)
    assert Reversal.objects.count() == 1
    with pytest.raises(Refused, match="undone already"):
        undo(adoption, clerk)


def test_a_dog_that_has_another_owner_since_stays_there(licensed: Dog, adopter: Owner, clerk: User) -> None:
    adoption = adopt(adopter, licensed, by=clerk)
    Dog.objects.filter(pk=licensed.pk).update(owner=OwnerFactory.create(town=adopter.town))
    with pytest.raises(Refused, match="another owner since"):
        undo(adoption, clerk)


def test_the_page_undoes_it_and_the_list_leaves_it_out(client: Client, adopter: Owner, clerk: User) -> None:
    adoption = adopt(adopter, dog_facts(), by=clerk)
    client.force_login(clerk)
    address = f"/adoptions/{adoption.pk}/undo"
    page = client.get(address)
    assert "21.00" in page.content.decode()
    form = {"key": page.context["form"].initial["key"], "reason": "Twice", "form": "cash", "shown_total": "21.00"}
    assert client.post(address, form).status_code == 302
    period = f"?from={adoption.adopted_on}&to={adoption.adopted_on}"
    assert "0 adoptions" in client.get(f"/adoptions/{period}").content.decode()
    assert "undone: Twice" in client.get(f"/dogs/{adoption.dog_id}/").content.decode()


def test_another_towns_clerk_and_another_role_do_not_undo_it(
    client: Client, adopter: Owner, clerk: User, clerk_of_chestertown: User
) -> None:
    adoption = adopt(adopter, dog_facts(), by=clerk)
    for user, status in ((clerk_of_chestertown, 404), (UserFactory.create(town=adopter.town, role="officer"), 403)):
        client.force_login(user)
        assert client.get(f"/adoptions/{adoption.pk}/undo").status_code == status
