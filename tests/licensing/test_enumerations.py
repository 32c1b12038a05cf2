"""Enumerations: what is opened, found, matched, withdrawn and closed, and how a dog found is judged."""

from __future__ import annotations

import uuid
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from licensing.actions.enumerations import (
    Found,
    Plan,
    add_streets,
    close_enumeration,
    finish_street,
    match_finding,
    open_enumeration,
    record_finding,
    withdraw_finding,
)
from licensing.actions.merges import merge_dogs, undo_merge
from licensing.enumerations import streets_on_record
from licensing.models import Dog, Enumeration, EnumerationStreet, Finding, Owner, Visit
from office.models import Town, User
from office.refusals import Refused
from office.versions import version_of
from tests.factories import TODAY, DogFactory, EarlierLicenseFactory, OwnerFactory
from tests.licensing.enumerating import BEGAN, find, street_of
from tests.licensing.issuing import noon

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def street(dover: Town, officer: User) -> EnumerationStreet:
    return street_of(dover, by=officer)


@pytest.fixture
def dog(owner: Owner) -> Dog:
    return DogFactory.create(owner=owner)


def opened(town: Town, by: User, *streets: str, key: uuid.UUID | None = None, **plan: Any) -> Enumeration:
    facts: Any = {"name": "fall 2026", "starts_on": TODAY, "streets": streets} | plan
    return open_enumeration(town=town, plan=Plan(**facts), key=key or uuid.uuid4(), by=by, at=noon())


def codes(refused: pytest.ExceptionInfo[Refused]) -> set[str]:
    return {refusal.code for refusal in refused.value.refusals}


def test_it_is_opened_with_each_street_once(dover: Town, officer: User) -> None:
    made = opened(dover, officer, "Mill Street", "  Old   Route 22 ", "", "mill street")
    assert [street.name for street in made.streets.all()] == ["Mill Street", "Old Route 22"]
    assert (made.by, made.ended_on) == (officer, None)


def test_the_same_form_opens_one(dover: Town, officer: User) -> None:
    key = uuid.uuid4()
    assert opened(dover, officer, "A", key=key) == opened(dover, officer, "A", key=key)
    assert EnumerationStreet.objects.count() == 1


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        ({"streets": ["", " - "]}, "streets_missing"),
        ({"name": "Spring 2026"}, "name_taken"),
        ({"starts_on": date(2062, 6, 15)}, "impossible_date"),
    ],
)
def test_what_cannot_be_is_refused(street: EnumerationStreet, officer: User, plan: Any, code: str) -> None:
    with pytest.raises(Refused) as refused:
        opened(street.enumeration.town, officer, **{"streets": ["A"]} | plan)
    assert codes(refused) == {code}


def test_chestertown_has_none_by_its_law(chestertown: Town, clerk_of_chestertown: User) -> None:
    with pytest.raises(Refused) as refused:
        opened(chestertown, clerk_of_chestertown, "High Street")
    assert codes(refused) == {"no_enumeration"}
    assert "§ 68-6D" in refused.value.refusals[0].message


def test_forgotten_streets_are_added_once(street: EnumerationStreet, officer: User) -> None:
    stamp: Any = {"by": officer, "at": noon()}
    assert add_streets(enumeration=street.enumeration, streets=["Market Street", "MILL STREET"], **stamp) == 1
    assert add_streets(enumeration=street.enumeration, streets=["Market Street"], **stamp) == 0


def test_the_streets_of_the_register_are_proposed_without_numbers(dover: Town) -> None:
    for typed in ("12 Mill Street", "7A Mill Street, Apt 2", "3 mill street apt 9", "PO Box 12", "1 Old Route 22"):
        OwnerFactory.create(town=dover, street=typed)
    OwnerFactory.create(town=dover, street="9 Hidden Lane", confidential=True)
    assert [street.casefold() for street in streets_on_record(dover)] == ["mill street", "old route 22"]


@pytest.mark.parametrize(("expires", "result"), [(TODAY, "licensed"), (TODAY - DAY, "unlicensed")])
def test_a_license_counts_through_its_last_day(
    street: EnumerationStreet, officer: User, dog: Dog, expires: date, result: str
) -> None:
    EarlierLicenseFactory.create(dog=dog, expires=expires)
    finding = find(street, dog, by=officer)
    assert (finding.result, finding.dog) == (result, dog)


