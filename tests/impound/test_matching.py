"""What goes with a dog of the pound when it is known which dog of record it is, or that it is another."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

import pytest

from impound.actions.ends import withdraw_end
from impound.actions.matching import match_dog
from impound.actions.seizures import SeizureFacts, amend_seizure
from impound.models import CareNote, Seizure
from licensing.models import Dog, Owner, RabiesCertificate
from office.models import User
from office.refusals import Refused
from office.versions import version_of
from tests.factories import DogFactory, OwnerFactory
from tests.impound.pound import codes, end, forfeit_on, on, seize
from tests.impound.redeeming import PAID_AT, licensed, redeem, state
from tests.impound.test_custody import shot
from tests.impound.test_ends import adopted
from tests.licensing.issuing import noon

pytestmark = pytest.mark.django_db
LATER = noon(on("2026-06-03"))


@pytest.fixture
def dog(owner: Owner) -> Dog:
    made: Dog = DogFactory.create(owner=owner)
    return made


@pytest.fixture
def other(owner: Owner) -> Dog:
    made: Dog = DogFactory.create(owner=owner)
    return made


@pytest.fixture
def seizure(officer: User) -> Seizure:
    return seize(by=officer)


def match(seizure: Seizure, dog: Dog | None, by: User) -> Seizure:
    return match_dog(seizure=seizure, dog=dog, by=by, at=LATER)


def test_a_shot_in_the_pound_is_filed_with_the_dog_once_it_is_known(seizure: Seizure, dog: Dog, officer: User) -> None:
    note = shot(seizure, by=officer)
    for _ in range(2):
        match(seizure, dog, officer)
    paper = RabiesCertificate.objects.get()
    assert (paper.dog, paper.serial, paper.expires) == (dog, "L7", on("2027-06-01"))
    assert CareNote.objects.get(pk=note.pk).filed


def test_matched_with_another_dog_it_is_filed_there_and_withdrawn_here(
    seizure: Seizure, dog: Dog, other: Dog, officer: User
) -> None:
    shot(seizure, by=officer)
    for known in (dog, other, None, dog):
        match(seizure, known, officer)
        standing = [paper.dog for paper in RabiesCertificate.objects.all()]
        assert standing == ([known] if known else [])
    assert RabiesCertificate.ever.count() == 3


def test_a_shot_noted_of_the_wrong_dog_of_record_goes_over_too(dog: Dog, other: Dog, officer: User) -> None:
    seizure = seize(by=officer, dog=dog)
    shot(seizure, by=officer)
    match(seizure, other, officer)
    assert [paper.dog for paper in RabiesCertificate.objects.all()] == [other]
    assert "another one" in RabiesCertificate.ever.get(dog=dog).withdrawn_because


def test_the_same_paper_on_file_already_is_not_filed_twice(
    seizure: Seizure, dog: Dog, other: Dog, officer: User
) -> None:
    note = shot(seizure, by=officer)
    said: dict[str, Any] = note.shot or {}
    RabiesCertificate.objects.create(dog=dog, filed_on=on("2026-06-02"), **said)
    match(seizure, dog, officer)
    assert RabiesCertificate.objects.count() == 1


def test_a_tag_read_later_files_it_too(seizure: Seizure, owner: Owner, officer: User) -> None:
    shot(seizure, by=officer)
    chipped = DogFactory.create(owner=owner, chip="985112003456789")
    read = replace(SeizureFacts.of(seizure), chip="985 112 003 456 789")
    amend_seizure(seizure=seizure, facts=read, reason="Scanned", seen=version_of(seizure), by=officer, at=LATER)
    assert [paper.dog for paper in RabiesCertificate.objects.all()] == [chipped]


def test_a_new_dog_that_is_adopted_takes_its_shot_along(seizure: Seizure, officer: User) -> None:
    shot(seizure, by=officer)
    forfeit_on(seizure, "2026-06-09", by=officer)
    given = adopted(DogFactory.create(owner__town=seizure.town))
    end(seizure, "adopted", "2026-06-09", by=officer, adoption=given)
    assert [paper.dog for paper in RabiesCertificate.objects.all()] == [given.dog]


def test_a_dog_that_died_unknown_is_dead_on_record_once_it_is_known_and_the_other_lives(
    seizure: Seizure, dog: Dog, other: Dog, officer: User
) -> None:
    died = end(seizure, "died", "2026-06-02", by=officer)
    for known, rest in ((dog, other), (other, dog)):
        match(seizure, known, officer)
        known.refresh_from_db()
        rest.refresh_from_db()
        assert (known.status, known.status_on) == (Dog.Status.DEAD, on("2026-06-02"))
        assert rest.status == Dog.Status.HERE
    withdraw_end(end=died, reason="It lives", by=officer, at=LATER)
    other.refresh_from_db()
    assert other.status == Dog.Status.HERE


def test_a_dog_adopted_as_one_of_record_is_not_matched_with_another(seizure: Seizure, dog: Dog, officer: User) -> None:
    forfeit_on(seizure, "2026-06-09", by=officer)
    end(seizure, "adopted", "2026-06-09", by=officer, adoption=adopted(DogFactory.create(owner__town=seizure.town)))
    with pytest.raises(Refused) as refused:
        match(seizure, dog, officer)
    assert codes(refused) == ["adopted_already"]


def test_a_dog_sold_while_it_is_held_is_redeemed_by_its_new_owner_once_that_is_said(
    owner: Owner, officer: User, clerk: User
) -> None:
    dog = licensed(owner)
    seizure = seize(by=officer, dog=dog)
    state(seizure, by=officer)
    buyer = OwnerFactory.create(town=owner.town)
    Dog.objects.filter(pk=dog.pk).update(owner=buyer)
    with pytest.raises(Refused, match="say again which dog it is"):
        redeem(seizure, by=clerk)
    match(seizure, Dog.objects.get(pk=dog.pk), clerk)
    assert redeem(seizure, by=clerk, at=PAID_AT).redeemer == buyer


def test_an_owner_who_paid_gets_the_dog_on_the_receipt_alone(owner: Owner, officer: User, clerk: User) -> None:
    seizure = seize(by=officer, dog=licensed(owner))
    state(seizure, by=officer, at=noon(on("2026-06-01")))
    redeem(seizure, by=clerk, at=noon(on("2026-06-01")))
    with pytest.raises(Refused) as refused:
        end(seizure, "returned", "2026-06-01", by=officer, to_whom="Ada", key=uuid.uuid4())
    assert codes(refused) == ["redeemed_already"]
