"""The register as a flat table: which dogs and people, and which of their papers, tags and licenses."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from licensing.models import Dog, Owner
from licensing.register import writing
from licensing.register.columns import COLUMNS
from licensing.register.writing import about, lines, register
from office.models import Town
from tests.factories import (
    AlterationProofFactory,
    DogFactory,
    EarlierLicenseFactory,
    OwnerFactory,
    RabiesCertificateFactory,
    TagFactory,
    WorkingProofFactory,
)

pytestmark = pytest.mark.django_db
DAY = date(2025, 3, 1)


def rows(town: Town) -> list[dict[str, Any]]:
    header, *told = register(town)
    return [dict(zip(header, row, strict=True)) for row in told]


def row(town: Town) -> dict[str, Any]:
    (only,) = rows(town)
    return only


def test_the_header_is_the_names_that_an_import_knows(dover: Town) -> None:
    assert next(register(dover)) == tuple(column.name for column in COLUMNS)


@pytest.mark.parametrize("column", COLUMNS, ids=lambda column: column.name)
def test_each_column_is_told_in_the_readme(column: Any) -> None:
    assert about(column).startswith(f"{column.name} (")
    assert about(column).endswith(f": {column.label}")


def test_a_row_a_dog_and_one_for_each_person_without(dover: Town, chestertown: Town) -> None:
    OwnerFactory.create(town=dover, last_name="Alone")
    two = OwnerFactory.create(town=dover, last_name="Two")
    DogFactory.create(owner=two, name="Bo")
    DogFactory.create(owner=two, name="Ace")
    DogFactory.create(owner__town=chestertown)
    assert [(each["last_name"], each["dog_name"]) for each in rows(dover)] == [
        ("Alone", ""),
        ("Two", "Bo"),
        ("Two", "Ace"),
    ]
    assert lines(dover).count() == 3


def test_what_went_into_another_record_is_not_in_it(dover: Town) -> None:
    kept = DogFactory.create(owner__town=dover, name="Kept")
    DogFactory.create(owner=kept.owner, name="Double", merged_into=kept)
    OwnerFactory.create(town=dover, last_name="Double", merged_into=kept.owner)
    assert row(dover)["dog_name"] == "Kept"


def test_a_confidential_address_is_there_with_its_mark(dover: Town) -> None:
    OwnerFactory.create(town=dover, street="1 Hidden Lane", confidential=True)
    assert (row(dover)["street"], row(dover)["confidential"]) == ("1 Hidden Lane", True)


def test_of_the_papers_the_latest_is_there(dover: Town) -> None:
    dog = DogFactory.create(owner__town=dover)
    for year in (2027, 2029, 2028):
        RabiesCertificateFactory.create(dog=dog, expires=date(year, 1, 10))
    AlterationProofFactory.create(dog=dog, signed_on=DAY)
    AlterationProofFactory.create(dog=dog, signed_on=date(2024, 1, 1), kind="affidavit")
    WorkingProofFactory.create(dog=dog)
    told = row(dover)
    assert (told["rabies_expires"], told["alteration_kind"], told["working_kind"]) == (
        date(2029, 1, 10),
        "certificate",
        "guide",
    )
    assert told["statement_on"] == ""


def test_the_tag_is_the_one_that_the_dog_carries_now(dover: Town) -> None:
    dog = DogFactory.create(owner__town=dover)
    TagFactory.create(dog=dog, number=17, retired_on=DAY, retired_because="Lost")
    TagFactory.create(dog=dog, number=12)
    assert row(dover)["tag_number"] == 12


def test_the_license_is_the_last_one_that_was_not_voided(dover: Town) -> None:
    dog = DogFactory.create(owner__town=dover)
    for number, expires in ((1, 2024), (3, 2026), (2, 2025)):
        EarlierLicenseFactory.create(dog=dog, number=number, expires=date(expires, 5, 31))
    EarlierLicenseFactory.create(dog=dog, number=4, voided_at="2026-01-02T12:00:00Z", voided_because="Wrong dog")
    told = row(dover)
    assert (told["license_number"], told["license_expires"]) == (3, date(2026, 5, 31))
    assert told["license_issued_on"] == date(2025, 6, 2)


def test_a_license_of_an_earlier_owner_is_not_the_present_owners(dover: Town) -> None:
    license_ = EarlierLicenseFactory.create(dog__owner__town=dover)
    Dog.objects.update(owner=OwnerFactory.create(town=dover))
    told = next(each for each in rows(dover) if each["dog_name"])
    assert (told["license_number"], told["tag_number"]) == ("", license_.tag.number)


def test_words_are_written_as_an_import_reads_them(dover: Town) -> None:
    OwnerFactory.create(town=dover, last_name=" van  Dyke ", note="Gate\r\n  is left open \r")
    assert (row(dover)["last_name"], row(dover)["note"]) == ("van Dyke", "Gate\n  is left open")


def test_more_lines_ask_no_more_of_the_database_but_by_the_piece(dover: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "CHUNK", 10)
    counts = []
    for more in (1, 9, 10):
        for owner in OwnerFactory.create_batch(more, town=dover):
            EarlierLicenseFactory.create(dog__owner=owner)
        with CaptureQueriesContext(connection) as queries:
            assert len(rows(dover)) == Owner.objects.count()
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert counts[2] - counts[1] == len(writing.MODELS)