@pytest.mark.parametrize(("found_on", "result"), [(date(2026, 6, 14), "exempt"), (date(2026, 6, 15), "unlicensed")])
def test_a_dog_is_of_age_at_four_months(
    street: EnumerationStreet, officer: User, owner: Owner, found_on: date, result: str
) -> None:
    puppy = DogFactory.create(owner=owner, born=date(2026, 2, 15))
    finding = find(street, puppy, by=officer, on=found_on)
    assert finding.result == result
    assert "Licensing ¶ A(1)" in finding.citation


@pytest.mark.parametrize(("last_day", "result"), [(TODAY, "exempt"), (TODAY - DAY, "unlicensed")])
def test_a_visitor_needs_none_through_its_last_day(
    street: EnumerationStreet, officer: User, dog: Dog, last_day: date, result: str
) -> None:
    arrived = last_day - 30 * DAY
    Visit.objects.create(dog=dog, arrived=arrived, home="nyc_resident", last_day=last_day, by=officer, at=noon())
    assert find(street, dog, by=officer).result == result


def test_a_dog_not_on_record_is_kept_as_told(street: EnumerationStreet, officer: User) -> None:
    finding = find(street, by=officer, description="A brown hound", person="The Bakers")
    assert (finding.result, finding.description, finding.person) == ("unknown", "A brown hound", "The Bakers")


def test_the_same_form_records_one(street: EnumerationStreet, officer: User, dog: Dog) -> None:
    form: Any = {"street": street, "found": Found(house="12", found_on=TODAY, dog=dog), "key": uuid.uuid4()}
    first, again = (record_finding(**form, by=officer, at=noon()) for _ in range(2))
    assert first == again
    assert Finding.objects.count() == 1


def test_a_dog_is_found_once_in_an_enumeration_and_again_in_the_next(
    street: EnumerationStreet, officer: User, dog: Dog
) -> None:
    find(street, dog, by=officer)
    with pytest.raises(Refused) as refused:
        find(street, dog, by=officer)
    assert codes(refused) == {"found_before"}
    twice: Any = {"found_on": TODAY, "dog": dog, "result": "licensed", "by": officer, "at": noon()}
    with pytest.raises(IntegrityError), transaction.atomic():
        Finding.objects.create(enumeration=street.enumeration, street=street, **twice)
    assert find(street_of(street.enumeration.town, by=officer, name="next"), dog, by=officer).dog == dog


@pytest.mark.parametrize("on", [BEGAN - DAY, TODAY + DAY])
def test_a_day_before_the_beginning_or_to_come_is_refused(street: EnumerationStreet, officer: User, on: date) -> None:
    found = Found(house="12", found_on=on, description="A hound")
    with pytest.raises(Refused) as refused:
        record_finding(street=street, found=found, key=uuid.uuid4(), by=officer, at=noon())
    assert codes(refused) == {"impossible_date"}


def test_a_dog_is_chosen_or_described_and_is_here(street: EnumerationStreet, officer: User, owner: Owner) -> None:
    with pytest.raises(Refused) as refused:
        find(street, by=officer, description="")
    assert codes(refused) == {"dog_missing"}
    with pytest.raises(Refused) as refused:
        find(street, DogFactory.create(owner=owner, status=Dog.Status.DEAD, status_on=BEGAN), by=officer)
    assert codes(refused) == {"dog_not_here"}


def test_a_dog_of_the_other_town_is_refused(street: EnumerationStreet, officer: User, stranger: Owner) -> None:
    with pytest.raises(Refused) as refused:
        find(street, DogFactory.create(owner=stranger), by=officer)
    assert codes(refused) == {"other_town"}


def test_a_match_judges_as_of_the_day_found(street: EnumerationStreet, officer: User, dog: Dog) -> None:
    told = find(street, by=officer, on=BEGAN)
    EarlierLicenseFactory.create(dog=dog, starts=BEGAN + DAY, expires=TODAY + 300 * DAY)
    matched = match_finding(finding=told, dog=dog, by=officer, at=noon())
    assert (matched.result, matched.dog, matched.description) == ("unlicensed", dog, "A brown hound")


