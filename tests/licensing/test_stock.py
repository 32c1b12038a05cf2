"""The tags in stock: what is left, what was spoiled, and the story of a number."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import date

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from licensing.actions.stock import spoil_tag
from licensing.models import Dog, Tag, TagBox
from licensing.stock import Shelf, shelves, story_of
from office.models import Resolution, Town, User
from office.refusals import Refused
from tests.factories import DogFactory, TagBoxFactory
from tests.licensing.issuing import issue, noon
from tests.licensing.test_people import together


@pytest.fixture(autouse=True)
def _monday() -> Iterator[None]:
    with time_machine.travel(noon(), tick=False):
        yield


@pytest.fixture
def box(resolution: Resolution) -> TagBox:
    return TagBoxFactory.create(town=resolution.town, first=100, last=119)


def spoil(number: int, by: User, key: uuid.UUID | None = None) -> Tag:
    return spoil_tag(number=number, reason="Bent", key=key or uuid.uuid4(), by=by, at=noon())


def shelf(town: Town) -> Shelf:
    return shelves(town, law=town.ordinance(noon().date()), on=noon().date())[0]


def counts(town: Town) -> tuple[int, int, int]:
    count = shelf(town).boxes[0]
    return (count.issued, count.spoiled, count.left)


def licensed(box: TagBox, clerk: User, number: int | None = None) -> Dog:
    return issue(DogFactory.create(owner__town=box.town), by=clerk, tag_number=number).dog


def test_issued_spoiled_and_left_add_up_to_the_box(box: TagBox, clerk: User) -> None:
    assert counts(box.town) == (0, 0, 20)
    spoil(100, clerk)
    licensed(box, clerk)
    licensed(box, clerk, number=115)
    spoil(119, clerk)
    assert counts(box.town) == (2, 2, 16)


def test_a_spoiled_number_is_passed_over_and_refused_by_hand(box: TagBox, clerk: User) -> None:
    spoil(100, clerk)
    assert licensed(box, clerk).tags.get().number == 101
    with pytest.raises(Refused, match="Number 100 was taken out of stock"):
        licensed(box, clerk, number=100)


def test_a_number_that_a_dog_has_or_no_box_holds_is_not_spoiled(box: TagBox, clerk: User) -> None:
    licensed(box, clerk)
    for number, words in ((100, "Number 100 is Rex's"), (99, "No box in stock holds"), (120, "No box in stock holds")):
        with pytest.raises(Refused, match=words):
            spoil(number, clerk)


def test_the_other_towns_stock_is_not_touched(box: TagBox, clerk_of_chestertown: User) -> None:
    with pytest.raises(Refused, match="No box in stock holds"):
        spoil(100, clerk_of_chestertown)


@pytest.mark.django_db(transaction=True)
def test_of_one_number_spoiled_and_issued_at_once_one_is_refused(box: TagBox, clerk: User) -> None:
    dog = DogFactory.create(owner__town=box.town)
    made = together(lambda: spoil(100, clerk), lambda: issue(dog, by=clerk, tag_number=100))
    assert sum(isinstance(each, Refused) for each in made) == 1
    assert Tag.objects.filter(number=100).count() == 1


def test_one_form_sent_twice_spoils_one_number(box: TagBox, clerk: User) -> None:
    key = uuid.uuid4()
    assert spoil(100, clerk, key) == spoil(100, clerk, key)


def test_the_database_refuses_a_tag_of_no_dog_without_a_reason(box: TagBox) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Tag.objects.create(town=box.town, number=100, issued_on=date(2026, 6, 15))


def test_a_low_stock_is_told_and_a_box_that_runs_out_beside_a_full_one_is_not(
    box: TagBox, client: Client, clerk: User
) -> None:
    client.force_login(clerk)
    assert "20 identification tags left: order the next box." in client.get("/tags/").content.decode()
    TagBox.objects.update(next_number=119)
    TagBoxFactory.create(town=box.town, first=1000, last=1049)
    page = client.get("/tags/").content.decode()
    assert "51 left" in page
    assert "low" not in page.split("In stock")[1].split("Look up")[0].lower()
    assert "order the next box" not in page
    spoil(1000, clerk)
    assert "50 identification tags left: order the next box." in client.get("/tags/").content.decode()


def test_a_license_year_that_is_over_warns_nobody(chestertown: Town) -> None:
    TagBoxFactory.create(town=chestertown, first=1, last=5, license_year=2020)
    assert not shelf(chestertown).low
    TagBoxFactory.create(town=chestertown, first=11, last=15, license_year=2026)
    assert shelf(chestertown).low


def test_of_the_boxes_used_up_the_last_are_listed_and_every_other_box(
    dover: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("licensing.stock.USED_UP", 1)
    opened, *used_up = TagBoxFactory.create_batch(3, town=dover)
    for box in used_up:
        TagBox.objects.filter(pk=box.pk).update(next_number=box.last + 1)
    assert [count.box for count in shelf(dover).boxes] == [used_up[-1], opened]


def test_the_story_of_a_number_names_box_dog_licenses_and_owners(box: TagBox, client: Client, clerk: User) -> None:
    dog = licensed(box, clerk)
    client.force_login(clerk)
    page = client.get("/tags/?number=100", follow=True).content.decode()
    for words in ("100 to 119", dog.name, dog.owner.name, "in force", "Issue license"):
        assert words in page


def test_the_page_of_a_free_number_leads_to_spoiling_it(box: TagBox, client: Client, clerk: User) -> None:
    client.force_login(clerk)
    assert "free in its box" in client.get("/tags/117/").content.decode()
    typed = {"number": "117", "reason": "Misprinted", "key": str(uuid.uuid4())}
    page = client.post("/tags/spoil?number=117", typed, follow=True).content.decode()
    assert "taken out of stock June 15, 2026: Misprinted" in page
    again = client.post("/tags/spoil", typed | {"key": str(uuid.uuid4())}).content.decode()
    assert "Number 117 was taken out of stock" in again
    assert 'value="Misprinted"' in again


def test_a_number_that_the_town_never_had_is_told_or_not_found(
    box: TagBox, client: Client, clerk: User, clerk_of_chestertown: User
) -> None:
    client.force_login(clerk)
    assert "no dog has it" in client.get("/tags/?number=99").content.decode()
    assert "Enter a whole number" in client.get("/tags/?number=abc").content.decode()
    assert client.get("/tags/99/").status_code == client.get(f"/tags/{10**30}/").status_code == 404
    client.force_login(clerk_of_chestertown)
    assert client.get("/tags/100/").status_code == 404


def test_one_box_and_fifty_cost_the_same_queries(box: TagBox, client: Client, clerk: User) -> None:
    client.force_login(clerk)
    counted = []
    for more in (0, 49):
        TagBoxFactory.create_batch(more, town=box.town)
        with CaptureQueriesContext(connection) as queries:
            client.get("/tags/")
        counted.append(len(queries))
    assert counted[0] == counted[1]


def test_a_spoiled_number_has_a_story_too(box: TagBox, clerk: User) -> None:
    spoil(100, clerk)
    story = story_of(box.town, 100, on=noon().date())
    assert story is not None
    assert [moment.act for moment in story.history] == ["Spoil tag"]
