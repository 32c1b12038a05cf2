"""A new resident's license from another place becomes the town's own, where the law says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.utils import timezone

from licensing.actions.checks import (
    license_made_before,
    lock_dog,
    refuse_if_gone,
    refuse_if_licensed,
    refuse_other_price,
)
from licensing.actions.tags import tag_for
from licensing.models import Dog, License, Tag
from licensing.printed import printed
from office.acts import act
from office.ledger import Charge, Tender, next_number, take_payment
from office.models import Receipt, User
from office.refusals import Refused, refuse
from ordinances import facts as law
from ordinances.answers import Quote, Term
from ordinances.money import Money


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """The license that is shown: where it was issued, its number, its last day."""

    place: str
    number: str
    expires: date

    def __str__(self) -> str:
        return f"{self.place}, license {self.number}, to {self.expires.isoformat()}"


@act
def take_over_license(
    *,
    dog: Dog,
    elsewhere: Elsewhere,
    tenders: Sequence[Tender],
    payer: str,
    key: UUID,
    by: User,
    at: datetime,
    tag_number: int | None = None,
    shown_total: Money | None = None,
) -> License:
    """Make a valid license of another place the town's own, with a tag from stock.

    ``key`` is the form's one-time key. Raises Refused where the law knows no such thing, the license shown is over, the
    owner does not live in town, or the dog is licensed here already.
    """
    locked = lock_dog(dog, by)
    made = license_made_before(locked, key)
    if made is not None:
        return made
    refuse_if_gone(locked)
    on = timezone.localdate(at)
    quote = locked.town.ordinance(on).transfer(law.Transfer(on, elsewhere.expires, of_elsewhere=True))
    term = _granted(quote, locked)
    refuse_other_price(quote.total, shown_total)
    # A license year is called by the calendar year in which it starts, and its last day lies in the next one.
    tag = tag_for(locked, license_year=term.expires.year - 1, by_hand=tag_number, on=on)
    receipt = take_payment(
        town=locked.town,
        key=key,
        payer=payer,
        purpose=f"License from elsewhere carried over for {locked.name}, tag {tag.number}",
        charges=[Charge(line, locked.name, None) for line in quote.lines],
        tenders=tenders,
        by=by,
        at=at,
    )
    return _write(locked, elsewhere, term, tag=tag, receipt=receipt, quote=quote)


def _granted(quote: Quote, dog: Dog) -> Term:
    """The term, if neither the law nor the record stands against it."""
    if quote.refusals:
        raise Refused(*quote.refusals)
    if quote.term is None:
        raise AssertionError("a transfer that is not refused has a term")
    if not dog.owner.resident:
        message = f"{dog.owner.name} is not on record as a resident: only a new resident's license is carried over."
        raise refuse("not_resident", message, citation="§ 68-6E(2)")
    refuse_if_licensed(dog, quote.term, about="expires")
    return quote.term


def _write(dog: Dog, elsewhere: Elsewhere, term: Term, *, tag: Tag, receipt: Receipt, quote: Quote) -> License:
    """Write the license; a rabies certificate that is on file and current is named on it."""
    rabies = dog.rabiescertificates.filter(expires__gte=term.starts).first()
    made = License(
        town=dog.town,
        number=next_number(dog.town, "license"),
        dog=dog,
        holder=dog.owner,
        license_year=tag.license_year,
        starts=term.starts,
        expires=term.expires,
        issued_at=receipt.at,
        issued_by=receipt.by,
        receipt=receipt,
        tag=tag,
        rabies_certificate=rabies,
        from_elsewhere=str(elsewhere)[:120],
    )
    made.printed = printed(made, quote)
    made.save(force_insert=True)
    return made
