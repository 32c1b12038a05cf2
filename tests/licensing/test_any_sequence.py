"""After any sequence of acts: no number on two dogs, no two terms that share a day, the ledger equal to the receipts.

Days pass and dogs change hands in both towns; what the law refuses is refused and changes nothing.
"""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction
from django.db.models import F, Sum
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from licensing.actions.changes import Report, report_change
from licensing.actions.corrections import correct_license
from licensing.actions.elsewhere import Elsewhere, take_over_license
from licensing.actions.grants import Wanted
from licensing.actions.handovers import change_owner_of_dog, transfer_license
from licensing.actions.mistakes import undo_change
from licensing.actions.renewals import News, renew_licenses
from licensing.actions.replacements import replace_tag
from licensing.actions.stock import spoil_tag
from licensing.actions.voids import Why, void_license
from licensing.charges import charges_of, total_of
from licensing.facts import price, prices, transferable
from licensing.models import Change, Dog, License, Mistake, Owner, Tag
from office.ledger import Back, Tender
from office.models import Counter as Numbers
from office.models import Entry, Payment, Payout, Receipt, ReceiptLine, Reversal, ReversalLine, Town, User
from office.models.money import Form
from office.refusals import Refused
from ordinances.answers import Quote
from ordinances.money import ZERO, Money
from tests.factories import (
    DogFactory,
    OwnerFactory,
    RabiesCertificateFactory,
    ResolutionFactory,
    TagBoxFactory,
    TownFactory,
    UserFactory,
)
from tests.licensing.issuing import asked_for, cash, issue, noon

pytestmark = pytest.mark.django_db

TOWNS = ("dover", "chestertown")
DOGS = st.integers(0, 3)
OWNERS = st.integers(0, 2)
EVENTS = st.sampled_from([event for event in Change.Event if event != Change.Event.ADDRESS])


