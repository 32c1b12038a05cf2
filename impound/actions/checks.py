"""What every act of the pound checks: the town, whether the dog is still held, times and words that can be.

Locking: the seizure first, so that one act at a time is done about one dog; then the dog of record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime

from django.utils import timezone

from impound.facts import standing_end, standing_forfeiture
from impound.models import End, Forfeiture, Hold, Notice, Seizure
from office.models import Town, User
from office.refusals import Refused, refuse
from ordinances.answers import Refusal

RULE = "Office rule"


def town_of(by: User) -> Town:
    """The town that a member of staff works for."""
    if by.town is None:
        raise refuse("no_town", "Only staff of a town do this.")
    return by.town


def lock_seizure(seizure: Seizure, by: User) -> Seizure:
    """The seizure as it is now, held to the end of the transaction; Refused when it is another town's."""
    Seizure.objects.select_for_update(no_key=True).only("pk").get(pk=seizure.pk)
    locked = Seizure.objects.select_related("town", "dog__owner", "owner").get(pk=seizure.pk)
    if locked.town_id != by.town_id:
        raise refuse("other_town", "This dog is in another town's pound.")
    return locked


def lock_held(seizure: Seizure, by: User) -> Seizure:
    """``lock_seizure`` for what is only for a dog that is still in the town's hands."""
    locked = lock_seizure(seizure, by)
    refuse_if_ended(locked)
    return locked


def refuse_if_ended(seizure: Seizure) -> None:
    """Refuse what is only for a dog that is still in the town's hands."""
    end = standing_end(seizure)
    if end is not None:
        ended = f"{end.get_kind_display().lower()} on {timezone.localdate(end.at)}"
        raise refuse("not_held", f"The dog is no longer held: {ended}. If that is wrong, withdraw that end first.")


def refuse_if_forfeited(seizure: Seizure) -> None:
    """Refuse what would move the clock on which the owner's title was declared forfeit."""
    forfeiture = standing_forfeiture(seizure)
    if forfeiture is not None:
        message = f"The title was declared forfeit on {forfeiture.on} by the days as they were: withdraw that first."
        raise refuse("forfeited_already", message)


def refuse_all(found: Iterable[Refusal]) -> None:
    """Raise Refused with all that was found, if anything was."""
    refusals = tuple(found)
    if refusals:
        raise Refused(*refusals)


def missing(given: Mapping[str, tuple[str, str]]) -> Iterable[Refusal]:
    """A refusal for each field that is empty: ``{"proof": (facts.proof, "Say who served it.")}``."""
    for about, (value, message) in given.items():
        if not value.strip():
            yield Refusal("missing", RULE, message, about)


def impossible_time(when: datetime, *, seized_at: datetime | None, at: datetime, about: str) -> Iterable[Refusal]:
    """A refusal for a time that is yet to come, or that lies before the dog was seized."""
    if when > at:
        yield Refusal("impossible_date", RULE, "This time is yet to come.", about)
    elif seized_at is not None and when < seized_at:
        message = f"The dog was seized at {timezone.localtime(seized_at):%Y-%m-%d %H:%M}, after this."
        yield Refusal("impossible_date", RULE, message, about)


def impossible_day(day: date, *, since: date | None, at: datetime, about: str) -> Iterable[Refusal]:
    """A refusal for a day that is yet to come, or that lies before the day ``since``."""
    if day > timezone.localdate(at):
        yield Refusal("impossible_date", RULE, "This day is yet to come.", about)
    elif since is not None and day < since:
        yield Refusal("impossible_date", RULE, f"This day is before {since}.", about)


def reason_given(reason: str) -> str:
    """The reason, without blanks around it; Refused where there is none."""
    if not reason.strip():
        raise refuse("no_reason", "Say why: the reason is kept with the record.", about="reason")
    return reason.strip()


def refuse_withdrawn(because: str, reason: str) -> None:
    """Refuse to withdraw for another reason what was withdrawn already; the same form sent again is let through."""
    if because != reason:
        raise refuse("withdrawn_already", f"This was withdrawn already: {because}.")


def mark_withdrawn(row: Notice | Hold | Forfeiture | End, because: str, at: datetime) -> None:
    """Write on the locked row that it was mistaken, since when and why."""
    row.withdrawn_at, row.withdrawn_because = at, because
    row.save(update_fields=["withdrawn_at", "withdrawn_because"])
