"""Custody: arrival, moves, care and what it costs, the vaccination and its certificate."""

from __future__ import annotations

import uuid
from decimal import Decimal
from typing import Any

import pytest

from impound.actions.custody import CareFacts, ShotFacts, move_dog, note_care, vaccinate, withdraw_care
from impound.facts import costs_of
from impound.models import Arrival, CareNote, Seizure
from licensing.models import Dog, RabiesCertificate
from office.models import User
from office.refusals import Refused
from ordinances.facts import ShelterStatement
from ordinances.money import Money
from tests.factories import DogFactory, EarlierLicenseFactory
from tests.impound.pound import arrive, codes, end, hours, on, seize
from tests.licensing.cases import certificate_facts

pytestmark = pytest.mark.django_db


def care(seizure: Seizure, *, by: User, key: uuid.UUID | None = None, **changes: Any) -> CareNote:
    given: dict[str, Any] = {"kind": "veterinary", "at": hours(3), "note": "Stitches", "cost": Decimal("80.00")}
    return note_care(seizure=seizure, facts=CareFacts(**given | changes), key=key or uuid.uuid4(), by=by, at=hours(4))


def shot(seizure: Seizure, *, by: User, key: uuid.UUID | None = None, cost: str | None = "25.00") -> CareNote:
    certificate = certificate_facts(vaccinated_on=on("2026-06-01"), expires=on("2027-06-01"), serial="L7")
    facts = ShotFacts(at=hours(3), certificate=certificate, cost=Decimal(cost) if cost else None)
    return vaccinate(seizure=seizure, facts=facts, key=key or uuid.uuid4(), by=by, at=hours(4))


@pytest.fixture
def seizure(officer: User) -> Seizure:
    return seize(by=officer)


def test_an_arrival_is_recorded_once(seizure: Seizure, officer: User) -> None:
    key = uuid.uuid4()
    made = arrive(seizure, by=officer, key=key)
    assert arrive(seizure, by=officer, key=key) == made
    assert (str(made), made.received_by, Arrival.objects.count()) == ("Dover Animal Shelter, kennel 4", "B. Keeper", 1)
    with pytest.raises(Refused) as refused:
        arrive(seizure, by=officer)
    assert codes(refused) == ["arrived_already"]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"at": hours(-0.1)}, ["impossible_date"]),
        ({"at": hours(2.1)}, ["impossible_date"]),
        ({"shelter": "", "received_by": "", "condition": " "}, ["missing"] * 3),
    ],
)
def test_an_arrival_that_cannot_be_is_refused(
    seizure: Seizure, officer: User, changes: dict[str, Any], expected: list[str]
) -> None:
    with pytest.raises(Refused) as refused:
        arrive(seizure, by=officer, **changes)
    assert codes(refused) == expected


def test_a_same_day_dog_that_was_not_fetched_is_impounded_by_its_arrival(clerk_of_chestertown: User) -> None:
    dog = DogFactory.create(owner__town=clerk_of_chestertown.town)
    EarlierLicenseFactory.create(dog=dog)
    made = seize(by=clerk_of_chestertown, dog=dog, course="same_day")
    assert not Seizure.objects.impounded().exists()
    arrive(made, by=clerk_of_chestertown)
    assert list(Seizure.objects.impounded()) == [made]


def test_a_dog_that_is_gone_does_not_arrive(seizure: Seizure, officer: User) -> None:
    end(seizure, "escaped", "2026-06-01", by=officer)
    with pytest.raises(Refused) as refused:
        arrive(seizure, by=officer)
    assert codes(refused) == ["not_held"]


def test_a_move_is_noted_with_where_the_dog_stood(seizure: Seizure, officer: User) -> None:
    with pytest.raises(Refused) as refused:
        move_dog(seizure=seizure, kennel="5", key=uuid.uuid4(), by=officer, at=hours(3))
    assert codes(refused) == ["not_arrived"]
    arrive(seizure, by=officer)
    key = uuid.uuid4()
    moved = [move_dog(seizure=seizure, kennel="5", note="Barks", key=key, by=officer, at=hours(3)) for _ in range(2)]
    assert moved[0] == moved[1]
    assert moved[0].note == "Dover Animal Shelter, kennel 4 to Dover Animal Shelter, kennel 5. Barks"
    away = move_dog(seizure=seizure, kennel="", shelter="SPCA", key=uuid.uuid4(), by=officer, at=hours(4))
    assert (away.note, str(Arrival.objects.get())) == ("Dover Animal Shelter, kennel 5 to SPCA", "SPCA")


def test_costs_are_added_by_the_lines_of_the_officers_statement(seizure: Seizure, officer: User) -> None:
    assert costs_of(seizure) == ShelterStatement()
    care(seizure, by=officer)
    care(seizure, by=officer, kind="medicine", cost=Decimal("4.50"))
    care(seizure, by=officer, kind="care", cost=None)
    shot(seizure, by=officer)
    costs = costs_of(seizure)
    assert (costs.veterinary_care, costs.rabies_vaccination) == (Money.of("84.50"), Money.of("25.00"))
    assert costs.shelter_care is None


def test_a_note_is_written_once_and_withdrawn_its_cost_no_longer_counts(seizure: Seizure, officer: User) -> None:
    key, other = uuid.uuid4(), uuid.uuid4()
    note = care(seizure, by=officer, key=key)
    assert care(seizure, by=officer, key=key) == note
    for _ in range(2):
        withdraw_care(note=note, reason="Another dog", key=other, by=officer, at=hours(5))
    assert (costs_of(seizure), CareNote.objects.count()) == (ShelterStatement(), 2)
    with pytest.raises(Refused) as refused:
        withdraw_care(note=note, reason="Another dog", key=uuid.uuid4(), by=officer, at=hours(5))
    assert codes(refused) == ["withdrawn_already"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"cost": Decimal("-0.01")}, "no_amount"),
        ({"cost": Decimal("1.001")}, "no_amount"),
        ({"kind": "other"}, "not_charged"),
        ({"kind": "rabies"}, "no_such_care"),
        ({"kind": "moved"}, "no_such_care"),
        ({"at": hours(-1)}, "impossible_date"),
        ({"at": hours(4.1)}, "impossible_date"),
    ],
)
def test_care_that_cannot_be_is_refused(seizure: Seizure, officer: User, changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        care(seizure, by=officer, **changes)
    assert codes(refused) == [code]
    assert not CareNote.objects.exists()


def test_the_certificate_of_a_dog_of_record_is_filed(officer: User, clerk: User) -> None:
    dog: Dog = DogFactory.create(owner__town=officer.town)
    key = uuid.uuid4()
    made = seize(by=officer, dog=dog)
    notes = [shot(made, by=officer, key=key) for _ in range(2)]
    assert notes[0] == notes[1]
    assert notes[0].certificate == RabiesCertificate.objects.get(dog=dog)
    assert notes[0].note == "Dr. J. Reyes; L7; due again 2027-06-01"


def test_an_unknown_dogs_vaccination_is_noted_alone(seizure: Seizure, officer: User) -> None:
    assert shot(seizure, by=officer, cost=None).certificate is None
    assert not RabiesCertificate.objects.exists()
    assert costs_of(seizure) == ShelterStatement()


def test_another_towns_clerk_does_nothing_in_this_pound(seizure: Seizure, clerk_of_chestertown: User) -> None:
    for act in (arrive, care, shot):
        with pytest.raises(Refused) as refused:
            act(seizure, by=clerk_of_chestertown)
        assert codes(refused) == ["other_town"]
