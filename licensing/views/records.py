"""What the pages of people, dogs and papers share."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.http import url_has_allowed_host_and_scheme

from licensing.models import Dog, License, Owner, Tag
from office.access import StaffRequest


def owner_of(request: StaffRequest, pk: int) -> Owner:
    """The town's owner of that number; 404 otherwise."""
    return get_object_or_404(Owner.objects.of(request.town).select_related("town"), pk=pk)


def dog_of(request: StaffRequest, pk: int) -> Dog:
    """The town's dog of that number; 404 otherwise."""
    return get_object_or_404(Dog.objects.of(request.town).select_related("owner", "town"), pk=pk)


def with_papers(dogs: QuerySet[Dog]) -> QuerySet[Dog]:
    """The dogs with their papers, current tags and standing licenses, in one query for each kind."""
    tags = Prefetch("tags", Tag.objects.current(), to_attr="current_tags")
    licenses = Prefetch("licenses", License.objects.standing().select_related("tag"), to_attr="standing")
    papers = ("rabiescertificates", "rabiesstatements", "alterationproofs", "workingproofs")
    return dogs.select_related("owner").prefetch_related(tags, licenses, *papers)


@dataclass(frozen=True, slots=True)
class Card:
    """A dog as lists show it: its last standing license with its state, and its tag."""

    dog: Dog
    license: License | None
    state: str
    tag: Tag | None

    @property
    def renews(self) -> bool:
        """Whether the next license would renew one of this owner's."""
        return self.license is not None and self.license.holder_id == self.dog.owner_id


def card(dog: Dog, on: date) -> Card:
    """The card of a dog that came by ``with_papers``; the database is asked nothing more."""
    record: Any = dog
    license_ = next(iter(record.standing), None)
    state = license_.state(on) if license_ else ""
    return Card(dog, license_, state, next(iter(record.current_tags), None))


def on_to(request: StaffRequest, address: str) -> HttpResponseBase:
    """Back to where the clerk came from, if that is one of our own pages; else to ``address``."""
    asked = request.POST.get("next", request.GET.get("next", ""))
    ours = url_has_allowed_host_and_scheme(asked, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return redirect(asked if ours else address)
