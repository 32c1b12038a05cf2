"""The pages of an owner."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from licensing.models import Owner
from office.models import User
from office.versions import version_of
from tests.factories import BusinessFactory, DogFactory, EarlierLicenseFactory, OwnerFactory


def page(client: Client, address: str) -> str:
    """The page's text."""
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def queries(client: Client, address: str) -> int:
    """How often the page asks the database."""
    with CaptureQueriesContext(connection) as asked:
        page(client, address)
    return len(asked)


def typed(**changes: Any) -> dict[str, Any]:
    """A filled-in form for a new owner."""
    given = {
        "first_name": "Nora", "last_name": "Newcomer", "street": "7 Reagans Mill Road", "city": "Dover Plains",
        "state": "ny", "zip_code": "12522", "resident": "on", "born": "1960-02-29", "key": str(uuid4()),
    }  # fmt: skip
    return given | changes


def as_shown(owner: Owner, **changes: Any) -> dict[str, Any]:
    """The form of an owner on record, with these changes."""
    names = ("first_name", "last_name", "street", "city", "state", "zip_code", "telephone", "email", "note")
    shown = {name: getattr(owner, name) for name in names} | {"resident": "on", "born": owner.born or ""}
    return shown | {"seen": version_of(owner), "key": str(uuid4())} | changes


@pytest.fixture
def desk(client: Client, clerk: User) -> Client:
    """The clerk's browser."""
    client.force_login(clerk)
    return client


def test_of_a_home_of_many_the_first_few_are_shown_and_a_link_leads_to_all(desk: Client, owner: Owner) -> None:
    at = {"town": owner.town, "street": owner.street, "zip_code": owner.zip_code}
    for number in range(10, 18):
        DogFactory.create(owner=OwnerFactory.create(last_name=f"Neighbor{number}", **at), name=f"Dog{number}")
    assert "Everyone at this address" not in page(desk, f"/owners/{owner.pk}/")
    DogFactory.create(owner=OwnerFactory.create(last_name="Neighbor18", **at), name="Dog18")
    shown = page(desk, f"/owners/{owner.pk}/")
    assert ("Neighbor17" in shown, "Dog17" in shown) == (True, True)
    assert ("Neighbor18" in shown, "Dog18" in shown) == (False, False)
    assert "Everyone at this address" in shown
    assert "Neighbor18" in page(desk, f"/counter/?q={owner.address_key}")


def test_it_shows_the_household_with_its_dogs_and_licenses(desk: Client, owner: Owner) -> None:
    dog = DogFactory.create(owner=owner, name="Rex")
    licensed = EarlierLicenseFactory.create(dog=dog)
    other = OwnerFactory.create(town=owner.town, street="12 MAIN street", first_name="Sean", last_name="O’Brien")
    DogFactory.create(owner=other, name="Fionn")
    shown = page(desk, f"/owners/{owner.pk}/")
    assert "(845) 555-0101" in shown
    assert f"license {licensed.number}" in shown
    assert "with Sean O’Brien" in shown
    assert "Never licensed here" in shown


@pytest.mark.parametrize("role", ["officer", "treasurer", "inspector", "manager"])
def test_who_is_no_clerk_reads_and_is_offered_no_change(
    client: Client, owner: Owner, role: str, request: pytest.FixtureRequest
) -> None:
    client.force_login(request.getfixturevalue(role))
    DogFactory.create(owner=owner)
    shown = page(client, f"/owners/{owner.pk}/")
    assert "/edit" not in shown
    assert "/licenses/new" not in shown
    for address in ("/owners/new", f"/owners/{owner.pk}/edit", f"/owners/{owner.pk}/dogs/new"):
        assert client.get(address).status_code == 403
        assert client.post(address, typed()).status_code == 403
    assert Owner.objects.count() == 1


def test_dover_offers_no_kennel_and_leads_to_the_reason(desk: Client, owner: Owner) -> None:
    shown = page(desk, f"/owners/{owner.pk}/")
    assert ("Add a kennel" in shown, "None on record" in shown) == (False, False)
    assert 'href="/businesses/">Why no kennel or pet shop is licensed here' in shown
    assert "There is no kennel license in Dover" in page(desk, "/businesses/")


def test_dover_shows_a_kennel_on_record_and_still_offers_none(desk: Client, owner: Owner) -> None:
    kennel = BusinessFactory.create(operator=owner)
    shown = page(desk, f"/owners/{owner.pk}/")
    assert (kennel.name in shown, "Add a kennel" in shown) == (True, False)


def test_chestertown_offers_to_add_a_kennel(client: Client, clerk_of_chestertown: User, stranger: Owner) -> None:
    client.force_login(clerk_of_chestertown)
    assert "Add a kennel or pet shop" in page(client, f"/owners/{stranger.pk}/")


def test_the_other_towns_owner_is_not_found(desk: Client, stranger: Owner) -> None:
    for address in ("", "edit", "dogs/new"):
        assert desk.get(f"/owners/{stranger.pk}/{address}").status_code == 404
    assert desk.get(f"/owners/new?household={stranger.pk}").status_code == 404
    assert desk.post(f"/owners/{stranger.pk}/edit", as_shown(stranger, last_name="Taken")).status_code == 404


