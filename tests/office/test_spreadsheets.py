"""CSV: no cell is a formula, and each is read back to the letter."""

from __future__ import annotations

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from office.spreadsheets import as_text, as_written, csv_lines

WORDS = st.text(st.sampled_from("'=+-@\t\r a,\"\n"), max_size=6)


@pytest.mark.parametrize(
    "formula", ["=1+1", "+1 845 555 0101", "-2", "@SUM(A1)", "\t=1", "\r=1", "  =1", "'=1", "''@x"]
)
def test_what_a_spreadsheet_would_calculate_is_marked_as_text(formula: str) -> None:
    assert as_text(formula) == f"'{formula}"


@pytest.mark.parametrize("plain", ["", "Rex", "O’Brien", "'t Hooft", "a=b", "2 + 2", "'"])
def test_other_words_stay_as_they_are(plain: str) -> None:
    assert as_text(plain) == plain
    assert as_written(plain) == plain


@given(WORDS)
def test_what_was_marked_is_read_as_it_was_written(words: str) -> None:
    assert as_written(as_text(words)) == words


@given(WORDS)
def test_what_was_marked_begins_as_no_formula(words: str) -> None:
    assert not as_text(words).lstrip().startswith(("=", "+", "-", "@"))
    assert not as_text(words).startswith(("\t", "\r"))


@given(st.lists(WORDS, min_size=2, max_size=4))
def test_a_row_is_read_as_it_was_written(row: list[str]) -> None:
    text = "".join(csv_lines([row])).removeprefix("\ufeff")
    assert [[as_written(cell) for cell in read] for read in csv.reader(text.splitlines(keepends=True))] == [row]


def test_a_number_below_zero_stays_a_number_and_nothing_is_an_empty_cell() -> None:
    assert list(csv_lines([(-5, None, "x")]))[1:] == ["-5,,x\r\n"]
