"""Notices to the owner: with proof, once, and the clock runs from them."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from impound.actions.notices import NoticeFacts, serve_notice, withdraw_notice
from impound.facts import clock
from impound.models import Notice, Seizure
from office.models import User
from office.refusals import Refused
from tests.impound.pound import codes, forfeit_on, hours, notify, on, seize
from tests.ordinances.cases import days_of

pytestmark = pytest.mark.django_db
MAIL: dict[str, Any] = {"how": "mail", "address": "12 Main Street", "certified_number": "7020 1290"}


@pytest.fixture
def seizure(officer: User) -> Seizure:
    return seize(by=officer, wears_tag=True)


def test_the_clock_of_a_dog_with_a_tag_starts_with_the_notice(seizure: Seizure, clerk: User) -> None:
    key = uuid.uuid4()
    assert clock(seizure).last_day is None
    made = notify(seizure, by=clerk, key=key)
    assert notify(seizure, by=clerk, key=key) == made
    assert days_of(clock(seizure)) == ("2026-06-08", "2026-06-08", "2026-06-09")
    assert Notice.objects.count() == 1


def test_the_letter_keeps_the_days_that_it_told(seizure: Seizure, clerk: User) -> None:
    notify(seizure, by=clerk)
    made = notify(seizure, by=clerk, on=on("2026-06-02"), **MAIL)
    words = {name: made.letter[name] for name in ("on", "last_day", "citation", "where", "number")}
    assert words == {
        "on": "2026-06-02",
        "last_day": "2026-06-11",
        "citation": "AML § 117(6); GCL §§ 20, 25-a",
        "where": "Route 22 at Cemetery Road",
        "number": seizure.number,
    }
    assert made.letter["owner"] == {"name": "Ada Owner", "address": "12 Main Street"}
    assert made.letter["grounds"][0]["citation"] == "L.L. 3-2010, Seizure ¶ A(1)"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"proof": ""}, ["missing"]),
        ({"how": "telephone"}, ["no_such_notice"]),
        ({"how": "mail"}, ["missing", "missing"]),
        ({"told": " ", "proof": " "}, ["missing", "missing"]),
        ({"on": on("2026-05-31")}, ["impossible_date"]),
    ],
)
def test_a_notice_without_proof_is_none(
    seizure: Seizure, clerk: User, changes: dict[str, Any], expected: list[str]
) -> None:
    with pytest.raises(Refused) as refused:
        notify(seizure, by=clerk, **changes)
    assert codes(refused) == expected


def test_a_notice_is_not_served_tomorrow(seizure: Seizure, clerk: User) -> None:
    facts = NoticeFacts(how="personal", on=on("2026-06-02"), told="Ada", proof="Signed")
    with pytest.raises(Refused) as refused:
        serve_notice(seizure=seizure, facts=facts, key=uuid.uuid4(), by=clerk, at=hours(2))
    assert codes(refused) == ["impossible_date"]


def test_a_notice_withdrawn_starts_no_clock(seizure: Seizure, clerk: User) -> None:
    made = notify(seizure, by=clerk)
    for _ in range(2):
        withdrawn = withdraw_notice(notice=made, reason="Told his brother", by=clerk, at=hours(5))
    assert (withdrawn.withdrawn_because, clock(seizure).last_day) == ("Told his brother", None)
    for reason, code in (("", "no_reason"), ("For another reason", "withdrawn_already")):
        with pytest.raises(Refused) as refused:
            withdraw_notice(notice=made, reason=reason, by=clerk, at=hours(5))
        assert codes(refused) == [code]


def test_once_the_title_is_forfeit_no_notice_moves_the_clock(seizure: Seizure, clerk: User) -> None:
    made = notify(seizure, by=clerk)
    forfeit_on(seizure, "2026-06-09", by=clerk)
    with pytest.raises(Refused) as refused:
        notify(seizure, by=clerk, on=on("2026-06-09"))
    assert codes(refused) == ["forfeited_already"]
    with pytest.raises(Refused) as refused:
        withdraw_notice(notice=made, reason="Mistaken", by=clerk, at=hours(500))
    assert codes(refused) == ["forfeited_already"]


def test_another_towns_clerk_serves_and_withdraws_none(
    seizure: Seizure, clerk: User, clerk_of_chestertown: User
) -> None:
    made = notify(seizure, by=clerk)
    with pytest.raises(Refused) as refused:
        notify(seizure, by=clerk_of_chestertown)
    assert codes(refused) == ["other_town"]
    with pytest.raises(Refused) as refused:
        withdraw_notice(notice=made, reason="Mistaken", by=clerk_of_chestertown, at=hours(5))
    assert codes(refused) == ["other_town"]
