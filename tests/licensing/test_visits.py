"""Dogs on a visit: exempt to the last day that the law gives, by its section."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from licensing.actions.visits import VisitFacts, record_visit
from licensing.models import Dog, Visit
from licensing.needs import Need, needs_of
from office.models import Town, User
from office.refusals import Refused
from tests.factories import TODAY, DogFactory
from tests.licensing.issuing import noon

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def june() -> Iterator[None]:
    with time_machine.travel(noon()):
        yield


@pytest.fixture
def dog(dover: Town) -> Dog:
    return DogFactory.create(owner__town=dover, owner__resident=False)


def visit(dog: Dog, *, by: User, key: uuid.UUID | None = None, **changes: Any) -> Visit:
    given: dict[str, Any] = {"arrived": date(2026, 6, 1), "home": "nyc_resident"}
    return record_visit(dog=dog, facts=VisitFacts(**given | changes), key=key or uuid.uuid4(), by=by, at=noon())


def need(dog: Dog, on: date) -> Need:
    return needs_of(Dog.objects.with_papers().get(pk=dog.pk), on=on, law=dog.town.ordinance(on)).license


def test_a_city_dog_is_exempt_for_thirty_days_and_needs_a_license_from_the_next(dog: Dog, clerk: User) -> None:
    assert visit(dog, by=clerk).last_day == date(2026, 7, 1)
    last = need(dog, date(2026, 7, 1))
    assert (last.code, last.text) == ("exempt", "Exempt as visitor through 2026-07-01")
    assert last.citation.endswith("¶ I")
    after = need(dog, date(2026, 7, 2))
    assert (after.code, after.day) == ("license", date(2026, 7, 2))


def test_chestertown_exempts_by_written_permission_alone(chestertown: Town, clerk_of_chestertown: User) -> None:
    dog = DogFactory.create(owner__town=chestertown, owner__resident=False)
    wanted: dict[str, Any] = {"home": "out_of_state_licensed", "license_elsewhere": "Dover, DE, 12"}
    with pytest.raises(Refused) as refused:
        visit(dog, by=clerk_of_chestertown, **wanted)
    (refusal,) = refused.value.refusals
    assert (refusal.code, "§ 68-12B" in refusal.message) == ("no_exemption", True)
    made = visit(dog, by=clerk_of_chestertown, permission="Council, June 1, 2026, No. 4", **wanted)
    assert (made.last_day, need(dog, TODAY).citation) == (date(2026, 7, 1), "§ 68-12B")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"arrived": TODAY + timedelta(days=1)}, "impossible_date"),
        ({"arrived": date(2025, 6, 1)}, "impossible_date"),
        ({"home": "nyc_licensed"}, "license_elsewhere_missing"),
    ],
)
def test_what_cannot_be_is_refused(dog: Dog, clerk: User, changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        visit(dog, by=clerk, **changes)
    assert [refusal.code for refusal in refused.value.refusals] == [code]
    assert not Visit.objects.exists()


def test_sent_twice_it_is_one_visit_and_a_second_within_it_is_refused(dog: Dog, clerk: User) -> None:
    key = uuid.uuid4()
    assert visit(dog, by=clerk, key=key) == visit(dog, by=clerk, key=key)
    with pytest.raises(Refused) as refused:
        visit(dog, by=clerk, arrived=date(2026, 6, 10))
    assert [refusal.code for refusal in refused.value.refusals] == ["visit_on_record"]


def test_the_other_towns_clerk_records_no_visit(dog: Dog, clerk_of_chestertown: User) -> None:
    with pytest.raises(Refused):
        visit(dog, by=clerk_of_chestertown)


def test_the_page_records_it_and_the_dogs_page_shows_the_last_day(dog: Dog, client: Client, clerk: User) -> None:
    client.force_login(clerk)
    typed = {"key": str(uuid.uuid4()), "arrived": "2026-06-15", "home": "nyc_resident"}
    page = client.post(f"/dogs/{dog.pk}/visit", typed, follow=True).content.decode()
    assert "exempt as a visitor through July 15, 2026" in page
    assert "Exempt as visitor through July 15, 2026" in page
    assert "Record visit: Visit from June 15, 2026" in page


def test_where_the_permission_decides_it_alone_is_asked(
    client: Client, chestertown: Town, clerk_of_chestertown: User
) -> None:
    client.force_login(clerk_of_chestertown)
    address = f"/dogs/{DogFactory.create(owner__town=chestertown).pk}/visit"
    page = client.get(address).content.decode()
    assert ("New York City" in page, "---" in page, "written permission" in page) == (False, False, True)
    typed = {"key": str(uuid.uuid4()), "arrived": "2026-06-15"}
    assert "This field is required" in client.post(address, typed).content.decode()
    page = client.post(address, typed | {"permission": "June 1, 2026, No. 4"}, follow=True).content.decode()
    assert "exempt as a visitor through July 15, 2026" in page


def test_dover_asks_where_the_dog_belongs_and_for_no_permission(dog: Dog, client: Client, clerk: User) -> None:
    client.force_login(clerk)
    page = client.get(f"/dogs/{dog.pk}/visit").content.decode()
    assert ("Licensed by New York City" in page, "---" in page, "written permission" in page) == (True, False, False)


def test_a_refused_visit_keeps_what_was_typed(dog: Dog, client: Client, clerk: User) -> None:
    client.force_login(clerk)
    typed = {"key": str(uuid.uuid4()), "arrived": "2027-01-01", "home": "nyc_resident", "license_elsewhere": "No. 7"}
    page = client.post(f"/dogs/{dog.pk}/visit", typed).content.decode()
    assert "This day is yet to come." in page
    assert 'value="No. 7"' in page
