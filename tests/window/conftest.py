"""The window's tests count questions from nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from pytest_django import Settings


@pytest.fixture(autouse=True)
def fresh_counts(settings: Settings) -> Iterator[None]:
    """A cache of the test's own."""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "window"}}
    cache.clear()
    yield
    cache.clear()
