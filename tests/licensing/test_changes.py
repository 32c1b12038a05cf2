"""What owners report: recorded once, cited, late or in time, and set right by the next report."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from licensing.actions.changes import Address, Report, report_change, report_move
from licensing.due import Wanted, due
from licensing.models import Change, Dog, Owner
from office.models import Town, User
from office.refusals import Refused
from tests.factories import TODAY, DogFactory, EarlierLicenseFactory, OwnerFactory
from tests.licensing.issuing import noon
from tests.licensing.test_people import together

NEW_HOME = Address(street="9 Elm Street", city="Dover Plains", state="NY", zip_code="12522")


@pytest.fixture(autouse=True)
def _monday() -> Iterator[None]:
    with time_machine.travel(noon(), tick=False):
        yield


@pytest.fixture
def dog(owner: Owner) -> Dog:
    return DogFactory.create(owner=owner)


def told(event: str, happened: date = TODAY, reported: date = TODAY, note: str = "") -> Report:
    return Report(event=event, happened_on=happened, reported_on=reported, note=note)


def report(dog: Dog, by: User, *said: Any, key: uuid.UUID | None = None) -> Change:
    change = report_change(dog=dog, report=told(*said), key=key or uuid.uuid4(), by=by, at=noon())
    dog.refresh_from_db()
    return change


def move(owner: Owner, by: User, event: str, address: Address | None = None, key: uuid.UUID | None = None) -> Change:
    key = key or uuid.uuid4()
    change = report_move(owner=owner, report=told(event), address=address, key=key, by=by, at=noon())
    owner.refresh_from_db()
    return change


def about(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [refusal.about for refusal in refused.value.refusals]


@pytest.mark.parametrize(
    ("event", "status"),
    [
        ("loss", "lost"),
        ("theft", "lost"),
        ("death", "dead"),
        ("left_town", "moved"),
        ("gone", "gone"),
        ("sale", "gone"),
    ],
)
def test_a_report_says_where_the_dog_is_and_one_that_was_wrong_is_set_right(
    dog: Dog, clerk: User, event: str, status: str
) -> None:
    report(dog, clerk, event, date(2026, 6, 10))
    assert (dog.status, dog.status_on) == (status, date(2026, 6, 10))
    report(dog, clerk, "recovery")
    assert (dog.status, dog.status_on) == ("here", TODAY)
    assert [change.event for change in dog.changes.all()] == ["recovery", event]


@pytest.mark.parametrize("event", ["death", "left_town", "gone"])
def test_a_dog_reported_away_is_on_no_list_and_comes_back_to_it(dog: Dog, clerk: User, event: str) -> None:
    EarlierLicenseFactory.create(dog=dog, expires=date(2026, 6, 30))
    report(dog, clerk, event)
    assert not due(dog.town, Wanted(), on=TODAY).exists()
    report(dog, clerk, "recovery")
    assert due(dog.town, Wanted(), on=TODAY).get().dog == dog


@pytest.mark.parametrize(
    ("event", "happened", "due_by"),
    [
        ("loss", date(2026, 5, 21), date(2026, 6, 1)),
        ("theft", date(2026, 6, 9), date(2026, 6, 22)),
        ("left_town", date(2026, 6, 1), date(2026, 6, 11)),
    ],
)
def test_dover_counts_ten_days_and_cites_them(dog: Dog, clerk: User, event: str, happened: date, due_by: date) -> None:
    change = report(dog, clerk, event, happened)
    assert (change.due_by, change.late) == (due_by, due_by < TODAY)
    assert change.citation.startswith("L.L. 3-2010, Changes ¶")


def test_the_last_day_is_in_time_and_the_next_is_late(owner: Owner, clerk: User) -> None:
    days = [date(2026, 6, 11), date(2026, 6, 12)]
    changes = [
        report(DogFactory.create(owner=owner, name=f"Dog {day}"), clerk, "loss", date(2026, 6, 1), day) for day in days
    ]
    assert [change.late for change in changes] == [False, True]


def test_a_death_in_dover_and_anything_in_chestertown_has_no_day_to_be_late(
    dog: Dog, clerk: User, chestertown: Town, clerk_of_chestertown: User
) -> None:
    assert (report(dog, clerk, "death", date(2026, 1, 2)).late, dog.changes.get().due_by) == (False, None)
    other = DogFactory.create(owner__town=chestertown)
    change = report(other, clerk_of_chestertown, "loss", date(2026, 1, 2))
    assert (change.due_by, change.citation) == (None, "Ch. 68")


@pytest.mark.parametrize(
    ("happened", "reported", "field"),
    [
        (date(2026, 6, 16), date(2026, 6, 16), "happened_on"),
        (date(2023, 2, 28), TODAY, "happened_on"),
        (date(2026, 6, 10), date(2026, 6, 16), "reported_on"),
        (date(2026, 6, 10), date(2026, 6, 9), "reported_on"),
    ],
)
def test_days_that_cannot_be_are_refused_at_their_field(
    dog: Dog, clerk: User, happened: date, reported: date, field: str
) -> None:
    with pytest.raises(Refused) as refused:
        report(dog, clerk, "death", happened, reported)
    assert about(refused) == [field]
    assert not Change.objects.exists()


def test_what_is_on_record_already_and_what_is_no_dogs_is_refused(dog: Dog, clerk: User) -> None:
    for event in ("recovery", "address"):
        with pytest.raises(Refused) as refused:
            report(dog, clerk, event)
        assert about(refused) == ["event"]


def test_another_towns_clerk_reports_nothing(dog: Dog, clerk_of_chestertown: User) -> None:
    with pytest.raises(Refused, match="another town"):
        report(dog, clerk_of_chestertown, "death")


@pytest.mark.django_db(transaction=True)
def test_one_form_is_recorded_once_and_of_two_clerks_the_second_is_told(dog: Dog, clerk: User) -> None:
    key = uuid.uuid4()
    made = together(*[lambda: report(dog, clerk, "loss", key=key)] * 5)
    assert len({change.pk for change in made}) == 1
    made = together(*[lambda: report(dog, clerk, "death")] * 2)
    assert sum(isinstance(each, Refused) for each in made) == 1


def test_a_new_address_is_the_owners_and_the_dogs_stay(dog: Dog, owner: Owner, clerk: User) -> None:
    key = uuid.uuid4()
    first, again = (move(owner, clerk, "address", NEW_HOME, key) for _ in range(2))
    assert first == again
    assert owner.address == "9 Elm Street, Dover Plains, NY 12522"
    assert first.citation == "L.L. 3-2010, Changes ¶ A; GCL § 25-a"
    dog.refresh_from_db()
    assert dog.is_here


def test_a_new_address_must_be_told_and_be_new(owner: Owner, clerk: User) -> None:
    with pytest.raises(Refused, match="Write the new address"):
        move(owner, clerk, "address")
    move(owner, clerk, "address", NEW_HOME)
    with pytest.raises(Refused, match="on record already"):
        move(owner, clerk, "address", NEW_HOME)


def test_who_leaves_town_takes_the_dogs_along_but_not_the_dead(dog: Dog, owner: Owner, clerk: User) -> None:
    dead = DogFactory.create(owner=owner, name="Old", status=Dog.Status.DEAD, status_on=date(2020, 1, 1))
    move(owner, clerk, "left_town")
    assert not owner.resident
    assert [Dog.objects.get(pk=each.pk).status for each in (dog, dead)] == ["moved", "dead"]


def typed(event: str, **more: str) -> dict[str, str]:
    plain = {"event": event, "happened_on": "2026-05-21", "reported_on": "2026-06-15", "key": str(uuid.uuid4())}
    return plain | {"note": "By telephone"} | more


def test_the_pages_tell_what_was_reported_and_how_late(client: Client, dog: Dog, clerk: User) -> None:
    client.force_login(clerk)
    page = client.post(f"/dogs/{dog.pk}/report", typed("loss"), follow=True).content.decode()
    assert "Told late: due by June 1, 2026" in page
    for address in (f"/dogs/{dog.pk}/", f"/owners/{dog.owner_id}/"):
        page = client.get(address).content.decode()
        assert "By telephone" in page
        assert "due by June 1, 2026" in page


def test_a_move_that_is_not_whole_is_refused_and_kept(client: Client, owner: Owner, clerk: User) -> None:
    client.force_login(clerk)
    form = typed("address", street="9 Elm Street", city="", state="NY", zip_code="1")
    page = client.post(f"/owners/{owner.pk}/report", form).content.decode()
    for words in ("Write the whole new address.", "Write a ZIP code", 'value="9 Elm Street"'):
        assert words in page
    cured = form | {"city": "Dover Plains", "zip_code": "12522"}
    assert "9 Elm Street" in client.post(f"/owners/{owner.pk}/report", cured, follow=True).content.decode()


def test_leaving_town_needs_no_address(client: Client, owner: Owner, clerk: User) -> None:
    client.force_login(clerk)
    client.post(f"/owners/{owner.pk}/report", typed("left_town", street="", city="", state="", zip_code=""))
    owner.refresh_from_db()
    assert (owner.resident, owner.street) == (False, "12 Main Street")


def test_fifty_reports_cost_as_many_queries_as_one(client: Client, dog: Dog, clerk: User) -> None:
    client.force_login(clerk)
    new_owner = OwnerFactory.create(town=dog.town)
    counted = []
    for more in (1, 49):
        for _ in range(more):
            report(dog, clerk, "loss" if dog.status == "here" else "recovery")
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/owners/{dog.owner_id}/")
            client.get(f"/owners/{new_owner.pk}/")
        counted.append(len(queries))
    assert counted[0] == counted[1]
