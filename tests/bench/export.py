"""The export of everything of a town: how long it takes, and how much memory."""

from __future__ import annotations

import sys
from pathlib import Path
from resource import getpagesize
from time import perf_counter

from django.utils import timezone

from licensing.exports import exported
from office.models import Town

MEGABYTE = 1_000_000
MEMORY = Path("/proc/self/statm")
"""What this process holds, in pages: the second number is that in memory."""


def held() -> int:
    """So many bytes of memory this process holds now."""
    return int(MEMORY.read_text().split()[1]) * getpagesize()


def tell(town: Town) -> None:
    """Read the whole file, keep none of it, and print its size, its time, and the most memory it took meanwhile."""
    before, begun = held(), perf_counter()
    size, most = 0, before
    for piece in exported(town, at=timezone.now(), scans=False):
        size, most = size + len(piece), max(most, held())
    seconds, more = perf_counter() - begun, (most - before) / MEGABYTE
    sys.stdout.write(f"export: {size / MEGABYTE:,.0f} MB in {seconds:,.0f} s, {more:,.1f} MB of memory at most\n")
