"""Notices to the owner, in person or by certified letter: each with its proof, each moves the clock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date, datetime
from uuid import UUID

from impound.actions.checks import (
    RULE,
    impossible_day,
    lock_held,
    mark_withdrawn,
    missing,
    reason_given,
    refuse_all,
    refuse_if_forfeited,
    refuse_withdrawn,
)
from impound.models import Notice, Seizure
from impound.printed import letter
from licensing.scans import Upload, keep
from office.acts import act
from office.models import User
from office.sent import once
from ordinances.answers import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeFacts:
    """How and on which day who was told, and what proves it; of a certified letter, its address and number too."""

    how: str
    on: date
    told: str
    proof: str
    address: str = ""
    certified_number: str = ""


@act
def serve_notice(
    *, seizure: Seizure, facts: NoticeFacts, key: UUID, by: User, at: datetime, scan: Upload | None = None
) -> Notice:
    """Record that the owner was told of the seizure, with the words of the letter; the clock runs from it.

    ``key`` is the form's one-time key. Raises Refused without proof, for a day before the seizure or to come, and once
    the title is forfeit.
    """

    def make() -> Notice:
        locked = lock_held(seizure, by)
        refuse_if_forfeited(locked)
        refuse_all([*_refused(facts), *impossible_day(facts.on, since=locked.seized_on, at=at, about="on")])
        return Notice.objects.create(
            seizure=locked,
            **asdict(facts),
            scan=keep(scan, town=locked.town, at=at) if scan else None,
            letter=letter(locked, how=facts.how, on=facts.on, told=facts.told, address=facts.address),
            by=by,
            at=at,
        )

    return once(seizure.town, key, Notice, make)


@act
def withdraw_notice(*, notice: Notice, reason: str, by: User, at: datetime) -> Notice:
    """Withdraw a notice that was none, for a reason: the clock runs as if it had not been served."""
    because = reason_given(reason)
    seizure = lock_held(notice.seizure, by)
    locked = Notice.objects.select_for_update().get(pk=notice.pk)
    if locked.withdrawn_at is not None:
        refuse_withdrawn(locked.withdrawn_because, because)
        return locked
    refuse_if_forfeited(seizure)
    mark_withdrawn(locked, because, at)
    return locked


def _refused(facts: NoticeFacts) -> Iterable[Refusal]:
    """A way of telling that the law does not know, and what is missing."""
    if facts.how not in Notice.How.values:
        yield Refusal("no_such_notice", RULE, "A notice is served in person or by certified mail.", "how")
    yield from missing(
        {
            "told": (facts.told, "Say who was told, or to whom the letter went."),
            "proof": (facts.proof, "Say what proves it: who served it, what was signed."),
        }
    )
    if facts.how == Notice.How.MAIL:
        yield from missing(
            {
                "address": (facts.address, "Say where the letter went."),
                "certified_number": (facts.certified_number, "Write the number of the certified letter."),
            }
        )
