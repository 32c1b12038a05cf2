"""Visits of dogs from elsewhere, as the law asks about them, and how long the law exempts such a dog."""

from __future__ import annotations

from datetime import date, timedelta
from typing import cast

from licensing.models import Visit
from ordinances import facts
from ordinances.answers import Requirement
from ordinances.days import ONE_DAY
from ordinances.ordinance import Ordinance


def visitor_fact(visit: Visit | None) -> facts.Visitor | None:
    """The visit as the law asks."""
    if visit is None:
        return None
    return facts.Visitor(visit.arrived, cast("facts.Home", visit.home), bool(visit.permission))


def exemption(visit: Visit, *, law: Ordinance) -> tuple[date | None, Requirement]:
    """The last day on which the law exempts a grown dog on this visit (None: not even the first), and its answer."""
    answer = law.license_required(facts.Presence(visit.arrived, facts.Dog(), visitor=visitor_fact(visit)))
    if answer.required or answer.since is None:
        return None, answer
    return answer.since - ONE_DAY, answer


def within_a_year(day: date, *, of: date) -> bool:
    """Whether the two days are no more than a year apart: what is further is a year typed wrong."""
    return abs(day - of) <= timedelta(days=366)
