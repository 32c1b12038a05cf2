"""Which dog is licensed here before it is redeemed: Dover, Seizure ¶ D; Chestertown, § 68-9B."""

from __future__ import annotations

from typing import Any

import pytest

from ordinances.facts import Dog, Presence, Unlicensed, Visitor
from ordinances.registry import ordinance_of
from tests.ordinances.cases import day

TOWNS = ("dover", "chestertown")
ON = day("2026-06-04")


def first(town: str, *, elsewhere: str | None = None, resident: bool = False, **presence: Any) -> tuple[bool, str]:
    """Whether the dog is licensed first, and by which section."""
    asked = Unlicensed(Presence(ON, **{"dog": Dog()} | presence), resident, day(elsewhere) if elsewhere else None)
    answer = ordinance_of(town, on=ON).license_first(asked)
    assert answer.because
    return answer.required, answer.citation


@pytest.mark.parametrize("town", TOWNS)
@pytest.mark.parametrize(("until", "required"), [("2026-06-03", True), ("2026-06-04", False)])
def test_a_nonresidents_license_of_elsewhere_counts_through_its_last_day(town: str, until: str, required: bool) -> None:
    assert first(town, elsewhere=until)[0] is required


@pytest.mark.parametrize("town", TOWNS)
def test_a_residents_dog_and_one_without_any_license_are_licensed_here(town: str) -> None:
    assert first(town, elsewhere="2027-01-01", resident=True)[0]
    assert first(town)[0]


def test_each_town_cites_its_own_sections() -> None:
    assert first("dover", elsewhere="2027-01-01") == (False, "L.L. 3-2010, Seizure ¶ D; AML § 109(1)")
    assert first("dover", elsewhere="2027-01-01", resident=True) == (True, "L.L. 3-2010, Seizure ¶ D")
    assert first("chestertown", elsewhere="2027-01-01") == (False, "§§ 68-6A, 68-9B")


@pytest.mark.parametrize(
    ("born", "required"),
    [("2025-12-03", True), ("2025-12-04", False)],  # over six months old from the day after
)
def test_chestertown_asks_none_of_a_dog_not_over_six_months_old_or_of_a_kennel(born: str, required: bool) -> None:
    assert first("chestertown", dog=Dog(born=day(born)), resident=True)[0] is required
    assert first("chestertown", in_kennel=True, resident=True) == (False, "§ 68-6A")


def test_dover_asks_one_of_a_puppy_that_was_at_large_and_of_a_kennels_dog() -> None:
    assert first("dover", dog=Dog(born=day("2026-05-01")), resident=True)[0]
    assert first("dover", in_kennel=True, resident=True)[0]


@pytest.mark.parametrize("town", TOWNS)
@pytest.mark.parametrize(("arrived", "required"), [("2026-05-05", False), ("2026-05-04", True)])
def test_a_visitor_within_its_thirty_days_needs_none(town: str, arrived: str, required: bool) -> None:
    visitor = Visitor(day(arrived), "out_of_state_licensed", permission=True)
    assert first(town, visitor=visitor)[0] is required
