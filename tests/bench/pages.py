"""The pages that read: the counter, owners, the lists in each order and filter, and how the files begin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from itertools import islice
from typing import Any

from django.db.models import Count
from django.test import Client
from django.utils import timezone

from dover_dogs.window.answers import by_tag
from licensing.due import SORTS, STATES
from licensing.models import Dog, EnumerationStreet, ImportRun, License, Merge, Owner, Tag
from office.models import Town, User
from tests.bench.timing import Timing, timed
from tests.factories import UserFactory

PIECE = 100
"""So many lines of a file are read before the office has shown that it has begun."""


def first(rows: Any) -> Any:
    """The first of them."""
    found = rows.first()
    if found is None:
        raise AssertionError("the loader makes some of each")
    return found


def gets(client: Client, *addresses: str) -> list[Callable[[], object]]:
    """Read each page from the address to the last byte, and see that it is one."""

    def get(address: str) -> None:
        if client.get(address).status_code != 200:
            raise AssertionError(f"{address} is no page")

    return [partial(get, address) for address in addresses]


def begins(ask: Callable[[], Any]) -> None:
    """Ask for a file and read its first lines."""
    response = ask()
    lines = list(islice(response.streaming_content, PIECE))
    response.close()
    if len(lines) < PIECE:
        raise AssertionError("a file of the measurement is short")


def section(town: Town, clerk: User) -> Iterator[Timing]:
    """Each page as the clerk gets it."""
    client = Client(headers={"host": "localhost"})
    client.force_login(clerk)
    yield from _people(client, town)
    yield from _due(client)
    yield from _others(client, town)
    yield from _cases(client, town)


def _people(client: Client, town: Town) -> Iterator[Timing]:
    owners = Owner.objects.of(town).filter(confidential=False)
    owner, dog, license_ = first(owners), first(Dog.objects.of(town)), first(License.objects.filter(town=town))
    homes = owners.filter(pk__lt=1000).values("address_key").annotate(people=Count("pk")).order_by("-people")
    crowd = first(owners.filter(address_key=homes[0]["address_key"]))
    yield timed("counter page, 20 owners", *gets(client, "/counter/?q=smith", "/counter/?q=smith&page=25"))
    yield timed("counter page, one owner", *gets(client, f"/counter/?q={owner.telephone[-8:]}"))
    yield timed("counter page, home of 300", *gets(client, f"/counter/?q={crowd.address}"))
    yield timed("owner page", *gets(client, f"/owners/{owner.pk}/", f"/owners/{crowd.pk}/"))
    yield timed("household's renewal", *gets(client, f"/owners/{owner.pk}/renew"))
    yield timed("dog page", *gets(client, f"/dogs/{dog.pk}/"))
    yield timed("page of one license", *gets(client, f"/licenses/{license_.pk}/"))


def _due(client: Client) -> Iterator[Timing]:
    for sort in SORTS:
        list_ = [f"/licenses/due/?sort={sort}&state={state}" for state in STATES]
        yield timed(f"due list by {sort}, first pages", *gets(client, *list_), rounds=10)
        yield timed(f"due list by {sort}, last pages", *gets(client, *(f"{page}&page=20" for page in list_)), rounds=10)
        some = [f"/licenses/due/?sort={sort}&address={words}" for words in ("12505", "lake ellis", "12 main street")]
        yield timed(f"due list by {sort}, an address", *gets(client, *some), rounds=10)
    yield timed(
        "due list as CSV begins",
        *(partial(begins, partial(client.get, f"/licenses/due.csv?sort={sort}")) for sort in SORTS),
    )


def _others(client: Client, town: Town) -> Iterator[Timing]:
    tag = first(Tag.objects.filter(town=town))
    year = f"from={timezone.localdate() - timedelta(days=365)}"
    yield timed("tags page", *gets(client, "/tags/", f"/tags/?{year}", f"/tags/?{year}&page=20"))
    yield timed("story of a tag", *gets(client, f"/tags/{tag.number}/"))
    kinds = [f"/duplicates/?kind={kind}" for kind in Merge.Kind.values]
    yield timed("duplicates page", *gets(client, *kinds))
    manager = _manager(town)
    asked = {"requester": "A newspaper", "purpose": "A measurement"}
    yield timed("public records begin", partial(begins, partial(manager.post, "/records/public/", asked)))
    kennels = Client(headers={"host": "localhost"})
    kennels.force_login(UserFactory.create(town=Town.objects.get(slug="chestertown"), role="clerk"))
    yield timed("kennels and pet shops", *gets(kennels, "/businesses/", "/businesses/?page=2"))
    asks = partial(by_tag, town, tag.number, tag.dog.owner.zip_code, on=timezone.localdate())
    yield timed("answer at the window", asks)


def _cases(client: Client, town: Town) -> Iterator[Timing]:
    """The lists of what happens now and then: adoptions, enumerations, registers taken over."""
    list_ = f"/adoptions/?from={timezone.localdate() - timedelta(days=1500)}&to={timezone.localdate()}"
    yield timed("adoptions", *gets(client, "/adoptions/", list_, f"{list_}&page=20"))
    street = first(EnumerationStreet.objects.filter(enumeration__town=town))
    one = f"/enumerations/{street.enumeration_id}/"
    yield timed("enumerations", *gets(client, "/enumerations/"))
    yield timed("an enumeration of 400 streets", *gets(client, one, f"{one}?page=2"))
    yield timed("a street of it", *gets(client, f"{one}streets/{street.pk}/"))
    yield timed("the pound: dogs held, lost dogs", *gets(client, "/pound/", "/pound/lost/"))
    run = first(ImportRun.objects.filter(town=town))
    yield timed("registers taken over", *gets(_manager(town), "/register/", f"/register/{run.pk}/"))


def _manager(town: Town) -> Client:
    client = Client(headers={"host": "localhost"})
    client.force_login(UserFactory.create(town=town, role="manager"))
    return client
