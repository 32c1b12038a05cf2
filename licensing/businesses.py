"""Kennels and pet shops: what a license of theirs costs, and what each business needs on a day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from licensing.models import Business, BusinessLicense
from licensing.needs import Need
from ordinances import facts
from ordinances.answers import Quote
from ordinances.ordinance import Ordinance


def quote_of(business: Business, license_year: int, *, on: date) -> Quote:
    """The law's price for a license of the business for the license year, or its refusals."""
    law = business.town.ordinance(on)
    ask = law.kennel_license if business.kind == Business.Kind.KENNEL else law.pet_shop_license
    return ask(
        facts.BusinessApplication(
            on=on,
            license_year=license_year,
            maximum_dogs=business.maximum_dogs,
            duty_began=business.procured_on,
        )
    )


def transfer_quote(license_: BusinessLicense, *, on: date) -> Quote:
    """The law's price for carrying the license over to a new operator, or its refusals."""
    what: facts.LicenseKind = "kennel" if license_.business.kind == Business.Kind.KENNEL else "pet_shop"
    return license_.town.ordinance(on).transfer(facts.Transfer(on, license_.last_day, of_elsewhere=False, what=what))


def joined(quotes: Sequence[Quote]) -> Quote:
    """Several quotes as one bill; refused as a whole when one of them is."""
    refusals = tuple(dict.fromkeys(refusal for quote in quotes for refusal in quote.refusals))
    if refusals:
        return Quote(refusals=refusals)
    return Quote(tuple(line for quote in quotes for line in quote.lines), quotes[0].term)


def need_of(business: Business, *, on: date, law: Ordinance) -> Need:
    """What the business needs on the day ``on``; no query for one that came with its licenses."""
    if not business.is_open:
        return Need("none", "fine", f"Closed since {business.closed_on}: needs nothing", day=business.closed_on)
    if business.excluded_because:
        citation = law.kennel_exclusions.get(business.excluded_because, "")
        return Need("exempt", "fine", f"No license needed: {business.excluded_because}", citation)
    return _renewal(business, on, law)


def _renewal(business: Business, on: date, law: Ordinance) -> Need:
    """A first license; between a license and the next, nothing until renewal opens; then renew, or it has expired."""
    last = max((row for row in business.licenses.all() if row.voided_at is None), key=_end, default=None)
    if last is None:
        return Need("license", "now", "License required")
    if last.ended_on is not None and on > last.ended_on:
        return Need("license", "now", f"License {last.state(on)}; another one is required")
    if on > last.expires:
        return Need("expired", "now", f"License expired on {last.expires}", day=last.expires)
    opens = law.renewal_opens(last.expires)
    if on >= opens:
        return Need("renew", "soon", f"Renew by {last.expires}", day=last.expires)
    return Need("licensed", "fine", f"Licensed to {last.expires}; renewal opens {opens}", day=last.expires)


def _end(license_: BusinessLicense) -> date:
    return license_.last_day
