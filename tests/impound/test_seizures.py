"""Seizures as officers write them: once each, by the law's grounds, matched with the dogs on record."""

from __future__ import annotations

import uuid
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from impound.actions.matching import match_dog
from impound.actions.seizures import EncounterFacts, SeizureFacts, amend_seizure, seize_dog, write_encounter
from impound.models import Encounter, End, Seizure
from licensing.models import Caution, Dog, Owner
from office.models import User
from office.refusals import Refused
from office.timeline import timeline
from office.versions import ChangedMeanwhile, version_of
from tests.factories import DogFactory, EarlierLicenseFactory, TagFactory, UserFactory
from tests.impound.pound import SEIZED_AT, codes, facts, on, seize

pytestmark = pytest.mark.django_db
LATER = SEIZED_AT + timedelta(hours=1)


@pytest.fixture
def licensed(owner: Owner) -> Dog:
    """A dog with a license in force on the day of the seizures and to the end of it."""
    dog = DogFactory.create(owner=owner, chip="985112003456789")
    EarlierLicenseFactory.create(dog=dog, expires=on("2026-06-01"))
    return dog


def amend(seizure: Seizure, *, by: User, reason: str = "Misread", seen: int | None = None, **changes: Any) -> Seizure:
    names = {name: getattr(seizure, name) for name in SeizureFacts.__dataclass_fields__}
    written = SeizureFacts(**names | changes)
    version = version_of(seizure) if seen is None else seen
    return amend_seizure(seizure=seizure, facts=written, reason=reason, seen=version, by=by, at=LATER)


def test_a_seizure_is_written_as_the_officer_wrote_it(officer: User) -> None:
    made = seize(
        by=officer, latitude=Decimal("41.741200"), longitude=Decimal("-73.576400"), accuracy=8, note="Friendly"
    )
    made.refresh_from_db()
    assert (made.number, made.officer, made.by, made.course) == (1, officer, officer, "impounded")
    assert (made.grounds, made.accuracy, made.note) == (["unlicensed"], 8, "Friendly")
    assert (made.seized_on, made.where) == (on("2026-06-01"), "Route 22 at Cemetery Road")
    assert list(Seizure.objects.of(made.town).held()) == [made]


def test_sent_twice_it_is_one_and_takes_one_number(officer: User) -> None:
    client_id = uuid.uuid4()
    first = seize(by=officer, client_id=client_id)
    assert seize(by=officer, client_id=client_id, note="Sent again") == first
    assert seize(by=officer).number == first.number + 1


def test_both_towns_count_their_own_seizures(officer: User, clerk_of_chestertown: User) -> None:
    client_id = uuid.uuid4()
    made = [seize(by=each, client_id=client_id) for each in (officer, clerk_of_chestertown)]
    assert [(each.number, each.town) for each in made] == [(1, officer.town), (1, clerk_of_chestertown.town)]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"grounds": ()}, ["no_grounds"]),
        ({"grounds": ("unlicensed", "at_large")}, ["no_such_ground"]),
        ({"place": " "}, ["no_place"]),
        ({"place": "", "latitude": Decimal(41)}, ["no_place"]),
        ({"breed": "", "color": ""}, ["missing", "missing"]),
        ({"course": "handed_back", "handed_back_to": "Ada"}, ["not_licensed", "owner_unknown"]),
        ({"course": "same_day"}, ["no_such_return"]),
        ({"breed": "", "grounds": (), "place": ""}, ["no_place", "missing", "no_grounds"]),
    ],
)
def test_what_cannot_be_is_refused_all_at_once(officer: User, changes: dict[str, Any], expected: list[str]) -> None:
    with pytest.raises(Refused) as refused:
        seize(by=officer, **changes)
    assert codes(refused) == expected
    assert not Seizure.objects.exists()


def test_the_position_alone_is_a_place(officer: User) -> None:
    made = seize(by=officer, place="", latitude=Decimal("41.7412"), longitude=Decimal("-73.5764"), accuracy=8)
    assert made.where == "41.7412, -73.5764 (within 8 m)"


def test_a_seizure_is_not_written_before_it_happens_nor_long_after_without_a_note(officer: User) -> None:
    fortnight = SEIZED_AT + timedelta(days=14)
    seize(by=officer, at=SEIZED_AT)
    with pytest.raises(Refused) as refused:
        seize(by=officer, at=SEIZED_AT - timedelta(seconds=1))
    assert codes(refused) == ["impossible_date"]
    seize(by=officer, at=fortnight)
    with pytest.raises(Refused) as refused:
        seize(by=officer, at=fortnight + timedelta(seconds=1))
    assert codes(refused) == ["late"]
    seize(by=officer, at=fortnight + timedelta(seconds=1), note="The tablet was broken")