def test_a_match_is_made_once_and_with_a_dog_not_found_before(
    street: EnumerationStreet, officer: User, dog: Dog
) -> None:
    first, second = find(street, by=officer), find(street, by=officer)
    match_finding(finding=first, dog=dog, by=officer, at=noon())
    assert match_finding(finding=first, dog=dog, by=officer, at=noon()).dog == dog
    for finding, other in ((first, DogFactory.create(owner=dog.owner)), (second, dog)):
        with pytest.raises(Refused, match=r"has its dog|found in this enumeration before"):
            match_finding(finding=finding, dog=other, by=officer, at=noon())


def test_a_finding_withdrawn_keeps_its_reason_and_frees_the_dog(
    street: EnumerationStreet, officer: User, dog: Dog
) -> None:
    finding = find(street, dog, by=officer)
    with pytest.raises(Refused, match="Say why"):
        withdraw_finding(finding=finding, reason=" ", by=officer, at=noon())
    gone = withdraw_finding(finding=finding, reason="Another dog", by=officer, at=noon())
    assert (gone.withdrawn_on, gone.withdrawn_because) == (TODAY, "Another dog")
    with pytest.raises(Refused, match="was withdrawn: Another dog"):
        withdraw_finding(finding=finding, reason="Again", by=officer, at=noon())
    assert find(street, dog, by=officer).pk != finding.pk


def test_a_street_is_done_and_not_done_after_all(street: EnumerationStreet, officer: User) -> None:
    done = finish_street(street=street, done=True, by=officer, at=noon())
    assert (done.done_on, done.done_by) == (TODAY, officer)
    assert finish_street(street=street, done=False, by=officer, at=noon()).done_on is None


def test_nothing_is_added_to_a_closed_one_until_it_is_open_again(
    street: EnumerationStreet, officer: User, dog: Dog
) -> None:
    closed = close_enumeration(enumeration=street.enumeration, closed=True, by=officer, at=noon())
    assert closed.ended_on == TODAY
    stamp: Any = {"by": officer, "at": noon()}
    for late in (
        lambda: find(street, dog, by=officer),
        lambda: finish_street(street=street, done=True, **stamp),
        lambda: add_streets(enumeration=closed, streets=["A"], **stamp),
    ):
        with pytest.raises(Refused) as refused:
            late()
        assert codes(refused) == {"enumeration_closed"}
    close_enumeration(enumeration=closed, closed=False, **stamp)
    assert find(street, dog, by=officer).dog == dog


def test_the_other_towns_clerk_touches_nothing(street: EnumerationStreet, clerk_of_chestertown: User) -> None:
    stamp: Any = {"by": clerk_of_chestertown, "at": noon()}
    for act in (
        lambda: close_enumeration(enumeration=street.enumeration, closed=True, **stamp),
        lambda: finish_street(street=street, done=True, **stamp),
        lambda: find(street, by=clerk_of_chestertown),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert codes(refused) == {"other_town"}


def test_nothing_of_it_is_deleted(street: EnumerationStreet, officer: User) -> None:
    finding = find(street, by=officer)
    for row in (finding, street, street.enumeration):
        with pytest.raises(Exception, match="Cannot delete"), transaction.atomic():
            row.delete()


@pytest.mark.parametrize("licensed", ["kept", "gone", "none"])
def test_of_a_dog_made_one_of_two_the_finding_in_its_favor_stays(
    street: EnumerationStreet, clerk: User, owner: Owner, licensed: str
) -> None:
    dogs: Any = {"kept": DogFactory.create(owner=owner), "gone": DogFactory.create(owner=owner)}
    if licensed in dogs:
        EarlierLicenseFactory.create(dog=dogs[licensed])
    found = {which: find(street, dog, by=clerk) for which, dog in dogs.items()}
    seen = (version_of(dogs["kept"]), version_of(dogs["gone"]))
    merge = merge_dogs(**dogs, seen=seen, by=clerk, at=noon())
    assert Finding.objects.standing().get() == found["gone" if licensed == "gone" else "kept"]
    undo_merge(merge=merge, by=clerk, at=noon())
    assert {row.dog for row in Finding.objects.standing()} == set(dogs.values())
