"""What a tablet sends: a record as JSON, with the identity that the tablet gave it."""

from __future__ import annotations

import base64
import binascii
import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware

from licensing.scans import Upload, read_upload

_PNG = "data:image/png;base64,"


@dataclass(frozen=True, slots=True)
class Sent:
    """A record from a tablet: who wrote it and when, what is in its form, and what the tablet knew of the dog."""

    id: UUID
    occasion: UUID
    kind: str
    by: int
    written_at: datetime
    fields: dict[str, Any]
    seen: dict[str, Any] | None
    signature: str

    def signed(self) -> Upload | None:
        """The signature drawn on the tablet, if there is one; Refused when it is no picture."""
        if not self.signature:
            return None
        content = base64.b64decode(self.signature.removeprefix(_PNG))
        return read_upload(SimpleUploadedFile("signature.png", content, "image/png"))


def read_record(body: bytes) -> Sent:
    """The record in a request's body; ValueError when it is none."""
    try:
        said = json.loads(body)
        written_at = parse_datetime(said["written_at"])
        sent = Sent(
            id=UUID(said["id"]),
            occasion=UUID(said["occasion"]),
            kind=str(said["kind"]),
            by=int(said["by"]),
            written_at=written_at or datetime.min,  # noqa: DTZ901  (refused below)
            fields=dict(said["fields"]),
            seen=said.get("seen") if isinstance(said.get("seen"), dict) else None,
            signature=str(said.get("signature") or ""),
        )
        base64.b64decode(sent.signature.removeprefix(_PNG), validate=True)
    except (KeyError, TypeError, AttributeError, binascii.Error, RecursionError) as error:
        raise ValueError("no record") from error
    if not is_aware(sent.written_at):
        raise ValueError("a time without its zone")
    return sent
