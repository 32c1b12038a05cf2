"""How licenses come about, one or a whole household's: the steps of every act that issues, each by itself.

Locking: the dogs first, all together; then the boxes of tags; then the town's counters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from textwrap import shorten
from uuid import UUID

from django.utils import timezone

from licensing.actions.checks import refuse_if_gone, refuse_other_price
from licensing.actions.enumerations import settle
from licensing.actions.tags import tag_for
from licensing.facts import Asked, Priced, already_licensed, licensed_already, part_lines, prices
from licensing.models import Dog, License, RabiesCertificate, RabiesStatement, Tag
from licensing.printed import printed
from office.ledger import Charge, Tender, next_number, take_payment
from office.models import Receipt, User
from office.refusals import Refused, refuse
from ordinances.answers import Refusal, Term
from ordinances.money import Money


@dataclass(frozen=True, slots=True)
class Wanted:
    """A license asked for. ``tag_number`` is a tag chosen by hand.

    ``place`` is where the dog stands on a page of several dogs: a refusal is then about ``place-rabies``, and names
    the dog.
    """

    asked: Asked
    tag_number: int | None = None
    place: str = ""

    def placed(self, refusal: Refusal) -> Refusal:
        """The refusal as it stands at this dog."""
        return placed(refusal, self.asked.dog, self.place)


@dataclass(frozen=True, slots=True)
class Granted:
    """What the law grants: the application as on record, its price and its term."""

    wanted: Wanted
    priced: Priced
    term: Term

    @property
    def dog(self) -> Dog:
        """The dog that is licensed."""
        return self.wanted.asked.dog

    def license_year(self, on: date) -> int | None:
        """The license year, where the town licenses by fixed years."""
        return self.wanted.asked.period if "license_year" in self.dog.town.ordinance(on).asks else None


def placed(refusal: Refusal, dog: Dog, place: str) -> Refusal:
    """The refusal as it stands at the dog's place on a page of several dogs; as it is, where there is none."""
    if not place:
        return refusal
    about = f"{place}-{refusal.about}" if refusal.about else place
    return replace(refusal, message=f"{dog.name}: {refusal.message}", about=about)


def grant(
    wanted: Sequence[Wanted],
    dogs: Sequence[Dog],
    *,
    tenders: Sequence[Tender],
    payer: str,
    key: UUID,
    by: User,
    at: datetime,
    shown_total: Money | None,
) -> list[License]:
    """License these locked dogs together: every price first, then the tags, one payment, and the licenses last.

    Raises Refused with every reason of every dog, and then nothing was done.
    """
    on = timezone.localdate(at)
    grants = granted([on_record(each, dog) for each, dog in zip(wanted, dogs, strict=True)], on=on)
    refuse_other_price(total_of(grants), shown_total)
    tags = tags_for(grants, on=on)
    receipt = take_payment(
        town=dogs[0].town,
        key=key,
        payer=payer,
        purpose=purpose_of(tags),
        charges=charges_of(grants, tags),
        tenders=tenders,
        by=by,
        at=at,
    )
    return [write_license(each, tag=tag, receipt=receipt) for each, tag in zip(grants, tags, strict=True)]


def on_record(wanted: Wanted, dog: Dog) -> Wanted:
    """What was asked, about the dog as it is now that it is locked.

    Refused when a paper is another dog's or the dog is not here.
    """
    asked = wanted.asked
    papers = (asked.rabies, asked.alteration, asked.working)
    try:
        refuse_if_gone(dog)
        if any(paper is not None and paper.dog_id != dog.pk for paper in papers):
            raise refuse(
                "other_dogs_paper", f"That paper is another dog's: choose one of {dog.name}'s.", about="rabies"
            )
    except Refused as refused:
        raise Refused(*(wanted.placed(each) for each in refused.refusals)) from None
    return replace(wanted, asked=replace(asked, dog=dog))


