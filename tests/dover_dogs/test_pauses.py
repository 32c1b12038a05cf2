"""Circular garbage is freed when an answer has been sent, and a page is loaded before the first request for it."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest
from django.core.signals import request_finished
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.test import Client, override_settings
from django.urls import path

from dover_dogs.pauses import TURNS, clear_away, load_pages, spare_requests


class Circle:
    """Refers to itself, as a dog and its owner do to each other."""

    def __init__(self) -> None:
        self.itself = self


made: list[weakref.ref[Circle]] = []


def page(_request: HttpRequest) -> HttpResponse:
    """Leaves circular garbage behind."""
    made.append(weakref.ref(Circle()))
    return HttpResponse("A page")


urlpatterns = [path("page/", page)]


@pytest.fixture(autouse=True)
def _as_the_server_does() -> Iterator[None]:
    before = gc.get_threshold()
    spare_requests()
    yield
    request_finished.disconnect(dispatch_uid=clear_away)
    gc.set_threshold(*before)
    gc.unfreeze()
    made.clear()


@override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[])
def test_the_garbage_of_a_request_is_freed_when_it_has_ended() -> None:
    for _ in range(3):
        Client().get("/page/")
    assert [circle() for circle in made] == [None, None, None]


def test_what_outlived_earlier_searches_is_freed_in_its_turn() -> None:
    kept = Circle()
    old = weakref.ref(kept)
    clear_away()  # kept is in use, and no longer young
    del kept
    clear_away()
    assert old() is not None
    for _ in range(TURNS + 1):
        clear_away()
    assert old() is None


def test_what_was_loaded_is_not_looked_at_again() -> None:
    assert gc.get_freeze_count() > 10_000


def test_every_template_is_compiled_before_it_is_asked_for() -> None:
    loader = engines["django"].engine.template_loaders[0]  # type: ignore[attr-defined]  # Django's own engine
    loader.reset()
    load_pages()
    assert len(loader.get_template_cache) > 100
