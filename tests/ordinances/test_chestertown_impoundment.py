"""§§ 68-8 and 68-9: how long a dog is held, and what it costs to fetch it."""

from __future__ import annotations

from datetime import UTC

import pytest

from ordinances.facts import Custody, Disposal, HowDisposed, Notice, Redemption, Return, ShelterStatement
from ordinances.money import Money
from ordinances.towns.chestertown import CHESTERTOWN
from tests.ordinances.cases import day, days_of, local, priced, refused, total
from tests.ordinances.chestertown_cases import held, redeemed


@pytest.mark.parametrize(
    ("seized", "days"),
    [
        ("2026-07-01", ("2026-07-08", "2026-07-08", "2026-07-09")),
        ("2026-06-01", ("2026-06-06", "2026-06-08", "2026-06-09")),  # the last day is a Saturday
        ("2026-09-11", ("2026-09-18", "2026-09-18", "2026-09-21")),
        ("2026-11-24", ("2026-12-02", "2026-12-02", "2026-12-03")),
        ("2026-06-06", ("2026-06-12", "2026-06-12", "2026-06-15")),  # seized on a Saturday
        ("2026-06-07", ("2026-06-12", "2026-06-12", "2026-06-15")),  # on a Sunday
        ("2026-07-04", ("2026-07-10", "2026-07-10", "2026-07-13")),  # on a holiday
        ("2026-03-23", ("2026-03-30", "2026-03-30", "2026-03-31")),  # March 25 is kept
        ("2026-03-30", ("2026-04-06", "2026-04-06", "2026-04-07")),  # so is Good Friday
        ("2026-10-30", ("2026-11-06", "2026-11-06", "2026-11-09")),  # election day of an even year
        ("2027-10-29", ("2027-11-04", "2027-11-04", "2027-11-05")),  # none in an odd one
    ],
)
def test_five_days_are_held_without_intake_sundays_and_holidays(seized: str, days: tuple[str, ...]) -> None:
    assert days_of(held(seized)) == days


def test_the_owner_has_an_open_day_to_pay() -> None:
    assert days_of(held("2026-06-01", closed=("2026-06-08",))) == ("2026-06-06", "2026-06-09", "2026-06-10")
    assert days_of(held("2026-06-01", closed=("2026-06-09",))) == ("2026-06-06", "2026-06-08", "2026-06-10")
    assert days_of(held("2026-07-01", closed=("2026-07-08",))) == ("2026-07-08", "2026-07-09", "2026-07-10")


def test_an_office_closed_before_the_last_day_moves_nothing() -> None:
    assert held("2026-07-01", closed=("2026-07-02", "2026-07-07")) == held("2026-07-01")


def test_a_tag_or_a_notice_makes_no_difference() -> None:
    notices = (Notice("mail", day("2026-07-03")),)
    assert CHESTERTOWN.hold(Custody(day("2026-07-01"), identified=True, notices=notices)) == held("2026-07-01")


def test_a_courts_hold_stops_the_clock() -> None:
    assert days_of(held("2026-07-01", court=True)) == ("None", "None", "None")


@pytest.mark.parametrize(
    ("seized", "paid", "amount"),
    [
        ("2026-06-01 09:00", "2026-06-01 17:00", "7.00"),
        ("2026-06-05 23:50", "2026-06-06 00:10", "9.00"),  # Friday to Saturday
        ("2026-06-05 00:00", "2026-06-05 23:59", "7.00"),
        ("2026-06-01 09:00", "2026-06-06 09:00", "17.00"),
        ("2026-10-31 23:50", "2026-11-01 01:30", "9.00"),  # the clocks go back
        ("2026-10-20 23:30", "2026-10-22 08:00", "11.00"),
    ],
)
def test_five_dollars_and_two_for_each_calendar_date(seized: str, paid: str, amount: str) -> None:
    assert total(redeemed(seized, paid)) == amount


def test_dates_are_those_of_the_town_whatever_the_offset() -> None:
    seized, paid = (local(f"2026-06-01 {hour}").astimezone(UTC) for hour in ("19:30", "22:00"))
    assert (seized.day, paid.day) == (1, 2)
    assert str(CHESTERTOWN.redemption(Redemption(True, seized, paid)).total) == "7.00"


def test_boarding_counts_from_the_arrival_at_the_shelter() -> None:
    quote = redeemed("2026-06-05 23:50", "2026-06-06 09:00", sheltered="2026-06-06 00:20")
    assert priced(quote) == {"redemption_fee": "5.00", "boarding": "2.00"}
    assert [line.citation for line in quote.lines] == ["§ 68-9C", "§ 68-9C"]


def test_a_licensed_dog_fetched_the_same_day_unimpounded_pays_five_dollars() -> None:
    quote = redeemed("2026-06-05 09:00", "2026-06-05 23:59", same_day=True)
    assert (priced(quote), quote.lines[0].citation) == ({"redemption_fee": "5.00"}, "§ 68-9D")


