"""Identification, Changes, AML §§ 110 and 118: tags, notices, fines, and what a resolution may set."""

from __future__ import annotations

import pytest

from ordinances.answers import Refusal
from ordinances.facts import Event, Violation
from ordinances.towns.dover import DOVER
from tests.ordinances.cases import day, priced, refused
from tests.ordinances.dover_cases import fined, notice_by, resolved


def test_a_replacement_tag_is_three_dollars() -> None:
    quote = DOVER.replacement_tag(day("2026-03-15"))
    assert (priced(quote), quote.term) == ({"tag_fee": "3.00"}, None)
    assert quote.lines[0].citation == "L.L. 3-2010, Identification ¶ C"


def test_a_tag_bears_town_number_and_the_clerks_telephone() -> None:
    assert DOVER.imprint("1042", "(845) 555-0100") == ("TOWN OF DOVER", "1042", "(845) 555-0100")


@pytest.mark.parametrize(
    ("happened", "by"),
    [
        ("2026-05-21", "2026-06-01"),  # the tenth day is a Sunday
        ("2026-06-09", "2026-06-22"),  # June 19 is a holiday, a Friday
        ("2026-05-22", "2026-06-01"),
        ("2026-05-23", "2026-06-02"),
    ],
)
@pytest.mark.parametrize("event", ["sale", "address", "loss", "theft"])
def test_a_change_is_told_within_ten_days(event: Event, happened: str, by: str) -> None:
    assert notice_by(event, happened).by == day(by)


def test_each_change_cites_its_paragraph_and_a_death_has_no_day() -> None:
    cited = [notice_by(event, "2026-05-21").citation for event in ("sale", "address", "loss", "theft")]
    paragraphs = ["A", "A", "B", "B"]
    assert cited == [f"L.L. 3-2010, Changes ¶ {paragraph}; GCL § 25-a" for paragraph in paragraphs]
    death = notice_by("death", "2026-05-21")
    assert (death.by, death.citation) == (None, "L.L. 3-2010, Changes ¶ C")


@pytest.mark.parametrize(
    ("on", "found", "amount"),
    [
        ("2026-07-01", (), "25.00"),
        ("2026-07-01", ("2021-07-01",), "50.00"),
        ("2026-07-02", ("2021-07-01",), "25.00"),
        ("2026-07-01", ("2021-07-01", "2024-01-01"), "100.00"),
        ("2026-07-02", ("2021-07-01", "2024-01-01"), "50.00"),
        ("2026-07-01", ("2022-01-01", "2023-01-01", "2024-01-01"), "100.00"),
        ("2026-07-01", ("2026-07-01",), "25.00"),  # not before the offense
        ("2026-07-01", ("2026-06-30",), "50.00"),
    ],
)
def test_the_least_fine_rises_with_findings_in_five_years(on: str, found: tuple[str, ...], amount: str) -> None:
    assert priced(fined(on=on, found=found)) == {"fine_minimum": amount}


@pytest.mark.parametrize("provision", ["unlicensed", "unidentified", "false_tag", "no_change_notice"])
def test_the_state_fines_four_offenses(provision: str) -> None:
    assert fined(provision).lines[0].citation == "AML § 118"


def test_a_prohibited_act_has_no_amount_until_the_office_enters_one() -> None:
    assert refused(fined("prohibited_act")) == ["no_amount_set"]
    assert "Town Board" in fined("prohibited_act").refusals[0].message
    entered = resolved("R-3", prohibited_act="40.00")
    (line,) = DOVER.fine(Violation(day("2026-07-01"), "prohibited_act", resolution=entered)).lines
    assert (line.code, str(line.amount), line.resolution) == ("fine", "40.00", "R-3")


def test_an_unknown_provision_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match="'68-16'; known: unlicensed, unidentified, false_tag, no_change_notice"):
        fined("68-16")


def checked(**amounts: str) -> list[tuple[str, str]]:
    """Code and amount of each refusal of license fees, 10 and 18 with surcharges of 1 and 3 where not told."""
    fees = {"altered": "10", "unaltered": "18", "surcharge_altered": "1", "surcharge_unaltered": "3"}
    return told(DOVER.check_resolution(resolved(**(fees | amounts))))


def told(refusals: tuple[Refusal, ...]) -> list[tuple[str, str]]:
    """Code and amount of each refusal."""
    return [(refusal.code, refusal.about) for refusal in refusals]


@pytest.mark.parametrize(
    ("amounts", "refusals"),
    [
        ({"unaltered": "15"}, []),
        ({"unaltered": "14.99"}, [("difference_too_small", "unaltered")]),
        ({"unaltered": "14"}, [("difference_too_small", "unaltered")]),
        ({"senior_altered": "5", "senior_unaltered": "10"}, []),
        ({"senior_altered": "5", "senior_unaltered": "9.99"}, [("difference_too_small", "senior_unaltered")]),
        ({"senior_altered": "13"}, []),
        ({"senior_altered": "13.01"}, [("difference_too_small", "senior_altered")]),
        ({"senior_unaltered": "14"}, [("difference_too_small", "senior_unaltered")]),
        ({"surcharge_altered": "0.99"}, [("amount_too_low", "surcharge_altered")]),
        ({"surcharge_unaltered": "2.99"}, [("amount_too_low", "surcharge_unaltered")]),
    ],
)
def test_license_fees_keep_the_states_distances(amounts: dict[str, str], refusals: list[tuple[str, str]]) -> None:
    assert checked(**amounts) == refusals


@pytest.mark.parametrize(
    ("code", "floor", "below"),
    [
        ("impound_first", "20.00", "19.99"),
        ("impound_second", "30.00", "29.99"),
        ("impound_second_additional", "40.00", "39.99"),
        ("impound_third", "50.00", "49.99"),
        ("impound_third_additional", "75.00", "74.99"),
    ],
)
def test_impoundment_charges_keep_their_floors(code: str, floor: str, below: str) -> None:
    assert told(DOVER.check_resolution(resolved(**{code: floor}))) == []
    assert told(DOVER.check_resolution(resolved(**{code: below}))) == [("amount_too_low", code)]


def test_a_resolution_on_fees_sets_them_all() -> None:
    missing = told(DOVER.check_resolution(resolved(altered="10", surcharge_altered="1")))
    assert missing == [("no_amount_set", "unaltered"), ("no_amount_set", "surcharge_unaltered")]
    assert len(DOVER.check_resolution(resolved())) == 4


def test_the_refusal_of_too_close_a_fee_cites_the_state() -> None:
    (refusal,) = DOVER.check_resolution(
        resolved(altered="10", unaltered="14", surcharge_altered="1", surcharge_unaltered="3")
    )
    assert refusal.citation == "AML § 110(1)"
    assert "15.00 or more" in refusal.message
