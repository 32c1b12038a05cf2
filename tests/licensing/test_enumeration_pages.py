"""The pages of enumerations: progress, a house looked up, a dog recorded, matched and withdrawn, and the file."""

from __future__ import annotations

import csv
import io
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from licensing.actions.enumerations import withdraw_finding
from licensing.models import Dog, Enumeration, EnumerationStreet, Finding, Owner
from office.models import Resolution, Town, User
from tests.factories import TODAY, DogFactory, EarlierLicenseFactory, OwnerFactory, TagBoxFactory
from tests.licensing.enumerating import find, street_of
from tests.licensing.issuing import cash, issue, noon

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def june() -> Iterator[None]:
    with time_machine.travel(noon()):
        yield


@pytest.fixture
def street(resolution: Resolution, officer: User) -> EnumerationStreet:
    TagBoxFactory.create(town=resolution.town)
    return street_of(resolution.town, by=officer, street="Main Street")


@pytest.fixture
def dog(owner: Owner) -> Dog:
    """At 12 Main Street."""
    return DogFactory.create(owner=owner)


@pytest.fixture
def desk(client: Client, officer: User) -> Client:
    client.force_login(officer)
    return client


def page_of(street: EnumerationStreet) -> str:
    return f"/enumerations/{street.enumeration_id}/streets/{street.pk}/"


