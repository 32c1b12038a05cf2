"""Scans of papers: what may be kept, and where it lies.

A file is judged by its content alone and read to the end before it is taken; one that says it is something else is
refused. It lies under its digest in the town's folder outside the web root, written whole and made durable before the
row that names it is committed. A HEIC photograph is kept as it came, with a JPEG beside it that every browser shows.
"""

from __future__ import annotations

import io
import os
import re
import tempfile
import zipfile
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Any

from django.conf import settings
from django.core import signing
from django.core.files.uploadedfile import UploadedFile
from PIL import Image, ImageOps
from pillow_heif import register_heif_opener

from licensing.models import Scan
from office.models import Town
from office.refusals import Refused, refuse

register_heif_opener()

MOST_BYTES = 10 * 1024 * 1024
MOST_PIXELS = 50_000_000
ACCEPTED = "application/pdf,image/jpeg,image/png,image/heic,.pdf,.jpg,.jpeg,.png,.heic"
"""For the ``accept`` of a file field."""

_HELD = "scan held for a form"
_HEIC_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
_SUFFIXES = {
    "application/pdf": (".pdf",),
    "image/jpeg": (".jpg", ".jpeg", ".jpe", ".jfif"),
    "image/png": (".png",),
    "image/heic": (".heic", ".heif", ".hif"),
}
_SAID = {"image/heif": "image/heic", "image/jpg": "image/jpeg", "image/pjpeg": "image/jpeg"}
_UNSAID = ("", "application/octet-stream", "binary/octet-stream")
_FORMATS = {"image/jpeg": ("JPEG", "MPO"), "image/png": ("PNG",), "image/heic": ("HEIF",)}
_PDF_END = re.compile(rb"startxref\s+(\d{1,10})\s+%%EOF\Z")
_PDF_TABLE = re.compile(rb"\s*(xref|\d+\s+\d+\s+obj)\b")
_MARKUP = re.compile(rb"<\s*(!doctype|html|script|svg)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that was read and is what it says. ``shown`` is its JPEG where browsers cannot show it as it is."""

    content: bytes
    content_type: str
    name: str
    shown: bytes | None = None


def read_upload(file: UploadedFile[Any]) -> Upload:
    """The file's content if it may be kept.

    Raises Refused (about ``scan``) if it is empty, larger than 10 MB or 50 megapixels, damaged, neither PDF, JPEG, PNG
    nor HEIC, or not what its name or its sender says.
    """
    if not file.size or file.size > MOST_BYTES:
        said = "is empty" if not file.size else f"has {file.size / 1024 / 1024:.1f} MB; at most 10 MB are taken"
        raise _refused("scan_size", f"The file {said}. Photograph or scan the paper again, in a lower resolution.")
    content = file.read()
    content_type = _type_of(content)
    name = _plain_name(file.name or "")
    _refuse_lie(content, content_type, name, (file.content_type or "").lower())
    if content_type == "application/pdf":
        _refuse_broken_pdf(content)
        return Upload(content, content_type, name)
    return Upload(content, content_type, name, _read_picture(content, content_type))


def keep(upload: Upload, *, town: Town, at: datetime) -> Scan:
    """Keep the file, and then the row that names it; for an act's transaction."""
    scan = _row(upload, town)
    scan.at = at
    _write_files(scan, upload)
    scan.save(force_insert=True)
    return scan


def hold(upload: Upload, *, town: Town) -> str:
    """Write the file; the signed word returned finds it again (``held``) when a form that was refused is put right."""
    scan = _row(upload, town)
    _write_files(scan, upload)
    return word_of(scan)


def word_of(scan: Scan) -> str:
    """The signed word that finds a scan again (``held``): for a form that takes it over."""
    return signing.dumps([scan.town_id, scan.digest, scan.content_type, scan.name], salt=_HELD)


def held(word: str, *, town: Town) -> Upload | None:
    """The file that is held under the word, if it is one of ours, of this town, and of today."""
    try:
        of, digest, content_type, name = signing.loads(word, salt=_HELD, max_age=24 * 60 * 60)
    except signing.BadSignature:
        return None
    scan = Scan(town=town, digest=digest, content_type=content_type, name=name)
    if of != town.pk or not path_of(scan).exists():
        return None
    shown = path_shown(scan).read_bytes() if path_shown(scan) != path_of(scan) else None
    return Upload(path_of(scan).read_bytes(), content_type, name, shown)


def path_of(scan: Scan) -> Path:
    """Where the file lies as it came."""
    return Path(settings.MEDIA_ROOT) / "scans" / scan.town.slug / scan.digest[:2] / scan.digest


def path_shown(scan: Scan) -> Path:
    """Where the file lies that browsers can show."""
    path = path_of(scan)
    return path.with_suffix(".jpg") if scan.content_type == "image/heic" else path


def _row(upload: Upload, town: Town) -> Scan:
    content = upload.content
    digest = sha256(content).hexdigest()
    return Scan(town=town, digest=digest, content_type=upload.content_type, size=len(content), name=upload.name)


def _write_files(scan: Scan, upload: Upload) -> None:
    _write(path_of(scan), upload.content)
    if upload.shown is not None:
        _write(path_shown(scan), upload.shown)


def _type_of(content: bytes) -> str:
    """The type by the first bytes."""
    if re.match(rb"%PDF-[12]\.\d", content):
        return "application/pdf"
    if content.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if content[4:8] == b"ftyp" and content[8:12] in _HEIC_BRANDS:
        return "image/heic"
    raise _refused("scan_type", "The file is neither PDF, JPEG, PNG nor HEIC, whatever its name says.")


def _refuse_lie(content: bytes, content_type: str, name: str, said: str) -> None:
    """Refuse a file whose name or sender says something else, or that could be read as something else."""
    suffix = PurePath(name).suffix.lower()
    if (suffix and suffix not in _SUFFIXES[content_type]) or _SAID.get(said, said) not in (*_UNSAID, content_type):
        kind = content_type.rpartition("/")[2].upper()
        raise _refused("scan_lies", f"The file says it is something else, but its content is {kind}.")
    start = content[:1024]
    is_archive = zipfile.is_zipfile(io.BytesIO(content))
    is_document = content_type != "application/pdf" and b"%PDF-" in start
    if is_archive or is_document or _MARKUP.search(start):
        raise _refused("scan_lies", "The file could also be read as another type: print or photograph it anew.")


def _refuse_broken_pdf(content: bytes) -> None:
    """Refuse a PDF without its end, or whose end points nowhere."""
    content = content.rstrip(b"\0\t\n\f\r ")
    end = _PDF_END.search(content, max(0, len(content) - 1024))
    if end is None or not _PDF_TABLE.match(content, int(end[1])):
        raise _refused("scan_damaged", "The PDF is damaged or was cut short: scan it again.")


def _read_picture(content: bytes, content_type: str) -> bytes | None:
    """Read every pixel, so that nothing damaged is kept; for HEIC, the picture as JPEG."""
    try:
        with Image.open(io.BytesIO(content), formats=_FORMATS[content_type]) as picture:
            too_large = picture.width * picture.height > MOST_PIXELS
            if not too_large:
                _refuse_part(content, content_type)
                picture.load()
                return _as_jpeg(picture) if content_type == "image/heic" else None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        too_large = True
    except Exception as error:  # decoders fail in ways of their own on damaged files
        raise _refused("scan_damaged", "The picture is damaged or was cut short: take it again.") from error
    raise _refused("scan_size", "The picture has more than 50 megapixels: take it again in a lower resolution.")


def _refuse_part(content: bytes, content_type: str) -> None:
    """Raise an error for a part of a picture: Pillow may have been told, for other uses, to fill up the rest."""
    if content_type == "image/png":
        with Image.open(io.BytesIO(content), formats=("PNG",)) as picture:
            picture.verify()
    if content_type == "image/jpeg":
        at = 2
        while content[at : at + 2] != b"\xff\xda":  # the scan begins
            at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")
            if at >= len(content):
                raise ValueError("no scan")
        content.index(b"\xff\xd9", at)


def _as_jpeg(picture: Image.Image) -> bytes:
    """The picture upright, as JPEG, without the place and time that the phone wrote into it."""
    upright = ImageOps.exif_transpose(picture).convert("RGB")
    written = io.BytesIO()
    upright.save(written, "JPEG", quality=85)
    return written.getvalue()


def _write(path: Path, content: bytes) -> None:
    """Write the file whole or not at all, durable when this returns; the same content is written once."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    Path(file.name).rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _plain_name(name: str) -> str:
    """The file's name without folders and unprintable signs, at most 200 long with its suffix kept."""
    last = "".join(sign for sign in PurePath(name.replace("\\", "/")).name if sign.isprintable()) or "scan"
    suffix = PurePath(last).suffix[:10]
    return last if len(last) <= 200 else last[: 200 - len(suffix)] + suffix


def _refused(code: str, message: str) -> Refused:
    return refuse(code, message, about="scan")
