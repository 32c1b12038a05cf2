"""Forms as the tests fill them in, and files as phones and scanners send them."""

from __future__ import annotations

import io
from datetime import date, datetime
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from licensing.actions.dogs import DogFacts
from licensing.actions.papers import RabiesCertificateFacts
from licensing.actions.people import OwnerFacts
from tests.factories import NEW_YORK

AT = datetime(2026, 6, 15, 10, 0, tzinfo=NEW_YORK)


def owner_facts(**changes: Any) -> OwnerFacts:
    """Someone new in town."""
    given: dict[str, Any] = {
        "first_name": "Nora",
        "last_name": "Newcomer",
        "street": "7 Reagans Mill Road",
        "city": "Dover Plains",
        "state": "NY",
        "zip_code": "12522",
    }
    return OwnerFacts(**given | changes)


def dog_facts(**changes: Any) -> DogFacts:
    """A dog like many."""
    given: dict[str, Any] = {"name": "Bella", "sex": "female", "breed": "Beagle", "color": "brown"}
    return DogFacts(**given | {"born": date(2023, 4, 1)} | changes)


def certificate_facts(**changes: Any) -> RabiesCertificateFacts:
    """A certificate of three years."""
    given: dict[str, Any] = {
        "vaccinated_on": date(2026, 1, 10),
        "expires": date(2029, 1, 10),
        "veterinarian": "Dr. J. Reyes",
    }
    return RabiesCertificateFacts(**given | changes)


def picture(kind: str = "JPEG", size: tuple[int, int] = (40, 30)) -> bytes:
    """A small photograph."""
    written = io.BytesIO()
    Image.new("RGB", size, "olive").save(written, kind)
    return written.getvalue()


def pdf() -> bytes:
    """A PDF of one empty page."""
    body = (
        b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
        b"2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n"
        b"3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>\nendobj\n"
    )
    places = [body.index(b"%d 0 obj" % number) for number in (1, 2, 3)]
    table = b"xref\n0 4\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    return body + table + b"trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(body)


def upload(content: bytes, name: str, said: str) -> SimpleUploadedFile:
    """The content under a name, with the type that the sender says."""
    return SimpleUploadedFile(name, content, content_type=said)
