"""A tag made anew with the same number, for money."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.utils import timezone

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
    dog = Dog.objects.select_for_update(of=("self",)).select_related("town").get(tags=tag)
    if dog.town_id != by.town_id:
        raise refuse("other_town", "This dog is on another town's books.")
    before = receipt_for(dog.town, key)
    if before is not None:
        return _made_before(before.replacements.filter(tag=tag).first(), before.number)
    tag.refresh_from_db()
    _refuse_retired(tag, dog)
    quote = dog.town.ordinance(on := timezone.localdate(at)).replacement_tag(on)
    if quote.refusals:
        raise Refused(*quote.refusals)
    if shown_total is not None and shown_total != quote.total:
        raise price_changed(quote.total, shown_total)
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


def price_changed(now: Money | None, shown: Money) -> Refused:
    """The refusal of a price other than the one that the payer was told."""
    message = f"The price is now ${now}, not ${shown} as shown: tell the payer and send again."
    return refuse("price_changed", message, about="tender")


def _made_before(made: TagReplacement | None, receipt: int) -> TagReplacement:
    if made is None:
        raise refuse("form_used", f"This form was used for receipt {receipt}: open the page anew.")
    return made


def _refuse_retired(tag: Tag, dog: Dog) -> None:
    if tag.retired_on is not None:
        raise refuse("tag_retired", f"Number {tag.number} was retired on {tag.retired_on}: it is not made again.")
    if not dog.is_here:
        state = dog.get_status_display().lower()
        raise refuse(
            "dog_not_here", f"{dog.name} is on record as {state}. If that is wrong, report the dog back first."
        )
