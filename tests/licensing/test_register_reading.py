"""A register's file read line by line, whatever wrote it and however it is broken."""

from __future__ import annotations

import io
from contextlib import suppress
from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from licensing.register.reading import MOST_LINES_OF_A_ROW, SURE_LINES, Line, UnreadableFileError, read


def cells(content: bytes | str) -> list[tuple[str, ...]]:
    """The cells of each row; of one that cannot be read, none."""
    return [line.cells for line in read(content.encode() if isinstance(content, str) else content)]


def workbook(*rows: tuple[object, ...]) -> bytes:
    """An Excel file of these rows."""
    book = Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_whatever_the_encoding_a_name_keeps_its_marks(encoding: str) -> None:
    assert cells("Name,Street\nNúñez,1 Main\n".encode(encoding)) == [("Name", "Street"), ("Núñez", "1 Main")]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found_by_the_header(delimiter: str) -> None:
    assert cells(f'"a, or b"{delimiter}c\r\n1{delimiter}2\r\n') == [("a, or b", "c"), ("1", "2")]


def test_the_delimiter_may_be_named_on_the_first_line() -> None:
    assert cells("sep=;\na;b,c,d\n1;2\n") == [("a", "b,c,d"), ("1", "2")]


def test_a_broken_quote_is_reported_by_its_line_and_the_rest_is_read() -> None:
    lines = list(read(b'a,b\n1,2\n3,"4\n5,6\n7,8\n'))
    assert [(line.number, line.cells, bool(line.fault)) for line in lines] == [
        (1, ("a", "b"), False), (2, ("1", "2"), False), (3, (), True), (4, ("5", "6"), False), (5, ("7", "8"), False),
    ]  # fmt: skip


def test_a_broken_quote_does_not_eat_the_next_quoted_cell() -> None:
    lines = list(read(b'a,b\n3,"4\n5,"6"\n"x"y,8\n"9",10\n'))
    assert [(line.number, line.cells) for line in lines[1:]] == [(2, ()), (3, ("5", "6")), (4, ()), (5, ("9", "10"))]


def test_a_cell_of_several_lines_is_one_row_and_lines_are_counted_on() -> None:
    lines = list(read(b'a,b\n1,"two\nlines ""quoted"""\n3,4\n'))
    assert [(line.number, line.cells) for line in lines[1:]] == [(2, ("1", 'two\nlines "quoted"')), (4, ("3", "4"))]


def test_a_quote_open_for_too_long_is_a_broken_one() -> None:
    longest, longer = "\n" * MOST_LINES_OF_A_ROW, "\n" * (MOST_LINES_OF_A_ROW + 1)
    assert [len(row) for row in cells(f'a,b\n1,"{longest}"\n3,4\n')] == [2, 2, 2]
    assert [len(row) for row in cells(f'a,b\n1,"{longer}"\n3,4\n')] == [2, 0, 0, 2]


@pytest.mark.parametrize("lines", [SURE_LINES, SURE_LINES + 1, 100])
def test_a_long_note_is_read_and_what_follows_it(lines: int) -> None:
    note = "\n".join(f'Visit {number}: no dog ""seen"" there, only heard' for number in range(lines))
    read_as = list(read(f'a,b,c\n1,2,"{note}"\n4,5,6\n'.encode()))
    assert [(line.number, line.cells[:2]) for line in read_as[1:]] == [(2, ("1", "2")), (lines + 2, ("4", "5"))]


def test_a_broken_quote_that_a_later_one_would_close_eats_no_rows() -> None:
    rows = "".join(f"{number},x\n" for number in range(50))
    lines = list(read(f'a,b\n1,"2\n{rows}99,"\n'.encode()))
    assert [line.number for line in lines if line.fault] == [2, 53]
    assert len(lines) == 53


def test_many_broken_quotes_take_no_longer_than_they_are_many() -> None:
    rows = "".join(f'{number},"x\n' + "y,z\n" * 30 for number in range(2000))
    lines = list(read(f"a,b\n{rows}".encode()))
    assert (len(lines), sum(bool(line.fault) for line in lines)) == (62_001, 2000)


def test_a_line_with_another_number_of_cells_is_not_guessed_at() -> None:
    lines = list(read(b"a,b\n1,2,3\n1\n1,2,,\n\n5,6\n"))
    assert [(line.number, line.cells, bool(line.fault)) for line in lines[1:]] == [
        (2, (), True), (3, (), True), (4, ("1", "2"), False), (6, ("5", "6"), False),
    ]  # fmt: skip


def test_an_excel_file_is_read_with_its_dates_and_numbers() -> None:
    content = workbook(
        ("Name", "Tag", "Born", "At", None),
        (
            "Bella",
            1042.0,
            date(2024, 3, 5),
            datetime(2024, 3, 5, 9),  # noqa: DTZ001  # Excel knows no zone
        ),
    )
    assert cells(content) == [("Name", "Tag", "Born", "At"), ("Bella", "1042", "2024-03-05", "2024-03-05 09:00:00")]


def test_an_empty_row_of_an_excel_file_is_counted_and_passed_over() -> None:
    content = workbook(("a", "b"), (None, None), (1, None))
    assert [(line.number, line.cells) for line in read(content)] == [(1, ("a", "b")), (3, ("1", ""))]


@pytest.mark.parametrize("content", [b"", b"\n\n", b"PK\x03\x04broken", b"\xd0\xcf\x11\xe0 old Excel", b'"open'])
def test_what_is_no_file_of_a_register_is_refused(content: bytes) -> None:
    with pytest.raises(UnreadableFileError):
        list(read(content))


def test_an_excel_file_cut_short_is_refused() -> None:
    whole = workbook(("a", "b"), (1, 2))
    with pytest.raises(UnreadableFileError):
        list(read(whole[: len(whole) // 2]))


@given(st.binary(max_size=300) | st.text(alphabet='a",;\n\r\t| \x00é', max_size=300).map(str.encode))
def test_no_bytes_break_the_reading(content: bytes) -> None:
    lines: list[Line] = []
    with suppress(UnreadableFileError):
        lines = list(read(content))
    numbers = [line.number for line in lines]
    assert numbers == sorted(set(numbers))
    assert all(len(line.cells) == len(lines[0].cells) for line in lines if not line.fault)
