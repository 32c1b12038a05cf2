"""The $5 that follows from an enumeration: who pays it, once, and what its line says."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from licensing.actions.enumerations import match_finding, withdraw_finding
from licensing.facts import price
from licensing.models import Dog, EnumerationStreet, Finding, License, Owner
from licensing.needs import needs_of
from office.models import Resolution, User
from office.refusals import Refused
from tests.factories import (
    TODAY,
    DogFactory,
    EarlierLicenseFactory,
    RabiesCertificateFactory,
    TagBoxFactory,
    WorkingProofFactory,
)
from tests.licensing.enumerating import BEGAN, find, street_of
from tests.licensing.issuing import asked_for, cash, issue, noon

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def street(resolution: Resolution, officer: User) -> EnumerationStreet:
    TagBoxFactory.create(town=resolution.town)
    return street_of(resolution.town, by=officer)


@pytest.fixture
def dog(owner: Owner) -> Dog:
    return DogFactory.create(owner=owner)


def fee(dog: Dog, on: date = TODAY) -> str | None:
    """What is charged for the enumeration with a license of the day; None for nothing."""
    lines = price(asked_for(dog), town=dog.town, on=on).quote.lines
    return next((str(line.amount) for line in lines if line.code == "enumeration_fee"), None)


def need(dog: Dog, on: date = TODAY) -> str | None:
    """What the dog's page says of it."""
    row = Dog.objects.with_papers().get(pk=dog.pk)
    found = needs_of(row, on=on, law=row.town.ordinance(on)).enumerated
    return found.text if found else None


def void(license_: License) -> None:
    """The license as it is once it was voided."""
    License.objects.filter(pk=license_.pk).update(voided_at=timezone.now(), voided_because="Wrong years")


def test_the_license_of_a_dog_found_unlicensed_costs_five_dollars_more(
    street: EnumerationStreet, officer: User, dog: Dog
) -> None:
    assert (fee(dog), need(dog)) == (None, None)
    find(street, dog, by=officer, on=date(2026, 6, 1))
    quote = price(asked_for(dog), town=dog.town, on=TODAY).quote
    line = next(line for line in quote.lines if line.code == "enumeration_fee")
    assert str(quote.total) == "26.00"
    assert line.because == "Found unlicensed by the enumeration of spring 2026 on 2026-06-01"
    assert "Licensing ¶ B(3)" in line.citation
    assert need(dog) == "Found unlicensed by the enumeration of spring 2026 on 2026-06-01: $5.00 with its license"


@pytest.mark.parametrize(("expires", "charged"), [(TODAY, None), (TODAY - DAY, "5.00")])
def test_a_dog_licensed_on_the_day_pays_none_and_one_lapsed_the_day_before_does(
    street: EnumerationStreet, officer: User, dog: Dog, expires: date, charged: str | None
) -> None:
    EarlierLicenseFactory.create(dog=dog, expires=expires)
    find(street, dog, by=officer)
    assert fee(dog) == charged


def test_a_dog_too_young_on_the_day_pays_none_later(street: EnumerationStreet, officer: User, owner: Owner) -> None:
    puppy = DogFactory.create(owner=owner, born=date(2026, 3, 1))
    find(street, puppy, by=officer)
    assert fee(puppy, date(2026, 7, 15)) is None


def test_it_is_charged_from_the_day_found(street: EnumerationStreet, officer: User, dog: Dog) -> None:
    find(street, dog, by=officer, on=TODAY - DAY)
    assert [fee(dog, TODAY - days * DAY) for days in (2, 1)] == [None, "5.00"]


def test_a_free_license_pays_five_dollars(street: EnumerationStreet, officer: User, clerk: User, dog: Dog) -> None:
    find(street, dog, by=officer)
    issued = issue(dog, by=clerk, tender=cash("5.00"), working=WorkingProofFactory.create(dog=dog))
    assert issued.receipt.total == Decimal("5.00")


def test_the_license_settles_it_with_what_was_charged(
    street: EnumerationStreet, officer: User, clerk: User, dog: Dog
) -> None:
    find(street, dog, by=officer)
    issued = issue(dog, by=clerk, tender=cash("26.00"))
    finding = Finding.objects.get()
    assert (finding.settled_by, finding.fee) == (issued, Decimal("5.00"))
    assert (fee(dog, date(2027, 6, 1)), need(dog)) == (None, None)


def test_two_enumerations_are_settled_by_one_fee(
    street: EnumerationStreet, officer: User, clerk: User, dog: Dog
) -> None:
    earlier = find(street, dog, by=officer, on=BEGAN)
    later = find(street_of(street.enumeration.town, by=officer, name="June"), dog, by=officer)
    issue(dog, by=clerk, tender=cash("26.00"))
    fees = dict(Finding.objects.values_list("pk", "fee"))
    assert fees == {earlier.pk: Decimal(0), later.pk: Decimal(5)}


def test_a_license_refused_settles_nothing(street: EnumerationStreet, officer: User, clerk: User, dog: Dog) -> None:
    find(street, dog, by=officer)
    with pytest.raises(Refused):
        issue(dog, by=clerk, tender=cash("21.00"))
    assert Finding.objects.get().settled_by is None
    assert fee(dog) == "5.00"


def test_a_license_voided_later_leaves_it_open_again(
    street: EnumerationStreet, officer: User, clerk: User, dog: Dog
) -> None:
    finding = find(street, dog, by=officer)
    issued = issue(dog, by=clerk, tender=cash("26.00"))
    with pytest.raises(Refused, match="void that license first"):
        withdraw_finding(finding=finding, reason="Wrong dog", by=officer, at=noon())
    void(issued)
    assert fee(dog) == "5.00"
    assert need(dog) is not None
    again = issue(dog, by=clerk, tender=cash("26.00"))
    assert Finding.objects.get().settled_by == again


def test_one_withdrawn_pays_none(street: EnumerationStreet, officer: User, dog: Dog) -> None:
    withdraw_finding(finding=find(street, dog, by=officer), reason="A guest", by=officer, at=noon())
    assert (fee(dog), need(dog)) == (None, None)


def test_a_dog_described_pays_once_it_is_matched(street: EnumerationStreet, officer: User, dog: Dog) -> None:
    told = find(street, by=officer, on=BEGAN)
    assert fee(dog) is None
    match_finding(finding=told, dog=dog, by=officer, at=noon())
    assert fee(dog) == "5.00"


def test_one_matched_after_the_license_was_issued_does_not_charge_its_renewal(
    street: EnumerationStreet, officer: User, clerk: User, dog: Dog
) -> None:
    told = find(street, by=officer, on=BEGAN)
    issue(dog, by=clerk)
    match_finding(finding=told, dog=dog, by=officer, at=noon())
    assert (fee(dog, date(2027, 6, 1)), need(dog, date(2027, 6, 1))) == (None, None)


def test_another_dog_of_the_household_pays_none(street: EnumerationStreet, officer: User, dog: Dog) -> None:
    find(street, dog, by=officer)
    other = RabiesCertificateFactory.create(dog=DogFactory.create(owner=dog.owner)).dog
    assert fee(other) is None
