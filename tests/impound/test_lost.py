"""Dogs lost and dogs seized: the chip is certain, all else a guess with its reasons."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from impound.actions.lost import LossFacts, close_loss, report_lost
from impound.actions.matching import match_dog
from impound.matches import Match, losses, matches, reported
from impound.models import LossReport, Seizure
from licensing.models import Dog
from office.models import Town, User
from office.refusals import Refused
from tests.factories import DogFactory, SeizureFactory
from tests.impound.pound import codes, hours, on, seize

pytestmark = pytest.mark.django_db


def lost(*, by: User, key: uuid.UUID | None = None, **changes: Any) -> LossReport:
    """A tan hound lost on Sunday, May 31, at Cemetery Road."""
    given: dict[str, Any] = {"reporter": "A. Ray", "telephone": "845-555-0177", "breed": "Foxhound mix", "color": "Tan"}
    facts = LossFacts(**given | {"lost_on": on("2026-05-31"), "place": "near Cemetery Road"} | changes)
    return report_lost(facts=facts, key=key or uuid.uuid4(), by=by, at=hours(1))


def found(town: Town) -> list[Match]:
    return matches(Seizure.objects.of(town).held(), losses(town))


def test_a_loss_is_reported_once(clerk: User) -> None:
    key = uuid.uuid4()
    assert lost(by=clerk, key=key) == lost(by=clerk, key=key)
    assert LossReport.objects.count() == 1


def test_a_dog_of_record_is_reported_lost_with_it_and_back_when_it_is(clerk: User) -> None:
    dog: Dog = DogFactory.create(owner__town=clerk.town)
    report = lost(by=clerk, dog=dog)
    dog.refresh_from_db()
    assert (dog.status, dog.status_on, dog.changes.get().event) == (Dog.Status.LOST, on("2026-05-31"), "loss")
    with pytest.raises(Refused) as refused:
        lost(by=clerk, dog=dog)
    assert codes(refused) == ["reported_already"]
    for _ in range(2):
        close_loss(report=report, on=on("2026-06-01"), because="Came home", recovered=True, by=clerk, at=hours(5))
    dog.refresh_from_db()
    assert (dog.status, dog.changes.count()) == (Dog.Status.HERE, 2)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"reporter": "", "telephone": "", "place": ""}, ["missing"] * 3),
        ({"breed": "", "color": " "}, ["missing"] * 2),
        ({"lost_on": on("2026-06-02")}, ["impossible_date"]),
        ({"chip": "--"}, ["no_chip"]),
    ],
)
def test_a_report_that_says_too_little_is_refused(clerk: User, changes: dict[str, Any], expected: list[str]) -> None:
    with pytest.raises(Refused) as refused:
        lost(by=clerk, **changes)
    assert codes(refused) == expected


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"because": " "}, "no_reason"),
        ({"on": on("2026-05-30")}, "impossible_date"),
        ({"on": on("2026-06-02")}, "impossible_date"),
    ],
)
def test_a_report_is_closed_for_a_reason_on_a_day_since(clerk: User, changes: dict[str, Any], code: str) -> None:
    given: dict[str, Any] = {"report": lost(by=clerk), "on": on("2026-06-01"), "because": "Given up"}
    with pytest.raises(Refused) as refused:
        close_loss(**given | changes, by=clerk, at=hours(5))
    assert codes(refused) == [code]


def test_a_closed_report_is_not_closed_otherwise_and_matches_nothing(clerk: User, officer: User) -> None:
    report, made = lost(by=clerk), seize(by=officer)
    assert found(made.town)
    closed = close_loss(report=report, on=on("2026-06-01"), because="It is she", found=made, by=clerk, at=hours(5))
    assert (closed.found, found(made.town)) == (made, [])
    with pytest.raises(Refused) as refused:
        close_loss(report=report, on=on("2026-06-01"), because="Given up", by=clerk, at=hours(5))
    assert codes(refused) == ["closed_already"]


def test_another_towns_clerk_neither_reports_nor_closes(clerk: User, clerk_of_chestertown: User) -> None:
    with pytest.raises(Refused) as refused:
        lost(by=clerk_of_chestertown, dog=DogFactory.create(owner__town=clerk.town))
    assert codes(refused) == ["other_town"]
    with pytest.raises(Refused) as refused:
        close_loss(report=lost(by=clerk), on=on("2026-06-01"), because="X", by=clerk_of_chestertown, at=hours(5))
    assert codes(refused) == ["other_town"]


def test_one_chip_however_written_is_the_dog_for_certain(clerk: User, officer: User) -> None:
    lost(by=clerk, chip="985112003456789", breed="Collie", color="white", sex="female", lost_on=on("2026-06-01"))
    made = seize(by=officer, chip="985 112 003 456 789", sex="male")
    (match,) = found(made.town)
    assert (match.certain, match.reasons) == (True, ("same chip, 985112003456789",))


def test_a_lost_dog_of_record_is_matched_by_its_chip_and_once_it_is_known(officer: User) -> None:
    dog: Dog = DogFactory.create(owner__town=officer.town, chip="985112003456789", status=Dog.Status.LOST)
    made = seize(by=officer, chip="985-112-003456789")
    assert [(match.certain, match.loss.dog, match.loss.report) for match in found(made.town)] == [(True, dog, None)]
    other = seize(by=officer)
    match_dog(seizure=other, dog=dog, by=officer, at=hours(1))
    assert [match.reasons for match in found(made.town) if match.seizure == other] == [("the dog of record, Rex",)]


def test_a_guess_says_its_reasons(clerk: User, officer: User) -> None:
    report, made = lost(by=clerk, sex="male", called="Bo"), seize(by=officer, sex="male", called="bo")
    (match,) = found(made.town)
    assert (match.certain, match.loss) == (False, reported(report))
    assert match.reasons == (
        "breed alike", "color alike", "same sex", "same name", "place: both say cemetery", "seized 1 day after",
    )  # fmt: skip


def test_the_likelier_guess_comes_first_and_the_certain_before_all(clerk: User, officer: User) -> None:
    far = lost(by=clerk, place="Wingdale", lost_on=on("2026-05-01"))
    near = lost(by=clerk)
    chip = lost(by=clerk, breed="Poodle", chip="985112003456789")
    made = seize(by=officer)
    assert [match.loss.report for match in found(made.town)] == [near, far]
    scanned = seize(by=officer, chip="985112003456789")
    assert next(match.loss.report for match in found(made.town) if match.seizure == scanned) == chip


@pytest.mark.parametrize(
    ("lost_at", "seized_at", "says"),
    [
        ("on a corner at the school", "on the road near a barn", ""),
        ("Dover, in the woods", "the ball field in Dover", ""),
        ("Town of Dover landfill", "behind the landfill", "landfill"),
        ("Route 22", "Route 55", ""),
        ("Route 22", "RT 22 at the diner", "22"),
    ],
)
def test_small_words_and_the_towns_own_name_make_no_place(
    clerk: User, officer: User, lost_at: str, seized_at: str, says: str
) -> None:
    lost(by=clerk, place=lost_at)
    (match,) = found(seize(by=officer, place=seized_at).town)
    places = [reason for reason in match.reasons if reason.startswith("place")]
    assert places == ([f"place: both say {says}"] if says else [])


@pytest.mark.parametrize(
    "changes",
    [
        {"sex": "female"},
        {"breed": "Mixed breed, large"},
        {"color": "with white", "breed": "Poodle cross"},
        {"breed": "Poodle"},
        {"color": "black"},
        {"chip": "981000000000001"},
        {"lost_on": on("2026-06-03")},
    ],
)
def test_what_contradicts_is_no_match(clerk: User, officer: User, changes: dict[str, Any]) -> None:
    facts: dict[str, Any] = {"sex": "male", "chip": "985112003456789", "lost_on": on("2026-05-31")}
    made = seize(by=officer, sex="male", chip="985112003456780" if "chip" in changes else "")
    report = lost(by=clerk, **facts)
    LossReport.objects.filter(pk=report.pk).update(**changes)
    assert found(made.town) == []


def test_another_towns_report_is_none_of_ours(clerk_of_chestertown: User, officer: User) -> None:
    lost(by=clerk_of_chestertown, chip="985112003456789")
    made = seize(by=officer, chip="985112003456789")
    assert found(made.town) == []


@pytest.mark.parametrize("number", [1, 50])
def test_a_list_of_matches_costs_the_same_queries(
    number: int, clerk: User, dover: Town, officer: User, django_assert_num_queries: Any
) -> None:
    SeizureFactory.create_batch(number, town=dover, officer=officer)
    for _ in range(3):
        lost(by=clerk)
    with django_assert_num_queries(3):
        assert len(found(dover)) == 3 * number
