"""What the pound's papers say, kept with their records so that a reprint is the same."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import date
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from impound.codes import statement_code
from impound.facts import custody_of
from impound.models import Arrival, Notice, Seizure, Statement
from ordinances import facts as law
from ordinances.ordinance import Ordinance

_HOW: dict[str, law.HowNotified] = {Notice.How.PERSONAL: "personal", Notice.How.MAIL: "mail"}


def letter(seizure: Seizure, *, how: str, on: date, told: str, address: str) -> dict[str, Any]:
    """The words of the letter: whose dog, seized when and why, where it is, and until when it can be redeemed.

    The days are those that this notice starts, with the notices before it.
    """
    ordinance = seizure.town.ordinance(seizure.seized_on)
    custody = custody_of(seizure)
    hold = ordinance.hold(replace(custody, notices=(*custody.notices, law.Notice(_HOW[how], on))))
    grounds = [ordinance.seizure_grounds[code] for code in seizure.grounds if code in ordinance.seizure_grounds]
    arrival = Arrival.objects.filter(seizure=seizure).first()
    days = {name: getattr(hold, name) for name in ("last_day", "pay_by", "available_from")}
    return {
        "town": seizure.town.heading,
        "number": seizure.number,
        "on": on.isoformat(),
        "owner": {"name": told, "address": address},
        "dog": {"called": seizure.called, "description": seizure.description, "tag": seizure.tag_read},
        "seized_at": timezone.localtime(seizure.seized_at).isoformat(),
        "where": seizure.where,
        "grounds": [{"words": each.words, "citation": each.citation, "text": each.text} for each in grounds],
        "shelter": arrival.shelter if arrival else "",
        "clerk": ordinance.words.clerk,
        "officer": ordinance.words.officer,
        "to_redeem": [asdict(each) for each in ordinance.to_redeem],
        **{name: day.isoformat() if day else None for name, day in days.items()},
        "citation": hold.citation,
        "because": hold.because,
    }


def statement(made: Statement, ordinance: Ordinance) -> dict[str, Any]:
    """The words of the officer's statement: which dog, how long, what its care cost, and what the law says of it."""
    seizure = made.seizure
    arrival = Arrival.objects.filter(seizure=seizure).first()
    costs = {ordinance.costs[name]: getattr(made, name) for name in ordinance.costs}
    rule = ordinance.statement
    code = statement_code(made.town, made.number)
    return {
        "town": made.town.heading,
        "number": made.number,
        "seizure": seizure.number,
        "dog": {"called": _called(seizure), "description": seizure.description, "tag": seizure.tag_read},
        "owner": seizure.owner.name if seizure.owner else "",
        "seized_at": timezone.localtime(seizure.seized_at).isoformat(),
        "arrived_at": timezone.localtime(arrival.at).isoformat() if arrival else "",
        "shelter": arrival.shelter if arrival else "",
        "days": made.days,
        "costs": [{"label": label, "amount": str(cost)} for label, cost in costs.items() if cost is not None],
        "costs_billed": bool(ordinance.costs),
        "rule": {"words": rule.words, "citation": rule.citation, "text": rule.text},
        "clerk": ordinance.words.clerk,
        "officer": ordinance.words.officer,
        "by": made.by.get_full_name() or made.by.get_username(),
        "code": code,
        "address": settings.PUBLIC_URL + reverse("statement_open") + f"?code={code}",
    }


def _called(seizure: Seizure) -> str:
    return seizure.dog.name if seizure.dog else seizure.called
