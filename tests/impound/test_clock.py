"""The clock of a dog held, from the rows of the database: every example of the rulebook's D-HOLD and C-HOLD."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from impound.facts import clock, clocks, custody_of
from impound.models import Hold, Notice, Seizure
from office.models import ClosedDay, Town, User
from tests.factories import SeizureFactory, TownFactory
from tests.impound.pound import on
from tests.licensing.issuing import noon
from tests.ordinances.cases import days_of, local

pytestmark = pytest.mark.django_db


def seized(town: str, at: str, **changes: Any) -> Seizure:
    moment = local(at if ":" in at else f"{at} 09:00")
    return SeizureFactory.create(town=TownFactory.create(slug=town), seized_at=moment, **changes)


def told(seizure: Seizure, how: str, day: str, **changes: Any) -> Notice:
    number = "7020 1" if how == "mail" else ""
    common: dict[str, Any] = {"seizure": seizure, "how": how, "on": on(day), "certified_number": number}
    return Notice.objects.create(told="Ada Owner", proof="Seen", by=seizure.by, at=noon(on(day)), **common | changes)


def held(seizure: Seizure, kind: str, since: str, until: str | None = None, ended: str | None = None) -> Hold:
    return Hold.objects.create(
        seizure=seizure,
        kind=kind,
        since=on(since),
        until=on(until) if until else None,
        ended_on=on(ended) if ended else None,
        decision="Decided" if ended else "",
        source="Justice Court, case 12",
        reason="Bit a person",
        by=seizure.by,
        at=seizure.seized_at,
    )


@pytest.mark.parametrize(
    ("at", "last", "available"),
    [
        ("2026-06-01 23:50", "2026-06-08", "2026-06-09"),
        ("2026-06-10", "2026-06-15", "2026-06-16"),
        ("2026-12-20", "2026-12-28", "2026-12-29"),
        ("2026-05-18", "2026-05-26", "2026-05-27"),
    ],
)
def test_dover_holds_a_dog_without_a_tag_five_days(at: str, last: str, available: str) -> None:
    assert days_of(clock(seized("dover", at))) == (last, last, available)
    assert days_of(clock(seized("dover", at, chip="985 112 003 456 789"))) == (last, last, available)


@pytest.mark.parametrize(
    ("how", "day", "last"),
    [
        ("personal", "2026-06-01", "2026-06-08"),
        ("mail", "2026-06-02", "2026-06-11"),
        ("mail", "2026-05-18", "2026-05-27"),
    ],
)
def test_dover_holds_a_dog_with_a_tag_from_the_notice_to_its_owner(how: str, day: str, last: str) -> None:
    seizure = seized("dover", min(day, "2026-06-01"), wears_tag=True)
    assert days_of(clock(seizure)) == ("None", "None", "None")
    told(seizure, how, day)
    assert days_of(clock(seizure))[0] == last
    assert clock(seizure).citation == "AML § 117(6); GCL §§ 20, 25-a"


def test_of_two_notices_the_later_counts_and_one_withdrawn_does_not() -> None:
    seizure = seized("dover", "2026-06-01", wears_tag=True)
    told(seizure, "personal", "2026-06-01")
    told(seizure, "mail", "2026-06-02")
    assert days_of(clock(seizure))[0] == "2026-06-11"
    told(seizure, "mail", "2026-06-12", withdrawn_at=noon(), withdrawn_because="Sent to another person")
    assert days_of(clock(seizure))[0] == "2026-06-11"


@pytest.mark.parametrize("town", ["dover", "chestertown"])
def test_a_courts_hold_stops_the_clock_until_it_decides(town: str) -> None:
    seizure = seized(town, "2026-06-01")
    held(seizure, "court", "2026-06-02")
    assert days_of(clock(seizure)) == ("None", "None", "None")
    Hold.objects.update(ended_on=on("2026-06-10"), decision="Not dangerous")
    assert custody_of(seizure).clock_from == on("2026-06-10")
    assert days_of(clock(seizure))[2] == ("2026-06-16" if town == "dover" else "2026-06-17")


def test_an_office_closed_on_the_last_day_gives_the_owner_another() -> None:
    seizure = seized("dover", "2026-11-22")
    ClosedDay.objects.create(town=TownFactory.create(slug="chestertown"), day=on("2026-11-30"), reason="Storm")
    assert days_of(clock(seizure)) == ("2026-11-27", "2026-11-27", "2026-11-30")
    ClosedDay.objects.create(town=seizure.town, day=on("2026-11-27"), reason="Day after Thanksgiving")
    assert days_of(clock(seizure)) == ("2026-11-27", "2026-11-30", "2026-12-01")


@pytest.mark.parametrize(
    ("at", "days"),
    [
        ("2026-07-01", ("2026-07-08", "2026-07-08", "2026-07-09")),
        ("2026-06-01", ("2026-06-06", "2026-06-08", "2026-06-09")),
        ("2026-09-11", ("2026-09-18", "2026-09-18", "2026-09-21")),
        ("2026-11-24", ("2026-12-02", "2026-12-02", "2026-12-03")),
    ],
)
def test_chestertown_holds_any_dog_five_days(at: str, days: tuple[str, ...]) -> None:
    assert (
        days_of(clock(seized("chestertown", at))) == days_of(clock(seized("chestertown", at, wears_tag=True))) == days
    )


def test_a_day_is_the_towns_day() -> None:
    assert clock(seized("dover", "2026-06-01 23:59")) == clock(seized("dover", "2026-06-01 00:01"))
    assert clock(seized("dover", "2026-06-02 00:01")) != clock(seized("dover", "2026-06-01 23:59"))


@pytest.mark.parametrize(
    ("until", "lifted", "available"),
    [
        ("2026-06-08", None, "2026-06-09"),
        ("2026-06-09", None, "2026-06-10"),
        ("2026-06-20", "2026-06-09", "2026-06-10"),
        ("2026-06-20", "2026-06-22", "2026-06-22"),
    ],
)
def test_nothing_is_done_with_a_dog_in_quarantine(until: str, lifted: str | None, available: str) -> None:
    seizure = seized("dover", "2026-06-01")
    held(seizure, "quarantine", "2026-06-01", until, lifted)
    assert str(clock(seizure).available_from) == available


@pytest.mark.parametrize("number", [1, 50])
def test_the_clocks_of_a_list_cost_two_queries(
    number: int, dover: Town, officer: User, django_assert_num_queries: Any
) -> None:
    for row in SeizureFactory.create_batch(number, town=dover, officer=officer, wears_tag=True):
        told(row, "personal", "2026-06-03")
        held(row, "quarantine", "2026-06-01", "2026-06-04")
    rows = list(Seizure.objects.of(dover).select_related("town"))
    with django_assert_num_queries(2):
        found = clocks(rows)
    assert {each.last_day for each in found.values()} == {date(2026, 6, 10)}
