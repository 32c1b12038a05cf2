"""The set-up for the tests: addresses, and what its forms send."""

from __future__ import annotations

from typing import Any

from django.test import Client

from tests.factories import SAMPLE_AMOUNTS

FEES = "/admin/office/resolution/add/?subject=license_fees"
POUND = "/admin/office/resolution/add/?subject=impoundment"
CLOSINGS = "/admin/office/closedday/"
STAFF = "/admin/office/user/"
BOXES = "/admin/licensing/tagbox/"


def resolution_sent(**wanted: str) -> dict[str, str]:
    """A resolution on license fees as the form sends it."""
    return {"number": "7-2026", "adopted_on": "2026-06-10", "in_force_from": "2026-07-01"} | SAMPLE_AMOUNTS | wanted


def box_sent(**wanted: str) -> dict[str, str]:
    """A box of a hundred tags as the form sends it."""
    return {"first": "1", "last": "100", "received_on": "2026-06-01"} | wanted


def person_sent(**wanted: Any) -> dict[str, Any]:
    """A clerk as the form sends them."""
    plain = {"username": "new.clerk", "first_name": "Nora", "last_name": "Clerk", "email": "", "roles": ["clerk"]}
    return plain | wanted


def errors(client: Client, address: str, sent: dict[str, Any]) -> dict[str, list[str]]:
    """What a refused form says, by field; it comes back with status 200 and what was typed."""
    response = client.post(address, sent)
    assert response.status_code == 200, response.status_code
    return dict(response.context["adminform"].form.errors)
