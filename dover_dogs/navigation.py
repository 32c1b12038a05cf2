"""What the page's header offers to whom."""

from __future__ import annotations

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


ENTRIES = (
    Entry("Counter", "/counter/", frozenset(ROLES)),
    Entry("Due", "/licenses/due/", frozenset(ROLES)),
    Entry("Pound", "/pound/", frozenset(ROLES)),
    Entry("Adoptions", "/adoptions/", frozenset(ROLES)),
    Entry("Duplicates", "/duplicates/", frozenset(ROLES)),
    Entry("Public records", "/records/public/", frozenset({"manager", "inspector"})),
    Entry("Export", "/register/export/", frozenset({"manager", "inspector"})),
    Entry("Kennels and pet shops", "/businesses/", frozenset(ROLES), "kennel"),
    Entry("Enumerations", "/enumerations/", frozenset(ROLES), asks="enumeration"),
    Entry("Tags", "/tags/", frozenset({"clerk", "manager"})),
    Entry("Register", "/register/", frozenset({"manager"})),
    Entry("Set-up", "/admin/", frozenset({"manager"})),
)


def navigation(request: HttpRequest) -> dict[str, Any]:
    """For templates: ``entries`` of the signed-in person's roles, each with whether it is the page's own."""
    return {"navigation": lambda: list(entries_for(request))}


def entries_for(request: HttpRequest) -> list[dict[str, Any]]:
    """The header's entries for whoever asks; none for a stranger."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return []
    law = user.town.ordinance(timezone.localdate()) if user.town else None
    kinds, asks = (law.license_kinds, law.asks) if law else ({}, frozenset())
    return [
        {"label": entry.label, "address": entry.address, "current": request.path.startswith(entry.address)}
        for entry in ENTRIES
        if user.is_superuser or user.has_role(*entry.roles)
        if not entry.license_kind or entry.license_kind in kinds
        if not entry.asks or entry.asks in asks
    ]
