"""Licensing several dogs together: one receipt with a part for each, or nothing at all."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from licensing.actions.changes import Report
from licensing.actions.grants import Wanted
from licensing.actions.papers import RabiesCertificateFacts
from licensing.actions.renewals import News, renew_licenses
from licensing.facts import Asked, prices
from licensing.models import Change, Dog, License, Owner, Tag
from office.models import Entry, Receipt, Resolution, Town, User
from office.refusals import Refused, Unconfirmed
from ordinances.money import Money
from tests.factories import (
    TODAY,
    DogFactory,
    EarlierLicenseFactory,
    OwnerFactory,
    TagBoxFactory,
    TagFactory,
)
from tests.licensing.issuing import asked_for, cash, issue, noon

pytestmark = pytest.mark.django_db


@pytest.fixture
def home(resolution: Resolution) -> Owner:
    """A household of three dogs: one licensed to the end of July, two new ones; tags from 100 on."""
    TagBoxFactory.create(town=resolution.town, first=100, last=109)
    owner = OwnerFactory.create(town=resolution.town)
    rex = DogFactory.create(owner=owner, name="Rex")
    TagFactory.create(dog=rex, number=7)
    EarlierLicenseFactory.create(dog=rex, expires=date(2026, 7, 31))
    DogFactory.create(owner=owner, name="Bella")
    DogFactory.create(owner=owner, name="Max")
    return owner


def wanted_for(dogs: Sequence[Dog], **asked: Any) -> list[Wanted]:
    return [Wanted(asked_for(dog, **asked), place=f"dog-{dog.pk}") for dog in dogs]


def dogs_of(owner: Owner) -> list[Dog]:
    return list(Dog.objects.filter(owner=owner).select_related("owner").order_by("pk"))


def renew(wanted: Sequence[Wanted], by: User, *, tender: str = "63", **more: Any) -> list[License]:
    common: dict[str, Any] = {"key": uuid.uuid4(), "payer": "Ada Owner", "by": by, "at": noon()}
    return renew_licenses(wanted=wanted, tenders=cash(tender), **common | more)


def nothing_was_made() -> bool:
    return not (License.objects.filter(issued_at__gte=noon()).exists() or Receipt.objects.filter(total__gt=0).exists())


def test_three_dogs_are_one_receipt_with_a_part_for_each(home: Owner, clerk: User) -> None:
    made = renew(wanted_for(dogs_of(home)), clerk, tender="70")
    receipt = made[0].receipt
    assert [(row.dog.name, row.tag.number, row.receipt_id) for row in made] == [
        ("Rex", 7, receipt.pk),
        ("Bella", 100, receipt.pk),
        ("Max", 101, receipt.pk),
    ]
    parts = [(line.about, line.code, int(line.amount)) for line in receipt.lines.all()]
    both = (("license_fee", 18), ("state_surcharge", 3))
    named = ("Rex, tag 7", "Bella, tag 100", "Max, tag 101")
    assert parts == [(about, *line) for about in named for line in both]
    assert (str(receipt.total), str(receipt.payments.get().change)) == ("63.00", "7.00")
    assert receipt.purpose == "Licenses for 3 dogs: Rex, Bella, Max"


def test_a_renewal_keeps_number_and_follows_the_old_term(home: Owner, clerk: User) -> None:
    rex = renew(wanted_for(dogs_of(home)), clerk)[0]
    assert (rex.starts, rex.renews, rex.tag.number) == (date(2026, 8, 1), rex.dog.licenses.last(), 7)


def test_one_that_is_refused_holds_back_all_and_is_named(home: Owner, clerk: User) -> None:
    rex, bella, top = dogs_of(home)
    wanted = [*wanted_for([rex, top]), *wanted_for([bella], rabies=None, period=2)]
    with pytest.raises(Refused) as refused:
        renew(wanted, clerk)
    found = [(each.code, each.about, each.message.split(":")[0]) for each in refused.value.refusals]
    assert found == [
        ("years_not_allowed", f"dog-{bella.pk}-years", "Bella"),
        ("rabies_missing", f"dog-{bella.pk}-rabies", "Bella"),
    ]
    assert nothing_was_made()
    assert not Tag.objects.filter(number__gte=100).exists()


def test_money_that_does_not_settle_the_sum_makes_nothing(home: Owner, clerk: User) -> None:
    with pytest.raises(Refused) as refused:
        renew(wanted_for(dogs_of(home)), clerk, tender="62.99")
    assert [(each.code, each.about) for each in refused.value.refusals] == [("too_little", "tender")]
    assert nothing_was_made()


def test_a_sum_other_than_the_one_told_is_refused(home: Owner, clerk: User) -> None:
    with pytest.raises(Refused, match=r"now \$63.00, not \$42.00"):
        renew(wanted_for(dogs_of(home)), clerk, shown_total=Money.of(42))
    assert renew(wanted_for(dogs_of(home)), clerk, shown_total=Money.of(63))


def test_the_same_form_again_finds_its_licenses(home: Owner, clerk: User) -> None:
    key, wanted = uuid.uuid4(), wanted_for(dogs_of(home))
    assert renew(wanted, clerk, key=key) == renew(wanted, clerk, key=key)
    assert Receipt.objects.filter(key=key).count() == 1


@pytest.mark.parametrize("others", [slice(0, 2), slice(0, 1)])
def test_a_form_used_for_other_dogs_is_refused(home: Owner, clerk: User, others: slice) -> None:
    key, wanted = uuid.uuid4(), wanted_for(dogs_of(home))
    renew(wanted, clerk, key=key)
    with pytest.raises(Refused, match="This form was used"):
        renew(wanted[others], clerk, key=key)


def test_a_dog_named_twice_is_refused(home: Owner, clerk: User) -> None:
    bella = dogs_of(home)[1]
    with pytest.raises(Refused, match="Bella is named twice"):
        renew(wanted_for([bella, bella]), clerk)


def test_no_dog_at_all_is_refused(home: Owner, clerk: User) -> None:
    with pytest.raises(Refused, match="No license is asked for"):
        renew([], clerk)


def test_a_dog_of_another_town_holds_back_all(home: Owner, clerk: User, chestertown: Town) -> None:
    other = DogFactory.create(owner__town=chestertown)
    with pytest.raises(Refused, match="another town"):
        renew(wanted_for([*dogs_of(home), other]), clerk)
    assert nothing_was_made()


def test_a_number_in_hand_is_taken_before_the_next_in_stock(home: Owner, clerk: User) -> None:
    _, bella, top = dogs_of(home)
    wanted = [*wanted_for([bella]), Wanted(asked_for(top), tag_number=100, place=f"dog-{top.pk}")]
    assert [row.tag.number for row in renew(wanted, clerk, tender="42")] == [101, 100]


def test_a_number_that_is_not_in_stock_is_refused_at_its_dog(home: Owner, clerk: User) -> None:
    top = dogs_of(home)[2]
    with pytest.raises(Refused) as refused:
        renew([Wanted(asked_for(top), tag_number=99, place=f"dog-{top.pk}")], clerk, tender="21")
    assert [each.about for each in refused.value.refusals] == [f"dog-{top.pk}-tag_number"]


def test_one_dog_alone_has_the_receipt_of_a_single_license(home: Owner, clerk: User) -> None:
    bella = dogs_of(home)[1]
    receipt = renew(wanted_for([bella]), clerk, tender="21")[0].receipt
    assert receipt.purpose == "Dog license for Bella, tag 100"
    assert {line.about for line in receipt.lines.all()} == {"Bella"}


def test_a_long_purpose_is_cut(home: Owner, clerk: User) -> None:
    for number in range(7):
        DogFactory.create(owner=home, name=f"{number} of the Hundred and One Dalmatians of Dover Plains")
    assert len(renew(wanted_for(dogs_of(home)), clerk, tender="210")[0].receipt.purpose) <= 200


def test_in_chestertown_each_dog_has_a_tag_of_the_year(clerk_of_chestertown: User, chestertown: Town) -> None:
    TagBoxFactory.create(town=chestertown, first=1, last=9, license_year=2026)
    dogs = DogFactory.create_batch(2, owner=OwnerFactory.create(town=chestertown))
    made = renew(wanted_for(dogs, period=2026), clerk_of_chestertown, tender="6")
    assert [(row.tag.number, row.license_year, row.expires) for row in made] == [
        (1, 2026, date(2027, 6, 30)),
        (2, 2026, date(2027, 6, 30)),
    ]


def test_the_books_add_up(home: Owner, clerk: User) -> None:
    renew(wanted_for(dogs_of(home)), clerk, tender="100")
    assert sum(entry.amount for entry in Entry.objects.all()) == 0
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def test_ten_dogs_are_priced_with_the_queries_of_one(home: Owner, clerk: User) -> None:
    DogFactory.create_batch(7, owner=home)
    asked = [each.asked for each in wanted_for(dogs_of(home))]
    counted = []
    for some in (asked[:1], asked):
        with CaptureQueriesContext(connection) as queries:
            prices(some, town=home.town, on=TODAY)
        counted.append(len(queries))
    assert (len(asked), counted[0]) == (10, counted[1])


def test_the_price_of_each_is_that_of_its_own_license(home: Owner, clerk: User) -> None:
    rex, bella, _ = dogs_of(home)
    issue(bella, by=clerk)
    answers = prices([asked_for(bella), asked_for(rex)], town=home.town, on=TODAY)
    assert [refusal.code for refusal in answers[0].quote.refusals] == ["too_early"]
    assert answers[1].renews == rex.licenses.get()


def died(dog: Dog, on: date = TODAY) -> News:
    return News(dog=dog, place=f"dog-{dog.pk}", report=Report(event="death", happened_on=on, reported_on=TODAY))


def certified(dog: Dog, expires: date = date(2029, 6, 1), **more: Any) -> News:
    facts = RabiesCertificateFacts(vaccinated_on=date(2026, 6, 1), expires=expires, veterinarian="Dr. J. Reyes")
    return News(dog=dog, place=f"dog-{dog.pk}", certificate=facts, **more)


def test_what_became_of_the_others_is_recorded_with_the_licenses(home: Owner, clerk: User) -> None:
    rex, bella, top = dogs_of(home)
    renew(wanted_for([rex, top]), clerk, tender="42", news=[died(bella, on=date(2026, 6, 10))])
    bella.refresh_from_db()
    change = bella.changes.get()
    assert (bella.status, bella.status_on, change.event) == ("dead", date(2026, 6, 10), "death")
    assert not bella.licenses.exists()


def test_a_certificate_filed_with_the_renewal_is_the_one_that_counts(home: Owner, clerk: User) -> None:
    bella = dogs_of(home)[1]
    made = renew([Wanted(Asked(dog=bella, period=1))], clerk, tender="21", news=[certified(bella)])
    assert made[0].rabies_certificate == bella.rabiescertificates.get()
    assert made[0].printed["rabies"]["until"] == "2029-06-01"


@pytest.mark.parametrize("tender", ["20.99", "0"])
def test_a_refused_renewal_leaves_neither_news_nor_paper(home: Owner, clerk: User, tender: str) -> None:
    rex, bella, _ = dogs_of(home)
    with pytest.raises(Refused):
        renew([Wanted(Asked(dog=bella, period=1))], clerk, tender=tender, news=[certified(bella), died(rex)])
    rex.refresh_from_db()
    assert (rex.status, bella.rabiescertificates.count(), Change.objects.count()) == ("here", 0, 0)


def test_a_dog_back_again_is_licensed_in_the_same_visit(home: Owner, clerk: User) -> None:
    bella = dogs_of(home)[1]
    Dog.objects.filter(pk=bella.pk).update(status="dead", status_on=TODAY)
    back = News(dog=bella, report=Report(event="recovery", happened_on=TODAY, reported_on=TODAY))
    assert renew(wanted_for([bella]), clerk, tender="21", news=[back])[0].dog.status == "here"


def test_a_dog_reported_dead_is_not_licensed_in_the_same_visit(home: Owner, clerk: User) -> None:
    bella = dogs_of(home)[1]
    with pytest.raises(Refused, match="Bella is on record as dead"):
        renew(wanted_for([bella]), clerk, tender="21", news=[died(bella)])
    assert Dog.objects.get(pk=bella.pk).is_here


def test_news_alone_makes_no_receipt_and_is_recorded_once(home: Owner, clerk: User) -> None:
    key, bella = uuid.uuid4(), dogs_of(home)[1]
    for _ in range(2):
        assert renew([], clerk, key=key, tender="0", news=[died(bella)]) == []
    assert (bella.changes.count(), Receipt.objects.filter(key=key).exists()) == (1, False)


@pytest.mark.parametrize(
    ("news", "field"),
    [
        (lambda dog: died(dog, on=date(2026, 6, 16)), "happened_on"),
        (lambda dog: died(dog, on=date(2023, 2, 28)), "happened_on"),
        (lambda dog: certified(dog, expires=date(2026, 6, 1)), "expires"),
    ],
)
def test_days_that_cannot_be_are_refused_at_their_dog(home: Owner, clerk: User, news: Any, field: str) -> None:
    rex, bella, _ = dogs_of(home)
    with pytest.raises(Refused) as refused:
        renew(wanted_for([rex]), clerk, tender="21", news=[news(bella)])
    assert refused.value.refusals[0].about == f"dog-{bella.pk}-{field}"
    assert nothing_was_made()


def test_a_certificate_of_more_than_three_years_is_asked_about(home: Owner, clerk: User) -> None:
    bella = dogs_of(home)[1]
    wanted, long = [Wanted(Asked(dog=bella, period=1))], date(2029, 7, 2)
    with pytest.raises(Unconfirmed) as asked:
        renew(wanted, clerk, tender="21", news=[certified(bella, long)])
    assert [each.code for each in asked.value.refusals] == [f"dog-{bella.pk}:long_certificate"]
    assert renew(wanted, clerk, tender="21", news=[certified(bella, long, confirmed=["long_certificate"])])


def test_the_history_names_one_act(home: Owner, clerk: User) -> None:
    rex, bella, _ = dogs_of(home)
    renew(wanted_for([rex]), clerk, tender="21", news=[died(bella), certified(rex)])
    for events in (apps.get_model("licensing.DogEvent"), apps.get_model("licensing.RabiesCertificateEvent")):
        acts = {
            event.pgh_context.metadata["act"] for event in events._default_manager.filter(pgh_context__isnull=False)
        }
        assert acts == {"renew_licenses"}
