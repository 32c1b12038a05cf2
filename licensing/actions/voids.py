"""Voiding a license, and reversing money that is no dog license's: the paper that was given out remains to be seen.

When is money given back? The towns' ordinances answer (``Ordinance.refund``): all of it before the license is validated
(the day of issuance, the license not handed over), none after (Dover: L.L. 3-2010, Licensing ¶ C); what was entered in
error is corrected by a reversal at any time, which is no refund, as long as no later license follows from it.
Locking: the dog (or the businesses), then the license, the receipt, and the town's counter.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import models
from django.db.models import Q
from django.utils import timezone

from licensing.actions.checks import lock_dog, refuse_other_price
from licensing.charges import charges_of, total_of
from licensing.models import Business, BusinessLicense, License
from office.acts import act
from office.ledger import Back
from office.models import Receipt, ReceiptLine, Reversal, User
from office.refusals import Refused, refuse
from office.reversals import reversal_for, reverse
from office.sent import once
from ordinances import facts as law
from ordinances.answers import Refund, Refusal
from ordinances.money import Money

OURS = ("office", "licensing")


class Why(models.TextChoices):
    """Why a license is voided."""

    ENTERED_TWICE = "entered_twice", "Entered twice"
    WRONG_DOG = "wrong_dog", "Issued for the wrong dog"
    IN_ERROR = "in_error", "Entered in error otherwise"
    WITHDRAWN = "withdrawn", "Withdrawn before it was handed over"
    CHANGED_MIND = "changed_mind", "The owner wants the money back"


_LAW: dict[str, law.WhyMoneyBack] = {Why.WITHDRAWN: "withdrawn", Why.CHANGED_MIND: "changed_mind"}


@act
def void_license(
    *,
    license_: License,
    why: str,
    reason: str,
    back: Back,
    key: UUID,
    by: User,
    at: datetime,
    paper_kept: bool = False,
    shown_total: Money | None = None,
) -> License:
    """Void the license and hand its money back by a reversal; the tag's number stays the dog's for ever.

    ``paper_kept``: the license was not handed over. Of a receipt for several dogs only this dog's charges are reversed.
    ``key`` is the form's one-time key. Raises Refused by the law, without a reason, for a license that a later one
    follows from, and when the money is other than shown.
    """

    def make() -> License:
        lock_dog(license_.dog, by)
        rows = License.objects.select_for_update(of=("self",)).select_related("town", "receipt__town", "dog")
        locked = rows.get(pk=license_.pk)
        refuse_to_void(locked, reason)
        answer = refund_of(locked, why, at=at, paper_kept=paper_kept)
        if not answer.allowed:
            raise Refused(Refusal("no_refund", answer.citation, f"{answer.because}.", "why"))
        refuse_other_price(total_of(charges_of(locked)), shown_total)
        because = f"{Why(why).label}: {reason.strip()}"
        write_void(locked, because, back=back, key=key, by=by, at=at)
        return locked

    return once(license_.town, key, License, make)


def refund_of(license_: License, why: str, *, at: datetime, paper_kept: bool = False) -> Refund:
    """What the town's law says to the money back."""
    on = timezone.localdate(at)
    issued = timezone.localdate(license_.issued_at)
    asked = law.RefundAsked(on, issued, _LAW.get(why, "in_error"), paper_kept)
    return license_.town.ordinance(on).refund(asked)


def refuse_to_void(license_: License, reason: str) -> None:
    """Refuse to void what is void, what a later license follows from, and anything without a reason."""
    if not reason.strip():
        raise refuse("no_reason", "Say what was wrong: it stands on the license from now on.", about="reason")
    if license_.voided_at is not None:
        raise refuse("voided_already", f"License {license_.number} is void already: {license_.voided_because}.")
    later = License.objects.standing().filter(Q(renews=license_) | Q(transferred_from=license_)).first()
    if later is not None:
        message = f"License {later.number} follows from license {license_.number}: void that one first."
        raise refuse("followed", message)
    if license_.transferred_from_id is not None:
        message = "It was carried over to a new owner: undo the sale on the dog’s page, and the fee goes back with it."
        raise refuse("transferred", message)


def mark_void(license_: License, because: str, *, at: datetime) -> None:
    """Write on the license that it is void, since when and why."""
    license_.voided_at, license_.voided_because = at, because[:300]
    license_.save(update_fields=["voided_at", "voided_because"])


