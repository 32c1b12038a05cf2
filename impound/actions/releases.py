"""The officer releases a dog to its owner: on the receipt of its redemption, and not without.

Locking: the seizure, then the dog of record.
"""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

from django.utils import timezone

from impound.actions.checks import lock_held
from impound.actions.lost import close_loss
from impound.codes import printed_code
from impound.facts import is_licensed, standing_redemption
from impound.models import End, Hold, LossReport, Redemption, Seizure
from licensing.actions.changes import Report, write_status
from licensing.actions.checks import lock_dog
from licensing.codes import tidied
from licensing.models import Change, Dog
from office.acts import act
from office.models import User
from office.refusals import refuse
from office.sent import once


@act
def release_dog(*, seizure: Seizure, receipt: str, key: UUID, by: User, at: datetime) -> End:
    """Release the dog to its owner on the receipt's number or release code, as read from the paper.

    ``key`` is the form's one-time key. Raises Refused without the payment, on another receipt, and while a court or a
    quarantine holds the dog. A dog that was reported lost is back with it.
    """

    def make() -> End:
        locked = lock_held(seizure, by)
        redemption = _paid(locked)
        if not _is_of(receipt, redemption):
            message = f"This is no receipt for seizure {locked.number}: compare number and code on the paper."
            raise refuse("other_receipt", message, about="receipt", citation=_citation(locked))
        _refuse_held_otherwise(locked, timezone.localdate(at))
        _refuse_unlicensed(locked, redemption, timezone.localdate(at))
        _recovered(locked, by, at)
        return End.objects.create(
            seizure=locked,
            kind=End.Kind.REDEEMED,
            at=at,
            to_whom=redemption.redeemer.name,
            receipt=redemption.receipt,
            by=by,
            recorded_at=at,
        )

    return once(seizure.town, key, End, make)


def _citation(seizure: Seizure) -> str:
    return seizure.town.ordinance(seizure.seized_on).statement.citation


def _paid(seizure: Seizure) -> Redemption:
    """The redemption that stands; Refused where nobody paid."""
    redemption = standing_redemption(seizure)
    if redemption is None:
        clerk = seizure.town.ordinance(seizure.seized_on).words.clerk
        message = f"Nobody paid for this dog yet: the {clerk} takes the money and gives the receipt."
        raise refuse("no_receipt", message, about="receipt", citation=_citation(seizure))
    return redemption


def _is_of(read: str, redemption: Redemption) -> bool:
    """Whether what was read from the paper is the receipt's number or its code."""
    return read.strip() == str(redemption.receipt.number) or tidied(read) == tidied(printed_code(redemption))


def _refuse_held_otherwise(seizure: Seizure, on: date) -> None:
    """Refuse while a court's hold stands, or through the last day of a quarantine."""
    for hold in seizure.holds.standing():
        if hold.kind == Hold.Kind.COURT:
            raise refuse("court_hold", f"A court holds the dog ({hold.source}): record its decision first.")
        if hold.until is not None and hold.until >= on:
            raise refuse("quarantine", f"The dog is in quarantine through {hold.until} ({hold.source}).")


def _refuse_unlicensed(seizure: Seizure, redemption: Redemption, on: date) -> None:
    """Refuse where the license that was paid for with the dog is void, and no other took its place."""
    license_ = redemption.license
    if license_ is not None and license_.voided_at is not None and not is_licensed(seizure.dog, on):
        words = seizure.town.ordinance(seizure.seized_on)
        message = (
            f"License {license_.number}, paid for with the dog, is void: the {words.words.clerk} licenses it first."
        )
        raise refuse("not_licensed", message, about="receipt", citation=words.to_redeem[0].citation)


def _recovered(seizure: Seizure, by: User, at: datetime) -> None:
    """A dog of record that was reported lost is back with its owner, and the search for it is over."""
    if seizure.dog is None:
        return
    on, because = timezone.localdate(at), f"Released from the pound, seizure {seizure.number}"
    for report in LossReport.objects.filter(dog=seizure.dog, lost_on__lte=on, closed_on__isnull=True):
        close_loss(report=report, on=on, because=because, found=seizure, recovered=True, by=by, at=at)
    dog = lock_dog(seizure.dog, by)
    if dog.status == Dog.Status.LOST:
        write_status(dog, Report(event=Change.Event.RECOVERY, happened_on=on, reported_on=on), by=by, at=at)
