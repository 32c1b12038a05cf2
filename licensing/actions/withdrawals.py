"""Withdrawing a paper that was misfiled or mistyped: it counts no more, and remains to be seen with its scan.

Locking: the dog, then the paper. A license that stands on the paper stays as it is: the clerk is told what follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from licensing.actions.checks import lock_dog
from licensing.charges import charges_of, total_of
from licensing.facts import Asked, price
from licensing.models import AlterationProof, License, Paper, RabiesCertificate, RabiesStatement, WorkingProof
from office.acts import act
from office.models import User
from office.refusals import refuse
from office.sent import once

_COLUMN: dict[type[Paper], str] = {
    RabiesCertificate: "rabies_certificate",
    RabiesStatement: "rabies_statement",
    AlterationProof: "alteration_proof",
    WorkingProof: "working_proof",
}
_STAYS = "It stays as it is until it is corrected or voided"


@act
def withdraw_paper(*, paper: Paper, reason: str, key: UUID, by: User, at: datetime) -> Paper:
    """Take a paper off the file, with the reason; it is kept. ``key`` is the form's one-time key.

    Raises Refused without a reason, or for a paper that was withdrawn already.
    """
    kind = type(paper)

    def make() -> Paper:
        lock_dog(paper.dog, by)
        locked: Paper = kind.ever.select_for_update().get(pk=paper.pk)
        if locked.withdrawn_at is not None:
            raise refuse("withdrawn_already", f"It was withdrawn already: {locked.withdrawn_because}")
        if not reason.strip():
            raise refuse("no_reason", "Say what was wrong: it stands beside the paper from now on.", about="reason")
        locked.withdrawn_at, locked.withdrawn_because = at, reason.strip()
        locked.save(update_fields=["withdrawn_at", "withdrawn_because"])
        return locked

    return once(paper.dog.town, key, kind, make)


def standing_on(paper: Paper, on: date) -> list[License]:
    """The licenses that stand on the paper and are not over."""
    rows = License.objects.standing().filter(**{_COLUMN[type(paper)]: paper.pk}).select_related("dog__owner", "town")
    return [license_ for license_ in rows if license_.last_day >= on]


def what_follows(paper: Paper, on: date) -> Iterator[tuple[str, str]]:
    """Of each license that stands on the paper: what the law would have said without it, and by which section."""
    for license_ in standing_on(paper, on):
        first_day = timezone.localdate(license_.issued_at)
        asked = _as_issued(license_)
        given: dict[str, Any] = {"town": license_.town, "on": first_day, "instead_of": license_}
        quote, before = price(_without(paper, asked), **given).quote, price(asked, **given).quote
        charged = total_of(charges_of(license_))
        name = f"License {license_.number} stands on it"
        for refusal in (each for each in quote.refusals if each not in before.refusals):
            yield f"{name}, and would be refused without it: {refusal.message.rstrip('.')}. {_STAYS}.", refusal.citation
        if not quote.refusals and quote.total != charged:
            yield f"{name}: without it, it would have cost ${quote.total}, not ${charged}. {_STAYS}.", ""
        elif not set(quote.refusals) - set(before.refusals):
            yield f"{name}, and would be the same on the other papers on file.", ""


def _as_issued(license_: License) -> Asked:
    """What the license was asked for, on its own papers."""
    years = max(1, round((license_.expires - license_.starts).days / 365))
    return Asked(
        dog=license_.dog,
        period=license_.license_year or years,
        rabies=license_.rabies_certificate or license_.rabies_statement,
        alteration=license_.alteration_proof,
        working=license_.working_proof,
    )


def _without(paper: Paper, asked: Asked) -> Asked:
    """The same, on the papers of the dog that are left."""
    dog = asked.dog
    if isinstance(paper, AlterationProof):
        return replace(asked, alteration=next((each for each in dog.alterationproofs.all() if each != paper), None))
    if isinstance(paper, WorkingProof):
        return replace(asked, working=next((each for each in dog.workingproofs.all() if each != paper), None))
    certificate = next((each for each in dog.rabiescertificates.all() if each != paper), None)
    statement = next((each for each in dog.rabiesstatements.all() if each != paper), None)
    return replace(asked, rabies=certificate or statement)
