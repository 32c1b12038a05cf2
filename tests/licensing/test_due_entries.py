"""What the due list looks into is written anew by the database with each change, whatever made the change."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection

from licensing.models import Dog, DueEntry, License, Owner, RabiesCertificate, RabiesStatement, Visit
from office.models import Town, User
from tests.factories import (
    TODAY,
    BusinessFactory,
    DogFactory,
    EarlierLicenseFactory,
    OwnerFactory,
    RabiesCertificateFactory,
    RabiesStatementFactory,
)

LATER = date(2031, 1, 1)


@pytest.fixture
def license_(owner: Owner) -> License:
    """The license of a dog of Maeve O’Brien of 12 Main Street, which ends in 200 days."""
    return EarlierLicenseFactory.create(dog=DogFactory.create(owner=owner))


def entry(dog: Dog | None = None) -> DueEntry:
    return DueEntry.objects.get(dog=dog) if dog else DueEntry.objects.get()


@pytest.mark.parametrize(
    ("model", "change", "name", "value"),
    [
        (Owner, {"last_name": "Walsh"}, "name", "walsh maeve"),
        (Owner, {"street": "7 Elm Way", "zip_code": "12594"}, "address", " 7 elm way 12594 "),
        (Owner, {"confidential": True}, "address", ""),
        (Dog, {"status": "dead"}, "listed", False),
        (Dog, {"status": "lost"}, "listed", True),
        (Dog, {"born": LATER}, "born", LATER),
        (License, {"expires": LATER}, "expires", LATER),
        (License, {"ended_on": TODAY, "ended_because": "Sold"}, "expires", None),
        (License, {"voided_at": "2026-06-01T10:00Z", "voided_because": "Twice"}, "license", None),
        (RabiesCertificate, {"expires": LATER}, "certificate_to", LATER),
    ],
)
def test_a_changed_row_changes_the_entry(
    license_: License, model: Any, change: dict[str, Any], name: str, value: object
) -> None:
    model.objects.update(**change)
    assert getattr(entry(), name) == value


def test_a_paper_more_changes_the_entry(license_: License) -> None:
    RabiesCertificateFactory.create(dog=license_.dog, expires=LATER)
    RabiesStatementFactory.create(dog=license_.dog, dated=TODAY)
    assert (entry().certificate_to, entry().stated_on) == (LATER, TODAY)
    RabiesStatement.objects.update(dated=TODAY + timedelta(days=1))
    assert entry().stated_on == TODAY + timedelta(days=1)


def test_a_visit_and_a_kennel_change_the_entry(license_: License, clerk: User) -> None:
    given: dict[str, Any] = {"arrived": TODAY, "home": "nyc_resident", "by": clerk, "at": "2026-06-01T10:00Z"}
    Visit.objects.create(dog=license_.dog, last_day=LATER, **given)
    Dog.objects.update(kennel=BusinessFactory.create(operator=license_.holder))
    assert (entry().visits_to, entry().in_kennel) == (LATER, True)


def test_a_new_owner_changes_name_address_and_license(license_: License, dover: Town) -> None:
    new = OwnerFactory.create(town=dover, last_name="Zabriskie", street="9 Elm Way")
    Dog.objects.update(owner=new)
    assert (entry().name, entry().license) == ("zabriskie ada", None)
    assert entry().address.startswith(" 9 elm way")


def test_a_record_that_went_into_another_is_not_listed(license_: License) -> None:
    other = DogFactory.create(owner=license_.holder)
    Dog.objects.filter(pk=other.pk).update(merged_into=license_.dog)
    assert (entry(license_.dog).listed, entry(other).listed) == (True, False)
    Dog.objects.filter(pk=other.pk).update(merged_into=None)
    assert entry(other).listed


def test_an_owners_merge_takes_the_dogs_off_the_list(license_: License, dover: Town) -> None:
    Owner.objects.filter(pk=license_.holder_id).update(merged_into=OwnerFactory.create(town=dover))
    assert not entry().listed


def test_a_renewal_takes_the_place_of_the_license_and_gives_it_back_when_voided(license_: License) -> None:
    starts = license_.expires + timedelta(days=1)
    renewal = EarlierLicenseFactory.create(dog=license_.dog, starts=starts, expires=LATER)
    assert entry().license == renewal
    License.objects.filter(pk=renewal.pk).update(voided_at="2026-06-01T10:00Z", voided_because="Twice")
    assert entry().license == license_


def test_every_dog_has_one_entry_and_a_change_touches_its_own_alone(license_: License, owner: Owner) -> None:
    other = DogFactory.create(owner=owner)
    Dog.objects.filter(pk=other.pk).update(status="dead")
    assert DueEntry.objects.count() == 2
    assert (entry(license_.dog).listed, entry(other).listed) == (True, False)


def test_writing_an_entry_again_changes_nothing(license_: License) -> None:
    before = list(DueEntry.objects.values())
    with connection.cursor() as cursor:
        cursor.execute("SELECT due_refresh(id) FROM licensing_dog")
    assert list(DueEntry.objects.values()) == before
