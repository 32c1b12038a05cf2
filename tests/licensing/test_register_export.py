"""Everything of a town in one file: who may have it, what is in it, what is kept of it, and that it is never whole."""

from __future__ import annotations

import csv
import io
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from licensing import exports
from licensing.models import Dog, Owner
from licensing.register import writing
from licensing.scans import keep, path_of, read_upload
from office.export import tables
from office.models import Town, TownExport, User
from tests.factories import DogFactory, EarlierLicenseFactory, OwnerFactory, RabiesCertificateFactory
from tests.licensing.cases import picture, upload
from tests.licensing.issuing import noon

pytestmark = pytest.mark.django_db
ASKED = {"purpose": "Hand-over to the county"}


@pytest.fixture(autouse=True)
def june() -> Iterator[None]:
    with time_machine.travel(noon(), tick=False):
        yield


@pytest.fixture
def at_manager(client: Client, manager: User) -> Client:
    client.force_login(manager)
    return client


def given_to(client: Client, **asked: str) -> ZipFile:
    answer: Any = client.post("/register/export/", ASKED | asked)
    assert answer["Content-Type"] == "application/zip"
    return ZipFile(io.BytesIO(b"".join(answer.streaming_content)))


def table(archive: ZipFile, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(archive.read(name).decode("utf-8-sig"), newline="")))


def test_it_has_the_readme_the_register_and_every_table(at_manager: Client, dover: Town) -> None:
    EarlierLicenseFactory.create(dog__owner__town=dover)
    archive = given_to(at_manager)
    assert archive.testzip() is None
    assert archive.namelist() == ["README.txt", "register.csv", *(each.file for each in tables.tables())]
    told = archive.read("README.txt").decode()
    assert "as it was on 2026-06-15 12:00-04:00 (EDT)" in told
    for name in archive.namelist()[1:]:
        assert f"\n{name} (rows: {len(table(archive, name)):,})\n" in told


def test_confidential_people_are_in_it_and_another_towns_are_not(
    at_manager: Client, dover: Town, chestertown: Town
) -> None:
    RabiesCertificateFactory.create(
        dog__owner__town=dover, dog__owner__confidential=True, dog__owner__street="1 Hid Ln"
    )
    EarlierLicenseFactory.create(dog__owner__town=chestertown, dog__name="Chessie", dog__owner__last_name="Stranger")
    archive = given_to(at_manager)
    everything = b"".join(archive.read(name) for name in archive.namelist())
    assert b"1 Hid Ln" in everything
    assert b"Chessie" not in everything
    assert b"Stranger" not in everything


def test_no_cell_of_words_is_a_formula(at_manager: Client, dover: Town) -> None:
    DogFactory.create(owner__town=dover, name="=1+1", owner__last_name="'@work", owner__telephone="+1 845 555 0100")
    archive = given_to(at_manager)
    (line,) = table(archive, "register.csv")
    assert (line["dog_name"], line["last_name"], line["telephone"]) == ("'=1+1", "''@work", "'+1 845 555 0100")
    assert table(archive, "licensing/dog.csv")[0]["name"] == "'=1+1"


def test_passwords_stay(at_manager: Client, manager: User) -> None:
    archive = given_to(at_manager)
    (line,) = table(archive, "office/user.csv")
    assert line["username"] == manager.username
    assert [each["group"] for each in table(archive, "office/user_groups.csv")] == ["manager"]
    assert not [name for name in archive.namelist() if manager.password.encode() in archive.read(name)]


def test_who_asked_and_why_is_kept_and_shown(at_manager: Client, manager: User, inspector: User) -> None:
    OwnerFactory.create_batch(2, town=manager.town)
    given_to(at_manager)
    kept = TownExport.objects.get()
    assert (kept.purpose, kept.rows, kept.scans, kept.by, kept.at) == (ASKED["purpose"], 2, False, manager, noon())
    at_manager.force_login(inspector)
    page = at_manager.get("/register/export/").content.decode()
    assert ASKED["purpose"] in page
    assert "<form" not in page.partition("<main")[2]


def test_another_towns_exports_are_not_shown(at_manager: Client, chestertown: Town) -> None:
    TownExport.objects.create(town=chestertown, purpose="Elsewhere", rows=1, at=noon())
    assert "Elsewhere" not in at_manager.get("/register/export/").content.decode()


