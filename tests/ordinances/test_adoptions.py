"""Adoptions from the shelter, in both towns: Dover's Licensing ¶ G and Seizure ¶ E, Chestertown's §§ 68-6A and 68-8."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from ordinances.answers import Adopting
from ordinances.facts import Adoption, Dog, Owner
from ordinances.towns.chestertown import CHESTERTOWN
from ordinances.towns.dover import DOVER

ON = date(2026, 6, 15)
GROWN = Dog(born=date(2023, 3, 1))
RESIDENT = Owner(born=date(1990, 1, 1))
FROM_ELSEWHERE = Owner(born=date(1990, 1, 1), resident=False)


def asked(law: Any, adopter: Owner = RESIDENT, dog: Dog = GROWN, **more: Any) -> Adopting:
    """What the law says to the adoption of a dog that is the shelter's to give away."""
    answer: Adopting = law.adoption(Adoption(ON, dog, adopter, **{"licensed": adopter.resident} | more))
    return answer


def codes(answer: Adopting) -> list[str]:
    return [refusal.code for refusal in answer.refusals]


@pytest.mark.parametrize(
    ("born", "refused"),
    [
        (date(2008, 6, 16), ["adopter_too_young"]),
        (date(2008, 6, 15), []),
        (date(2008, 6, 14), []),
    ],
)
def test_a_dover_adopter_is_eighteen_from_the_birthday_on(born: date, refused: list[str]) -> None:
    for adopter in (Owner(born), Owner(born, resident=False)):
        answer = asked(DOVER, adopter, license_elsewhere="Amenia 12")
        assert codes(answer) == refused
        assert all("Licensing ¶ G" in each.citation and "Seizure ¶ E" in each.citation for each in answer.refusals)


def test_the_message_tells_the_day_from_which_the_adopter_is_old_enough() -> None:
    (refusal,) = asked(DOVER, Owner(date(2008, 6, 16))).refusals
    assert "from 2026-06-16" in refusal.message
    assert refusal.about == "adopter_age"


def test_where_the_birth_is_unknown_identity_is_shown_but_a_known_birth_decides() -> None:
    assert codes(asked(DOVER, Owner())) == ["adopter_age_unknown"]
    assert codes(asked(DOVER, Owner(), shown_of_age=True)) == []
    assert codes(asked(DOVER, Owner(date(2010, 1, 1)), shown_of_age=True)) == ["adopter_too_young"]


@pytest.mark.parametrize("dog", [GROWN, Dog(born=date(2026, 5, 1)), Dog()])
def test_dover_licenses_each_adopted_dog_first_whatever_its_age(dog: Dog) -> None:
    answer = asked(DOVER, dog=dog, licensed=False)
    assert (answer.license, codes(answer)) == ("here", ["not_licensed"])
    assert answer.refusals[0].citation == "L.L. 3-2010, Licensing ¶ G"
    assert codes(asked(DOVER, dog=dog)) == []


def test_an_adopter_from_elsewhere_shows_the_number_of_the_own_town() -> None:
    answer = asked(DOVER, FROM_ELSEWHERE)
    assert (answer.license, codes(answer), answer.refusals[0].about) == (
        "elsewhere",
        ["not_licensed"],
        "license_elsewhere",
    )
    assert codes(asked(DOVER, FROM_ELSEWHERE, license_elsewhere="Amenia 12")) == []
    assert codes(asked(DOVER, FROM_ELSEWHERE, licensed=True)) == ["not_licensed"]


def test_no_dog_goes_before_its_hold_is_over() -> None:
    for law, citation in ((DOVER, "L.L. 3-2010, Seizure ¶ E"), (CHESTERTOWN, "§ 68-8")):
        (refusal,) = asked(law, available=False).refusals
        assert (refusal.code, refusal.citation, refusal.about) == ("not_available", citation, "available")


@pytest.mark.parametrize(
    ("born", "license_"), [(date(2025, 12, 15), "none"), (date(2025, 12, 14), "here"), (None, "here")]
)
def test_chestertown_licenses_a_residents_dog_that_is_over_six_months_old(born: date | None, license_: str) -> None:
    answer = asked(CHESTERTOWN, dog=Dog(born=born), licensed=False)
    assert (answer.license, answer.citation) == (license_, "§ 68-6A")
    assert codes(answer) == (["not_licensed"] if license_ == "here" else [])


def test_chestertown_names_no_age_of_an_adopter_and_no_license_of_a_dog_that_leaves() -> None:
    assert codes(asked(CHESTERTOWN, Owner(date(2010, 1, 1)))) == codes(asked(CHESTERTOWN, Owner())) == []
    assert asked(CHESTERTOWN, FROM_ELSEWHERE).license == "none"
    assert asked(CHESTERTOWN, FROM_ELSEWHERE, license_elsewhere="Easton 77").license == "elsewhere"
    assert (CHESTERTOWN.adopter_age, DOVER.adopter_age) == (None, 18)
