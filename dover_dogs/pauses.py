"""Keeps the collector of circular garbage from stopping a request: once all is loaded, it need not look there again."""

from __future__ import annotations

import gc

NEW_OBJECTS = 20_000
"""So many new objects before the youngest are looked through; Python's own 700 comes several times a page."""


def spare_what_is_loaded() -> None:
    """Set aside what is loaded now, which stays to the end, so that a full collection (100 ms) has little to walk."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, 20, 20)