def test_a_new_owner_is_added_and_the_dog_comes_next(desk: Client) -> None:
    response = desk.post("/owners/new", typed())
    owner = Owner.objects.get()
    assert (owner.state, response["Location"]) == ("NY", f"/owners/{owner.pk}/dogs/new")


def test_a_double_click_adds_one_owner(desk: Client) -> None:
    form = typed()
    first, second = desk.post("/owners/new", form), desk.post("/owners/new", form)
    assert first["Location"] == second["Location"]
    assert Owner.objects.count() == 1


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"last_name": ""}, "This field is required."),
        ({"zip_code": "1252"}, "Write a ZIP code like 12522"),
        ({"state": "N1"}, "two letters"),
        ({"telephone": "555"}, "with its area code"),
        ({"email": "nora@"}, "Enter a valid email address."),
        ({"born": "2062-01-01"}, "cannot be an owner&#x27;s date of birth"),
        ({"born": "yesterday"}, "Enter a valid date."),
    ],
)
def test_what_is_refused_is_told_and_all_that_was_typed_stays(desk: Client, wrong: dict[str, str], told: str) -> None:
    form = typed(note="Uses the back door") | wrong
    shown = desk.post("/owners/new", form).content.decode()
    assert told in shown
    assert not Owner.objects.exists()
    assert all(str(value) in shown for value in form.values())


def test_the_likely_same_person_is_offered_first(desk: Client, owner: Owner) -> None:
    like = typed(first_name="Maeve", last_name="Obrian", telephone="845-555-0101")
    shown = desk.post("/owners/new", like).content.decode()
    assert f'<a href="/owners/{owner.pk}/">Maeve O’Brien</a>' in shown
    assert 'value="another_person"' in shown
    assert Owner.objects.count() == 1
    desk.post("/owners/new", like | {"confirmed": "another_person"})
    assert Owner.objects.count() == 2


def test_a_person_joins_a_household_by_its_address(desk: Client, owner: Owner) -> None:
    shown = page(desk, f"/owners/new?household={owner.pk}")
    assert 'value="12 Main Street"' in shown
    assert 'value="O’Brien"' not in shown


def test_the_second_of_two_clerks_is_told_and_nothing_is_lost(desk: Client, owner: Owner) -> None:
    stale = as_shown(owner, email="second@example.org")
    desk.post(f"/owners/{owner.pk}/edit", as_shown(owner, telephone="845-555-0111"))
    shown = desk.post(f"/owners/{owner.pk}/edit", stale).content.decode()
    assert "from (845) 555-0101 to 845-555-0111. It is taken over here." in shown
    assert 'value="845-555-0111"' in shown
    assert 'value="second@example.org"' in shown
    owner.refresh_from_db()
    assert owner.email == "maeve@example.org"
    desk.post(f"/owners/{owner.pk}/edit", as_shown(owner, email="second@example.org"))
    owner.refresh_from_db()
    assert (owner.telephone, owner.email) == ("845-555-0111", "second@example.org")


def test_two_clerks_who_change_one_field_see_both_values(desk: Client, owner: Owner) -> None:
    stale = as_shown(owner, telephone="845-555-0122")
    desk.post(f"/owners/{owner.pk}/edit", as_shown(owner, telephone="845-555-0111"))
    shown = desk.post(f"/owners/{owner.pk}/edit", stale).content.decode()
    assert "to 845-555-0111. What you typed stands here" in shown
    assert 'value="845-555-0122"' in shown
    assert f'value="{version_of(owner)}"' in shown


def test_the_history_says_who_changed_what(desk: Client, owner: Owner) -> None:
    desk.post(f"/owners/{owner.pk}/edit", as_shown(owner, telephone="845-555-0111"))
    shown = page(desk, f"/owners/{owner.pk}/")
    assert "Change owner: Maeve O’Brien" in shown
    assert "Telephone: <del>(845) 555-0101</del> → <ins>845-555-0111</ins>" in shown
    assert '<td data-label="By">clerk.dover</td>' in shown


def test_one_dog_and_fifty_cost_the_same_queries(desk: Client, owner: Owner) -> None:
    EarlierLicenseFactory.create(dog__owner=owner)
    one = queries(desk, f"/owners/{owner.pk}/")
    for number in range(49):
        EarlierLicenseFactory.create(dog__owner=owner, dog__name=f"Rex {number}")
        Owner.objects.filter(pk=owner.pk).update(note=f"{number}")
    assert queries(desk, f"/owners/{owner.pk}/") == one


def test_every_form_works_without_script(desk: Client, owner: Owner) -> None:
    for address in ("/owners/new", f"/owners/{owner.pk}/edit", f"/owners/{owner.pk}/dogs/new"):
        shown = page(desk, address)
        assert "onclick" not in shown
        assert "<style" not in shown


@pytest.mark.parametrize(
    ("searched", "proposed"),
    [("Ana María Ruiz", ("Ana María", "Ruiz")), ("Ruiz", ("", "Ruiz")), ("555-0101", (None, None))],
)
def test_a_new_owner_opens_with_the_name_searched_for_and_the_towns_own_city(
    client: Client, clerk: User, searched: str, proposed: tuple[str | None, str | None]
) -> None:
    client.force_login(clerk)
    initial = client.get("/owners/new", {"name": searched}).context["form"].initial
    assert (initial.get("first_name"), initial.get("last_name")) == proposed
    assert (initial["city"], initial["zip_code"]) == ("Dover Plains", "12522")
