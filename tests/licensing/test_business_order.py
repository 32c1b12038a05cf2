"""The list of kennels and pet shops is in the order of what each needs, as ``need_of`` tells it one by one."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from licensing.businesses import need_of, neediest_first
from licensing.models import Business
from office.models import Town
from tests.factories import TODAY, BusinessFactory, EarlierBusinessLicenseFactory, OwnerFactory

URGENCIES = ["now", "soon", "fine"]


def licensed(town: Town, expires: date, **more: Any) -> Business:
    business = BusinessFactory.create(operator=OwnerFactory.create(town=town))
    starts = expires - timedelta(days=364)
    EarlierBusinessLicenseFactory.create(business=business, starts=starts, expires=expires, **more)
    return business


@pytest.mark.parametrize("slug", ["dover", "chestertown"])
def test_it_is_the_order_of_what_each_needs(dover: Town, chestertown: Town, slug: str) -> None:
    town = {"dover": dover, "chestertown": chestertown}[slug]
    for days in (-400, -1, 0, 1, 14, 15, 16, 59, 60, 61, 300, 380, 381, 382, 700):
        licensed(town, TODAY + timedelta(days=days))
        licensed(town, TODAY + timedelta(days=days), ended_on=TODAY - timedelta(days=1), ended_because="Revoked")
        licensed(town, TODAY + timedelta(days=days), voided_at="2026-06-01T10:00Z", voided_because="Twice")
    BusinessFactory.create(operator=OwnerFactory.create(town=town), excluded_because="A hospital")
    BusinessFactory.create(operator=OwnerFactory.create(town=town), closed_on=TODAY)
    law = town.ordinance(TODAY)
    listed = list(neediest_first(town, on=TODAY, law=law))
    places = [(URGENCIES.index(need_of(each, on=TODAY, law=law).urgency), not each.is_open) for each in listed]
    assert len(listed) == 47
    assert places == sorted(places)
    assert {urgency for urgency, _ in places} == {0, 1, 2}


def test_the_last_of_several_licenses_counts(chestertown: Town) -> None:
    renewed = licensed(chestertown, TODAY - timedelta(days=1))
    EarlierBusinessLicenseFactory.create(business=renewed, starts=TODAY, expires=TODAY + timedelta(days=379))
    expired = licensed(chestertown, TODAY - timedelta(days=1))
    found = neediest_first(chestertown, on=TODAY, law=chestertown.ordinance(TODAY))
    assert list(found) == [expired, renewed]


def test_the_other_towns_are_not_listed(dover: Town, chestertown: Town) -> None:
    licensed(dover, TODAY)
    assert list(neediest_first(chestertown, on=TODAY, law=chestertown.ordinance(TODAY))) == []
