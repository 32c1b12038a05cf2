"""The office in one file, out and in again."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from licensing.models import Owner

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scan(settings: Settings) -> Path:
    """A scan on file."""
    scan = Path(settings.MEDIA_ROOT) / "scans" / "certificate.pdf"
    scan.parent.mkdir(parents=True)
    scan.write_bytes(b"%PDF-1.7")
    return scan


def test_a_restored_office_has_the_records_and_scans_of_the_backup(owner: Owner, scan: Path, tmp_path: Path) -> None:
    file = tmp_path / "office.tar"
    call_command("backup", file)
    Owner.objects.update(last_name="Changed")
    scan.unlink()
    call_command("restore", file, "--replace")
    assert Owner.objects.get().last_name == "O’Brien"
    assert scan.read_bytes() == b"%PDF-1.7"


def test_a_backup_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    call_command("backup", tmp_path / "office.tar")
    assert (tmp_path / "office.tar").stat().st_mode & 0o777 == 0o600


def test_records_are_not_replaced_without_the_word(owner: Owner, tmp_path: Path) -> None:
    file = tmp_path / "office.tar"
    call_command("backup", file)
    with pytest.raises(CommandError, match="holds records"):
        call_command("restore", file)


def test_an_empty_office_takes_a_backup_without_the_word(owner: Owner, tmp_path: Path) -> None:
    file = tmp_path / "office.tar"
    call_command("backup", file)
    call_command("flush", interactive=False)
    call_command("restore", file)
    assert Owner.objects.get() == owner


def test_a_file_that_is_no_backup_changes_nothing(owner: Owner, scan: Path, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Clerk")
    with pytest.raises(CommandError, match="Nothing was restored"):
        call_command("restore", file, "--replace")
    assert Owner.objects.count() == 1
    assert scan.exists()


def test_a_backup_cut_short_changes_nothing(owner: Owner, tmp_path: Path) -> None:
    file = tmp_path / "office.tar"
    call_command("backup", file)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with pytest.raises(CommandError, match="Nothing was restored"):
        call_command("restore", file, "--replace")
    assert Owner.objects.count() == 1


def test_a_file_that_would_lie_elsewhere_is_refused(owner: Owner, tmp_path: Path) -> None:
    file = tmp_path / "office.tar"
    with tarfile.open(file, "w") as archive:
        for name in ("database.dump", "media/../../elsewhere"):
            archive.addfile(tarfile.TarInfo(name))
    with pytest.raises(CommandError, match="Nothing was restored"):
        call_command("restore", file, "--replace")
    assert Owner.objects.get() == owner
