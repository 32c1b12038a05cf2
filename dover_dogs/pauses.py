"""Keeps a request from waiting: pages and templates are loaded before it, and circular garbage is sought after it."""

from __future__ import annotations

import gc
from pathlib import Path

from django.core.signals import request_finished
from django.template import Engine
from django.template.loader import get_template
from django.urls import get_resolver

NEW_OBJECTS = 100_000
"""So many new objects within one request before Python looks through them by itself; a page makes 20,000."""
TURNS = 10
"""Of so many searches one looks at what outlived the earlier ones, too, and of as many of those one at everything."""


def load_pages() -> None:
    """Load every page and every template of ours now, not with the first request that asks for it."""
    get_resolver().check()
    for directory in Engine.get_default().dirs:
        for template in Path(directory).rglob("*.html"):
            get_template(template.relative_to(directory).as_posix())


def spare_requests() -> None:
    """Set aside what is loaded now, which stays to the end, and look for garbage when an answer has been sent.

    By itself Python looks in the middle of a request, keeps all that the request is using for later, and then now and
    again stops one for 300 ms.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, TURNS, TURNS)
    request_finished.connect(clear_away, dispatch_uid=clear_away)


def clear_away(**_: object) -> None:
    """Free the circular garbage of the request that has just ended."""
    young, old = gc.get_count()[1:]
    gc.collect(2 if old > TURNS else 1 if young > TURNS else 0)
