"""Adding dogs, changing their facts."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID, uuid4

import pytest

from licensing.actions.dogs import DogFacts, add_dog, change_dog
from licensing.models import Dog, Owner
from office.models import User
from office.refusals import Refused, Unconfirmed
from office.versions import ChangedMeanwhile, version_of
from tests.factories import DogFactory, OwnerFactory
from tests.licensing.cases import AT, dog_facts
from tests.licensing.test_people import KEY, together
from tests.licensing.test_people import add as add_person


def add(owner: Owner, clerk: User, key: UUID | None = None, confirmed: tuple[str, ...] = (), **changes: Any) -> Dog:
    """A new dog, as the clerk adds one."""
    facts = dog_facts(**changes)
    return add_dog(owner=owner, facts=facts, key=key or uuid4(), by=clerk, at=AT, confirmed=confirmed)


def change(dog: Dog, clerk: User, seen: int | None = None, confirmed: tuple[str, ...] = (), **changes: Any) -> Dog:
    """The dog with these facts changed, on the form that showed version ``seen``."""
    facts = replace(DogFacts.of(dog), **changes)
    seen = version_of(dog) if seen is None else seen
    return change_dog(dog=dog, facts=facts, seen=seen, by=clerk, at=AT, confirmed=confirmed)


def about(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    """The fields beside which the refusals stand."""
    return [refusal.about for refusal in refused.value.refusals]


def test_it_adds_a_dog_to_its_owner(owner: Owner, clerk: User) -> None:
    dog = add(owner, clerk, chip="985 112 003 456 789")
    dog.refresh_from_db()
    assert (dog.owner, dog.town, dog.status) == (owner, owner.town, "here")
    assert dog.chip_key == "985112003456789"


@pytest.mark.django_db(transaction=True)
def test_one_form_sent_ten_times_at_once_makes_one_dog(owner: Owner, clerk: User) -> None:
    made = together(*[lambda: add(owner, clerk, KEY)] * 10)
    assert len({dog.pk for dog in made}) == 1
    assert Dog.objects.count() == 1


def test_a_key_of_another_form_is_refused(owner: Owner, clerk: User) -> None:
    add_person(clerk, KEY)
    with pytest.raises(Refused, match="sent already for something else"):
        add(owner, clerk, KEY)


def test_a_chip_of_another_dog_is_refused_and_the_dog_is_named(owner: Owner, clerk: User) -> None:
    DogFactory.create(owner=owner, name="Rex", chip="985112003456789")
    with pytest.raises(Refused, match=r"Rex .* of Maeve O’Brien, 12 Main Street") as refused:
        add(owner, clerk, chip="985-112-003-456-789")
    assert about(refused) == ["chip"]
    with pytest.raises(Refused, match="Rex"):
        change(DogFactory.create(owner=owner, name="Max"), clerk, chip="985 112003456789")


@pytest.mark.django_db(transaction=True)
def test_of_two_dogs_with_one_chip_at_once_one_is_refused_by_name(owner: Owner, clerk: User) -> None:
    made = together(*(lambda name=name: add(owner, clerk, name=name, chip="0A12345678") for name in ("Ace", "Bo")))
    refused = next(one for one in made if isinstance(one, Refused))
    assert refused.refusals[0].code == "chip_in_use"
    assert Dog.objects.get().name in refused.refusals[0].message


def test_a_dog_keeps_its_own_chip_when_changed(owner: Owner, clerk: User) -> None:
    dog = add(owner, clerk, chip="985112003456789")
    assert change(dog, clerk, chip="985 112 003 456 789").chip == "985 112 003 456 789"


def test_a_chip_without_digits_or_letters_is_refused(owner: Owner, clerk: User) -> None:
    with pytest.raises(Refused) as refused:
        add(owner, clerk, chip="---")
    assert about(refused) == ["chip"]


def test_the_second_dog_of_one_name_in_a_household_is_asked_about(owner: Owner, clerk: User) -> None:
    add(owner, clerk, name="Bella")
    housemate = OwnerFactory.create(town=owner.town, street="12 MAIN STREET", zip_code=owner.zip_code)
    with pytest.raises(Unconfirmed, match=r"Bella .* of Maeve O’Brien"):
        add(housemate, clerk, name="bella")
    assert add(housemate, clerk, name="bella", confirmed=("same_name",)).name == "bella"


def test_a_name_is_free_again_when_its_dog_is_dead_or_lives_elsewhere(owner: Owner, clerk: User) -> None:
    DogFactory.create(owner=owner, name="Bella", status=Dog.Status.DEAD)
    DogFactory.create(owner=OwnerFactory.create(town=owner.town), name="Bella")
    assert add(owner, clerk, name="Bella").pk


def test_a_new_name_that_is_another_dogs_is_asked_about(owner: Owner, clerk: User) -> None:
    DogFactory.create(owner=owner, name="Rex")
    dog = DogFactory.create(owner=owner, name="Max")
    with pytest.raises(Unconfirmed):
        change(dog, clerk, name="Rex")
    assert change(dog, clerk, color="black").color == "black"


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"born": date(2026, 6, 16)}, "born"),
        ({"born": date(1926, 6, 16)}, "born"),
        ({"born": None, "birth_year": 2027}, "birth_year"),
        ({"born": None, "birth_year": 1995}, "birth_year"),
        ({"born": date(2023, 4, 1), "birth_year": 2022}, "birth_year"),
        ({"acquired_on": date(2026, 6, 16)}, "acquired_on"),
        ({"acquired_on": date(2023, 3, 31)}, "acquired_on"),
        ({"born": None, "birth_year": 2023, "acquired_on": date(2022, 12, 31)}, "acquired_on"),
    ],
)
def test_an_impossible_date_is_refused_at_its_field(
    owner: Owner, clerk: User, facts: dict[str, Any], field: str
) -> None:
    with pytest.raises(Refused) as refused:
        add(owner, clerk, **facts)
    assert about(refused) == [field]


def test_born_today_and_a_year_alone_are_taken(owner: Owner, clerk: User) -> None:
    assert add(owner, clerk, name="New", born=date(2026, 6, 15), acquired_on=date(2026, 6, 15)).pk
    assert add(owner, clerk, name="Old", born=None, birth_year=1996).pk


def test_the_second_of_two_changes_is_told_of_the_first(owner: Owner, clerk: User) -> None:
    dog = add(owner, clerk)
    seen = version_of(dog)
    change(dog, clerk, seen, altered=True)
    with pytest.raises(ChangedMeanwhile, match="from no to yes"):
        change(dog, clerk, seen, color="white")


def test_a_birth_date_on_file_is_wiped_only_when_confirmed(owner: Owner, clerk: User) -> None:
    dog = add(owner, clerk)
    with pytest.raises(Unconfirmed):
        change(dog, clerk, born=None, birth_year=2023)
    assert change(dog, clerk, confirmed=("birth_date_removed",), born=None, birth_year=2023).birth_year == 2023
