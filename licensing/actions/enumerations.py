"""Enumerations: a count of dogs is opened, streets are walked, dogs are found; a license settles what was found.

Locking: the dog first, then the enumeration.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.utils import timezone

from licensing.actions.checks import lock_dog, refuse_if_gone
from licensing.actions.people import lock_register
from licensing.enumerations import standing_of, why_none
from licensing.keys import key as search_key
from licensing.models import Dog, Enumeration, EnumerationStreet, Finding, License
from licensing.visits import within_a_year
from office.acts import act
from office.models import Town, User
from office.refusals import Refused, refuse
from office.sent import once
from ordinances.answers import Quote
from ordinances.money import ZERO


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is counted, from which day on, and in which streets."""

    name: str
    starts_on: date
    streets: Sequence[str]
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the enumerator met at a house: a dog on record, or one as described and whose it is, as told."""

    house: str
    found_on: date
    dog: Dog | None = None
    description: str = ""
    person: str = ""


@act
def open_enumeration(*, town: Town, plan: Plan, key: UUID, by: User, at: datetime) -> Enumeration:
    """Open a count of the town's dogs in these streets; ``key`` sent again finds the one it made.

    Raises Refused where the law has no enumeration, without a street, and for a name that another one has.
    """

    def make() -> Enumeration:
        lock_register(town)
        on = timezone.localdate(at)
        if refusals := why_none(town, on):
            raise Refused(*refusals)
        _refuse_plan(town, plan, on)
        opened = Enumeration.objects.create(
            town=town, name=plan.name, starts_on=plan.starts_on, note=plan.note, by=by, at=at
        )
        _add(opened, plan.streets)
        return opened

    return once(town, key, Enumeration, make)


@act
def add_streets(*, enumeration: Enumeration, streets: Sequence[str], by: User, at: datetime) -> int:
    """Add streets that were forgotten; answers how many were not there yet. Raises Refused once it is closed."""
    return _add(_lock(enumeration, by), streets)


@act
def record_finding(*, street: EnumerationStreet, found: Found, key: UUID, by: User, at: datetime) -> Finding:
    """Record a dog found at a house of the street; ``key`` sent again finds the finding that it made.

    Of a dog on record the law says whether it had to be licensed on the day, and the register whether it was. Raises
    Refused for a day that cannot be, a dog that was found in this enumeration before, and once it is closed.
    """

    def make() -> Finding:
        dog = lock_dog(found.dog, by) if found.dog else None
        enumeration = _lock(street.enumeration, by)
        _refuse_day(enumeration, found.found_on, timezone.localdate(at))
        if dog is None and not found.description.strip():
            raise refuse("dog_missing", "Choose the dog, or describe one that is not on record.", about="description")
        told = {"house": found.house, "description": found.description, "person": found.person}
        finding = Finding(
            enumeration=enumeration, street=street, dog=dog, found_on=found.found_on, by=by, at=at, **told
        )
        _judge(finding, dog)
        finding.save(force_insert=True)
        return finding

    return once(street.enumeration.town, key, Finding, make)


@act
def match_finding(*, finding: Finding, dog: Dog, by: User, at: datetime) -> Finding:
    """Say which dog on record it was that was found; the law judges it as of the day it was found.

    Raises Refused for a finding that was withdrawn or has its dog, and for a dog found in this enumeration before.
    """
    locked = lock_dog(dog, by)
    row = _lock_finding(finding, by)
    if row.dog_id is not None and row.dog_id != locked.pk:
        raise refuse("matched_already", "This finding has its dog: withdraw it, and record the other one.")
    if row.dog_id is None:
        _judge(row, locked)
        row.dog = locked
        row.save()
    return row


@act
def withdraw_finding(*, finding: Finding, reason: str, by: User, at: datetime) -> Finding:
    """Withdraw a finding that was wrong, with the reason: no fee follows from it any more.

    Raises Refused without a reason, and when a license that stands was charged for it.
    """
    if not reason.strip():
        raise refuse("no_reason", "Say why: the reason is kept with the finding.", about="reason")
    if finding.dog is not None:
        lock_dog(finding.dog, by)
    row = _lock_finding(finding, by)
    if row.settled_by is not None and row.settled_by.voided_at is None:
        message = f"{row.settled_by} was charged for it: void that license first."
        raise refuse("finding_settled", message, about="reason")
    row.withdrawn_on, row.withdrawn_because = timezone.localdate(at), reason.strip()
    row.save()
    return row


@act
def finish_street(*, street: EnumerationStreet, done: bool, by: User, at: datetime) -> EnumerationStreet:
    """Mark that every house of the street was asked, or that it was not. Raises Refused once it is all closed."""
    _lock(street.enumeration, by)
    row = EnumerationStreet.objects.select_for_update().get(pk=street.pk)
    if (row.done_on is not None) != done:
        row.done_on, row.done_by = (timezone.localdate(at), by) if done else (None, None)
        row.save()
    return row


@act
def close_enumeration(*, enumeration: Enumeration, closed: bool, by: User, at: datetime) -> Enumeration:
    """Close the count, or open it again. What was found stays due until the dog is licensed."""
    row = _locked(enumeration, by)
    if (row.ended_on is not None) != closed:
        row.ended_on = max(timezone.localdate(at), row.starts_on) if closed else None
        row.save()
    return row


def settle(findings: Iterable[Finding], license_: License, quote: Quote) -> None:
    """Note the license that ends the findings, and what it was charged for the latest of them; for an act."""
    fees = [line.amount.dollars for line in quote.lines if line.code == "enumeration_fee"]
    for finding in findings:
        finding.settled_by, finding.fee = license_, fees.pop() if fees else ZERO.dollars
        finding.save(update_fields=["settled_by", "fee"])


def _locked(enumeration: Enumeration, by: User) -> Enumeration:
    row = Enumeration.objects.select_for_update(of=("self",)).select_related("town").get(pk=enumeration.pk)
    if row.town_id != by.town_id:
        raise refuse("other_town", "This enumeration is another town's.")
    return row


def _lock(enumeration: Enumeration, by: User) -> Enumeration:
    """The enumeration as it is now; Refused when it is closed or another town's."""
    row = _locked(enumeration, by)
    if row.ended_on is not None:
        raise refuse("enumeration_closed", f"The {row} was closed on {row.ended_on.isoformat()}: open it again first.")
    return row


