"""A license that was issued wrongly is voided and issued anew, as it should have been on its first day.

The law and the resolution are those of that day: an act before a change of fee keeps the old fee. The money goes by a
reversal of the old receipt and a new receipt; only the difference is taken or handed back. Both papers remain.
Locking: the dogs, the license, the old receipt, then the boxes of tags and the town's counters.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from licensing.actions.checks import license_made_before, lock_dogs, refuse_other_price
from licensing.actions.grants import Granted, Wanted, charges_of, granted, on_record, tags_for, total_of, write_license
from licensing.actions.voids import mark_void, refuse_to_void
from licensing.charges import charges_of as charges_before
from licensing.charges import total_of as total_before
from licensing.facts import Asked
from licensing.models import Dog, License, Tag
from office.acts import act
from office.ledger import Back, Tender, take_payment
from office.models import Receipt, User
from office.models.money import Form
from office.refusals import Refused, refuse
from office.reversals import reverse
from ordinances import facts as law
from ordinances.answers import Refusal
from ordinances.money import ZERO, Money


@act
def correct_license(
    *,
    license_: License,
    asked: Asked,
    reason: str,
    tenders: Sequence[Tender],
    back: Back,
    payer: str,
    key: UUID,
    by: User,
    at: datetime,
    shown_total: Money | None = None,
) -> License:
    """Void the license and issue the one asked for in its place, for this dog or another of the same owner.

    What the old one cost counts toward the new one: ``tenders`` settle what is missing, and what is over goes ``back``.
    ``key`` is the form's one-time key, ``shown_total`` the price of the new one as told. Raises Refused as voiding and
    issuing do, and for a proof that was filed only after the first day.
    """
    dogs = lock_dogs(list({dog.pk: dog for dog in (asked.dog, license_.dog)}.values()), by)
    made = license_made_before(dogs[0], key)
    if made is not None:
        return made
    old = License.objects.select_for_update(of=("self",)).select_related("town", "receipt__town").get(pk=license_.pk)
    _refuse(old, asked, dogs, reason)
    mark_void(old, f"Corrected: {reason.strip()}", at=at)
    first_day = timezone.localdate(old.issued_at)
    (new,) = granted([on_record(Wanted(asked), dogs[0])], on=first_day)
    refuse_other_price(total_of([new]), shown_total)
    credit = _reverse(old, total_of([new]), back=back, key=key, by=by, at=at)
    (tag,) = tags_for([new], on=timezone.localdate(at))
    receipt = _charge(new, tag, old, (*credit, *tenders), payer=payer, key=key, by=by, at=at)
    return write_license(new, tag=tag, receipt=receipt, corrects=old)


def _refuse(old: License, asked: Asked, dogs: Sequence[Dog], reason: str) -> None:
    """Refuse what cannot be issued in place of the old license."""
    refuse_to_void(old, reason)
    if old.from_elsewhere:
        raise refuse("carried_over", "It was carried over from elsewhere: void it, and carry it over again.")
    if old.ended_on is not None or any(dog.owner_id != old.holder_id for dog in dogs):
        message = f"{old.holder.name} has that dog no longer, or never had it: void the license, and issue another."
        raise refuse("other_owner", message)
    first_day = timezone.localdate(old.issued_at)
    for name, proof in (("alteration", asked.alteration), ("working", asked.working)):
        if proof is not None and proof.filed_on > first_day:
            no_refund = old.town.ordinance(first_day).refund(law.RefundAsked(first_day, first_day, "changed_mind"))
            message = f"It was filed on {proof.filed_on.isoformat()}, after the license: later proof brings no refund."
            raise Refused(Refusal("later_proof", no_refund.citation, message, name))


def _reverse(old: License, price: Money, *, back: Back, key: UUID, by: User, at: datetime) -> tuple[Tender, ...]:
    """Take the old charges back; as much of them as the new license costs is carried over to it."""
    lines = charges_before(old)
    if not lines:
        return ()
    paid = total_before(lines)
    credit = min(paid, price)
    old.reversal = reverse(
        receipt=old.receipt,
        lines=lines,
        reason=f"License {old.number}: {old.voided_because}"[:200],
        payouts=back.after(credit, paid),
        key=key,
        by=by,
        at=at,
    )
    old.save(update_fields=["reversal"])
    return (Tender(Form.CREDIT, credit, str(old.reversal.number)),) if credit > ZERO else ()


def _charge(
    new: Granted, tag: Tag, old: License, tenders: Sequence[Tender], *, payer: str, key: UUID, by: User, at: datetime
) -> Receipt:
    """Charge for the new license."""
    purpose = f"License for {new.dog.name}, tag {tag.number}, in place of license {old.number}"
    charges = charges_of([new], [tag])
    return take_payment(
        town=new.dog.town, key=key, payer=payer, purpose=purpose, charges=charges, tenders=tenders, by=by, at=at
    )