def granted(wanted: Sequence[Wanted], *, on: date) -> list[Granted]:
    """What the law grants to each, in their order.

    Refused, with every reason of every dog, by the law or by a license that a dog has already.
    """
    if not wanted:
        raise refuse("nothing_asked", "No license is asked for.")
    priced = prices([each.asked for each in wanted], town=wanted[0].asked.dog.town, on=on)
    quoted = list(zip(wanted, priced, strict=True))
    terms = [(each.asked.dog, answer.quote.term) for each, answer in quoted if answer.quote.term is not None]
    others = licensed_already(terms)
    refusals: list[Refusal] = []
    grants = []
    for each, answer in quoted:
        other, term = others.get(each.asked.dog.pk), answer.quote.term
        refused = answer.quote.refusals or ((already_licensed(each.asked.dog, other),) if other else ())
        refusals += [each.placed(refusal) for refusal in refused]
        if term is not None:
            grants.append(Granted(each, answer, term))
    if refusals:
        raise Refused(*refusals)
    return grants


def total_of(grants: Sequence[Granted]) -> Money:
    """What the licenses cost together."""
    totals = (each.priced.quote.total for each in grants)
    return Money(sum(total.cents for total in totals if total is not None))


def tags_for(grants: Sequence[Granted], *, on: date) -> list[Tag]:
    """The tag of each dog; numbers chosen by hand are taken before the next ones in stock."""
    tags: dict[int, Tag] = {}
    for each in sorted(grants, key=lambda each: each.wanted.tag_number is None):
        year, by_hand = each.license_year(on), each.wanted.tag_number
        try:
            tags[each.dog.pk] = tag_for(each.dog, license_year=year, by_hand=by_hand, on=on)
        except Refused as refused:
            raise Refused(*(each.wanted.placed(refusal) for refusal in refused.refusals)) from None
    return [tags[each.dog.pk] for each in grants]


def purpose_of(tags: Sequence[Tag]) -> str:
    """What the receipt is for."""
    dogs = [tag.dog.name if tag.dog else "" for tag in tags]
    if len(tags) == 1:
        return f"Dog license for {dogs[0]}, tag {tags[0].number}"
    return shorten(f"Licenses for {len(tags)} dogs: {', '.join(dogs)}", 200, placeholder=" …")


def charges_of(grants: Sequence[Granted], tags: Sequence[Tag]) -> list[Charge]:
    """The lines of the receipt; among several dogs each has its part, under its name and tag."""
    several = len(grants) > 1
    charges = []
    for each, tag in zip(grants, tags, strict=True):
        quote, resolution = each.priced.quote, each.priced.resolution
        about = f"{each.dog.name}, tag {tag.number}" if several else each.dog.name
        lines = part_lines(quote) if several else quote.lines
        charges += [Charge(line, about, resolution if line.resolution else None) for line in lines]
    return charges


def write_license(grant: Granted, *, tag: Tag, receipt: Receipt, corrects: License | None = None) -> License:
    """Write the license with the paper's words; its number is taken last, without gaps.

    ``corrects`` is the license in whose place it is issued.
    """
    asked = grant.wanted.asked
    rabies = asked.rabies
    issued = License(
        town=receipt.town,
        number=next_number(receipt.town, "license"),
        dog=asked.dog,
        holder=asked.dog.owner,
        license_year=tag.license_year,
        starts=grant.term.starts,
        expires=grant.term.expires,
        issued_at=receipt.at,
        issued_by=receipt.by,
        receipt=receipt,
        tag=tag,
        renews=grant.priced.renews,
        corrects=corrects,
        rabies_certificate=rabies if isinstance(rabies, RabiesCertificate) else None,
        rabies_statement=rabies if isinstance(rabies, RabiesStatement) else None,
        alteration_proof=asked.alteration,
        working_proof=asked.working,
        marking=grant.priced.quote.marking,
    )
    issued.printed = printed(issued, grant.priced.quote)
    issued.save(force_insert=True)
    settle(grant.priced.found, issued, grant.priced.quote)
    return issued