def read(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def record(client: Client, street: EnumerationStreet, look_up: str, **typed: Any) -> str:
    form = {"key": str(uuid.uuid4()), "house": "12", "found_on": TODAY.isoformat(), "dog": ""} | typed
    return client.post(f"{page_of(street)}{look_up}", form, follow=True).content.decode()


def table(client: Client, street: EnumerationStreet) -> list[dict[str, str]]:
    answer: Any = client.get(f"/enumerations/{street.enumeration_id}/findings.csv")
    return list(csv.DictReader(io.StringIO(answer.getvalue().decode("utf-8-sig"))))


def test_one_is_opened_with_the_streets_of_the_register_proposed(desk: Client, owner: Owner) -> None:
    form = desk.get("/enumerations/new").context["form"]
    assert form.initial["streets"] == "Main Street"
    typed = {"key": str(uuid.uuid4()), "name": "fall", "starts_on": "2026-06-15", "streets": "Main Street\nA Road"}
    assert "0 of 2" in desk.post("/enumerations/new", typed, follow=True).content.decode()


@pytest.mark.parametrize(
    ("typed", "said"),
    [({"streets": "-"}, "Name the streets to be walked"), ({"streets": "x" * 121}, "at most 120 letters")],
)
def test_what_is_refused_stands_at_its_field_and_stays_typed(desk: Client, owner: Owner, typed: Any, said: str) -> None:
    form = {"key": str(uuid.uuid4()), "name": "fall", "starts_on": "2026-06-15"} | typed
    page = desk.post("/enumerations/new", form).content.decode()
    assert said in page
    assert typed["streets"] in page
    assert not Enumeration.objects.exists()


def test_the_list_and_the_page_show_the_progress(
    desk: Client, street: EnumerationStreet, officer: User, clerk: User, owner: Owner
) -> None:
    dogs = DogFactory.create_batch(3, owner=owner)
    EarlierLicenseFactory.create(dog=dogs[2])
    for dog in dogs:
        find(street, dog, by=officer)
    find(street, by=officer)
    withdraw_finding(finding=find(street, by=officer), reason="A fox", by=officer, at=noon())
    issue(dogs[0], by=clerk, tender=cash("26.00"))
    connection.check_constraints()  # as the end of each act does
    row = Enumeration.objects.with_progress().get()
    counts: Any = row
    assert (counts.found, counts.unlicensed, counts.licensed_since, counts.not_on_record) == (4, 2, 1, 1)
    assert "$5.00" in read(desk, "/enumerations/")
    page = read(desk, f"/enumerations/{row.pk}/")
    for words in ("0 of 1", "4, 1 of them not on record", "2; licensed since: 1", "$5.00"):
        assert words in page


def test_chestertown_is_told_why_there_is_none(client: Client, clerk_of_chestertown: User) -> None:
    client.force_login(clerk_of_chestertown)
    for address in ("/enumerations/", "/enumerations/new"):
        page = read(client, address)
        assert "Chapter 68 knows no enumeration" in page
        assert "<textarea" not in page
    assert 'href="/enumerations/"' not in read(client, "/counter/")


def test_the_header_leads_to_it_in_dover(desk: Client, dover: Town) -> None:
    assert 'href="/enumerations/"' in read(desk, "/counter/")


def test_a_house_looked_up_offers_its_dogs_alone(desk: Client, street: EnumerationStreet, dog: Dog) -> None:
    DogFactory.create(owner=OwnerFactory.create(town=dog.town, street="112 Main Street"), name="Neighbor")
    page = read(desk, f"{page_of(street)}?house=12")
    assert "Rex, Beagle" in page
    assert "Neighbor" not in page
    assert "Neighbor" in read(desk, f"{page_of(street)}?q=neighbor")


def test_the_next_dog_of_the_house_is_proposed(
    desk: Client, street: EnumerationStreet, officer: User, dog: Dog
) -> None:
    other, address = DogFactory.create(owner=dog.owner, name="Zorro"), f"{page_of(street)}?house=12"
    for expected in (dog, other, None):
        assert desk.get(address).context["form"].initial["dog"] == (expected.pk if expected else "")
        if expected:
            find(street, expected, by=officer)


def test_a_dog_on_record_is_recorded_and_judged(desk: Client, street: EnumerationStreet, dog: Dog) -> None:
    page = record(desk, street, "?house=12", dog=dog.pk)
    assert "Recorded: unlicensed." in page
    assert "not licensed yet" in page
    assert "$5.00 with its license" in read(desk, f"/dogs/{dog.pk}/")


def test_a_dog_not_on_record_is_described_and_matched_later(desk: Client, street: EnumerationStreet, dog: Dog) -> None:
    assert "describe one" in record(desk, street, "?house=12")
    assert "A brown hound, The Bakers" in record(
        desk, street, "?house=12", description="A brown hound", person="The Bakers"
    )
    finding = Finding.objects.get()
    assert "Rex, Beagle" in read(desk, f"/findings/{finding.pk}/match")
    page = desk.post(f"/findings/{finding.pk}/match", {"dog": dog.pk}, follow=True).content.decode()
    assert f'href="/dogs/{dog.pk}/"' in page


def test_a_dog_that_was_not_offered_is_not_taken(desk: Client, street: EnumerationStreet, stranger: Owner) -> None:
    page = record(desk, street, "?house=12", dog=DogFactory.create(owner=stranger).pk)
    assert "Select a valid choice" in page
    assert not Finding.objects.exists()


def test_the_same_form_records_one(desk: Client, street: EnumerationStreet, dog: Dog) -> None:
    key = str(uuid.uuid4())
    for _ in range(2):
        assert "Recorded: unlicensed." in record(desk, street, "?house=12", dog=dog.pk, key=key)
    assert Finding.objects.count() == 1


def test_a_finding_is_withdrawn_with_a_reason(desk: Client, street: EnumerationStreet, officer: User, dog: Dog) -> None:
    finding = find(street, dog, by=officer)
    address = f"/findings/{finding.pk}/withdraw"
    assert "This field is required" in desk.post(address, {"reason": ""}).content.decode()
    assert "withdrawn: A guest" in desk.post(address, {"reason": "A guest"}, follow=True).content.decode()
    assert "was withdrawn" in desk.post(address, {"reason": "Again"}).content.decode()
    assert "withdrawn: A guest" in read(desk, f"/dogs/{dog.pk}/")


def test_streets_are_added_and_done_and_the_count_is_closed(desk: Client, street: EnumerationStreet) -> None:
    address = f"/enumerations/{street.enumeration_id}"
    for path, typed, said in (
        ("/streets", {"streets": "A Road\nMain Street"}, "Streets added: 1."),
        ("/streets", {"streets": ""}, "This field is required."),
        (f"/streets/{street.pk}/done", {"done": "yes"}, "1 of 2"),
        ("/close", {"closed": "yes"}, "Open it again"),
        ("/streets", {"streets": "B Road"}, "was closed on June 15, 2026"),
        (f"/streets/{street.pk}/done", {"done": "no"}, "was closed on June 15, 2026"),
        ("/close", {"closed": "no"}, "is open again"),
    ):
        assert said in desk.post(f"{address}{path}", typed, follow=True).content.decode(), path


def test_the_street_of_a_closed_one_takes_nothing(desk: Client, street: EnumerationStreet) -> None:
    desk.post(f"/enumerations/{street.enumeration_id}/close", {"closed": "yes"})
    assert "Look up" not in read(desk, page_of(street))
    record(desk, street, "", description="A hound")
    assert not Finding.objects.exists()


def test_a_reader_sees_and_does_not_write(client: Client, street: EnumerationStreet, inspector: User) -> None:
    client.force_login(inspector)
    assert "Look up" not in read(client, page_of(street))
    record(client, street, "", description="A hound")
    assert not Finding.objects.exists()


def test_a_confidential_address_names_neither_dog_nor_house(
    desk: Client, street: EnumerationStreet, officer: User, dog: Dog
) -> None:
    find(street, dog, by=officer)
    Owner.objects.filter(pk=dog.owner_id).update(confidential=True)
    assert "Rex" not in read(desk, f"{page_of(street)}?house=12")
    assert "Main Street" not in read(desk, f"/dogs/{dog.pk}/")
    (row,) = table(desk, street)
    assert (row["House number"], row["Dog"], row["Owner"]) == ("", "", "Address confidential")


def test_the_file_holds_every_finding_with_what_followed(
    desk: Client, street: EnumerationStreet, officer: User, clerk: User, dog: Dog
) -> None:
    find(street, dog, by=officer)
    find(street, by=officer, description="=1+1", person="The Bakers")
    license_ = issue(dog, by=clerk, tender=cash("26.00"))
    first, second = table(desk, street)
    assert (first["Street"], first["House number"], first["Dog"], first["Result"]) == (
        "Main Street", "12", "Rex", "Unlicensed",
    )  # fmt: skip
    assert (first["Licensed since"], first["Fee"], first["Section"]) == (str(license_), "5.00", first["Section"])
    assert (second["Result"], second["Description"], second["Fee"]) == ("Not on record", "'=1+1", "")


@pytest.mark.parametrize("of", ["list", "enumeration", "street", "match", "csv"])
def test_fifty_rows_cost_as_many_queries_as_one(
    desk: Client, street: EnumerationStreet, officer: User, owner: Owner, of: str
) -> None:
    told = find(street, by=officer)
    addresses = {
        "list": "/enumerations/",
        "enumeration": f"/enumerations/{street.enumeration_id}/",
        "street": f"{page_of(street)}?house=12",
        "match": f"/findings/{told.pk}/match",
        "csv": f"/enumerations/{street.enumeration_id}/findings.csv",
    }

    def cost(number: int) -> int:
        for nth in range(number):
            find(street, DogFactory.create(owner=owner), by=officer)
            street_of(owner.town, by=officer, name=f"{number} {nth}")
            EnumerationStreet.objects.create(enumeration=street.enumeration, name=f"{number} {nth}")
        with CaptureQueriesContext(connection) as queries:
            answer: Any = desk.get(addresses[of])
            answer.getvalue()
        return len(queries)

    assert cost(1) == cost(49)
