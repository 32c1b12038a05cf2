"""What a notice to the owner says, kept with the notice so that a reprint is the same."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from django.utils import timezone

from impound.facts import custody_of
from impound.models import Arrival, Notice, Seizure
from ordinances import facts as law

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
        **{name: day.isoformat() if day else None for name, day in days.items()},
        "citation": hold.citation,
        "because": hold.because,
    }
