"""Taking times and telling them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from statistics import quantiles
from time import perf_counter

from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from office.models import Town


@dataclass(frozen=True, slots=True)
class Timing:
    """What was timed, and its p50 and p95 in milliseconds."""

    name: str
    p50: float
    p95: float


def timed(name: str, *calls: Callable[[], object], rounds: int = 20) -> Timing:
    """Call each of them so many times, after one call that warms up."""
    taken = []
    for call in calls:
        call()
        for _ in range(rounds):
            begun = perf_counter()
            call()
            taken.append((perf_counter() - begun) * 1000)
    cuts = quantiles(taken, n=20)
    return Timing(name, cuts[9], cuts[18])


def bare_page(_request: HttpRequest, pk: int) -> HttpResponse:
    """One indexed query and its answer."""
    return HttpResponse(Town.objects.get(pk=pk).name)


urlpatterns = [path("bare/<int:pk>/", bare_page)]


def bare(town: Town) -> Timing:
    """A bare Django page that runs one indexed query: no middleware, no template, no session."""
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[]):
        client = Client(headers={"host": "localhost"})
        return timed("bare page, one indexed query", partial(client.get, f"/bare/{town.pk}/"), rounds=400)


def report(base: Timing, timings: Iterable[Timing]) -> None:
    """A line for each, with the ratio of its p95 to that of the bare page."""
    for timing in timings:
        ratio = timing.p95 / base.p95
        sys.stdout.write(f"{timing.name:34} p50 {timing.p50:8.1f} ms  p95 {timing.p95:8.1f} ms  {ratio:7.1f} x bare\n")
        sys.stdout.flush()