def test_a_licensed_dog_is_handed_back_and_was_never_impounded(officer: User, licensed: Dog) -> None:
    with pytest.raises(Refused) as refused:
        seize(by=officer, dog=licensed, course="handed_back")
    assert codes(refused) == ["missing"]
    made = seize(by=officer, dog=licensed, course="handed_back", handed_back_to="Maeve O’Brien")
    assert (made.owner, End.objects.get().kind, End.objects.get().to_whom) == (
        licensed.owner, "returned", "Maeve O’Brien",
    )  # fmt: skip
    assert not Seizure.objects.held().exists()
    assert not Seizure.objects.impounded().exists()


def test_the_day_after_its_license_ran_out_a_dog_is_not_handed_back(officer: User, licensed: Dog) -> None:
    tomorrow = SEIZED_AT + timedelta(days=1)
    with pytest.raises(Refused) as refused:
        seize(by=officer, dog=licensed, seized_at=tomorrow, course="handed_back", handed_back_to="Maeve")
    assert codes(refused) == ["not_licensed"]
    assert refused.value.refusals[0].citation == "AML § 117(1-a)"


def test_chestertown_keeps_a_licensed_dog_for_the_same_day_only(clerk_of_chestertown: User) -> None:
    dog = DogFactory.create(owner__town=clerk_of_chestertown.town)
    with pytest.raises(Refused) as refused:
        seize(by=clerk_of_chestertown, dog=dog, course="same_day")
    assert (codes(refused), refused.value.refusals[0].citation) == (["not_licensed"], "§ 68-9D")
    EarlierLicenseFactory.create(dog=dog, expires=on("2026-06-01"))
    made = seize(by=clerk_of_chestertown, dog=dog, course="same_day")
    assert list(Seizure.objects.held()) == [made]
    with pytest.raises(Refused) as refused:
        seize(by=clerk_of_chestertown, dog=dog, course="handed_back", handed_back_to="Stan")
    assert codes(refused) == ["no_such_return"]


@pytest.mark.parametrize("chip", ["985 112 003 456 789", "985-112-003456789"])
def test_a_dog_is_known_by_its_chip_however_it_is_written(officer: User, licensed: Dog, chip: str) -> None:
    made = seize(by=officer, chip=chip)
    assert (made.dog, made.owner) == (licensed, licensed.owner)


@pytest.mark.parametrize(
    ("tag", "known"),
    [
        ("1042", True),
        ("Town of Dover 1042", True),
        ("No. 1042", True),
        ("Amenia 1042", False),
        ("1043", False),
        ("", False),
    ],
)
def test_a_dog_is_known_by_a_tag_of_the_town(officer: User, owner: Owner, tag: str, known: bool) -> None:
    dog = DogFactory.create(owner=owner)
    TagFactory.create(dog=dog, number=1042)
    assert (seize(by=officer, wears_tag=True, tag_read=tag).dog == dog) is known


def test_a_tag_and_a_chip_of_two_dogs_name_none(officer: User, licensed: Dog) -> None:
    TagFactory.create(dog=DogFactory.create(owner=licensed.owner), number=1042)
    assert seize(by=officer, wears_tag=True, tag_read="1042", chip=licensed.chip).dog is None


def test_a_dog_whose_record_went_into_another_is_that_one(officer: User, licensed: Dog) -> None:
    gone = DogFactory.create(owner=licensed.owner, merged_into=licensed)
    assert seize(by=officer, dog=gone).dog == licensed


@pytest.mark.parametrize("changes", [{"dog": True}, {"owner": True}])
def test_another_towns_dog_or_owner_is_refused(officer: User, stranger: Owner, changes: dict[str, bool]) -> None:
    theirs: dict[str, Any] = {"dog": DogFactory.create(owner=stranger), "owner": stranger}
    with pytest.raises(Refused) as refused:
        seize(by=officer, **{name: theirs[name] for name in changes})
    assert codes(refused) == ["other_town"]


def test_an_amendment_keeps_what_was_written_and_says_why(officer: User, clerk: User) -> None:
    made = seize(by=officer)
    amended = amend(made, by=clerk, reason="Tag found under the collar", wears_tag=True, tag_read="1042")
    assert (amended.wears_tag, amended.tag_read, amended.officer) == (True, "1042", officer)
    made_and_amended: Any = made.events  # type: ignore[attr-defined]  # made by pghistory
    last = timeline(made_and_amended.all())[-1]
    assert last.act == "Amend seizure (Tag found under the collar)"
    assert ("tag, as read", "nothing", "1042") in [(step.field, step.before, step.after) for step in last.steps]


