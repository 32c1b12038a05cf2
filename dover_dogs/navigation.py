"""What the page's header offers to whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from office.models import ROLES


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the header, and the roles that see it."""

    label: str
    address: str
    roles: frozenset[str]
    license_kind: str = ""
    """A kind of license without which the town has no use for the entry."""
    asks: str = ""
    """What the license page must ask in the town, or else it has no use for the entry."""
    intro: str = ""
    """What is done there; the page More says it."""


BEHIND = frozenset({"manager", "inspector"})
"""Who has work behind the counter."""
ENTRIES = (
    Entry("Counter", "/counter/", frozenset(ROLES)),
    Entry("Due", "/licenses/due/", frozenset(ROLES)),
    Entry("Pound", "/pound/", frozenset(ROLES)),
    Entry("Adoptions", "/adoptions/", frozenset(ROLES)),
    Entry("Tags", "/tags/", frozenset({"clerk", "manager"})),
    Entry("Kennels", "/businesses/", frozenset(ROLES), "kennel"),
    Entry("Enumerations", "/enumerations/", frozenset(ROLES), asks="enumeration"),
    Entry("Duplicates", "/duplicates/", frozenset(ROLES)),
    Entry("More", "/more/", BEHIND),
)
MORE = (
    Entry(
        "Public records",
        "/records/public/",
        BEHIND,
        intro="What anybody may ask for, as CSV: no telephone, no e-mail, no medical facts, nobody confidential.",
    ),
    Entry(
        "Take a register over",
        "/register/",
        frozenset({"manager"}),
        intro="People, dogs and licenses from a CSV or Excel file of the program used before; tried first.",
    ),
    Entry(
        "Everything of the town",
        "/register/export/",
        BEHIND,
        intro="The register and all records of the town in one zip file, to keep or to hand over to another office.",
    ),
    Entry(
        "Office set-up",
        "/admin/",
        frozenset({"manager"}),
        intro="Resolutions and fees, closed days, staff, boxes of tags, and what heads the papers.",
    ),
)
"""What is done now and then, and by few."""


def navigation(request: HttpRequest) -> dict[str, Any]:
    """For templates: ``entries`` of the signed-in person's roles, each with whether it is the page's own."""
    return {"navigation": lambda: list(entries_for(request))}


def entries_for(request: HttpRequest) -> list[dict[str, Any]]:
    """The header's entries for whoever asks; none for a stranger."""
    behind = any(request.path.startswith(entry.address) for entry in MORE)
    return [
        {
            "label": entry.label,
            "address": entry.address,
            "current": request.path.startswith(entry.address) or (behind and entry.address == "/more/"),
        }
        for entry in open_to(request, ENTRIES)
    ]


def open_to(request: HttpRequest, entries: Iterable[Entry]) -> list[Entry]:
    """Those of the entries that are for whoever asks, in the town as its law stands."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return []
    law = user.town.ordinance(timezone.localdate()) if user.town else None
    kinds, asks = (law.license_kinds, law.asks) if law else ({}, frozenset())
    return [
        entry
        for entry in entries
        if user.is_superuser or user.has_role(*entry.roles)
        if not entry.license_kind or entry.license_kind in kinds
        if not entry.asks or entry.asks in asks
    ]
