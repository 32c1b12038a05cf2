"""The pages that read: the counter with its rows, the due list, an owner."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from django.test import Client

from licensing.models import Owner
from office.models import Town, User
from tests.bench.timing import Timing, timed


def section(town: Town, clerk: User) -> Iterator[Timing]:
    """Each page as the clerk gets it, from the address to the last byte."""
    client = Client(headers={"host": "localhost"})
    client.force_login(clerk)
    owner = Owner.objects.of(town).first()
    if owner is None:
        raise AssertionError("the loader makes owners")
    addresses = {
        "counter page, 20 owners": "/counter/?q=smith",
        "counter page, one owner": f"/counter/?q={owner.telephone[-8:]}",
        "owner page": f"/owners/{owner.pk}/",
        "due list, first page": "/licenses/due/",
        "due list, expired by name": "/licenses/due/?state=expired&sort=name",
    }
    for name, address in addresses.items():
        yield timed(name, partial(client.get, address))