def test_an_amendment_needs_a_reason_and_obeys_the_law(officer: User) -> None:
    made = seize(by=officer)
    for changes, code in (({"reason": " "}, "no_reason"), ({"grounds": ("at_large",)}, "no_such_ground")):
        with pytest.raises(Refused) as refused:
            amend(made, by=officer, **changes)
        assert codes(refused) == [code]


def test_opened_and_saved_nothing_changes(officer: User) -> None:
    made = seize(by=officer)
    version = version_of(made)
    assert version_of(amend(made, by=officer)) == version


def test_the_second_of_two_who_amend_is_told_what_the_first_changed(officer: User, clerk: User) -> None:
    made = seize(by=officer)
    seen = version_of(made)
    amend(made, by=officer, breed="Beagle")
    with pytest.raises(ChangedMeanwhile) as changed:
        amend(made, by=clerk, seen=seen, breed="Harrier")
    assert [(each.field, each.now) for each in changed.value.changes] == [("breed", "Beagle")]


def test_a_chip_read_later_tells_the_dog(officer: User, licensed: Dog) -> None:
    amended = amend(seize(by=officer), by=officer, reason="Scanned at the shelter", chip="985 112 003 456 789")
    assert (amended.dog, amended.owner) == (licensed, licensed.owner)


def test_the_course_is_not_amended(officer: User) -> None:
    assert (
        amend(seize(by=officer), by=officer, course="handed_back", handed_back_to="X", age="Old").course == "impounded"
    )


def test_a_match_sets_the_owner_and_the_dog_of_its_cautions(officer: User, clerk: User, licensed: Dog) -> None:
    made = seize(by=officer)
    caution = Caution.objects.create(town=made.town, kind="bit", reason="Bit", source="A. Ray", by=officer, at=LATER)
    made.cautions.add(caution)
    for _ in range(2):
        matched = match_dog(seizure=made, dog=licensed, by=clerk, at=LATER)
        assert (matched.dog, matched.owner, licensed.cautions.get()) == (licensed, licensed.owner, caution)
    unmatched = match_dog(seizure=made, dog=None, by=clerk, at=LATER)
    assert (unmatched.dog, unmatched.owner, licensed.cautions.exists()) == (None, None, False)


def test_another_towns_seizure_is_neither_amended_nor_matched(officer: User, clerk_of_chestertown: User) -> None:
    made = seize(by=officer)
    with pytest.raises(Refused) as refused:
        amend(made, by=clerk_of_chestertown, age="Old")
    assert codes(refused) == ["other_town"]
    with pytest.raises(Refused) as refused:
        match_dog(seizure=made, dog=None, by=clerk_of_chestertown, at=LATER)
    assert codes(refused) == ["other_town"]


def met(*, by: User, client_id: uuid.UUID | None = None, **changes: Any) -> Encounter:
    given: dict[str, Any] = {"kind": "door_notice", "at": SEIZED_AT, "written_at": SEIZED_AT, "note": "Nobody home"}
    written = EncounterFacts(**given | {"place": "12 Main Street"} | changes)
    return write_encounter(facts=written, client_id=client_id or uuid.uuid4(), by=by, at=LATER)


def test_an_encounter_is_written_once(officer: User, owner: Owner) -> None:
    client_id = uuid.uuid4()
    made = met(by=officer, client_id=client_id, owner=owner)
    assert met(by=officer, client_id=client_id, owner=owner) == made
    assert (made.owner, made.officer, Encounter.objects.count()) == (owner, officer, 1)


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"place": ""}, "no_place"), ({"note": ""}, "missing"), ({"at": LATER + timedelta(minutes=1)}, "impossible_date")],
)
def test_an_encounter_that_says_nothing_is_refused(officer: User, changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        met(by=officer, **changes)
    assert codes(refused) == [code]


def test_a_colleague_seizes_and_another_towns_officer_does_not(officer: User, clerk: User, stranger: Owner) -> None:
    common: dict[str, Any] = {"facts": facts(), "by": clerk, "at": LATER}
    made = seize_dog(client_id=uuid.uuid4(), officer=officer, **common)
    assert (made.officer, made.by) == (officer, clerk)
    theirs = UserFactory.create(town=stranger.town, role="officer")
    with pytest.raises(Refused) as refused:
        seize_dog(client_id=uuid.uuid4(), officer=theirs, **common)
    assert codes(refused) == ["other_town"]
