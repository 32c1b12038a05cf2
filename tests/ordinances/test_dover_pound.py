"""Seizure ¶ D to F, AML § 117: how long a dog is held, and what it costs to fetch it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from ordinances.facts import Custody, Disposal, HowDisposed, Notice, Redemption, Return, ShelterStatement
from ordinances.hours import LOCAL
from ordinances.money import Money
from ordinances.towns.dover import DOVER
from tests.ordinances.cases import day, days_of, local, priced, refused, total
from tests.ordinances.dover_cases import held, held_identified, redeemed, resolved

SHOT = ShelterStatement(rabies_vaccination=Money.of("25.00"))
SECOND = ("2026-01-10",)
THIRD = ("2026-01-10", "2026-02-10")
BOTH_SIDES = ((True, True), (False, True), (True, False), (False, False))


@pytest.mark.parametrize(
    ("seized", "last", "available"),
    [
        ("2026-06-01", "2026-06-08", "2026-06-09"),
        ("2026-06-10", "2026-06-15", "2026-06-16"),
        ("2026-12-20", "2026-12-28", "2026-12-29"),
        ("2026-05-18", "2026-05-26", "2026-05-27"),
        ("2026-06-03", "2026-06-08", "2026-06-09"),
        ("2026-10-29", "2026-11-04", "2026-11-05"),  # election day
        ("2027-10-28", "2027-11-03", "2027-11-04"),  # in an odd year too
    ],
)
def test_an_unidentified_dog_is_held_five_days_to_a_business_day(seized: str, last: str, available: str) -> None:
    assert days_of(held(seized)) == (last, last, available)


@pytest.mark.parametrize(
    ("seized", "notified", "last"),
    [("2026-06-01", "2026-06-01", "2026-06-08"), ("2026-06-01", "2026-06-05", "2026-06-12")],
)
def test_an_identified_dog_is_held_seven_days_after_personal_notice(seized: str, notified: str, last: str) -> None:
    assert days_of(held_identified(seized, personal=notified))[0] == last


@pytest.mark.parametrize(("mailed", "last"), [("2026-06-02", "2026-06-11"), ("2026-05-18", "2026-05-27")])
def test_an_identified_dog_is_held_nine_days_from_the_mailing(mailed: str, last: str) -> None:
    hold = held_identified(mailed, mailed=mailed)
    assert (days_of(hold)[0], hold.citation) == (last, "AML § 117(6); GCL §§ 20, 25-a")


def test_of_two_notices_the_later_end_counts() -> None:
    assert days_of(held_identified("2026-06-01", personal="2026-06-01", mailed="2026-06-02"))[0] == "2026-06-11"
    assert days_of(held_identified("2026-06-01", personal="2026-06-05", mailed="2026-06-02"))[0] == "2026-06-12"


@pytest.mark.parametrize("notified", [None, "2026-05-31"])
def test_without_a_notice_of_this_seizure_no_clock_has_started(notified: str | None) -> None:
    assert days_of(held_identified("2026-06-01", personal=notified)) == ("None", "None", "None")


def test_a_courts_hold_stops_the_clock() -> None:
    assert days_of(held("2026-06-01", court=True)) == ("None", "None", "None")


@pytest.mark.parametrize(
    ("closed", "days"),
    [
        ((), ("2026-11-27", "2026-11-27", "2026-11-30")),
        (("2026-11-27",), ("2026-11-27", "2026-11-30", "2026-12-01")),
        (("2026-11-30",), ("2026-11-27", "2026-11-27", "2026-12-01")),
        (("2026-11-27", "2026-11-30", "2026-12-01"), ("2026-11-27", "2026-12-02", "2026-12-03")),
        (("2026-11-24",), ("2026-11-27", "2026-11-27", "2026-11-30")),
    ],
)
def test_the_owner_has_an_open_day_to_pay(closed: tuple[str, ...], days: tuple[str, ...]) -> None:
    assert days_of(held("2026-11-22", closed=closed)) == days


@pytest.mark.parametrize(
    ("seized", "earlier", "count"),
    [
        ("2025-03-01", (), 1),
        ("2026-02-20", ("2025-03-01",), 2),
        ("2026-03-10", ("2025-03-01", "2026-02-20"), 1),
        ("2026-03-20", ("2025-03-01", "2026-02-20", "2026-03-10"), 2),
        ("2026-03-01", ("2025-03-01",), 2),  # the anniversary
        ("2026-03-02", ("2025-03-01",), 1),
        ("2026-02-28", ("2026-02-20", "2025-03-01"), 3),  # in any order
        ("2029-02-28", ("2028-02-29",), 2),
        ("2029-03-01", ("2028-02-29",), 1),
        ("2026-06-01", ("2026-06-01",), 2),  # another occasion on the same day
        ("2026-06-01", ("2026-06-02",), 1),  # a later one is not earlier
        ("2026-06-01", ("2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01"), 5),
    ],
)
def test_impoundments_count_from_a_first_one_for_a_year(seized: str, earlier: tuple[str, ...], count: int) -> None:
    assert DOVER.counted(day(seized), tuple(map(day, earlier))).number == count


def test_the_earlier_impoundments_that_counted_are_named() -> None:
    counted = DOVER.counted(day("2026-03-20"), tuple(map(day, ("2025-03-01", "2026-02-20", "2026-03-10"))))
    assert (counted.number, counted.earlier) == (2, (day("2026-03-10"),))
    assert counted.citation == "L.L. 3-2010, Seizure ¶ D(1) to (3)"


@pytest.mark.parametrize(
    ("seized", "paid", "until"),
    [
        ("2026-06-01 16:10", "2026-06-03 16:10", "2026-06-03 16:10"),
        ("2026-06-01 16:10", "2026-06-03 16:11", "2026-06-04 16:10"),
        ("2026-06-01 16:10", "2026-06-01 16:10", "2026-06-02 16:10"),
        ("2026-10-31 10:00", "2026-11-01 08:00", "2026-11-01 09:00"),  # the clocks go back
    ],
)
def test_a_later_impoundments_price_holds_to_the_end_of_its_24_hours(seized: str, paid: str, until: str) -> None:
    asked = Redemption(True, local(seized), local(paid), None, (day("2026-01-10"),))
    assert DOVER.price_until(asked) == local(until)


def test_a_first_impoundments_price_does_not_change() -> None:
    assert DOVER.price_until(Redemption(True, local("2026-06-01 16:10"), local("2026-06-03 16:10"))) is None


def disposed(how: HowDisposed, on: str, **more: bool) -> list[str]:
    """The codes of what stands before it, for an unidentified dog seized on Monday, June 1: available on June 9."""
    return [each.code for each in DOVER.disposal(Disposal(day(on), how, Custody(day("2026-06-01")), **more))]


@pytest.mark.parametrize("how", ["adopted", "sheltered"])
def test_a_dog_is_disposed_of_from_its_day_and_once_it_is_forfeit(how: HowDisposed) -> None:
    assert disposed(how, "2026-06-08", forfeited=True) == ["not_yet_available"]
    assert disposed(how, "2026-06-09", forfeited=True) == []
    assert disposed(how, "2026-06-09") == ["not_forfeited"]
    assert disposed(how, "2026-06-08", court_order=True) == ["not_yet_available", "not_forfeited"]


def test_a_dog_is_put_down_on_a_courts_order_alone() -> None:
    assert disposed("put_down", "2026-07-01", forfeited=True, approved=True) == ["not_provided"]
    assert disposed("put_down", "2026-06-02", court_order=True) == []


def test_the_period_begins_again_with_a_courts_decision() -> None:
    seized, decided = day("2026-06-01"), day("2026-06-10")
    assert days_of(DOVER.hold(Custody(seized, court_decided_on=decided)))[0] == "2026-06-15"
    told_before = Custody(seized, True, (Notice("personal", day("2026-06-02")),), court_decided_on=decided)
    assert days_of(DOVER.hold(told_before)) == ("None", "None", "None")
    told_again = Custody(seized, True, (Notice("personal", decided),), court_decided_on=decided)
    assert days_of(DOVER.hold(told_again))[0] == "2026-06-17"


@pytest.mark.parametrize(
    ("until", "available"), [("2026-06-08", "2026-06-09"), ("2026-06-09", "2026-06-10"), ("2026-06-11", "2026-06-12")]
)
def test_nothing_is_done_with_a_dog_in_quarantine(until: str, available: str) -> None:
    hold = DOVER.hold(Custody(day("2026-06-01"), quarantined_until=day(until)))
    assert days_of(hold) == ("2026-06-08", "2026-06-08", available)


def test_only_a_licensed_dog_of_a_known_owner_is_handed_straight_back() -> None:
    refused = [[each.code for each in DOVER.may_return(Return("handed_back", *facts))] for facts in BOTH_SIDES]
    assert refused == [[], ["not_licensed"], ["owner_unknown"], ["not_licensed", "owner_unknown"]]
    assert [each.code for each in DOVER.may_return(Return("same_day", True, True))] == ["no_such_return"]


@pytest.mark.parametrize(
    ("earlier", "amount"), [((), "20.00"), (SECOND, "150.00"), (THIRD, "275.00"), ((*THIRD, "2026-03-10"), "275.00")]
)
def test_a_first_impoundment_is_flat_and_later_ones_cost_by_24_hours(earlier: tuple[str, ...], amount: str) -> None:
    assert total(redeemed("2026-06-01 09:00", "2026-06-04 09:01", earlier=earlier)) == amount


@pytest.mark.parametrize(
    ("seized", "paid", "amount"),
    [
        ("2026-03-07 10:00", "2026-03-08 11:00", "30.00"),  # clocks go forward: 24.0 hours
        ("2026-03-07 10:00", "2026-03-08 11:01", "70.00"),
        ("2026-10-31 10:00", "2026-11-01 09:30", "70.00"),  # clocks go back: 24.5 hours
        ("2026-10-31 10:00", "2026-11-01 09:00", "30.00"),
        ("2026-06-01 09:00", "2026-06-01 09:00", "30.00"),
        ("2026-06-01 09:00", "2026-06-02 09:00", "30.00"),
        ("2026-06-01 09:00", "2026-06-02 09:01", "70.00"),
        ("2026-06-01 09:00", "2026-06-04 09:00", "110.00"),
        ("2026-10-20 23:30", "2026-10-22 08:00", "70.00"),
    ],
)
def test_hours_are_real_and_an_exact_multiple_opens_no_new_part(seized: str, paid: str, amount: str) -> None:
    assert total(redeemed(seized, paid, earlier=("2025-12-01",))) == amount


def test_the_first_part_and_the_further_ones_stand_on_their_own_lines() -> None:
    quote = redeemed("2026-06-01 09:00", "2026-06-04 09:01", earlier=THIRD)
    assert priced(quote) == {"impoundment_fee": "50.00", "additional_days": "225.00"}
    assert {line.citation for line in quote.lines} == {"L.L. 3-2010, Seizure ¶ D(3)"}


def test_the_day_of_seizure_is_the_local_one() -> None:
    late_evening = datetime(2026, 3, 2, 3, 30, tzinfo=UTC)  # March 1, 22:30 in New York: the anniversary
    asked = Redemption(True, late_evening, late_evening, None, (day("2025-03-01"),))
    assert total(DOVER.redemption(asked)) == "30.00"


def test_a_resolution_may_set_more_than_the_floors_but_never_less() -> None:
    charges = resolved("R-7", impound_first="35.00", impound_second="10.00", impound_second_additional="45.00")
    first = redeemed("2026-06-01 09:00", "2026-06-04 09:01", charges=charges)
    second = redeemed("2026-06-01 09:00", "2026-06-04 09:01", earlier=SECOND, charges=charges)
    assert priced(first) == {"impoundment_fee": "35.00"}
    assert priced(second) == {"impoundment_fee": "30.00", "additional_days": "135.00"}
    assert [line.resolution for line in (*first.lines, *second.lines)] == ["R-7", None, "R-7"]


def test_an_amount_resolved_at_the_floor_names_its_resolution() -> None:
    (line,) = redeemed("2026-06-01 09:00", "2026-06-02 09:00", charges=resolved("R-7", impound_first="20.00")).lines
    assert (str(line.amount), line.resolution) == ("20.00", "R-7")


def test_the_officers_costs_are_added() -> None:
    costs = ShelterStatement(Money.of("25.00"), Money.of("80.50"), Money.of("12.00"))
    quote = redeemed("2026-06-01 09:00", "2026-06-04 09:01", costs=costs)
    assert priced(quote) == {
        "impoundment_fee": "20.00",
        "rabies_vaccination": "25.00",
        "veterinary_care": "80.50",
        "shelter_care": "12.00",
    }
    assert quote.lines[1].citation == "L.L. 3-2010, Seizure ¶ D(4)"


def test_a_dog_is_licensed_first() -> None:
    assert total(redeemed("2026-06-01 09:00", "2026-06-04 09:01", costs=SHOT)) == "45.00"
    refusal = redeemed("2026-06-01 09:00", "2026-06-04 09:01", costs=SHOT, licensed=False).refusals[0]
    assert (refusal.code, refusal.about) == ("not_licensed", "licensed")


def test_the_two_hours_of_one_name_are_told_apart_when_clocks_go_back() -> None:
    seized = datetime.fromisoformat("2026-11-01T01:50:00-04:00").astimezone(LOCAL)
    paid = datetime.fromisoformat("2026-11-01T01:10:00-05:00").astimezone(LOCAL)  # twenty minutes later
    assert total(DOVER.redemption(Redemption(True, seized, paid))) == "20.00"
    assert refused(DOVER.redemption(Redemption(True, paid, seized))) == ["paid_before_seized"]


def test_nothing_is_paid_before_the_seizure() -> None:
    assert refused(redeemed("2026-06-01 09:00", "2026-06-01 08:59")) == ["paid_before_seized"]
    both = redeemed("2026-06-01 09:00", "2026-06-01 08:59", licensed=False)
    assert (refused(both), both.lines) == (["not_licensed", "paid_before_seized"], ())