def test_fetched_on_the_next_date_it_pays_boarding_too() -> None:
    assert total(redeemed("2026-06-05 23:50", "2026-06-06 00:10", same_day=True)) == "9.00"


@pytest.mark.parametrize("same_day", [True, False])
def test_the_license_comes_first(same_day: bool) -> None:
    quote = redeemed("2026-06-05 09:00", "2026-06-05 10:00", licensed=False, same_day=same_day)
    assert (refused(quote), quote.lines, quote.refusals[0].citation) == (["not_licensed"], (), "§ 68-9B")


def test_payment_before_seizure_or_arrival_is_refused() -> None:
    assert refused(redeemed("2026-06-05 09:00", "2026-06-05 08:59")) == ["paid_before_seized"]
    assert refused(redeemed("2026-06-05 09:00", "2026-06-05 09:30", sheltered="2026-06-05 09:31")) == [
        "paid_before_seized"
    ]
    assert total(redeemed("2026-06-05 09:00", "2026-06-05 09:00")) == "7.00"


def test_a_payment_in_the_hour_that_comes_twice_is_later_than_the_seizure_in_the_first() -> None:
    seized, paid = local("2026-11-01 01:50"), local("2026-11-01 01:10").replace(fold=1)
    assert str(CHESTERTOWN.redemption(Redemption(True, seized, paid)).total) == "7.00"


def test_both_refusals_are_named_at_once() -> None:
    quote = redeemed("2026-06-05 09:00", "2026-06-04 09:00", licensed=False)
    assert refused(quote) == ["not_licensed", "paid_before_seized"]


def test_costs_of_care_are_not_billed() -> None:
    statement = ShelterStatement(rabies_vaccination=Money.of(25), shelter_care=Money.of(10))
    moment = local("2026-06-05 09:00")
    assert str(CHESTERTOWN.redemption(Redemption(True, moment, moment, statement=statement)).total) == "7.00"


@pytest.mark.parametrize(
    ("paid", "until"),
    [("2026-06-01 00:00", "2026-06-01"), ("2026-06-01 23:59", "2026-06-01"), ("2026-06-02 00:00", "2026-06-02")],
)
def test_a_price_holds_to_midnight(paid: str, until: str) -> None:
    moment = CHESTERTOWN.price_until(Redemption(True, local("2026-06-01 00:00"), local(paid)))
    assert moment is not None
    assert (str(moment.date()), moment.hour, moment.minute) == (until, 23, 59)


def test_no_impoundment_counts_the_earlier_ones() -> None:
    counted = CHESTERTOWN.counted(day("2026-06-01"), (day("2026-05-01"),))
    assert (counted.number, counted.earlier, counted.citation) == (1, (), "§ 68-9C")


def disposed(how: HowDisposed, on: str, **more: bool) -> list[str]:
    """The codes of what stands before it, for a dog impounded on Wednesday, July 1: available on July 9."""
    return [each.code for each in CHESTERTOWN.disposal(Disposal(day(on), how, Custody(day("2026-07-01")), **more))]


def test_an_abandoned_dog_is_adopted_from_its_day_on() -> None:
    assert disposed("adopted", "2026-07-08", forfeited=True) == ["not_yet_available"]
    assert disposed("adopted", "2026-07-09", forfeited=True) == []
    assert disposed("adopted", "2026-07-09") == ["not_forfeited"]


@pytest.mark.parametrize("how", ["sheltered", "put_down"])
def test_any_other_disposal_needs_the_councils_approval(how: HowDisposed) -> None:
    assert disposed(how, "2026-07-09", forfeited=True) == ["not_approved"]
    assert disposed(how, "2026-07-09", forfeited=True, approved=True) == []
    assert disposed(how, "2026-07-08", forfeited=True, approved=True) == ["not_yet_available"]


def test_a_courts_order_to_destroy_needs_neither_day_nor_approval() -> None:
    assert disposed("put_down", "2026-07-02", court_order=True) == []
    assert "not_yet_available" in disposed("sheltered", "2026-07-02", court_order=True)


def test_the_days_begin_again_with_a_courts_decision() -> None:
    decided = Custody(day("2026-06-20"), court_decided_on=day("2026-07-01"))
    assert days_of(CHESTERTOWN.hold(decided)) == ("2026-07-08", "2026-07-08", "2026-07-09")


def test_a_quarantine_holds_the_dog_through_its_last_day() -> None:
    hold = CHESTERTOWN.hold(Custody(day("2026-07-01"), quarantined_until=day("2026-07-10")))
    assert days_of(hold) == ("2026-07-08", "2026-07-08", "2026-07-13")


def test_only_a_licensed_dog_of_a_known_owner_is_kept_for_the_same_day() -> None:
    assert CHESTERTOWN.may_return(Return("same_day", True, True)) == ()
    assert [each.code for each in CHESTERTOWN.may_return(Return("same_day", False, True))] == ["not_licensed"]
    assert [each.code for each in CHESTERTOWN.may_return(Return("handed_back", True, True))] == ["no_such_return"]
