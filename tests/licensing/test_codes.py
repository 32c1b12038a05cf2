"""The signed code on a license."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from licensing.codes import ALPHABET, SIGNATURE_LENGTH, code_of, license_behind

TOWNS = ("chestertown", "dover")


@given(number=st.integers(min_value=1, max_value=2**63 - 1), town=st.sampled_from(TOWNS))
def test_every_license_is_found_by_its_code(number: int, town: str) -> None:
    assert license_behind(code_of(town, number), TOWNS) == (town, number)


def test_a_code_is_four_groups_of_four_and_carries_sixty_bits_of_signature() -> None:
    groups = code_of("dover", 2041).split("-")
    assert [len(group) for group in groups] == [4, 4, 4, 4]
    assert len(ALPHABET) ** SIGNATURE_LENGTH == 2**60
    assert len(set(ALPHABET) - set("ILOU")) == 32


@pytest.mark.parametrize(
    "mistyped",
    [
        lambda code: code.lower(),
        lambda code: code.replace("-", ""),
        lambda code: " " + code.replace("-", " – ") + " ",
        lambda code: code.replace("0", "O").replace("1", "l"),
        lambda code: code.replace("1", "I").replace("V", "u"),
    ],
)
def test_case_spaces_and_look_alikes_do_not_matter(mistyped: object) -> None:
    assert callable(mistyped)
    for number in range(1, 60):
        assert license_behind(mistyped(code_of("dover", number)), TOWNS) == ("dover", number)


def test_the_next_number_with_this_signature_is_nobodys() -> None:
    number, signature = code_of("dover", 1000)[:4], code_of("dover", 1000)[4:]
    assert number == "00Z8"
    assert license_behind("00Z9" + signature, TOWNS) is None


@pytest.mark.parametrize("place", range(16))
def test_a_code_with_one_sign_changed_is_nobodys(place: int) -> None:
    plain = code_of("dover", 2041).replace("-", "")
    other = ALPHABET[(ALPHABET.index(plain[place]) + 1) % 32]
    assert license_behind(plain[:place] + other + plain[place + 1 :], TOWNS) is None


def test_one_towns_code_is_not_another_towns() -> None:
    assert license_behind(code_of("dover", 7), ("chestertown",)) is None


@pytest.mark.parametrize("nonsense", ["", "-", "0", "Ω" * 16, "00000000000000000", "Z" * 400, "!?*#" * 4, "\x00" * 16])
def test_nonsense_is_nobodys(nonsense: str) -> None:
    assert license_behind(nonsense, TOWNS) is None


def test_an_old_paper_is_read_while_its_key_is_a_fallback(settings: Settings) -> None:
    old = code_of("dover", 7)
    replaced, settings.SECRET_KEY = settings.SECRET_KEY, "a new key of the office, long enough for it"
    assert license_behind(old, TOWNS) is None
    assert code_of("dover", 7) != old
    settings.SECRET_KEY_FALLBACKS = [replaced]
    assert license_behind(old, TOWNS) == ("dover", 7)
