"""The list of likely duplicates, the page of a merge, and undoing it."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from licensing.models import Merge, NotTheSame, Owner
from licensing.pairs import pairs
from office.models import Town, User
from office.versions import version_of
from tests.factories import DogFactory, EarlierLicenseFactory, OwnerFactory


@pytest.fixture
def twin(owner: Owner) -> Owner:
    """Maeve O’Brien once more, written otherwise."""
    return OwnerFactory.create(
        town=owner.town, first_name="Meave", last_name="OBrian", street="12 Main Street", telephone="845-555-0101"
    )


@pytest.fixture
def desk(client: Client, clerk: User) -> Client:
    """The clerk's browser."""
    client.force_login(clerk)
    return client


def form(*both: Any, **chosen: Any) -> dict[str, Any]:
    """The page of a merge, filled in."""
    return {f"seen_{each.pk}": version_of(each) for each in both} | {"keep": both[0].pk} | chosen


def reasons(town: Town, kind: str = "owner") -> list[tuple[str, ...]]:
    """Why each pair is listed."""
    return [pair.reasons for pair in pairs(town, kind)]


def test_one_person_written_twice_is_listed_with_the_reasons(dover: Town, owner: Owner, twin: Owner) -> None:
    assert reasons(dover) == [("name written alike", "same telephone", "same address")]


def test_two_household_members_who_share_all_but_the_name_are_two(dover: Town, owner: Owner) -> None:
    same = {name: getattr(owner, name) for name in ("town", "last_name", "street", "telephone", "email")}
    OwnerFactory.create(first_name="Sean", **same)
    OwnerFactory.create(**same | {"first_name": "Liam", "last_name": "Byrne"})
    assert reasons(dover) == []


def test_two_people_of_one_name_at_5_and_50_are_two(dover: Town) -> None:
    for street in ("5 Main Street", "50 Main Street"):
        OwnerFactory.create(town=dover, first_name="John", last_name="Smith", street=street)
    assert reasons(dover) == []


def test_a_confidential_address_or_telephone_is_no_reason(dover: Town, owner: Owner, twin: Owner) -> None:
    Owner.objects.filter(pk=twin.pk).update(confidential=True)
    assert reasons(dover) == []


def test_a_dog_of_one_name_in_one_household_is_listed_but_not_one_with_another_chip(dover: Town, owner: Owner) -> None:
    DogFactory.create(owner=owner, chip="985112003456789")
    DogFactory.create(owner=owner, chip="985112003456780")
    DogFactory.create(owner=owner, chip="985112003456781", name="Bella")
    DogFactory.create(owner=owner, name="Bella")
    assert reasons(dover, "dog") == [("same name", "same owner", "same birth date", "breed alike", "same sex")]


def test_a_dismissed_pair_is_offered_no_more(desk: Client, dover: Town, owner: Owner, twin: Owner) -> None:
    response = desk.post(f"/duplicates/owner/{owner.pk}/{twin.pk}/not-the-same", follow=True)
    assert "not the same" in response.content.decode()
    assert NotTheSame.objects.count() == 1
    assert reasons(dover) == []


def test_the_page_shows_both_and_what_would_move(desk: Client, owner: Owner, twin: Owner) -> None:
    EarlierLicenseFactory.create(dog=DogFactory.create(owner=twin))
    shown = desk.get(f"/duplicates/owner/{owner.pk}/{twin.pk}/").content.decode()
    assert "Meave" in shown
    assert "1 dog" in shown
    assert "1 license" in shown


def test_the_page_makes_one_of_two_and_the_old_address_leads_to_the_kept(
    desk: Client, owner: Owner, twin: Owner
) -> None:
    chosen = form(owner, twin, street=twin.pk, first_name=twin.pk)
    response = desk.post(f"/duplicates/owner/{owner.pk}/{twin.pk}/", chosen)
    assert response.headers["Location"] == f"/merges/{Merge.objects.get().pk}/"
    assert desk.get(f"/owners/{twin.pk}/").headers["Location"] == f"/owners/{owner.pk}/"
    assert Owner.objects.get(pk=owner.pk).first_name == "Meave"


def test_undoing_makes_two_again(desk: Client, owner: Owner, twin: Owner) -> None:
    desk.post(f"/duplicates/owner/{owner.pk}/{twin.pk}/", form(twin, owner))
    assert "two records again" in desk.post(f"/merges/{Merge.objects.get().pk}/", follow=True).content.decode()
    assert desk.get(f"/owners/{owner.pk}/").status_code == 200


def test_a_refusal_keeps_what_was_chosen(desk: Client, owner: Owner) -> None:
    one, other = (EarlierLicenseFactory.create(dog=DogFactory.create(owner=owner)).dog for _ in range(2))
    shown = desk.post(f"/duplicates/dog/{one.pk}/{other.pk}/", form(other, one)).content.decode()
    assert "overlap" in shown
    assert f'value="{other.pk}" checked' in shown


@pytest.mark.parametrize("role", ["officer", "treasurer", "inspector"])
def test_who_only_reads_sees_the_list_and_does_not_act(
    client: Client, request: pytest.FixtureRequest, owner: Owner, twin: Owner, role: str
) -> None:
    client.force_login(request.getfixturevalue(role))
    shown = client.get("/duplicates/").content.decode()
    assert "1 pair of people" in shown
    assert "Compare" not in shown


@pytest.mark.parametrize("kind", ["owner", "dog"])
def test_one_pair_and_fifty_cost_the_same_queries(desk: Client, dover: Town, kind: str) -> None:
    def double(number: int) -> None:
        for _ in range(2):
            at = {"street": f"{number} Elm Street", "last_name": f"Elm{number}"}
            DogFactory.create(owner=OwnerFactory.create(town=dover, **at))

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert desk.get(f"/duplicates/?kind={kind}").status_code == 200
        return len(queries)

    double(100)
    one = asked()
    for number in range(101, 150):
        double(number)
    assert asked() == one
    assert "50 pairs" in desk.get(f"/duplicates/?kind={kind}").content.decode()


def test_the_old_address_of_a_dog_leads_to_the_kept_one(desk: Client, owner: Owner) -> None:
    one, other = (DogFactory.create(owner=owner) for _ in range(2))
    desk.post(f"/duplicates/dog/{one.pk}/{other.pk}/", form(one, other))
    assert desk.get(f"/dogs/{other.pk}/").headers["Location"] == f"/dogs/{one.pk}/"
