"""What a cell of a register's file says, and which column of a file is which of the register's."""

from __future__ import annotations

from contextlib import suppress
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from licensing.register.columns import BY_NAME, COLUMNS, Column, matched, missing
from licensing.register.values import Sex, Unreadable

TODAY = date(2026, 6, 15)


def said(name: str, cell: str) -> object:
    """What the cell says in the column of that name."""
    return BY_NAME[name].parse(cell, TODAY)


@pytest.mark.parametrize(
    "written", ["2024-03-05", "3/5/2024", "03/05/24", "3-5-2024", "20240305", "2024-03-05 00:00:00"]
)
def test_a_date_is_read_as_it_is_written_in_america(written: str) -> None:
    assert said("dog_born", written) == date(2024, 3, 5)


@pytest.mark.parametrize("written", ["", "  ", "N/A", "00/00/0000", "0000-00-00", " /  / ", "unknown"])
def test_a_blank_date_stays_blank(written: str) -> None:
    assert said("owner_born", written) is None


@pytest.mark.parametrize("written", ["2024-02-30", "13/1/2024", "1/1/1024", "soon", "2999-01-01", "0/0/24"])
def test_an_impossible_date_is_no_date(written: str) -> None:
    with pytest.raises(Unreadable):
        said("rabies_expires", written)


def test_a_birth_lies_back_and_a_term_may_be_to_come() -> None:
    assert said("owner_born", "3/1/45") == date(1945, 3, 1)
    assert said("owner_born", "3/1/26") == date(2026, 3, 1)
    assert said("owner_born", "3/1/27") == date(1927, 3, 1)
    assert said("license_expires", "6/30/46") == date(2046, 6, 30)
    assert said("license_expires", "6/30/47") == date(1947, 6, 30)


@pytest.mark.parametrize(
    ("written", "sex"),
    [
        ("F", Sex("female", None)),
        ("male", Sex("male", None)),
        ("Spayed", Sex("female", True)),
        ("F/S", Sex("female", True)),
        ("Neutered Male", Sex("male", True)),
        ("M-N", Sex("male", True)),
        ("intact male", Sex("male", False)),
    ],
)
def test_a_sex_may_say_that_the_dog_is_altered(written: str, sex: Sex) -> None:
    assert said("sex", written) == sex


def test_yes_and_no_are_read_in_their_words() -> None:
    assert [said("resident", word) for word in ("Yes", "y", "1", "TRUE")] == [True] * 4
    assert [said("altered", word) for word in ("no", "0", "Intact", "F")] == [False] * 4
    assert said("altered", "neutered") is True
    with pytest.raises(Unreadable):
        said("resident", "perhaps")


def test_a_spreadsheet_took_numbers_for_amounts() -> None:
    assert said("zip_code", "2139") == "02139"
    assert said("tag_number", "1042.0") == 1042
    assert said("tag_number", "#1042") == 1042
    assert said("license_year", "2026-2027") == 2026


@pytest.mark.parametrize(
    ("name", "cell"),
    [("state", "New York"), ("zip_code", "1252A"), ("telephone", "555"), ("email", "ada at home"), ("tag_number", "0"),
     ("sex", "cat"), ("status", "asleep"), ("last_name", "x" * 121), ("working_kind", "lap")],
)  # fmt: skip
def test_what_the_counter_would_not_take_is_not_taken(name: str, cell: str) -> None:
    with pytest.raises(Unreadable):
        said(name, cell)


def test_columns_are_known_by_what_others_call_them() -> None:
    header = ["Owner Last Name", "LICENSE_NO", "Tag #", "Spay/Neuter", "DOB", "Favorite toy", "owner_last_name"]
    assert matched(header) == {"last_name": 0, "license_number": 1, "tag_number": 2, "altered": 3, "dog_born": 4}


@pytest.mark.parametrize("title", ["License ends", "LICENSE END DATE", "Ends", "License expires", "Valid to"])
def test_the_end_of_a_license_is_known_by_its_usual_names(title: str) -> None:
    assert matched([title]) == {"license_expires": 0}


def test_every_column_is_known_by_its_own_name_and_label() -> None:
    assert matched([column.name for column in COLUMNS]) == {column.name: at for at, column in enumerate(COLUMNS)}
    assert matched([column.label for column in COLUMNS]) == {column.name: at for at, column in enumerate(COLUMNS)}


def test_what_is_needed_and_not_there_is_named() -> None:
    people = ["last_name", "street", "city", "state"]
    assert list(missing(matched(people))) == ["ZIP code"]
    assert list(missing(matched([*people, "zip_code", "dog_name"]))) == ["Sex", "Breed", "Color(s)"]


@given(st.sampled_from(COLUMNS), st.text())
def test_no_cell_breaks_the_reading(column: Column, cell: str) -> None:
    said_so = ""
    with suppress(Unreadable):
        said_so = str(said(column.name, cell))
    assert "\0" not in said_so
