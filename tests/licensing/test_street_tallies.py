"""The sums a street: they are those of its findings, whatever happens to a finding, its dog or its license."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from licensing.actions.enumerations import match_finding, withdraw_finding
from licensing.actions.merges import merge_dogs
from licensing.actions.voids import void_license
from licensing.models import Dog, Enumeration, EnumerationStreet, License, Owner, StreetTally
from office.ledger import Back
from office.models import Resolution, User
from office.versions import version_of
from tests.factories import DogFactory, EarlierLicenseFactory, TagBoxFactory
from tests.licensing.enumerating import BEGAN, find, street_of
from tests.licensing.issuing import cash, issue, noon

pytestmark = pytest.mark.django_db


@pytest.fixture
def street(resolution: Resolution, officer: User) -> EnumerationStreet:
    TagBoxFactory.create(town=resolution.town)
    return street_of(resolution.town, by=officer)


@pytest.fixture
def dog(owner: Owner) -> Dog:
    return DogFactory.create(owner=owner)


def tally(street: EnumerationStreet) -> tuple[int, int, int, int, str]:
    """Found, unlicensed, licensed since, not on record, and the money, as the end of a transaction leaves them."""
    connection.check_constraints()
    row = StreetTally.objects.get(street=street)
    return row.found, row.unlicensed, row.licensed_since, row.not_on_record, str(row.money)


def test_a_street_of_which_nothing_is_known_yet_has_its_tally(street: EnumerationStreet) -> None:
    assert tally(street) == (0, 0, 0, 0, "0.00")


def test_each_finding_counts_as_what_it_is(street: EnumerationStreet, officer: User, dog: Dog) -> None:
    find(street, dog, by=officer)
    find(street, EarlierLicenseFactory.create(dog__owner=dog.owner).dog, by=officer)
    find(street, by=officer)
    assert tally(street) == (3, 1, 0, 1, "0.00")


def test_one_withdrawn_or_matched_counts_so(street: EnumerationStreet, officer: User, dog: Dog) -> None:
    fox, hound = find(street, by=officer), find(street, by=officer)
    withdraw_finding(finding=fox, reason="A fox", by=officer, at=noon())
    assert tally(street) == (1, 0, 0, 1, "0.00")
    match_finding(finding=hound, dog=dog, by=officer, at=noon())
    assert tally(street) == (1, 1, 0, 0, "0.00")


def test_the_license_counts_until_it_is_voided(street: EnumerationStreet, officer: User, clerk: User, dog: Dog) -> None:
    find(street, dog, by=officer)
    license_ = issue(dog, by=clerk, tender=cash("26.00"))
    assert tally(street) == (1, 1, 1, 0, "5.00")
    reason: dict[str, Any] = {"why": "entered_twice", "reason": "Typed in twice", "key": uuid.uuid4()}
    void_license(license_=license_, back=Back(), **reason, by=clerk, at=noon())
    assert tally(street) == (1, 1, 0, 0, "0.00")


@pytest.mark.parametrize(("days", "reached"), [(-1, 0), (0, 1)])
def test_a_license_that_reached_the_day_of_the_finding_counts_without_a_fee(
    street: EnumerationStreet, officer: User, dog: Dog, days: int, reached: int
) -> None:
    found = find(street, dog, by=officer)
    expires = found.found_on + timedelta(days=days)
    EarlierLicenseFactory.create(dog=dog, starts=expires - timedelta(days=364), expires=expires)
    assert tally(street) == (1, 1, reached, 0, "0.00")


def test_the_license_of_a_dog_that_went_into_another_counts_with_that_one(
    street: EnumerationStreet, officer: User, clerk: User, dog: Dog
) -> None:
    find(street, dog, by=officer)
    license_: License = EarlierLicenseFactory.create(dog__owner=dog.owner)
    assert tally(street)[:3] == (1, 1, 0)
    both = version_of(dog), version_of(license_.dog)
    merge_dogs(kept=dog, gone=license_.dog, seen=both, by=clerk, at=noon())
    assert tally(street)[:3] == (1, 1, 1)


def test_the_sums_of_an_enumeration_are_those_of_its_streets(
    street: EnumerationStreet, officer: User, dog: Dog
) -> None:
    other = EnumerationStreet.objects.create(
        enumeration=street.enumeration, name="A Road", done_on=BEGAN, done_by=officer
    )
    find(street, dog, by=officer)
    find(other, by=officer)
    find(other, by=officer)
    connection.check_constraints()
    shown: Any = Enumeration.objects.with_progress().get()
    assert (shown.streets_all, shown.streets_done, shown.found, shown.unlicensed, shown.not_on_record) == (
        2,
        1,
        3,
        1,
        2,
    )


@pytest.mark.django_db(transaction=True)
def test_eight_at_once_on_one_street_are_eight(street: EnumerationStreet, officer: User) -> None:
    def find_one(_: int) -> None:
        find(street, by=officer)
        connection.close()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(find_one, range(8)))
    assert tally(street) == (8, 0, 0, 8, "0.00")
