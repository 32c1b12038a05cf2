"""A dog changes hands: Dover's new owner applies anew, Chestertown's keeps the license for a dollar."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from io import BytesIO
from typing import Any

import pytest
import time_machine
from django.test import Client
from pypdf import PdfReader

from licensing.actions.changes import Report
from licensing.actions.handovers import change_owner_of_dog, transfer_license
from licensing.models import Change, Dog, License, Owner
from office.models import Entry, Receipt, Resolution, Town, User
from office.refusals import Refused
from tests.factories import TODAY, DogFactory, EarlierLicenseFactory, OwnerFactory, TagBoxFactory
from tests.licensing.issuing import cash, issue, noon
from tests.licensing.test_people import together


@pytest.fixture(autouse=True)
def _monday() -> Iterator[None]:
    with time_machine.travel(noon(), tick=False):
        yield


@pytest.fixture
def dog(resolution: Resolution, clerk: User) -> Dog:
    """A dog of Dover, licensed in May with number 100."""
    TagBoxFactory.create(town=resolution.town, first=100, last=199)
    return issue(DogFactory.create(owner__town=resolution.town), by=clerk, on=date(2026, 5, 4)).dog


@pytest.fixture
def theirs(chestertown: Town, clerk_of_chestertown: User) -> Dog:
    """A dog of Chestertown, licensed to June 30 with number 500."""
    TagBoxFactory.create(town=chestertown, first=500, last=599)
    dog = DogFactory.create(owner__town=chestertown)
    return issue(dog, by=clerk_of_chestertown, tender=cash("4.50"), on=date(2025, 9, 10), period=2025).dog


@pytest.fixture
def buyer(dover: Town) -> Owner:
    return OwnerFactory.create(town=dover, first_name="Bea", last_name="Buyer", telephone="(845) 555-0177")


@pytest.fixture
def their_buyer(chestertown: Town) -> Owner:
    return OwnerFactory.create(town=chestertown, first_name="Cal", last_name="Buyer")


def sold(on: date = TODAY) -> Report:
    return Report(event=Change.Event.SALE, happened_on=on, reported_on=TODAY)


def sell(dog: Dog, buyer: Owner, by: User, on: date = TODAY, key: uuid.UUID | None = None) -> Change:
    key = key or uuid.uuid4()
    change = change_owner_of_dog(dog=dog, new_owner=buyer, report=sold(on), key=key, by=by, at=noon())
    dog.refresh_from_db()
    return change


def transfer(dog: Dog, buyer: Owner, by: User, amount: str = "1", at: date = TODAY, **more: Any) -> License:
    more = {"key": uuid.uuid4()} | more
    report = Report(event=Change.Event.SALE, happened_on=at, reported_on=at)
    return transfer_license(
        dog=dog, new_owner=buyer, report=report, tenders=cash(amount), payer="A", by=by, at=noon(at), **more
    )


def test_a_sale_in_dover_ends_the_license_and_the_new_owner_applies_anew(dog: Dog, buyer: Owner, clerk: User) -> None:
    sell(dog, buyer, clerk)
    old = dog.licenses.get()
    assert (old.ended_on, old.ended_because) == (date(2026, 6, 14), "Rex went to Bea Buyer on 2026-06-15")
    new = issue(dog, by=clerk)
    assert (new.starts, new.expires, new.tag.number) == (TODAY, date(2027, 6, 30), 100)
    assert (new.holder, new.renews, dog.acquired_on) == (buyer, None, TODAY)
    assert [each.state(TODAY) for each in dog.licenses.order_by("pk")] == ["ended", "in force"]


def test_a_sale_is_told_late_by_the_seller(dog: Dog, buyer: Owner, clerk: User) -> None:
    seller = dog.owner
    change = sell(dog, buyer, clerk, on=date(2026, 5, 21))
    assert (change.owner, change.new_owner, change.due_by, change.late) == (seller, buyer, date(2026, 6, 1), True)


def test_a_license_bought_after_the_sale_never_covered_a_day(dog: Dog, buyer: Owner, clerk: User) -> None:
    sell(dog, buyer, clerk, on=date(2026, 4, 1))
    assert dog.licenses.get().state(date(2026, 5, 10)) == "ended"
    assert issue(dog, by=clerk).starts == TODAY


def test_a_lost_or_kenneled_dog_is_with_its_new_owner(dog: Dog, buyer: Owner, clerk: User) -> None:
    Dog.objects.filter(pk=dog.pk).update(status=Dog.Status.GONE)
    sell(dog, buyer, clerk, on=TODAY - timedelta(days=1))
    assert (dog.status, dog.status_on, dog.owner) == ("here", TODAY - timedelta(days=1), buyer)


def test_no_sale_to_the_owner_to_a_stranger_or_of_a_day_to_come(
    dog: Dog, buyer: Owner, clerk: User, stranger: Owner
) -> None:
    for to, on, words in (
        (dog.owner, TODAY, "on record already"),
        (stranger, TODAY, "must be on this town's record"),
        (buyer, TODAY + timedelta(days=1), "yet to come"),
    ):
        with pytest.raises(Refused, match=words):
            sell(dog, to, clerk, on=on)
    assert not Change.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_one_form_sent_at_once_and_two_clerks_one_sale_is_made(dog: Dog, buyer: Owner, clerk: User) -> None:
    key = uuid.uuid4()
    made = together(*[lambda: sell(dog, buyer, clerk, key=key)] * 5)
    assert len({change.pk for change in made}) == 1
    made = together(*[lambda: sell(dog, OwnerFactory.create(town=dog.town), clerk)] * 2)
    assert dog.changes.count() == 1 + sum(isinstance(each, Change) for each in made)


def test_dover_transfers_no_license(dog: Dog, buyer: Owner, clerk: User) -> None:
    with pytest.raises(Refused, match="not transferable") as refused:
        transfer(dog, buyer, clerk)
    assert refused.value.refusals[0].citation == "L.L. 3-2010, Licensing ¶ F"
    assert Receipt.objects.count() == 1


def test_a_transfer_in_chestertown_keeps_tag_year_and_papers(
    theirs: Dog, their_buyer: Owner, clerk_of_chestertown: User
) -> None:
    old = theirs.licenses.get()
    new = transfer(theirs, their_buyer, clerk_of_chestertown)
    old.refresh_from_db()
    assert (old.ended_on, new.starts, new.expires) == (date(2026, 6, 14), TODAY, date(2026, 6, 30))
    assert (new.tag, new.license_year, new.rabies_certificate) == (old.tag, 2025, old.rabies_certificate)
    assert (new.holder, new.transferred_from, new.dog.owner) == (their_buyer, old, their_buyer)
    line = new.receipt.lines.get()
    assert (line.amount, line.citation) == (Decimal("1.00"), "§ 68-6E(1)")


def test_a_transfer_on_the_first_day_of_the_term_leaves_the_old_license_no_day(
    theirs: Dog, their_buyer: Owner, clerk_of_chestertown: User
) -> None:
    start = theirs.licenses.get().starts
    new = transfer(theirs, their_buyer, clerk_of_chestertown, at=start)
    assert list(License.objects.in_force(start).filter(dog=theirs)) == [new]
    assert License.objects.last_of_each_dog().get() == new


def test_only_a_current_license_of_the_seller_is_transferred(
    chestertown: Town, their_buyer: Owner, clerk_of_chestertown: User
) -> None:
    dog = DogFactory.create(owner__town=chestertown)
    EarlierLicenseFactory.create(dog=dog, expires=date(2025, 6, 30))
    with pytest.raises(Refused) as refused:
        transfer(dog, their_buyer, clerk_of_chestertown)
    assert [(each.code, each.citation) for each in refused.value.refusals] == [("license_not_current", "§ 68-6E(1)")]
    assert dog.changes.count() == Entry.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_one_transfer_sent_ten_times_at_once_is_one(
    theirs: Dog, their_buyer: Owner, clerk_of_chestertown: User
) -> None:
    key = uuid.uuid4()
    made = together(*[lambda: transfer(theirs, their_buyer, clerk_of_chestertown, key=key)] * 10)
    assert len({license_.pk for license_ in made}) == 1
    assert (theirs.licenses.count(), theirs.changes.count(), Receipt.objects.count()) == (2, 1, 2)


def test_too_little_money_moves_no_dog(theirs: Dog, their_buyer: Owner, clerk_of_chestertown: User) -> None:
    with pytest.raises(Refused, match=r"\$1.00 is due"):
        transfer(theirs, their_buyer, clerk_of_chestertown, "0.50")
    theirs.refresh_from_db()
    assert theirs.owner != their_buyer
    assert theirs.licenses.get().ended_on is None


def test_a_transferred_license_is_renewed_by_its_new_holder(
    theirs: Dog, their_buyer: Owner, clerk_of_chestertown: User
) -> None:
    carried = transfer(theirs, their_buyer, clerk_of_chestertown)
    theirs.refresh_from_db()
    new = issue(theirs, by=clerk_of_chestertown, tender=cash("3"), on=date(2026, 7, 1), period=2026)
    assert new.renews == carried


def test_the_papers_name_the_new_owner_and_that_the_old_one_ended(
    client: Client, theirs: Dog, their_buyer: Owner, clerk_of_chestertown: User
) -> None:
    new = transfer(theirs, their_buyer, clerk_of_chestertown)
    client.force_login(clerk_of_chestertown)
    words = {
        pk: PdfReader(BytesIO(client.get(f"/licenses/{pk}/license.pdf").content)).pages[0].extract_text()
        for pk in (new.pk, new.transferred_from_id)
    }
    assert "Cal Buyer" in words[new.pk]
    assert "Transferred from license 1" in words[new.pk].replace("\n", " ")
    assert "Ended June 14, 2026" in words[new.transferred_from_id or 0].replace("\n", " ")


def typed(**more: str) -> dict[str, str]:
    plain = {"happened_on": "2026-06-15", "reported_on": "2026-06-15", "note": "", "key": str(uuid.uuid4())}
    return plain | {"payer": "Zoë Å", "cash": "5"} | more


def test_the_sale_goes_from_the_report_to_the_new_owners_application(
    client: Client, dog: Dog, buyer: Owner, clerk: User
) -> None:
    client.force_login(clerk)
    page = client.post(f"/dogs/{dog.pk}/report", typed(event="sale"), follow=True).content.decode()
    assert "Who has Rex now?" in page
    page = client.get(f"/dogs/{dog.pk}/new-owner?q=555-0177").content.decode()
    assert f"/dogs/{dog.pk}/new-owner/{buyer.pk}/" in page
    page = client.get(f"/dogs/{dog.pk}/new-owner/{buyer.pk}/").content.decode()
    assert "Licensing ¶ F" in page
    form = typed(apply="yes", happened_on="2026-06-01")
    for _ in range(2):
        answer = client.post(f"/dogs/{dog.pk}/new-owner/{buyer.pk}/", form)
        assert answer["Location"] == f"/licenses/new?dog={dog.pk}"
    assert dog.changes.get().happened_on == date(2026, 6, 1)


def test_a_new_person_is_added_on_the_way(client: Client, dog: Dog, clerk: User) -> None:
    client.force_login(clerk)
    person = {"last_name": "New", "street": "3 Oak", "city": "Dover Plains", "state": "NY", "zip_code": "12522"}
    form = person | {"key": str(uuid.uuid4()), "first_name": "Nia"}
    answer = client.post(f"/owners/new?takes={dog.pk}&happened_on=2026-06-02", form)
    new = Owner.objects.get(last_name="New")
    assert answer["Location"].startswith(f"/dogs/{dog.pk}/new-owner/{new.pk}/?")
    assert 'value="2026-06-02"' in client.get(answer["Location"]).content.decode()


def test_the_transfer_page_quotes_takes_and_keeps(
    client: Client, theirs: Dog, their_buyer: Owner, clerk_of_chestertown: User
) -> None:
    client.force_login(clerk_of_chestertown)
    address = f"/dogs/{theirs.pk}/new-owner/{their_buyer.pk}/"
    assert "§ 68-6E(1)" in client.get(address).content.decode()
    page = client.post(address, typed(take="yes", cash="0.5")).content.decode()
    assert "$1.00 is due and $0.50 was handed over." in page
    assert '<a class="usa-link" href="#refusal-tender">' in page
    assert 'value="Zoë Å"' in page
    form = typed(take="yes")
    for _ in range(2):
        page = client.post(address, form, follow=True).content.decode()
        assert "License 2 for Rex" in page
        assert "Change <strong>$4.00</strong>" in page


def test_a_sale_day_to_come_is_refused_at_its_field(client: Client, dog: Dog, buyer: Owner, clerk: User) -> None:
    client.force_login(clerk)
    page = client.post(f"/dogs/{dog.pk}/new-owner/{buyer.pk}/", typed(apply="yes", happened_on="2026-06-16"))
    assert "This day is yet to come." in page.content.decode()
    assert 'value="2026-06-16"' in page.content.decode()


def test_a_sale_to_someone_unknown_is_recorded_alone(client: Client, dog: Dog, clerk: User) -> None:
    client.force_login(clerk)
    client.post(f"/dogs/{dog.pk}/new-owner", typed())
    dog.refresh_from_db()
    assert (dog.status, dog.changes.get().event) == ("gone", "sale")
    assert (
        f"/dogs/{dog.pk}/new-owner?happened_on={TODAY.isoformat()}" in client.get(f"/dogs/{dog.pk}/").content.decode()
    )


def test_the_other_towns_buyer_and_dog_are_not_found(
    client: Client, dog: Dog, stranger: Owner, clerk: User, clerk_of_chestertown: User
) -> None:
    client.force_login(clerk)
    assert client.get(f"/dogs/{dog.pk}/new-owner/{stranger.pk}/").status_code == 404
    client.force_login(clerk_of_chestertown)
    assert client.get(f"/dogs/{dog.pk}/new-owner/{stranger.pk}/").status_code == 404
    assert client.get(f"/owners/new?takes={dog.pk}").status_code == 200


def test_what_the_report_was_told_goes_on_as_a_form_reads_it(
    client: Client, dog: Dog, buyer: Owner, clerk: User
) -> None:
    client.force_login(clerk)
    told = "happened_on=2026-06-02&amp;reported_on=2026-06-15"
    page = client.get(f"/dogs/{dog.pk}/new-owner?happened_on=2026-06-02&reported_on=2026-06-15&q=buyer")
    assert f'href="/dogs/{dog.pk}/new-owner/{buyer.pk}/?{told}' in page.content.decode()