class Office(RuleBasedStateMachine):
    """Two dogs and three people a town, and everything that a clerk can do with them."""

    @initialize()
    def open(self) -> None:
        """Open both towns' offices, with too few tags."""
        self.undo = transaction.atomic()
        self.undo.__enter__()
        self.on = date(2026, 5, 4)
        self.clerks: dict[int, User] = {}
        self.owners: dict[int, list[Owner]] = {}
        self.dogs: list[Dog] = []
        self.forms: list[Callable[[], object]] = []
        for slug in TOWNS:
            self.move_in(TownFactory.create(slug=slug))

    def move_in(self, town: Town) -> None:
        """The town's staff, people, dogs and tags."""
        if town.slug == "dover":
            ResolutionFactory.create(town=town)
        TagBoxFactory.create(town=town, first=1, last=6)
        self.clerks[town.pk] = UserFactory.create(town=town, role="clerk")
        self.owners[town.pk] = OwnerFactory.create_batch(3, town=town)
        for owner in self.owners[town.pk][:2]:
            dog = DogFactory.create(owner=owner)
            RabiesCertificateFactory.create(dog=dog, vaccinated_on=date(2026, 1, 10), expires=date(2029, 1, 10))
            self.dogs.append(dog)

    def teardown(self) -> None:
        """Leave the database as it was."""
        transaction.set_rollback(True)
        self.undo.__exit__(None, None, None)

    def dog(self, which: int) -> Dog:
        """The dog as it is now."""
        return Dog.objects.select_related("owner__town", "town").get(pk=self.dogs[which].pk)

    def told(self, event: str, days: int) -> Report:
        """A report of today, of what happened some days ago."""
        return Report(event=event, happened_on=self.on - timedelta(days=days), reported_on=self.on)

    def sent(self, act: Callable[..., object], town: int, **more: Any) -> None:
        """Send a form to the act; later the same form may be sent again."""
        common = {"key": uuid.uuid4(), "by": self.clerks[town], "at": noon(self.on)}
        self.forms.append(lambda: act(**common, **more))
        self.again(-1)

    def paid(self, quote: Quote) -> tuple[Tender, ...]:
        """The exact price in cash; a dollar where there is none."""
        return cash(str(quote.total)) if quote.total is not None and quote.total.cents else ()

    @rule(days=st.integers(1, 150))
    def days_pass(self, days: int) -> None:
        """Time goes by."""
        self.on += timedelta(days=days)

    @rule(which=DOGS, period=st.integers(0, 3))
    def license(self, which: int, period: int) -> None:
        """A first license or a renewal, for a period that the law may refuse."""
        dog = self.dog(which)
        years = period if dog.town.slug == "dover" else self.on.year + period - 2
        asked = asked_for(dog, period=max(years, 1))
        tender = self.paid(price(asked, town=dog.town, on=self.on).quote)
        key, on = uuid.uuid4(), self.on
        self.forms.append(
            lambda: issue(dog, by=self.clerks[dog.town_id], tender=tender, on=on, key=key, period=max(years, 1))
        )
        self.again(-1)

    @rule(town=st.integers(0, 1), periods=st.tuples(st.integers(1, 3), st.integers(1, 3)), died=st.booleans())
    def renew_household(self, town: int, periods: tuple[int, int], died: bool) -> None:
        """Both dogs of a town at once, or the first with the news that the second died; what the law may refuse."""
        dogs = [self.dog(2 * town), self.dog(2 * town + 1)]
        by_years = dogs[0].town.slug == "dover"
        asked = [
            asked_for(dog, period=period if by_years else self.on.year + period - 2)
            for dog, period in zip(dogs, periods, strict=True)
        ][: 1 if died else 2]
        quotes = [each.quote for each in prices(asked, town=dogs[0].town, on=self.on)]
        due = sum(quote.total.cents for quote in quotes if quote.total is not None)
        news = [News(dog=dogs[1], report=self.told("death", 0))] if died else []
        wanted, tenders = [Wanted(each) for each in asked], cash(str(Money(due))) if due else ()
        self.sent(renew_licenses, dogs[0].town_id, wanted=wanted, news=news, tenders=tenders, payer="A")

    @rule(which=DOGS, who=OWNERS, days=st.integers(0, 60))
    def sell(self, which: int, who: int, days: int) -> None:
        """The dog goes to another owner, who applies anew."""
        dog = self.dog(which)
        buyer = self.owners[dog.town_id][who]
        self.sent(change_owner_of_dog, dog.town_id, dog=dog, new_owner=buyer, report=self.told("sale", days))

    @rule(which=DOGS, who=OWNERS)
    def transfer(self, which: int, who: int) -> None:
        """The dog goes to another owner with its license."""
        dog = self.dog(which)
        tender = self.paid(transferable(dog, self.on)[1])
        buyer, report = self.owners[dog.town_id][who], self.told("sale", 0)
        self.sent(transfer_license, dog.town_id, dog=dog, new_owner=buyer, report=report, tenders=tender, payer="A")

    @rule(which=DOGS)
    def carry_over(self, which: int) -> None:
        """A license of elsewhere is shown."""
        dog = self.dog(which)
        shown = Elsewhere(place="Easton", number="7", expires=self.on)
        self.sent(take_over_license, dog.town_id, dog=dog, elsewhere=shown, tenders=cash("1"), payer="A")

    @rule(which=DOGS)
    def replace(self, which: int) -> None:
        """The tag is made anew."""
        dog = self.dog(which)
        if dog.tag is not None:
            tender = self.paid(dog.town.ordinance(self.on).replacement_tag(self.on))
            self.sent(replace_tag, dog.town_id, tag=dog.tag, reason="lost", tenders=tender, payer="A")

    @rule(which=DOGS, number=st.integers(1, 7))
    def spoil(self, which: int, number: int) -> None:
        """A number is taken out of the stock of the dog's town."""
        self.sent(spoil_tag, self.dog(which).town_id, number=number, reason="Bent")

    @rule(which=DOGS, event=EVENTS, days=st.integers(0, 30))
    def report(self, which: int, event: str, days: int) -> None:
        """The owner tells what became of the dog."""
        dog = self.dog(which)
        self.sent(report_change, dog.town_id, dog=dog, report=self.told(event, days))

    @rule(nth=st.integers(0, 30), why=st.sampled_from(Why.values), kept=st.booleans())
    def void_one(self, nth: int, why: str, kept: bool) -> None:
        """A license is voided, for a reason that the law may refuse."""
        license_ = License.objects.order_by("pk")[nth : nth + 1].first()
        if license_ is not None:
            more: dict[str, Any] = {"why": why, "paper_kept": kept, "reason": "Wrong", "back": Back()}
            self.sent(void_license, license_.town_id, license_=license_, **more)

    @rule(nth=st.integers(0, 30), other=DOGS, years=st.integers(1, 3))
    def set_right(self, nth: int, other: int, years: int) -> None:
        """A license is issued anew as of its first day, for its dog or another one."""
        license_ = License.objects.order_by("pk")[nth : nth + 1].first()
        if license_ is None:
            return
        dog = license_.dog if other % 2 else self.dog(other)
        period, first_day = license_.license_year or years, license_.issued_at.date()
        asked = asked_for(dog, period=period)
        new = price(asked, town=dog.town, on=first_day, instead_of=license_).quote.total
        due = max((new or ZERO) - total_of(charges_of(license_)), ZERO)
        more: dict[str, Any] = {"tenders": cash(str(due)) if due.cents else (), "back": Back(), "payer": "A"}
        self.sent(correct_license, license_.town_id, license_=license_, asked=asked, reason="Wrong", **more)

    @rule(nth=st.integers(0, 30))
    def take_back(self, nth: int) -> None:
        """A change is undone, if nothing rests on it."""
        change = Change.objects.order_by("-pk")[nth : nth + 1].first()
        if change is not None:
            self.sent(undo_change, change.town_id, change=change, reason="Never was", back=Back())

    @rule(which=st.integers(-5, -1))
    def again(self, which: int) -> None:
        """A form is sent, or sent again; a refusal stores nothing."""
        if len(self.forms) < -which:
            return
        kinds: tuple[Any, ...] = (Receipt, License, Tag, Change, Reversal, Mistake, Entry)
        before = [kind.objects.count() for kind in kinds]
        try:
            with transaction.atomic():
                self.forms[which]()
        except Refused:
            assert [kind.objects.count() for kind in kinds] == before

    @invariant()
    def no_number_is_on_two_dogs(self) -> None:
        """Neither among the tags, nor in their history."""
        dogs: dict[tuple[int, int], set[int]] = defaultdict(set)
        events: Any = Tag
        for row in events.pgh_event_model.objects.values_list("town_id", "number", "dog_id"):
            dogs[row[:2]].add(row[2])
        assert all(len(each) == 1 for each in dogs.values())
        assert not License.objects.exclude(tag__dog=F("dog")).exists()

    @invariant()
    def no_two_terms_share_a_day(self) -> None:
        """No day of any dog is covered by two licenses."""
        days: Counter[tuple[int, date]] = Counter()
        for term in License.objects.standing():
            length = (term.last_day - term.starts).days + 1
            days.update((term.dog_id, term.starts + timedelta(days=nth)) for nth in range(length))
        assert not [day for day, count in days.items() if count > 1]

    @invariant()
    def a_license_covers_only_days_of_its_holder(self) -> None:
        """Who no longer has the dog has no license in force for it."""
        for term in License.objects.in_force(self.on).select_related("dog"):
            assert term.holder_id == term.dog.owner_id

    @invariant()
    def the_ledger_equals_the_receipts(self) -> None:
        """What was charged, paid and reversed, and what is in the books, number by number."""
        total, reversed_ = sums(Receipt.objects.all(), "total"), sums(Reversal.objects.all(), "total")
        assert sums(ReceiptLine.objects.all(), "amount") == sums(Payment.objects.all(), "amount") == total
        assert sums(ReversalLine.objects.all(), "line__amount") == sums(Payout.objects.all(), "amount") == reversed_
        assert sums(Entry.objects.filter(account__in=Form.values), "amount") == total - reversed_
        assert sums(Entry.objects.filter(account=Form.CREDIT), "amount") == 0
        assert sums(Entry.objects.all(), "amount") == 0
        for counter in Numbers.objects.all():
            rows: Any = {"receipt": Receipt, "reversal": Reversal, "license": License}[counter.of]
            numbers = rows.objects.filter(town=counter.town).values_list("number", flat=True)
            assert sorted(numbers) == list(range(1, counter.last + 1))


def sums(rows: Any, field: str) -> Decimal:
    """The sum of the field."""
    return Decimal(rows.aggregate(sum=Sum(field))["sum"] or 0)


def test_any_sequence_of_acts_leaves_the_books_and_the_numbers_right() -> None:
    checks = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
    bounded = settings(
        max_examples=30, stateful_step_count=25, deadline=None, suppress_health_check=checks, derandomize=True
    )
    run_state_machine_as_test(Office, settings=bounded)
