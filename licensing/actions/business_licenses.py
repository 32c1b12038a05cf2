"""Licenses of kennels and pet shops: issued, transferred to a new operator, revoked by the Warden.

Locking: the businesses in the order of their keys, then the license, then the town's counter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from uuid import UUID

from django.utils import timezone

from licensing.actions.checks import refuse_other_price
from licensing.businesses import joined, quote_of, transfer_quote
from licensing.models import Business, BusinessLicense, Owner
from licensing.printed import printed_business
from office.acts import act
from office.ledger import Charge, Tender, next_number, receipt_for, take_payment
from office.models import Receipt, Town, User
from office.refusals import Refused, refuse
from ordinances.answers import Quote, Refusal
from ordinances.days import ONE_DAY
from ordinances.money import Money

RULE = "Office rule"


@act
def issue_business_license(
    *,
    businesses: Sequence[Business],
    license_year: int,
    tenders: Sequence[Tender],
    payer: str,
    key: UUID,
    by: User,
    at: datetime,
    shown_total: Money | None = None,
) -> list[BusinessLicense]:
    """License the businesses for the license year under one receipt: a kennel that is a pet shop too pays both.

    ``key`` is the form's one-time key: sent again, the licenses of the first time are returned. ``shown_total`` is the
    price that the payer was told. Raises Refused, with every reason, and nothing was done.
    """
    locked = _locked(businesses, by)
    town, on = locked[0].town, timezone.localdate(at)
    made = _made_before(town, key)
    if made:
        return made
    quotes = [quote_of(business, license_year, on=on) for business in locked]
    _refuse(joined(quotes), shown_total, *_not_to_be_licensed(locked, quotes, on))
    charges = [
        Charge(line, business.name, None)
        for business, quote in zip(locked, quotes, strict=True)
        for line in quote.lines
    ]
    receipt = take_payment(
        town=town, key=key, payer=payer, purpose=_purpose(locked), charges=charges, tenders=tenders, by=by, at=at
    )
    return [_write(business, quote, receipt, license_year) for business, quote in zip(locked, quotes, strict=True)]


@act
def transfer_business_license(
    *,
    license_: BusinessLicense,
    to: Owner,
    tenders: Sequence[Tender],
    payer: str,
    key: UUID,
    by: User,
    at: datetime,
    shown_total: Money | None = None,
) -> BusinessLicense:
    """Carry the license over to a new operator, who runs the business from today, to its end and on its terms.

    Sent again with its ``key``, the license of the first time is returned. Raises Refused by the law, or when the
    license is not in force, or began only today.
    """
    (business,) = _locked([license_.business], by)
    old, on = BusinessLicense.objects.select_for_update().get(pk=license_.pk), timezone.localdate(at)
    made = _made_before(business.town, key)
    if made:
        return made[0]
    quote = transfer_quote(old, on=on)
    _refuse(quote, shown_total, *_not_to_be_transferred(old, to, on))
    charges = [Charge(line, business.name, None) for line in quote.lines]
    purpose = f"Transfer of license {old.number} to {to.name}"[:200]
    receipt = take_payment(
        town=business.town, key=key, payer=payer, purpose=purpose, charges=charges, tenders=tenders, by=by, at=at
    )
    old.ended_on, old.ended_because = on - ONE_DAY, f"Transferred to {to.name}"
    old.save(update_fields=["ended_on", "ended_because"])
    business.operator = to
    business.save(update_fields=["operator"])
    return _write(business, quote, receipt, old.license_year, transferred_from=old)


@act
def revoke_business_license(*, license_: BusinessLicense, reason: str, by: User, at: datetime) -> BusinessLicense:
    """Revoke the license from today on, by the Warden, for the reason; who entered it stands in the history.

    Done already, it stays as it was first. Raises Refused without a reason or for a license that is over.
    """
    locked, on = BusinessLicense.objects.select_for_update().get(pk=license_.pk), timezone.localdate(at)
    if locked.revoked:
        return locked
    if not reason.strip():
        raise refuse("no_reason", "Say what the licensee failed to comply with.", about="reason")
    if locked.state(on) not in ("in force", "starts later"):
        raise refuse("license_over", f"License {locked.number} is {locked.state(on)}: there is nothing to revoke.")
    locked.ended_on, locked.ended_because, locked.revoked = on - ONE_DAY, reason.strip(), True
    locked.save(update_fields=["ended_on", "ended_because", "revoked"])
    return locked


def _locked(businesses: Sequence[Business], by: User) -> list[Business]:
    """The businesses as they are now, locked, in the order of their keys; of the town of ``by`` alone.

    Locked first and read then: a business that was given to another operator meanwhile would not be found by a join.
    """
    wanted = Business.objects.filter(pk__in={business.pk for business in businesses}).order_by("pk")
    list(wanted.select_for_update().only("pk"))
    locked = list(wanted.select_related("town", "operator"))
    if not locked or any(business.town_id != by.town_id for business in locked):
        raise refuse("other_town", "This business is on another town's books.")
    return locked


def _made_before(town: Town, key: UUID) -> list[BusinessLicense]:
    """The licenses that this form made already; Refused when the form was used for something else."""
    receipt = receipt_for(town, key)
    if receipt is None:
        return []
    made = list(receipt.business_licenses.order_by("pk"))
    if not made:
        raise refuse("form_used", f"This form was used for receipt {receipt.number}: open the page anew.")
    return made


def _refuse(quote: Quote, shown_total: Money | None, *office: Refusal) -> None:
    """Raise Refused with all that the law and the office say, or for a price other than the one told."""
    if quote.refusals or office:
        raise Refused(*quote.refusals, *office)
    refuse_other_price(quote.total, shown_total)


def _not_to_be_licensed(businesses: Sequence[Business], quotes: Sequence[Quote], on: date) -> Iterator[Refusal]:
    """What the office finds against a license: the business is closed, needs none, or has one."""
    for business, quote in zip(businesses, quotes, strict=True):
        if not business.is_open:
            yield Refusal("closed", RULE, f"{business.title} is closed since {business.closed_on}.")
        if business.excluded_because:
            law = business.town.ordinance(on)
            citation = law.kennel_exclusions.get(business.excluded_because, RULE)
            yield Refusal("excluded", citation, f"{business.title} needs no license: {business.excluded_because}.")
        held = _held(business, quote)
        if held is not None:
            message = f"{business.title} is licensed to {held.last_day} already (license {held.number})."
            yield Refusal("already_licensed", RULE, message, "license_year")


def _held(business: Business, quote: Quote) -> BusinessLicense | None:
    """A standing license of the business that shares a day with the term quoted."""
    if quote.term is None:
        return None
    rows = BusinessLicense.objects.standing().filter(business=business, starts__lte=quote.term.expires)
    return next((row for row in rows if max(row.last_day, row.starts) >= quote.term.starts), None)


def _not_to_be_transferred(old: BusinessLicense, to: Owner, on: date) -> Iterator[Refusal]:
    if to.town_id != old.town_id:
        yield Refusal("other_town", RULE, "This person is on another town's books.")
    if to.pk == old.holder_id:
        yield Refusal("same_operator", RULE, f"{to.name} holds this license already.")
    if old.state(on) != "in force":
        yield Refusal("license_not_current", RULE, f"License {old.number} is not in force: {old.state(on)}.")
    elif old.starts == on:
        yield Refusal("began_today", RULE, f"License {old.number} began today: transfer it from tomorrow on.")


def _purpose(businesses: Sequence[Business]) -> str:
    kinds = " and ".join(business.get_kind_display().lower() for business in businesses)
    return f"License for {businesses[0].name}: {kinds}"[:200]


def _write(
    business: Business,
    quote: Quote,
    receipt: Receipt,
    license_year: int,
    transferred_from: BusinessLicense | None = None,
) -> BusinessLicense:
    """Write the license with the paper's words; its number is of the dog licenses' count, taken last."""
    if quote.term is None:
        raise AssertionError("a quote without refusals has a term")
    issued = BusinessLicense(
        town=receipt.town,
        number=next_number(receipt.town, "license"),
        business=business,
        holder=business.operator,
        maximum_dogs=transferred_from.maximum_dogs if transferred_from else business.maximum_dogs,
        license_year=license_year,
        starts=quote.term.starts,
        expires=quote.term.expires,
        issued_at=receipt.at,
        issued_by=receipt.by,
        receipt=receipt,
        transferred_from=transferred_from,
    )
    issued.printed = printed_business(issued, quote)
    issued.save(force_insert=True)
    return issued
