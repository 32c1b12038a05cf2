"""The pairs of records that may be one are found anew by the database with each change, whatever made the change."""

from __future__ import annotations

from random import Random

import pytest
from django.db import connection
from django.test import Client

from licensing.duplicates import first_alike
from licensing.models import Dog, LikelyPair, Owner
from office.models import Town, User
from tests.factories import DogFactory, OwnerFactory

JOHN = {"first_name": "John", "last_name": "Kowalski", "street": "5 Main Street", "telephone": "845 555 0107"}


@pytest.fixture
def two(dover: Town) -> tuple[Owner, Owner]:
    """John Kowalski and Jon Kowalsky, who share an address and a telephone."""
    other = JOHN | {"first_name": "Jon", "last_name": "Kowalsky", "telephone": "(845) 555-0107"}
    return OwnerFactory.create(town=dover, **JOHN), OwnerFactory.create(town=dover, **other)


def shared(kind: str = "owner") -> list[int]:
    return list(LikelyPair.objects.filter(kind=kind).values_list("shared", flat=True))


def test_two_written_alike_are_a_pair_by_what_they_share(two: tuple[Owner, Owner]) -> None:
    pair = LikelyPair.objects.get()
    assert (pair.first, pair.second, pair.shared) == (two[0].pk, two[1].pk, 2)


@pytest.mark.parametrize(
    ("change", "left"),
    [
        ({"telephone": ""}, [1]),
        ({"telephone": "", "street": "50 Main Street"}, []),
        ({"email": "jk@example.org"}, [3]),
        ({"first_name": "Mary"}, []),
        ({"first_name": "J."}, [2]),
        ({"first_name": "Kowalski", "last_name": "John"}, [2]),
        ({"confidential": True}, []),
    ],
)
def test_a_change_makes_and_unmakes_pairs(two: tuple[Owner, Owner], change: dict[str, object], left: list[int]) -> None:
    Owner.objects.filter(pk=two[0].pk).update(email="jk@example.org")
    Owner.objects.filter(pk=two[1].pk).update(**change)
    assert shared() == left


def test_people_of_two_birth_dates_are_no_pair(two: tuple[Owner, Owner]) -> None:
    Owner.objects.filter(pk=two[0].pk).update(born="1980-02-03")
    assert shared() == [2]
    Owner.objects.filter(pk=two[1].pk).update(born="1980-02-04")
    assert shared() == []
    Owner.objects.filter(pk=two[1].pk).update(born="1980-02-03")
    assert shared() == [3]


def test_a_merge_takes_the_pair_away_and_undoing_it_brings_it_back(two: tuple[Owner, Owner]) -> None:
    Owner.objects.filter(pk=two[1].pk).update(merged_into=two[0])
    assert shared() == []
    Owner.objects.filter(pk=two[1].pk).update(merged_into=None)
    assert shared() == [2]


def test_people_of_two_towns_are_no_pair(two: tuple[Owner, Owner], chestertown: Town) -> None:
    OwnerFactory.create(town=chestertown, zip_code=two[0].zip_code, **JOHN)
    assert len(shared()) == 1


def test_dogs_of_one_name_are_a_pair_while_they_share_a_home(two: tuple[Owner, Owner]) -> None:
    for owner in two:
        DogFactory.create(owner=owner)
    assert shared("dog") == [3]
    Owner.objects.filter(pk=two[1].pk).update(street="50 Main Street")
    assert shared("dog") == []
    Dog.objects.update(owner=two[0])
    assert shared("dog") == [3]


def test_dogs_of_two_chips_are_no_pair(two: tuple[Owner, Owner]) -> None:
    DogFactory.create(owner=two[0], chip="985112003456789")
    other = DogFactory.create(owner=two[0])
    assert shared("dog") == [3]
    Dog.objects.filter(pk=other.pk).update(chip="985112003456780")
    assert shared("dog") == []


def test_who_is_alike_letter_by_letter_is_never_left_out_by_the_database(db: None) -> None:
    random = Random(7)
    names = ["john", "maeve", "obrien", "kowalski", "o", "", "soderstrom", "van dyke", "macdonald"]

    def misspelt(name: str) -> str:
        letters = [letter for letter in name if random.random() > 0.2] + random.choices("aeo", k=random.randrange(3))
        return "".join(letters)

    alike = [(name, other) for name in names * 200 if first_alike(name, other := misspelt(name))]
    with connection.cursor() as cursor:
        firsts, seconds = zip(*alike, strict=True)
        cursor.execute(
            "SELECT bool_and(keys_begin_alike(a, b)) FROM unnest(%s::text[], %s::text[]) t (a, b)",
            [[*firsts], [*seconds]],
        )
        assert cursor.fetchone() == (True,)


def test_finding_them_again_changes_nothing(two: tuple[Owner, Owner]) -> None:
    for owner in two:
        DogFactory.create(owner=owner)
    before = list(LikelyPair.objects.order_by("kind").values("kind", "first", "second", "shared", "likeness"))
    with connection.cursor() as cursor:
        cursor.execute("SELECT pairs_refresh_owner(id) FROM licensing_owner")
        cursor.execute("SELECT pairs_refresh_dog(id) FROM licensing_dog")
    assert list(LikelyPair.objects.order_by("kind").values("kind", "first", "second", "shared", "likeness")) == before


def test_more_than_are_listed_is_said(
    client: Client, clerk: User, two: tuple[Owner, Owner], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("licensing.pairs.MOST", "licensing.views.duplicates.MOST"):
        monkeypatch.setattr(name, 1)
    monkeypatch.setattr("licensing.pairs.AT_ONCE", 1)
    client.force_login(clerk)
    assert "1 pair of people" in client.get("/duplicates/").content.decode()
    OwnerFactory.create(town=two[0].town, **JOHN)
    assert "More than 1 pair" in client.get("/duplicates/").content.decode()