def write_void(license_: License, because: str, *, back: Back, key: UUID, by: User, at: datetime) -> Reversal | None:
    """Reverse the license's charges, if it had any, and mark it void."""
    lines = charges_of(license_)
    if lines:
        license_.reversal = reverse(
            receipt=license_.receipt,
            lines=lines,
            reason=f"License {license_.number}: {because}"[:200],
            payouts=back.of(total_of(lines)),
            key=key,
            by=by,
            at=at,
        )
        license_.save(update_fields=["reversal"])
    mark_void(license_, because, at=at)
    return license_.reversal


@act
def reverse_receipt(
    *,
    receipt: Receipt,
    lines: Sequence[ReceiptLine],
    reason: str,
    back: Back,
    key: UUID,
    by: User,
    at: datetime,
    shown_total: Money | None = None,
) -> Reversal:
    """Take charges of a receipt back that are no dog license's; a kennel's or pet shop's license goes with its money.

    ``key`` is the form's one-time key. Raises Refused for a dog license's charges, which are corrected on its page.
    """
    if receipt.town_id != by.town_id:
        raise refuse("other_town", "This receipt is on another town's books.")
    businesses = _locked_businesses(receipt)
    if (made := reversal_for(receipt.town, key)) is None:
        _refuse_others(receipt, lines)
        _refuse_part_of(receipt, businesses, lines)
        refuse_other_price(total_of(lines), shown_total)
        for license_ in businesses:
            _void_business(license_, reason.strip(), at)
    payouts = back.of(total_of(lines)) if made is None else ()
    return reverse(receipt=receipt, lines=lines, reason=reason, payouts=payouts, key=key, by=by, at=at)


def _locked_businesses(receipt: Receipt) -> list[BusinessLicense]:
    """The standing business licenses of the receipt, with their businesses locked first."""
    held = Business.objects.filter(licenses__receipt=receipt).order_by("pk").values_list("pk", flat=True)
    list(Business.objects.select_for_update().filter(pk__in=list(held)).order_by("pk"))
    return list(BusinessLicense.objects.select_for_update().filter(receipt=receipt, voided_at__isnull=True))


def _void_business(license_: BusinessLicense, because: str, at: datetime) -> None:
    """Void it; one that was carried over goes back to the operator before, whose license runs on."""
    license_.voided_at, license_.voided_because = at, because[:200]
    license_.save(update_fields=["voided_at", "voided_because"])
    before = license_.transferred_from
    if before is not None:
        before.ended_on, before.ended_because = None, ""
        before.save(update_fields=["ended_on", "ended_because"])
        Business.objects.filter(pk=before.business_id).update(operator=before.holder_id)


def licensed_by(receipt: Receipt) -> list[License]:
    """The standing dog licenses that the receipt is for and that cost something."""
    return [each for each in License.objects.standing().filter(receipt=receipt) if charges_of(each)]


def _refuse_others(receipt: Receipt, lines: Sequence[ReceiptLine]) -> None:
    """Refuse charges of a dog license that stands, and receipts that another room of the office works with."""
    chosen = {line.pk for line in lines}
    for license_ in licensed_by(receipt):
        if chosen & {line.pk for line in charges_of(license_)}:
            message = f"License {license_.number} was paid with it: correct or void the license on its own page."
            raise refuse("license_stands", message)
    for relation in Receipt._meta.related_objects:
        room = relation.related_model
        if room._meta.app_label not in OURS and room._base_manager.filter(**{relation.field.name: receipt}).exists():
            raise refuse(
                "other_room", f"The {room._meta.verbose_name} that it was paid for is corrected on its own page."
            )


def _refuse_part_of(receipt: Receipt, businesses: Sequence[BusinessLicense], lines: Sequence[ReceiptLine]) -> None:
    """A business license is reversed whole, and before what was carried over from it."""
    if not businesses:
        return
    if len(lines) < receipt.lines.filter(reversed_by__isnull=True).count():
        raise refuse("not_in_part", "Licenses of businesses are reversed with the whole receipt.", about="lines")
    later = BusinessLicense.objects.filter(transferred_from__in=businesses, voided_at__isnull=True).first()
    if later is not None:
        raise refuse("followed", f"License {later.number} was carried over from it: reverse that one first.")
