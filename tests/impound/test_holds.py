"""Holds: a court's stops the clock until it decides, a quarantine has its last day."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from impound.facts import clock
from impound.models import Hold, Seizure
from office.models import User
from office.refusals import Refused
from tests.impound.pound import codes, decide, end, forfeit_on, hold, on, seize
from tests.ordinances.cases import days_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def seizure(officer: User) -> Seizure:
    return seize(by=officer)


def test_a_courts_hold_stops_the_clock_and_its_decision_starts_it_anew(seizure: Seizure, officer: User) -> None:
    key = uuid.uuid4()
    held = hold(seizure, by=officer, key=key)
    assert hold(seizure, by=officer, key=key) == held
    assert days_of(clock(seizure)) == ("None", "None", "None")
    for _ in range(2):
        decide(held, "2026-06-10", by=officer)
    assert days_of(clock(seizure)) == ("2026-06-15", "2026-06-15", "2026-06-16")
    with pytest.raises(Refused) as refused:
        decide(held, "2026-06-10", by=officer, decision="Dangerous", destroy=True)
    assert codes(refused) == ["ended_already"]


def test_two_courts_must_both_decide(seizure: Seizure, officer: User) -> None:
    first, second = hold(seizure, by=officer), hold(seizure, by=officer, source="County Court")
    decide(first, "2026-06-03", by=officer)
    assert clock(seizure).available_from is None
    decide(second, "2026-06-10", by=officer)
    assert clock(seizure).available_from == on("2026-06-16")


def test_a_quarantine_lasts_through_its_last_day_or_until_it_is_lifted(seizure: Seizure, officer: User) -> None:
    held = hold(seizure, by=officer, kind="quarantine", until=on("2026-06-17"))
    assert clock(seizure).available_from == on("2026-06-18")
    decide(held, "2026-06-10", by=officer, decision="Lifted by Dr. Reyes")
    assert clock(seizure).available_from == on("2026-06-11")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"source": "", "reason": " "}, ["missing", "missing"]),
        ({"kind": "owner"}, ["no_such_hold"]),
        ({"until": on("2026-06-20")}, ["no_last_day"]),
        ({"kind": "quarantine"}, ["missing"]),
        ({"kind": "quarantine", "until": on("2026-05-31")}, ["impossible_date"]),
    ],
)
def test_a_hold_has_a_source_a_reason_and_its_days(
    seizure: Seizure, officer: User, changes: dict[str, Any], expected: list[str]
) -> None:
    with pytest.raises(Refused) as refused:
        hold(seizure, by=officer, **changes)
    assert codes(refused) == expected


@pytest.mark.parametrize(
    ("day", "changes", "code"),
    [("2026-05-31", {}, "impossible_date"), ("2026-06-02", {"decision": ""}, "missing")],
)
def test_a_decision_has_its_day_and_its_words(
    seizure: Seizure, officer: User, day: str, changes: dict[str, Any], code: str
) -> None:
    held = hold(seizure, by=officer)
    with pytest.raises(Refused) as refused:
        decide(held, day, by=officer, **changes)
    assert codes(refused) == [code]


def test_a_health_officer_orders_no_dog_destroyed(seizure: Seizure, officer: User) -> None:
    held = hold(seizure, by=officer, kind="quarantine", until=on("2026-06-17"))
    with pytest.raises(Refused) as refused:
        decide(held, "2026-06-10", by=officer, destroy=True)
    assert codes(refused) == ["no_court"]


def test_a_court_holds_a_dog_whose_title_is_forfeit(seizure: Seizure, officer: User) -> None:
    forfeit_on(seizure, "2026-06-09", by=officer)
    hold(seizure, by=officer, since=on("2026-06-09"))
    with pytest.raises(Refused) as refused:
        end(seizure, "sheltered", "2026-06-10", by=officer)
    assert codes(refused) == ["no_clock"]


def test_another_towns_clerk_neither_holds_nor_decides(
    seizure: Seizure, officer: User, clerk_of_chestertown: User
) -> None:
    held = hold(seizure, by=officer)
    with pytest.raises(Refused) as refused:
        hold(seizure, by=clerk_of_chestertown)
    assert codes(refused) == ["other_town"]
    with pytest.raises(Refused) as refused:
        decide(held, "2026-06-03", by=clerk_of_chestertown)
    assert codes(refused) == ["other_town"]
    assert Hold.objects.standing().count() == 1
