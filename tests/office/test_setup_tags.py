"""Tags in stock: boxes whose numbers are given once."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from licensing.models import TagBox
from office.models import Town, User
from tests.factories import DogFactory, TagBoxFactory, TagFactory
from tests.licensing.issuing import issue
from tests.office.setup import BOXES, box_sent, errors

pytestmark = pytest.mark.django_db


@pytest.fixture
def box(dover: Town) -> TagBox:
    """A box of Dover's, numbers 1 to 100."""
    return TagBoxFactory.create(town=dover, first=1, last=100)


def given_out(box: TagBox, *numbers: int) -> None:
    """Dogs that carry these numbers."""
    for number in numbers:
        TagFactory.create(town=box.town, dog__town=box.town, number=number)


def page_of(box: TagBox) -> str:
    """The box's page."""
    return f"{BOXES}{box.pk}/change/"


@pytest.mark.parametrize(
    ("first", "last", "field"),
    [("100", "150", "first"), ("50", "60", "first"), ("1", "100", "first"), ("1", "200", "first")],
)
def test_boxes_that_overlap_are_refused_at_the_field_with_the_cure(
    desk: Client, box: TagBox, first: str, last: str, field: str
) -> None:
    said = errors(desk, f"{BOXES}add/", box_sent(first=first, last=last))
    assert "Numbers 1 to 100 are in stock already" in said[field][0]
    assert "Numbers from 101 on are free" in said[field][0]


def test_a_box_that_runs_into_a_later_one_is_refused_at_its_end(desk: Client, box: TagBox) -> None:
    TagBoxFactory.create(town=box.town, first=300, last=400)
    assert set(errors(desk, f"{BOXES}add/", box_sent(first="101", last="300"))) == {"last"}
    assert desk.post(f"{BOXES}add/", box_sent(first="101", last="299")).status_code == 302


def test_the_other_town_may_have_the_same_numbers(desk: Client, chestertown: Town, dover: Town) -> None:
    TagBoxFactory.create(town=chestertown, first=1, last=100)
    desk.post(f"{BOXES}add/", box_sent())
    assert dover.tag_boxes.get().next_number == 1


def test_a_box_sent_twice_is_one_box(desk: Client, dover: Town) -> None:
    assert [desk.post(f"{BOXES}add/", box_sent()).status_code for _ in range(2)] == [302, 302]
    assert dover.tag_boxes.count() == 1


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"last": "0"}, "last"),
        ({"first": "10", "last": "9"}, "last"),
        ({"last": "100001"}, "last"),
        ({"first": "one"}, "first"),
        ({"received_on": "2026-06-16"}, "received_on"),
    ],
)
def test_a_box_typed_wrong_is_refused_at_its_field(
    desk: Client, dover: Town, wrong: dict[str, str], field: str
) -> None:
    assert set(errors(desk, f"{BOXES}add/", box_sent(**wrong))) == {field}


def test_dovers_tags_are_for_life_and_ask_no_year(desk: Client, dover: Town) -> None:
    desk.post(f"{BOXES}add/", box_sent(license_year="2026"))
    assert dover.tag_boxes.get().license_year is None


@pytest.mark.parametrize("year", ["", "2024", "2029", "20226"])
def test_chestertowns_box_is_of_a_license_year_near_today(other_desk: Client, year: str) -> None:
    assert set(errors(other_desk, f"{BOXES}add/", box_sent(license_year=year))) == {"license_year"}


@pytest.mark.parametrize("year", [2025, 2026, 2028])
def test_chestertowns_box_is_taken_with_its_year(other_desk: Client, chestertown: Town, year: int) -> None:
    assert other_desk.post(f"{BOXES}add/", box_sent(license_year=str(year))).status_code == 302
    assert chestertown.tag_boxes.get().license_year == year


def test_the_list_counts_what_was_given_out_and_is_left(desk: Client, box: TagBox) -> None:
    given_out(box, 1, 7, 100, 101)
    page = desk.get(BOXES).content.decode()
    assert '<td class="field-issued">3</td><td class="field-left">97</td>' in page


@pytest.mark.parametrize(("given", "word"), [(0, "Full"), (1, "In use"), (9, "In use"), (10, "Empty")])
def test_a_box_is_full_in_use_or_empty(desk: Client, dover: Town, given: int, word: str) -> None:
    box = TagBoxFactory.create(town=dover, first=1, last=10)
    given_out(box, *range(1, given + 1))
    assert f'<td class="field-state">{word}</td>' in desk.get(BOXES).content.decode()


def test_an_untouched_box_is_corrected_in_all(desk: Client, box: TagBox) -> None:
    desk.post(page_of(box), box_sent(first="201", last="300"))
    box.refresh_from_db()
    assert (box.first, box.last, box.next_number) == (201, 300, 201)


def test_a_box_given_out_from_keeps_its_beginning(desk: Client, box: TagBox) -> None:
    given_out(box, 40)
    assert set(errors(desk, page_of(box), box_sent(first="2"))) == {"first"}


def test_its_end_moves_down_to_the_highest_number_given_out_and_not_below(desk: Client, box: TagBox) -> None:
    given_out(box, 40)
    assert "Number 40 was given out" in errors(desk, page_of(box), box_sent(last="39"))["last"][0]
    assert desk.post(page_of(box), box_sent(last="40")).status_code == 302


def test_a_box_found_larger_gives_its_new_numbers(desk: Client, dover: Town, clerk: User, resolution: object) -> None:
    box = TagBoxFactory.create(town=dover, first=1, last=1)
    issue(DogFactory.create(owner__town=dover), by=clerk)
    desk.post(page_of(box), box_sent(last="2"))
    assert issue(DogFactory.create(owner__town=dover), by=clerk).tag.number == 2


def test_a_box_is_never_deleted(desk: Client, box: TagBox) -> None:
    assert desk.post(f"{BOXES}{box.pk}/delete/").status_code == 403


def test_the_database_keeps_boxes_apart_by_itself(box: TagBox) -> None:
    with pytest.raises(IntegrityError, match="no_number_in_two_boxes"), transaction.atomic():
        TagBoxFactory.create(town=box.town, first=100, last=101)
