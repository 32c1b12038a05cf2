"""The counter's page."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from licensing.models import Owner
from office.models import Town, User
from tests.factories import DogFactory, EarlierLicenseFactory, OwnerFactory, TagFactory, UserFactory


def found(client: Client, typed: str, **more: str) -> str:
    return client.get("/counter/", {"q": typed, **more}).content.decode()


@pytest.fixture
def at_the_counter(client: Client, clerk: User) -> Client:
    client.force_login(clerk)
    return client


def test_it_shows_the_owner_the_household_and_what_each_dog_needs(at_the_counter: Client, owner: Owner) -> None:
    sam = OwnerFactory.create(town=owner.town, first_name="Sam", street=owner.street, zip_code=owner.zip_code)
    dog = DogFactory.create(owner=sam, name="Biscuit")
    page = found(at_the_counter, "o'brien")
    for part in (f'href="/owners/{owner.pk}/"', "also at this address", "Biscuit", "License required"):
        assert part in page
    assert f"/licenses/new?dog={dog.pk}" in page


def test_a_household_found_twice_stands_there_once(at_the_counter: Client, owner: Owner) -> None:
    OwnerFactory.create(town=owner.town, last_name="O'Brien", street=owner.street, zip_code=owner.zip_code)
    page = found(at_the_counter, "obrien")
    assert page.count('class="office-household"') == 1
    assert page.count("also at this address") == 0


def test_the_empty_page_waits_with_the_cursor_in_the_box(at_the_counter: Client, owner: Owner) -> None:
    page = found(at_the_counter, "")
    assert "autofocus" in page
    assert "office-household" not in page


def test_enter_on_a_known_number_opens_its_owner(at_the_counter: Client, owner: Owner) -> None:
    TagFactory.create(dog__owner=owner, number=1001)
    response = at_the_counter.get("/counter/", {"q": "1001", "go": "1"})
    assert response.headers["Location"] == f"/owners/{owner.pk}/"
    assert at_the_counter.get("/counter/", {"q": "1001"}).status_code == 200


def test_enter_on_a_name_lists_even_one(at_the_counter: Client, owner: Owner) -> None:
    assert at_the_counter.get("/counter/", {"q": "obrien", "go": "1"}).status_code == 200


def test_nobody_found_leads_to_a_new_owner_of_that_name(at_the_counter: Client) -> None:
    page = found(at_the_counter, "Quimby Joe")
    assert "Nobody on record matches “Quimby Joe”" in page
    assert "/owners/new?name=Quimby+Joe" in page
    assert "/owners/new?name" not in found(at_the_counter, "555-0101")


def test_what_was_typed_is_shown_as_text(at_the_counter: Client) -> None:
    assert "<script>alert" not in found(at_the_counter, "<script>alert(1)</script>")


def test_the_look_up_while_typing_gets_the_list_alone(at_the_counter: Client, owner: Owner) -> None:
    page = at_the_counter.get("/counter/", {"q": "obrien"}, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in page
    assert owner.name in page


def test_the_second_page_goes_on_where_the_first_ended(at_the_counter: Client, dover: Town) -> None:
    for number in range(25):
        OwnerFactory.create(town=dover, last_name="Smith", first_name=f"P{number:02}")
    first, second = found(at_the_counter, "smith"), found(at_the_counter, "smith", page="2")
    assert ("P19 Smith" in first, "P20 Smith" in first) == (True, False)
    assert ("P19 Smith" in second, "P24 Smith" in second) == (False, True)
    assert 'href="?q=smith&amp;page=2"' in first


@pytest.mark.parametrize("page", ["0", "99", "x", "-1"])
def test_a_page_number_that_is_none_shows_a_page(at_the_counter: Client, owner: Owner, page: str) -> None:
    assert owner.name in found(at_the_counter, "obrien", page=page)


@pytest.mark.parametrize("role", ["officer", "treasurer", "inspector", "manager"])
def test_other_roles_read_and_are_offered_no_license(client: Client, owner: Owner, role: str) -> None:
    client.force_login(UserFactory.create(town=owner.town, role=role))
    DogFactory.create(owner=owner)
    page = found(client, "obrien")
    assert owner.name in page
    assert "/licenses/new" not in page
    assert "/owners/new" not in page


def test_the_other_towns_clerk_finds_nobody(client: Client, owner: Owner, clerk_of_chestertown: User) -> None:
    client.force_login(clerk_of_chestertown)
    assert owner.name not in found(client, "obrien")


def test_without_a_role_or_a_sign_in_there_is_no_counter(client: Client, dover: Town) -> None:
    assert client.get("/counter/").status_code == 302
    client.force_login(UserFactory.create(town=dover))
    assert client.get("/counter/").status_code == 403


def test_one_row_and_a_full_page_cost_the_same_queries(at_the_counter: Client, dover: Town) -> None:
    EarlierLicenseFactory.create(dog__owner__town=dover, dog__owner__last_name="Single")
    for _ in range(20):
        EarlierLicenseFactory.create(dog__owner__town=dover, dog__owner__last_name="Smith")
    counted = []
    for typed, rows in (("single", 1), ("smith", 20)):
        with CaptureQueriesContext(connection) as captured:
            assert found(at_the_counter, typed).count('class="office-household"') == rows
        counted.append(len(captured))
    assert counted[0] == counted[1] <= 16
