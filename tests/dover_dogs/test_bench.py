"""The register that `make bench` measures is like one that was kept at the counter."""

from __future__ import annotations

from typing import Any

from django.db import connection

from licensing.models import Dog, DueEntry, License, LikelyPair, SearchEntry, Spelling
from office.models import Town, User
from tests.bench.load import load

KEPT = {SearchEntry: "owner", DueEntry: "dog", LikelyPair: "kind, first, second", Spelling: "town, word"}
"""What triggers keep, and by what it is sorted here."""


def kept() -> dict[str, list[dict[str, Any]]]:
    return {
        model.__name__: [
            {name: value for name, value in row.items() if name != "id"}
            for row in model._default_manager.order_by(*by.split(", ")).values()
        ]
        for model, by in KEPT.items()
    }


def test_its_lists_are_those_that_the_triggers_would_have_made(dover: Town, chestertown: Town, clerk: User) -> None:
    load(600, town=dover, other=chestertown, by=clerk.pk)
    loaded = kept()
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM licensing_spelling")
        cursor.execute("SELECT search_refresh(id), spellings_keep(id), pairs_refresh_owner(id) FROM licensing_owner")
        cursor.execute("SELECT due_refresh(id), pairs_refresh_dog(id) FROM licensing_dog")
    assert all(loaded.values())
    assert kept() == loaded


def test_it_has_about_as_many_dogs_as_asked_and_licenses_of_all_states(
    dover: Town, chestertown: Town, clerk: User
) -> None:
    load(1000, town=dover, other=chestertown, by=clerk.pk)
    assert 900 < Dog.objects.count() < 1200
    today = Dog.objects.of(dover).count()
    states = {row.state(clerk.date_joined.date()) for row in License.objects.filter(town=dover)}
    assert 600 < today < 1000
    assert {"in force", "expired"} <= states
