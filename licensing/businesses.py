"""Kennels and pet shops: what a license of theirs costs, and what each business needs on a day."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django.db.models import Case, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from licensing.models import Business, BusinessLicense
from licensing.needs import Need
from office.models import Town
from ordinances import facts
from ordinances.answers import Quote
from ordinances.ordinance import Ordinance


def licenses_any(law: Ordinance) -> bool:
    """Whether the town's law licenses kennels or pet shops."""
    return any(kind in law.license_kinds for kind in Business.Kind.values)


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
    return _transfer(license_.business, license_.last_day, on)


def can_be_transferred(business: Business, *, on: date) -> bool:
    """Whether the law lets a current license of the business go over to a new operator."""
    return not _transfer(business, on, on).refusals


def _transfer(business: Business, last_day: date, on: date) -> Quote:
    what: facts.LicenseKind = "kennel" if business.kind == Business.Kind.KENNEL else "pet_shop"
    return business.town.ordinance(on).transfer(facts.Transfer(on, last_day, of_elsewhere=False, what=what))


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


def neediest_first(town: Town, *, on: date, law: Ordinance) -> QuerySet[Business, Any]:
    """The town's businesses: first what must do something now, then soon, as ``need_of`` says; the closed last."""
    standing = BusinessLicense.objects.standing().filter(business=OuterRef("pk"))
    last = standing.annotate(last=Coalesce("ended_on", "expires")).order_by("-last")
    needs_none = Q(closed_on__isnull=False) | ~Q(excluded_because="")
    urgency = Case(
        When(needs_none, then=Value(2)),
        When(Q(last_day=None) | Q(last_day__lt=on), then=Value(0)),
        When(ends__lte=_renewable_to(on, law), then=Value(1)),
        default=Value(2),
    )
    found = Business.objects.filter(town=town).annotate(
        last_day=Subquery(last.values("last")[:1]), ends=Subquery(last.values("expires")[:1])
    )
    return found.order_by(urgency, Case(When(closed_on=None, then=Value(0)), default=Value(1)), "name", "pk")


def _renewable_to(on: date, law: Ordinance) -> date:
    """The latest expiry of a license that can be renewed on the day ``on``."""

    def opens_later(days: int) -> bool:
        return law.renewal_opens(on + timedelta(days=days)) > on

    return on + timedelta(days=bisect_left(range(3660), True, key=opens_later) - 1)
