"""Issuing a license: license, tag, receipt and entries in one transaction, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
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
from licensing.facts import Asked, Priced, price
from licensing.models import Dog, License, RabiesCertificate, RabiesStatement, Tag
from licensing.printed import printed
from office.acts import act
from office.ledger import Charge, Tender, next_number, take_payment
from office.models import Receipt, User
from office.refusals import Refused, refuse
from ordinances.answers import Term
from ordinances.money import Money


@act
def issue_license(
    *,
    asked: Asked,
    tenders: Sequence[Tender],
    payer: str,
    key: UUID,
    by: User,
    at: datetime,
    tag_number: int | None = None,
    shown_total: Money | None = None,
) -> License:
    """Issue the license asked for, first or renewal, and take the money.

    ``key`` is the form's one-time key: sent again, the license of the first time is returned. ``tag_number`` is a tag
    chosen by hand; ``shown_total`` the price that the payer was told.
    Raises Refused, with every reason, and nothing was done.
    """
    dog = lock_dog(asked.dog, by)
    made = license_made_before(dog, key)
    if made is not None:
        return made
    on = timezone.localdate(at)
    asked = _on_record(asked, dog)
    priced = price(asked, town=dog.town, on=on)
    term = _granted(priced, dog, shown_total)
    year = asked.period if "license_year" in dog.town.ordinance(on).asks else None
    tag = tag_for(dog, license_year=year, by_hand=tag_number, on=on)
    receipt = take_payment(
        town=dog.town,
        key=key,
        payer=payer,
        purpose=f"Dog license for {dog.name}, tag {tag.number}",
        charges=[Charge(line, dog.name, priced.resolution if line.resolution else None) for line in priced.quote.lines],
        tenders=tenders,
        by=by,
        at=at,
    )
    return _write(asked, priced, term, license_year=year, tag=tag, receipt=receipt)


def _on_record(asked: Asked, dog: Dog) -> Asked:
    """What was asked, about the dog as it is now that it is locked.

    Refused when a paper is another dog's or the dog is not here.
    """
    refuse_if_gone(dog)
    papers = (asked.rabies, asked.alteration, asked.working)
    if any(paper is not None and paper.dog_id != dog.pk for paper in papers):
        raise refuse("other_dogs_paper", f"That paper is another dog's: choose one of {dog.name}'s.", about="rabies")
    return replace(asked, dog=dog)


def _granted(priced: Priced, dog: Dog, shown_total: Money | None) -> Term:
    """The term that the law grants.

    Refused by the law, by a license that the dog has, or by a price other than the one told.
    """
    quote = priced.quote
    if quote.refusals:
        raise Refused(*quote.refusals)
    if quote.term is None or quote.total is None:
        raise AssertionError("a quote without refusals has a term and a total")
    refuse_if_licensed(dog, quote.term)
    refuse_other_price(quote.total, shown_total)
    return quote.term


def _write(
    asked: Asked, priced: Priced, term: Term, *, license_year: int | None, tag: Tag, receipt: Receipt
) -> License:
    """Write the license with the paper's words; its number is taken last, without gaps."""
    rabies = asked.rabies
    issued = License(
        town=receipt.town,
        number=next_number(receipt.town, "license"),
        dog=asked.dog,
        holder=asked.dog.owner,
        license_year=license_year,
        starts=term.starts,
        expires=term.expires,
        issued_at=receipt.at,
        issued_by=receipt.by,
        receipt=receipt,
        tag=tag,
        renews=priced.renews,
        rabies_certificate=rabies if isinstance(rabies, RabiesCertificate) else None,
        rabies_statement=rabies if isinstance(rabies, RabiesStatement) else None,
        alteration_proof=asked.alteration,
        working_proof=asked.working,
        marking=priced.quote.marking,
    )
    issued.printed = printed(issued, priced.quote)
    issued.save(force_insert=True)
    return issued
