"""Owners as the counter lists them: by household, each with the dogs and what each dog needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from django.db.models import QuerySet, Window
from django.db.models.functions import RowNumber

from licensing.models import Dog, Owner
from licensing.needs import Needs, needs_of
from licensing.privacy import shown_address
from office.models import Town

MOST_MEMBERS = 8
"""So many people of one address are shown beside those looked for: a home for the aged is no household."""


@dataclass(frozen=True, slots=True)
class Member:
    """One person of a household; ``sought`` if it is one of those looked for."""

    owner: Owner
    sought: bool
    dogs: tuple[tuple[Dog, Needs], ...]


@dataclass(frozen=True, slots=True)
class Household:
    """Everyone on record at one address, those looked for first."""

    address: str
    members: tuple[Member, ...]

    @property
    def renews(self) -> bool:
        """Whether one of its dogs is to be licensed now."""
        return any(needs.is_due for member in self.members for _, needs in member.dogs)


def households(town: Town, sought: Sequence[int], *, on: date) -> list[Household]:
    """The households of these owners, in the order given: two queries, and one for each kind of paper."""
    owners = list(_neighbors(town, sought))
    dogs = Dog.objects.of(town).filter(owner__in=owners).with_papers().order_by("owner_id", "name_key", "pk")
    law = town.ordinance(on)
    of_owner = {pk: list(theirs) for pk, theirs in groupby(dogs, key=lambda dog: dog.owner_id)}
    members: dict[str, list[Member]] = {}
    for owner in sorted(owners, key=lambda owner: _place(sought, owner)):
        theirs = sorted(of_owner.get(owner.pk, ()), key=lambda dog: not dog.is_here)
        rows = tuple((dog, needs_of(dog, on=on, law=law)) for dog in theirs)
        members.setdefault(_home(owner), []).append(Member(owner, owner.pk in sought, rows))
    return [Household(shown_address(at[0].owner), tuple(at)) for at in members.values()]


def _home(owner: Owner) -> str:
    """What members of one household share; a confidential address is shared with nobody."""
    return f"#{owner.pk}" if owner.confidential else owner.address_key


def _place(sought: Sequence[int], owner: Owner) -> tuple[int, str]:
    """Those looked for in their order, then the others by name."""
    return (sought.index(owner.pk) if owner.pk in sought else len(sought), owner.name_key)


def _neighbors(town: Town, sought: Sequence[int]) -> QuerySet[Owner, Any]:
    """The owners themselves and the first few others at each one's address."""
    owners = Owner.objects.of(town)
    addresses = owners.filter(pk__in=sought, confidential=False).values("address_key")
    nth = Window(RowNumber(), partition_by="address_key", order_by=["name_key", "pk"])
    first = owners.filter(address_key__in=addresses, confidential=False).annotate(nth=nth).filter(nth__lte=MOST_MEMBERS)
    return owners.filter(pk__in=[*sought]).union(owners.filter(pk__in=first.values("pk")))
