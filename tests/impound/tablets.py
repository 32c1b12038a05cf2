"""A tablet, for the tests: what it sends, and what it is told."""

from __future__ import annotations

import json
import uuid
from typing import Any

from django.test import Client

from office.models import User
from tests.licensing.cases import picture, upload
from tests.licensing.issuing import noon


def record(by: User, kind: str = "seizure", **changes: Any) -> dict[str, Any]:
    """What a tablet sends of a tan hound taken on Route 22 this morning, or of a talk on the road."""
    fields: dict[str, Any] = {"at": "2026-06-15T09:40", "place": "Route 22"}
    if kind == "seizure":
        fields |= {"grounds": ["unlicensed"], "course": "impounded", "breed": "Hound", "color": "tan", "sex": ""}
    else:
        fields |= {"told": "A tan hound", "note": "Spoke with the neighbor."}
    identity = str(uuid.uuid4())
    made = {"id": identity, "occasion": identity, "kind": kind, "by": by.pk, "written_at": noon().isoformat()}
    return made | {"fields": fields | changes, "seen": None, "signature": ""}


def sent(client: Client, said: dict[str, Any]) -> dict[str, Any]:
    """What the office answers to the record."""
    answer: dict[str, Any] = client.post("/field/send", json.dumps(said), content_type="application/json").json()
    return answer


def photographed(client: Client, of: str, *, photo: str = "", **file: Any) -> dict[str, Any]:
    """What the office answers to a photograph of the record."""
    data = upload(**{"content": picture(), "name": "dog.jpg", "said": "image/jpeg"} | file)
    answer: dict[str, Any] = client.post(
        "/field/photos", {"id": photo or str(uuid.uuid4()), "record": of, "photo": data}
    ).json()
    return answer
