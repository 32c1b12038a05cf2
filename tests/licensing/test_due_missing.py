"""The filter of the due list for dogs that have no license though the law requires one."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from licensing.due import Wanted, due
from licensing.models import Dog, License, Visit
from office.models import Town, User
from ordinances.days import ONE_DAY
from tests.factories import TODAY, BusinessFactory, DogFactory, EarlierLicenseFactory, OwnerFactory


def unlicensed(town: Town, **more: Any) -> Dog:
    return DogFactory.create(owner__town=town, **more)


def missing(town: Town, on: date = TODAY) -> list[int]:
    return [entry.dog_id for entry in due(town, Wanted("missing"), on=on)]


@pytest.mark.parametrize(("slug", "youngest"), [("dover", date(2026, 2, 15)), ("chestertown", date(2025, 12, 14))])
def test_a_dog_is_listed_from_the_day_it_is_of_age(dover: Town, chestertown: Town, slug: str, youngest: date) -> None:
    town = {"dover": dover, "chestertown": chestertown}[slug]
    of_age = unlicensed(town, born=youngest)
    unlicensed(town, born=youngest + ONE_DAY)
    assert missing(town) == [of_age.pk]


def test_a_dog_whose_birth_is_not_known_is_taken_to_be_of_age(dover: Town) -> None:
    dog = unlicensed(dover, born=None)
    assert missing(dover) == [dog.pk]


def test_a_licensed_dog_is_not_listed_nor_one_whose_license_has_expired(dover: Town) -> None:
    for days in (-20, 20):
        EarlierLicenseFactory.create(dog__owner__town=dover, expires=TODAY + timedelta(days=days))
    assert missing(dover) == []


def test_a_voided_license_is_none(dover: Town) -> None:
    license_ = EarlierLicenseFactory.create(dog__owner__town=dover)
    License.objects.update(voided_at="2026-06-01T10:00-04:00", voided_because="Wrong dog")
    assert missing(dover) == [license_.dog_id]


def test_an_earlier_owners_license_is_not_the_present_ones(dover: Town) -> None:
    license_ = EarlierLicenseFactory.create(dog__owner__town=dover)
    Dog.objects.update(owner=OwnerFactory.create(town=dover))
    assert missing(dover) == [license_.dog_id]


def test_a_visitor_is_exempt_through_the_last_day_of_its_visit(dover: Town, clerk: User) -> None:
    dog, at = unlicensed(dover), "2026-06-01T10:00-04:00"
    Visit.objects.create(
        dog=dog, arrived=TODAY, home="nyc_resident", last_day=TODAY + timedelta(days=30), by=clerk, at=at
    )
    assert missing(dover, TODAY + timedelta(days=30)) == []
    assert missing(dover, TODAY + timedelta(days=31)) == [dog.pk]


def test_a_dog_of_a_kennel_is_exempt_where_kennels_are_licensed(dover: Town, chestertown: Town) -> None:
    for town in (dover, chestertown):
        kennel = BusinessFactory.create(operator__town=town)
        unlicensed(town, kennel=kennel)
    assert len(missing(dover)) == 1
    assert missing(chestertown) == []


@pytest.mark.parametrize("status", ["dead", "moved", "gone"])
def test_a_dog_that_is_not_here_misses_nothing(dover: Town, status: str) -> None:
    unlicensed(dover, status=status)
    assert missing(dover) == []