def _lock_finding(finding: Finding, by: User) -> Finding:
    """The finding as it is now; Refused when it was withdrawn. A closed enumeration does not stand in the way."""
    _locked(finding.enumeration, by)
    row = Finding.objects.select_for_update(of=("self",)).select_related("settled_by").get(pk=finding.pk)
    if row.withdrawn_on is not None:
        raise refuse("finding_withdrawn", f"This finding was withdrawn: {row.withdrawn_because}.")
    return row


def _judge(finding: Finding, dog: Dog | None) -> None:
    """Write how the dog stood on the day it was found; Refused when it was found in this enumeration before."""
    finding.result = Finding.Result.UNKNOWN
    if dog is None:
        return
    refuse_if_gone(dog)
    before = Finding.objects.standing().filter(enumeration=finding.enumeration, dog=dog).first()
    if before is not None:
        message = f"{dog.name} was found in this enumeration before, on {before.found_on.isoformat()}."
        raise refuse("found_before", message, about="dog")
    standing = standing_of(dog, finding.found_on)
    finding.result, finding.because, finding.citation = standing.result, standing.because, standing.citation


def _add(enumeration: Enumeration, streets: Sequence[str]) -> int:
    """Add the streets that are not there yet, spelt as typed first."""
    there = {search_key(name) for name in enumeration.streets.values_list("name", flat=True)}
    new = {search_key(name): " ".join(name.split()) for name in reversed(streets) if search_key(name)}
    added = [EnumerationStreet(enumeration=enumeration, name=name) for spelt, name in new.items() if spelt not in there]
    EnumerationStreet.objects.bulk_create(added)
    return len(added)


def _refuse_plan(town: Town, plan: Plan, on: date) -> None:
    if not any(search_key(name) for name in plan.streets):
        raise refuse("streets_missing", "Name the streets to be walked, one a line.", about="streets")
    if not within_a_year(plan.starts_on, of=on):
        raise refuse("impossible_date", "That is more than a year from today: check the year.", about="starts_on")
    if Enumeration.objects.filter(town=town, name__iexact=plan.name).exists():
        raise refuse("name_taken", f"There is an enumeration of {plan.name} already.", about="name")


def _refuse_day(enumeration: Enumeration, found_on: date, today: date) -> None:
    if found_on > today:
        raise refuse("impossible_date", "This day is yet to come.", about="found_on")
    if found_on < enumeration.starts_on:
        message = f"The enumeration began on {enumeration.starts_on.isoformat()}."
        raise refuse("impossible_date", message, about="found_on")
