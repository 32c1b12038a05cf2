"""On the page of a dog of record: how often it was seized, why, and how each seizure ended."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from licensing.models import Dog
from office.models import Town, User
from tests.factories import DogFactory, UserFactory
from tests.impound.pound import end, seize
from tests.impound.redeeming import licensed

pytestmark = pytest.mark.django_db


def page(by: User, dog: Dog) -> str:
    """The dog's page, in one line."""
    client = Client()
    client.force_login(by)
    return " ".join(client.get(f"/dogs/{dog.pk}/").content.decode().split())


@pytest.fixture
def dog(dover: Town) -> Dog:
    return DogFactory.create(owner__town=dover)


def test_each_seizure_stands_with_its_day_its_ground_and_its_end(dog: Dog, officer: User, clerk: User) -> None:
    seizure = seize(by=officer, dog=dog)
    said = page(clerk, dog)
    assert f'<a href="/pound/{seizure.pk}/">No. {seizure.number}</a>, June 1, 2026: Not licensed' in said
    assert "<cite>L.L. 3-2010, Seizure ¶ A(1)</cite>" in said
    assert "held now" in said
    end(seizure, "escaped", "2026-06-02", by=officer)
    assert ("escaped on June 2, 2026" in page(clerk, dog), "held now" in page(clerk, dog)) == (True, False)


def test_a_hand_back_is_told_from_a_dog_that_is_held(dover: Town, dog: Dog, officer: User) -> None:
    other = licensed(dog.owner)
    seize(by=officer, dog=other, course="handed_back", handed_back_to="Ada Owner")
    assert "returned without impoundment on June 1, 2026" in page(officer, other)
    assert "held now" not in page(officer, other)


def test_the_law_is_that_of_the_town(chestertown: Town) -> None:
    warden = UserFactory.create(town=chestertown, role="officer")
    dog = DogFactory.create(owner__town=chestertown)
    seize(by=warden, dog=dog)
    assert "At large <small><cite>§§ 68-7, 68-8</cite>" in page(warden, dog)


def test_a_dog_that_never_was_seized_shows_nothing_of_it(dog: Dog, clerk: User, officer: User) -> None:
    seize(by=officer, dog=DogFactory.create(owner=dog.owner))
    assert "In the pound" not in page(clerk, dog)


def test_one_seizure_and_fifty_cost_the_same_queries(dog: Dog, officer: User) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            page(officer, dog)
        return len(caught)

    end(seize(by=officer, dog=dog), "escaped", "2026-06-02", by=officer)
    first = queries()
    for _ in range(50):
        end(seize(by=officer, dog=dog), "escaped", "2026-06-02", by=officer)
    assert queries() == first
