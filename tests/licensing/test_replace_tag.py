"""A tag made anew: the same number, the town's price, a receipt."""

from __future__ import annotations

import uuid
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from licensing.actions.replacements import replace_tag
from licensing.models import Dog, Tag, TagReplacement
from office.models import Receipt, Town, User
from office.refusals import Refused
from ordinances.money import Money
from tests.factories import DogFactory, EarlierLicenseFactory, TagFactory
from tests.licensing.issuing import cash, noon
from tests.licensing.test_people import together


@pytest.fixture
def tag(dover: Town) -> Tag:
    return TagFactory.create(dog__owner__town=dover, number=412)


def replace(tag: Tag, by: User, amount: str = "3", key: uuid.UUID | None = None, **more: Any) -> TagReplacement:
    key = key or uuid.uuid4()
    return replace_tag(tag=tag, reason="lost", tenders=cash(amount), payer="A", key=key, by=by, at=noon(), **more)


def test_dover_takes_three_dollars_for_the_same_number(tag: Tag, clerk: User) -> None:
    made = replace(tag, clerk)
    line = made.receipt.lines.get()
    assert (line.amount, line.citation) == (Decimal("3.00"), "L.L. 3-2010, Identification ¶ C")
    assert (made.tag.number, made.reason, Tag.objects.count()) == (412, "lost", 1)


def test_chestertown_takes_fifty_cents(chestertown: Town, clerk_of_chestertown: User) -> None:
    tag = TagFactory.create(dog__owner__town=chestertown, license_year=2025)
    line = replace(tag, clerk_of_chestertown, "0.50").receipt.lines.get()
    assert (line.amount, line.citation) == (Decimal("0.50"), "§ 68-6G(2)")


@pytest.mark.django_db(transaction=True)
def test_one_form_sent_ten_times_at_once_takes_the_money_once(tag: Tag, clerk: User) -> None:
    key = uuid.uuid4()
    made = together(*[lambda: replace(tag, clerk, key=key)] * 10)
    assert len({each.pk for each in made}) == 1
    assert Receipt.objects.count() == 1


def test_a_form_that_made_another_receipt_is_refused(tag: Tag, clerk: User) -> None:
    key = uuid.uuid4()
    replace(tag, clerk, key=key)
    with pytest.raises(Refused, match="form was used"):
        replace(TagFactory.create(dog__owner__town=tag.town), clerk, key=key)


def test_too_little_money_stores_nothing(tag: Tag, clerk: User) -> None:
    with pytest.raises(Refused, match="is due"):
        replace(tag, clerk, "2")
    assert Receipt.objects.count() == TagReplacement.objects.count() == 0


def test_a_price_other_than_the_one_told_is_refused(tag: Tag, clerk: User) -> None:
    with pytest.raises(Refused, match=r"now \$3.00, not \$2.00"):
        replace(tag, clerk, shown_total=Money.of("2"))


def test_a_retired_number_a_dead_dogs_and_another_towns_are_refused(
    tag: Tag, clerk: User, clerk_of_chestertown: User
) -> None:
    with pytest.raises(Refused, match="another town"):
        replace(tag, clerk_of_chestertown)
    dead = TagFactory.create(dog__owner__town=tag.town, dog__status=Dog.Status.DEAD)
    with pytest.raises(Refused, match="on record as dead"):
        replace(dead, clerk)
    Tag.objects.filter(pk=tag.pk).update(retired_on=noon().date(), retired_because="Wrong dog")
    with pytest.raises(Refused, match="retired"):
        replace(tag, clerk)


def typed(tag: Tag, **more: str) -> dict[str, str]:
    plain = {"key": str(uuid.uuid4()), "tag": str(tag.pk), "reason": "damaged", "payer": "Zoë Å", "cash": "5"}
    return plain | {"take": "yes"} | more


@time_machine.travel(noon(), tick=False)
def test_the_page_takes_the_money_and_shows_the_receipt(client: Client, tag: Tag, clerk: User) -> None:
    client.force_login(clerk)
    assert "$3.00" in client.get(f"/dogs/{tag.dog_id}/replace-tag").content.decode()
    form = typed(tag)
    for _ in range(2):
        page = client.post(f"/dogs/{tag.dog_id}/replace-tag", form, follow=True).content.decode()
        assert "Receipt 1" in page
        assert "change $2.00" in page


@time_machine.travel(noon(), tick=False)
def test_a_refused_page_keeps_what_was_typed(client: Client, tag: Tag, clerk: User) -> None:
    client.force_login(clerk)
    page = client.post(f"/dogs/{tag.dog_id}/replace-tag", typed(tag, cash="1")).content.decode()
    assert "$3.00 is due and $1.00 was handed over." in page
    assert '<a class="usa-link" href="#refusal-tender">' in page
    assert 'value="Zoë Å"' in page
    page = client.post(f"/dogs/{tag.dog_id}/replace-tag", typed(tag, reason="")).content.decode()
    assert "This field is required" in page


@time_machine.travel(noon(), tick=False)
def test_a_tag_of_a_year_that_is_over_is_not_offered(
    client: Client, chestertown: Town, clerk_of_chestertown: User
) -> None:
    dog = DogFactory.create(owner__town=chestertown)
    for year, number in ((2024, 7), (2025, 8)):
        tag = TagFactory.create(dog=dog, license_year=year, number=number)
        EarlierLicenseFactory.create(dog=dog, tag=tag, expires=date(year + 1, 6, 30))
    client.force_login(clerk_of_chestertown)
    tags = client.get(f"/dogs/{dog.pk}/replace-tag").context["tags"]
    assert [each.number for each in tags] == [8]


@time_machine.travel(noon(), tick=False)
def test_fifty_replacements_cost_as_many_queries_as_one(client: Client, tag: Tag, clerk: User) -> None:
    client.force_login(clerk)
    counted = []
    for more in (1, 49):
        for _ in range(more):
            replace(tag, clerk)
        with CaptureQueriesContext(connection) as queries:
            client.get("/tags/412/")
        counted.append(len(queries))
    assert counted[0] == counted[1]
