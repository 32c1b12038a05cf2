"""Many stories told side by side in the order of time, as they would come to one counter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from heapq import heappop, heappush

Story = Iterator[datetime]
"""Yields the moment at which it goes on; what it then does happens at that moment."""


def tell(stories: Iterable[Story], *, until: datetime) -> None:
    """Let every story happen up to the moment ``until``; ValueError for a story that goes back in time."""
    waiting: list[tuple[datetime, int, Story]] = []
    for number, story in enumerate(stories):
        _wait(waiting, number, story, datetime.min.replace(tzinfo=until.tzinfo))
    while waiting:
        moment, number, story = heappop(waiting)
        if moment < until:
            _wait(waiting, number, story, moment)


def _wait(waiting: list[tuple[datetime, int, Story]], number: int, story: Story, now: datetime) -> None:
    """Let the story happen up to its next moment, and queue it for that."""
    moment = next(story, None)
    if moment is None:
        return
    if moment < now:
        raise ValueError(f"story {number} goes back from {now} to {moment}")
    heappush(waiting, (moment, number, story))
