"""A dog changes hands: the new owner applies anew, or where the law lets licenses pass, keeps the one it has.

Locking: the dog first; then as an issued license does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from licensing.actions.changes import Report, record_of, refuse_impossible_report, write_change
from licensing.actions.checks import license_made_before, lock_dog, refuse_other_price
from licensing.facts import transferable
from licensing.models import Change, Dog, License, Owner
from licensing.printed import printed
from office.acts import act
from office.ledger import Charge, Tender, next_number, take_payment
from office.models import Receipt, User
from office.refusals import Refused, refuse
from office.sent import once
from ordinances.answers import Quote, Term
from ordinances.days import ONE_DAY
from ordinances.money import Money


@act
def change_owner_of_dog(*, dog: Dog, new_owner: Owner, report: Report, key: UUID, by: User, at: datetime) -> Change:
    """Record a sale or gift: the dog goes to its new owner with its number, and the license of the old one is over.

    The license ends with the day before, so that the new owner's can begin on the day itself. ``key`` is the form's
    one-time key. Raises Refused for days that cannot be, or a new owner who is none.
    """

    def make() -> Change:
        locked = lock_dog(dog, by)
        _refuse_sale(locked, new_owner, report, at)
        ended = end_licenses(locked, report.happened_on - ONE_DAY, _because(locked, new_owner, report))
        return _hand_over(locked, new_owner, report, ended, by=by, at=at)

    return once(dog.town, key, Change, make)


@act
def transfer_license(
    *,
    dog: Dog,
    new_owner: Owner,
    report: Report,
    tenders: Sequence[Tender],
    payer: str,
    key: UUID,
    by: User,
    at: datetime,
    shown_total: Money | None = None,
) -> License:
    """Record a sale or gift and carry the license over to the new owner: same tag, same papers, from today on.

    ``key`` is the form's one-time key, ``shown_total`` the price told. Raises Refused where the law knows no transfer,
    or the license is not current.
    """
    locked = lock_dog(dog, by)
    made = license_made_before(locked, key)
    if made is not None:
        return made
    _refuse_sale(locked, new_owner, report, at)
    on = timezone.localdate(at)
    passing = passing_license(locked, on, shown_total)
    ended = end_licenses(locked, on - ONE_DAY, _because(locked, new_owner, report))
    _hand_over(locked, new_owner, report, ended, by=by, at=at)
    return carry_over(passing, locked, tenders=tenders, payer=payer, key=key, by=by, at=at)


@dataclass(frozen=True, slots=True)
class Passing:
    """A license that goes over to the dog's new owner: from which, at what price, for which term."""

    current: License
    quote: Quote
    term: Term


def passing_license(dog: Dog, on: date, shown_total: Money | None) -> Passing:
    """The license of the dog's owner that may go over to a new one.

    Refused where the law knows no transfer, or the license is not current, or the price is another than was shown.
    """
    current, quote = transferable(dog, on)
    if quote.refusals:
        raise Refused(*quote.refusals)
    if current is None or quote.term is None:
        raise AssertionError("the law transfers only a license that there is, and for a term")
    refuse_other_price(quote.total, shown_total)
    return Passing(current, quote, quote.term)


def carry_over(
    passing: Passing, dog: Dog, *, tenders: Sequence[Tender], payer: str, key: UUID, by: User, at: datetime
) -> License:
    """Take the fee, and write the license of the dog's new owner: same tag, same papers."""
    receipt = take_payment(
        town=dog.town,
        key=key,
        payer=payer,
        purpose=f"Transfer of license {passing.current.number} for {dog.name} to {dog.owner.name}"[:200],
        charges=[Charge(line, dog.name, None) for line in passing.quote.lines],
        tenders=tenders,
        by=by,
        at=at,
    )
    return _carried_over(passing.current, dog, passing.term, receipt, passing.quote)


def _refuse_sale(dog: Dog, new_owner: Owner, report: Report, at: datetime) -> None:
    """Refuse days that cannot be, a sale to the owner, to a record that is no more, or to another town's."""
    refuse_impossible_report(report, today=timezone.localdate(at), dog=dog)
    if new_owner.town_id != dog.town_id or new_owner.merged_into_id is not None:
        raise refuse("no_such_owner", "The new owner must be on this town's record: add the person first.")
    if new_owner.pk == dog.owner_id:
        raise refuse("no_news", f"{dog.name} is {new_owner.name}’s on record already.")


def _because(dog: Dog, new_owner: Owner, report: Report) -> str:
    return f"{dog.name} went to {new_owner.name} on {report.happened_on.isoformat()}"[:200]


def end_licenses(dog: Dog, last_day: date, because: str) -> list[dict[str, Any]]:
    """End every license that would run on after the last day; one that had not begun by then covers no day.

    What each said of its end before is returned, for JSON.
    """
    ended = []
    for license_ in License.objects.select_for_update().standing().filter(dog=dog, expires__gt=last_day):
        if license_.last_day > last_day:
            end = license_.ended_on and license_.ended_on.isoformat()
            ended.append({"pk": license_.pk, "ended_on": end, "ended_because": license_.ended_because})
            license_.ended_on, license_.ended_because = last_day, because
            license_.save(update_fields=["ended_on", "ended_because"])
    return ended


def _hand_over(
    dog: Dog, new_owner: Owner, report: Report, ended: list[dict[str, Any]], *, by: User, at: datetime
) -> Change:
    """Make the dog the new owner's, with whom it is; it leaves the kennel that it was part of."""
    earlier, before = dog.owner, record_of(dog) | {"licenses": ended}
    dog.owner, dog.acquired_on, dog.kennel = new_owner, report.happened_on, None
    if dog.status != Dog.Status.HERE:
        dog.status, dog.status_on = Dog.Status.HERE, report.happened_on
    dog.save(update_fields=["owner", "acquired_on", "kennel", "status", "status_on"])
    return write_change(report, owner=earlier, dog=dog, new_owner=new_owner, before=before, by=by, at=at)


def _carried_over(current: License, dog: Dog, term: Term, receipt: Receipt, quote: Quote) -> License:
    """The new owner's license: the old one's tag, year and papers, to the last day that the law gives."""
    made = License(
        town=dog.town,
        number=next_number(dog.town, "license"),
        dog=dog,
        holder=dog.owner,
        license_year=current.license_year,
        starts=term.starts,
        expires=term.expires,
        issued_at=receipt.at,
        issued_by=receipt.by,
        receipt=receipt,
        tag=current.tag,
        rabies_certificate=current.rabies_certificate,
        rabies_statement=current.rabies_statement,
        alteration_proof=current.alteration_proof,
        working_proof=current.working_proof,
        marking=current.marking,
        transferred_from=current,
        from_elsewhere=current.from_elsewhere,
        taken_over=current.taken_over,
    )
    made.printed = printed(made, quote)
    made.save(force_insert=True)
    return made
