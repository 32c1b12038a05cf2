"""``manage.py import_register``: tried, taken over, found again, and what it says."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from licensing.models import Dog, ImportRun, Owner
from office.models import User
from tests.licensing.registers import WHOLE, table

SECOND = WHOLE | {"first_name": "Al", "dog_name": "Max", "tag_number": "1043", "license_number": "78"}


def run(file: Path, *options: str) -> tuple[str, str]:
    """What the command writes to standard output and to standard error."""
    out, err = io.StringIO(), io.StringIO()
    call_command("import_register", str(file), "--town", "dover", *options, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of three lines, of which one lacks its street."""
    path = tmp_path / "dogs.csv"
    path.write_bytes(table(WHOLE, SECOND, WHOLE | {"street": ""}))
    return path


def test_it_takes_over_and_tells_the_counts_and_what_was_refused(file: Path, manager: User) -> None:
    out, err = run(file)
    assert "2 taken\n" in out
    assert "1 refused\n" in out
    assert "line 4: House number and street: This is blank, and is needed." in out
    assert "3 of 3 lines" in err
    assert (Dog.objects.count(), ImportRun.objects.get().by) == (2, manager)


def test_a_dry_run_writes_nothing(file: Path, manager: User) -> None:
    out, _ = run(file, "--dry-run")
    assert "2 would be taken" in out
    assert not Owner.objects.exists()
    run(file)
    assert Owner.objects.count() == 2


def test_a_second_run_changes_nothing_and_says_so(file: Path, manager: User) -> None:
    run(file)
    assert "Taken over already in run" in run(file)[0]
    out, _ = run(file, "--again")
    assert "0 taken\n" in out
    assert "2 on file\n" in out
    assert Owner.objects.count() == 2


def test_a_column_of_another_name_is_matched(tmp_path: Path, manager: User) -> None:
    file = tmp_path / "dogs.csv"
    file.write_bytes(table(WHOLE).replace(b"dog_name", b"Pooch"))
    assert "Not read: Pooch" in run(file, "--dry-run")[1]
    assert "1 taken\n" in run(file, "--match", "dog_name=Pooch")[0]
    assert Dog.objects.get().name == "Bella"


def test_the_report_holds_every_line(file: Path, manager: User, tmp_path: Path) -> None:
    run(file, "--report", str(tmp_path / "report.csv"))
    lines = (tmp_path / "report.csv").read_text().splitlines()
    assert [line.split(",")[:2] for line in lines] == [
        ["Line", "Result"],
        ["2", "Taken"],
        ["3", "Taken"],
        ["4", "Refused"],
    ]


@pytest.mark.parametrize("options", [("--by", "nobody"), ("--match", "dog_name=No such title")])
def test_what_cannot_be_begun_is_told(file: Path, manager: User, options: tuple[str, str]) -> None:
    with pytest.raises(CommandError):
        run(file, *options)
    assert not Owner.objects.exists()


def test_a_town_without_a_manager_is_asked_who_does_it(file: Path, clerk: User) -> None:
    with pytest.raises(CommandError, match="--by"):
        run(file)
    assert "2 taken" in run(file, "--by", clerk.username)[0]


def test_a_file_that_is_none_is_refused(tmp_path: Path, manager: User) -> None:
    file = tmp_path / "dogs.xls"
    file.write_bytes(b"\xd0\xcf\x11\xe0")
    with pytest.raises(CommandError, match="save it as CSV"):
        run(file)
    with pytest.raises(CommandError):
        run(tmp_path / "no such file")
