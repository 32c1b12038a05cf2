"""Scans: what is taken, what is refused, where it lies."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageFile
from pytest_django import Settings

from licensing import scans
from licensing.models import Scan
from licensing.scans import keep, path_of, path_shown, read_upload
from office.models import Town
from office.refusals import Refused
from tests.licensing.cases import AT, pdf, picture, upload

TAKEN = [
    (pdf(), "paper.pdf", "application/pdf"),
    (picture("JPEG"), "IMG_0001.JPG", "image/jpeg"),
    (picture("PNG"), "paper.png", "image/png"),
    (picture("HEIF"), "IMG_0002.HEIC", "image/heic"),
    (picture("HEIF"), "IMG_0002.HEIC", "application/octet-stream"),
    (picture("HEIF"), "IMG_0002.heif", "image/heif"),
    (picture("JPEG"), "photo", ""),
]


@pytest.fixture(autouse=True)
def _media(settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


def refused(content: bytes, name: str, said: str) -> str:
    """The code of the refusal."""
    with pytest.raises(Refused) as refusal:
        read_upload(upload(content, name, said))
    assert refusal.value.refusals[0].about == "scan"
    return refusal.value.refusals[0].code


@pytest.mark.parametrize(("content", "name", "said"), TAKEN)
def test_what_phones_and_scanners_send_is_taken(content: bytes, name: str, said: str) -> None:
    taken = read_upload(upload(content, name, said))
    assert taken.content == content
    assert taken.name == name


def test_a_picture_named_pdf_is_refused() -> None:
    assert refused(picture("JPEG"), "paper.pdf", "application/pdf") == "scan_lies"
    assert refused(picture("JPEG"), "paper.jpg", "application/pdf") == "scan_lies"
    assert refused(pdf(), "paper.jpg", "image/jpeg") == "scan_lies"


def test_a_program_or_page_named_as_a_picture_is_refused() -> None:
    assert refused(b"MZ\x90\x00" + bytes(200), "photo.jpg", "image/jpeg") == "scan_type"
    assert refused(b"<html><script>alert(1)</script></html>", "photo.png", "image/png") == "scan_type"
    assert refused(b"<svg xmlns='http://www.w3.org/2000/svg'/>", "photo.svg", "image/svg+xml") == "scan_type"


def test_a_picture_that_is_also_an_archive_is_refused() -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("hidden.html", "<script>")
    assert refused(picture("PNG") + archive.getvalue(), "photo.png", "image/png") == "scan_lies"


def test_a_picture_that_is_also_a_page_is_refused() -> None:
    jpeg = picture("JPEG")
    comment = b"<script>alert(1)</script>"
    marked = jpeg[:2] + b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment + jpeg[2:]
    assert refused(marked, "photo.jpg", "image/jpeg") == "scan_lies"


@pytest.mark.parametrize("fill_up", [True, False])
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "HEIF"])
def test_a_picture_cut_short_is_refused_whatever_others_tell_pillow(
    kind: str, fill_up: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", fill_up)
    content = picture(kind, (300, 300))
    suffix = {"JPEG": "jpg", "PNG": "png", "HEIF": "heic"}[kind]
    assert refused(content[: len(content) * 2 // 3], f"photo.{suffix}", "") == "scan_damaged"


def test_a_pdf_cut_short_or_pointing_nowhere_is_refused() -> None:
    assert refused(pdf()[:-8], "paper.pdf", "application/pdf") == "scan_damaged"
    assert refused(b"%PDF-1.4\nstartxref\n5\n%%EOF\n", "paper.pdf", "application/pdf") == "scan_damaged"


def test_ten_megabytes_are_taken_and_a_byte_more_is_refused() -> None:
    padded = pdf() + b"\n" * (scans.MOST_BYTES - len(pdf()))
    assert read_upload(upload(padded, "paper.pdf", "application/pdf")).content_type == "application/pdf"
    assert refused(padded + b"\n", "paper.pdf", "application/pdf") == "scan_size"
    assert refused(b"", "paper.pdf", "application/pdf") == "scan_size"


@pytest.mark.parametrize("size", [(8_000, 7_000), (20_000, 15_000)])
def test_a_small_file_of_a_huge_picture_is_refused_unread(size: tuple[int, int]) -> None:
    written = io.BytesIO()
    Image.new("1", size).save(written, "PNG")
    assert len(written.getvalue()) < 100_000
    assert refused(written.getvalue(), "bomb.png", "image/png") == "scan_size"


def test_a_file_name_loses_its_folders(dover: Town) -> None:
    named: Any = upload(picture(), "x", "image/jpeg")
    named._name = "..\\..\\etc/passwd\n.jpg"
    assert read_upload(named).name == "passwd.jpg"


def test_a_scan_lies_under_its_digest_in_the_towns_folder(dover: Town, tmp_path: Path) -> None:
    scan = keep(read_upload(upload(pdf(), "paper.pdf", "application/pdf")), town=dover, at=AT)
    assert path_of(scan) == tmp_path / "scans" / "dover" / scan.digest[:2] / scan.digest
    assert path_of(scan).read_bytes() == pdf()
    assert [path.name for path in path_of(scan).parent.iterdir()] == [scan.digest]


def test_a_heic_photograph_is_kept_as_it_came_with_a_jpeg_beside_it(dover: Town) -> None:
    scan = keep(read_upload(upload(picture("HEIF"), "IMG_1.HEIC", "image/heic")), town=dover, at=AT)
    assert path_of(scan).read_bytes() == picture("HEIF")
    with Image.open(path_shown(scan)) as shown:
        assert (shown.format, shown.size) == ("JPEG", (40, 30))


def test_the_same_file_is_written_once(dover: Town) -> None:
    first, second = (keep(read_upload(upload(picture(), "a.jpg", "image/jpeg")), town=dover, at=AT) for _ in range(2))
    assert path_of(first) == path_of(second)
    assert Scan.objects.count() == 2