def test_without_a_purpose_nothing_is_given(at_manager: Client) -> None:
    page = at_manager.post("/register/export/", {"purpose": " ", "scans": "on"}).content.decode()
    assert "This field is required." in page
    assert "checked" in page
    assert not TownExport.objects.exists()


def test_an_inspector_is_given_no_file(client: Client, inspector: User) -> None:
    client.force_login(inspector)
    assert client.post("/register/export/", ASKED)["Content-Type"].startswith("text/html")
    assert not TownExport.objects.exists()


def test_an_export_that_was_recorded_stays(at_manager: Client) -> None:
    given_to(at_manager)
    with pytest.raises(Exception, match="Cannot update or delete"):
        TownExport.objects.update(purpose="Nothing")


def test_the_scans_are_in_it_where_they_are_wanted(at_manager: Client, dover: Town) -> None:
    content = picture()
    scans = [
        keep(read_upload(upload(content, name, "image/jpeg")), town=dover, at=noon()) for name in ("a.jpg", "b.jpg")
    ]
    file = f"scans/{scans[0].digest}.jpg"
    assert file not in given_to(at_manager).namelist()
    archive = given_to(at_manager, scans="on")
    assert archive.namelist().count(file) == 1
    assert archive.read(file) == content
    assert "scans/" in archive.read("README.txt").decode()


def test_a_scan_whose_file_is_lost_is_left_out(
    at_manager: Client, dover: Town, caplog: pytest.LogCaptureFixture
) -> None:
    scan = keep(read_upload(upload(picture(), "a.jpg", "image/jpeg")), town=dover, at=noon())
    path_of(scan).unlink()
    assert not [name for name in given_to(at_manager, scans="on").namelist() if name.startswith("scans/")]
    assert f"Scan {scan.pk} of dover has no file" in caplog.text


def test_fifty_exports_cost_as_many_queries_as_one(at_manager: Client, manager: User) -> None:
    counts = []
    for more in (1, 49):
        TownExport.objects.bulk_create(
            TownExport(town=manager.town, rows=1, by=manager, at=noon(), **ASKED) for _ in range(more)
        )
        with CaptureQueriesContext(connection) as queries:
            at_manager.get("/register/export/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def peak(town: Town) -> int:
    """The most memory in use while the town is exported, in bytes; the pieces are dropped as they come."""
    tracemalloc.start()
    for _ in exports.exported(town, at=noon(), scans=False):
        pass
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


def test_ten_times_as_many_dogs_take_no_more_memory(dover: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (tables, writing):
        monkeypatch.setattr(module, "CHUNK", 50)
    note = "a note of five thousand letters " * 156
    peaks = []
    for more in (100, 1000):
        owners = Owner.objects.bulk_create(OwnerFactory.build(town=dover, note=note) for _ in range(more))
        Dog.objects.bulk_create(DogFactory.build(owner=owner, town=dover) for owner in owners)
        peaks.append(peak(dover))
    assert peaks[1] - peaks[0] < 1000 * len(note) / 4


def test_the_command_writes_the_file_and_keeps_who_asked(dover: Town, manager: User, tmp_path: Path) -> None:
    file = tmp_path / "dover.zip"
    call_command("export_town", file, town="dover", by=manager.username, purpose="Audit", verbosity=0)
    assert ZipFile(file).testzip() is None
    assert file.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["dover.zip"]
    assert TownExport.objects.filter(town=dover, by=manager, purpose="Audit").count() == 1


@pytest.mark.parametrize("asked", [{"town": "nowhere"}, {"town": "dover", "by": "clerk.chestertown"}])
@pytest.mark.usefixtures("dover", "clerk_of_chestertown")
def test_the_command_refuses_an_unknown_town_or_person(asked: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no"):
        call_command("export_town", tmp_path / "x.zip", **asked)
    assert not TownExport.objects.exists()


@pytest.mark.usefixtures("dover")
def test_the_command_replaces_no_file(tmp_path: Path) -> None:
    file = tmp_path / "x.zip"
    file.write_text("mine")
    with pytest.raises(CommandError, match="there already"):
        call_command("export_town", file, town="dover")
    assert file.read_text() == "mine"
