"""A tag made anew with the same number, for money."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from licensing.actions.checks import lock_dog, refuse_if_gone, refuse_other_price
from licensing.models import Dog, Tag, TagReplacement
from office.acts import act
from office.ledger import Charge, Tender, receipt_for, take_payment
from office.models import User
from office.refusals import Refused, refuse
from ordinances.money import Money


@act
def replace_tag(
    *,
    tag: Tag,
    reason: str,
    tenders: Sequence[Tender],
    payer: str,
    key: UUID,
    by: User,
    at: datetime,
    shown_total: Money | None = None,
) -> TagReplacement:
    """Charge for another tag of the same number; ``key`` is the form's one-time key, ``shown_total`` the price told.

    Raises Refused when the number is no longer the dog's, or the dog is not here.
    """
    dog = lock_dog(Dog.objects.get(tags=tag), by)
    before = receipt_for(dog.town, key)
    if before is not None:
        return _made_before(before.replacements.filter(tag=tag).first(), before.number)
    tag.refresh_from_db()
    _refuse_retired(tag, dog)
    quote = dog.town.ordinance(on := timezone.localdate(at)).replacement_tag(on)
    if quote.refusals:
        raise Refused(*quote.refusals)
    refuse_other_price(quote.total, shown_total)
    receipt = take_payment(
        town=dog.town,
        key=key,
        payer=payer,
        purpose=f"Replacement of tag {tag.number} for {dog.name}",
        charges=[Charge(line, dog.name, None) for line in quote.lines],
        tenders=tenders,
        by=by,
        at=at,
    )
    return TagReplacement.objects.create(
        tag=tag, reason=TagReplacement.Reason(reason).value, receipt=receipt, by=by, at=at
    )


def _made_before(made: TagReplacement | None, receipt: int) -> TagReplacement:
    if made is None:
        raise refuse("form_used", f"This form was used for receipt {receipt}: open the page anew.")
    return made


def _refuse_retired(tag: Tag, dog: Dog) -> None:
    if tag.retired_on is not None:
        raise refuse("tag_retired", f"Number {tag.number} was retired on {tag.retired_on}: it is not made again.")
    refuse_if_gone(dog)
