"""After any sequence of acts: no number on two dogs, no two terms that share a day, the ledger equal to the receipts.

Days pass and dogs change hands in both towns; what the law refuses is refused and changes nothing. Rows are tried past
the acts too: the database refuses them.
"""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import F, Sum
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant

from licensing.actions.adoptions import Payment as Pays
from licensing.actions.adoptions import adopt_dog
from licensing.actions.business_licenses import (
    issue_business_license,
    revoke_business_license,
    transfer_business_license,
)
from licensing.actions.changes import Report, report_change
from licensing.actions.corrections import correct_license
from licensing.actions.elsewhere import Elsewhere, take_over_license
from licensing.actions.enumerations import Found, Plan, open_enumeration, record_finding, withdraw_finding
from licensing.actions.grants import Wanted
from licensing.actions.handovers import change_owner_of_dog, transfer_license
from licensing.actions.mistakes import undo_change
from licensing.actions.renewals import News, renew_licenses
from licensing.actions.replacements import replace_tag
from licensing.actions.stock import spoil_tag
from licensing.actions.voids import Why, reverse_receipt, void_license
from licensing.adoptions import LicenseWanted
from licensing.businesses import quote_of
from licensing.charges import charges_of, total_of
from licensing.facts import price, prices, transferable
from licensing.models import (
    Adoption,
    Business,
    BusinessLicense,
    Change,
    Dog,
    EnumerationStreet,
    Finding,
    License,
    Mistake,
    Owner,
    Tag,
)
from office.ledger import Back, Tender
from office.models import Counter as Numbers
from office.models import Entry, Payment, Payout, Receipt, ReceiptLine, Reversal, ReversalLine, Town, User
from office.models.money import Form
from ordinances.answers import Quote
from ordinances.money import ZERO, Money
from tests.factories import (
    DogFactory,
    OwnerFactory,
    RabiesCertificateFactory,
    ResolutionFactory,
    TagBoxFactory,
    TagFactory,
    TownFactory,
    UserFactory,
)
from tests.licensing.adopting import shown
from tests.licensing.cases import certificate_facts, dog_facts
from tests.licensing.issuing import asked_for, cash, issue, noon
from tests.licensing.registers import WHOLE, results, table, taken_over
from tests.sequences import AnySequence, run, step

pytestmark = pytest.mark.django_db

TOWNS = ("dover", "chestertown")
DOGS = st.integers(0, 3)
OWNERS = st.integers(0, 2)
EVENTS = st.sampled_from([event for event in Change.Event if event != Change.Event.ADDRESS])
PAPERS = [License, BusinessLicense]
RUNS = 30
DONE = {
    "issue_license", "renew_licenses", "change_owner_of_dog", "transfer_license", "take_over_license", "replace_tag",
    "spoil_tag", "report_change", "void_license", "correct_license", "undo_change", "adopt_dog", "open_enumeration",
    "record_finding", "withdraw_finding", "issue_business_license", "transfer_business_license",
    "revoke_business_license", "reverse_receipt", "taken over", "refused: a number on two dogs", "refused: two terms",
    "refused: a receipt of nothing", "refused: half an entry",
}  # fmt: skip


class Office(AnySequence):
    """Two dogs and three people a town, and everything that a clerk can do with them."""

    rows = (Owner, Dog, Receipt, License, BusinessLicense, Tag, Change, Reversal, Mistake, Entry, Adoption, Finding)

    @initialize()
    def open(self) -> None:
        """Open both towns' offices, with too few tags."""
        self.on = date(2026, 5, 4)
        self.clerks: dict[int, User] = {}
        self.owners: dict[int, list[Owner]] = {}
        self.dogs: list[Dog] = []
        self.streets: list[EnumerationStreet] = []
        self.taken_over = False
        for slug in TOWNS:
            self.move_in(TownFactory.create(slug=slug))

    def move_in(self, town: Town) -> None:
        """The town's staff, people, dogs and tags."""
        if town.slug == "dover":
            ResolutionFactory.create(town=town)
        TagBoxFactory.create(town=town, first=1, last=12)
        self.clerks[town.pk] = UserFactory.create(town=town, role="clerk")
        self.owners[town.pk] = OwnerFactory.create_batch(3, town=town)
        for owner in self.owners[town.pk][:2]:
            dog = DogFactory.create(owner=owner)
            RabiesCertificateFactory.create(dog=dog, vaccinated_on=date(2026, 1, 10), expires=date(2029, 1, 10))
            self.dogs.append(dog)

    def dog(self, which: int) -> Dog:
        """The dog as it is now."""
        return Dog.objects.select_related("owner__town", "town").get(pk=self.dogs[which].pk)

    def nth(self, kind: Any, nth: int) -> Any:
        """One of the last rows of the kind; None if there are none."""
        rows = list(kind._default_manager.order_by("pk"))
        return rows[max(nth, -len(rows))] if rows else None

    def told(self, event: str, days: int) -> Report:
        """A report of today, of what happened some days ago."""
        return Report(event=event, happened_on=self.on - timedelta(days=days), reported_on=self.on)

    def send(self, act: Callable[..., object], of: int, /, **more: Any) -> Any:
        """Send a form to the act; later the same form may be sent again."""
        common = {"key": uuid.uuid4(), "by": self.clerks[of], "at": noon(self.on)}
        return self.sent(act.__name__, lambda: act(**common, **more))

    def paid(self, quote: Quote) -> tuple[Tender, ...]:
        """The exact price in cash; a dollar where there is none."""
        return cash(str(quote.total)) if quote.total is not None and quote.total.cents else ()

    @step(2, days=st.sampled_from([1, 5, 20, 60, 200]))
    def days_pass(self, days: int) -> None:
        """Time goes by."""
        self.on += timedelta(days=days)

    @step(4, which=DOGS, period=st.sampled_from([1, 1, 1, 2, 3]))
    def license(self, which: int, period: int) -> None:
        """A first license or a renewal, for a period that the law may refuse."""
        dog, by = self.dog(which), self.clerks[self.dog(which).town_id]
        asked = asked_for(dog, period=self.period(dog, period))
        told: dict[str, Any] = {"tender": self.paid(price(asked, town=dog.town, on=self.on).quote), "on": self.on}
        told |= {"key": uuid.uuid4(), "period": asked.period}
        self.sent("issue_license", lambda: issue(dog, by=by, **told))

    def period(self, dog: Dog, period: int) -> int:
        """So many years in Dover; in Chestertown the license year that runs, the next one or the one before."""
        july = self.on.year - (self.on.month < 7)
        return period if dog.town.slug == "dover" else july + (0, 1, -1)[period - 1]

    def licensed(self, which: int) -> Dog:
        """The dog, for which a license is asked if it has none."""
        if not License.objects.in_force(self.on).filter(dog=self.dogs[which]).exists():
            self.license(which, 1)
        return self.dog(which)

    @step(
        3,
        town=st.integers(0, 1),
        periods=st.tuples(st.sampled_from([1, 1, 2, 3]), st.sampled_from([1, 1, 2, 3])),
        died=st.booleans(),
    )
    def renew_household(self, town: int, periods: tuple[int, int], died: bool) -> None:
        """Both dogs of a town at once, or the first with the news that the second died; what the law may refuse."""
        dogs = [self.dog(2 * town), self.dog(2 * town + 1)]
        home = [dog for dog in dogs if dog.owner_id == dogs[0].owner_id]
        asked = [asked_for(dog, period=self.period(dog, period)) for dog, period in zip(home, periods, strict=False)][
            : 1 if died else 2
        ]
        quotes = [each.quote for each in prices(asked, town=dogs[0].town, on=self.on)]
        due = sum(quote.total.cents for quote in quotes if quote.total is not None)
        news = [News(dog=dogs[1], report=self.told("death", 0))] if died and len(home) == 2 else []
        wanted, tenders = [Wanted(each) for each in asked], cash(str(Money(due))) if due else ()
        self.send(renew_licenses, dogs[0].town_id, wanted=wanted, news=news, tenders=tenders, payer="A")

    @step(which=DOGS, who=OWNERS, days=st.integers(0, 60))
    def sell(self, which: int, who: int, days: int) -> None:
        """The dog goes to another owner, who applies anew."""
        dog = self.dog(which)
        buyer = self.owners[dog.town_id][who]
        self.send(change_owner_of_dog, dog.town_id, dog=dog, new_owner=buyer, report=self.told("sale", days))

    @step(2, which=st.sampled_from([0, 2, 3]), who=OWNERS)
    def transfer(self, which: int, who: int) -> None:
        """The dog goes to another owner with its license."""
        dog = self.licensed(which)
        tender = self.paid(transferable(dog, self.on)[1])
        buyer, report = self.owners[dog.town_id][who], self.told("sale", 0)
        self.send(transfer_license, dog.town_id, dog=dog, new_owner=buyer, report=report, tenders=tender, payer="A")

    @step(2, which=st.sampled_from([0, 2, 3]))
    def carry_over(self, which: int) -> None:
        """A license of elsewhere is shown."""
        dog = self.dog(which)
        shown = Elsewhere(place="Easton", number="7", expires=self.on)
        self.send(take_over_license, dog.town_id, dog=dog, elsewhere=shown, tenders=cash("1"), payer="A")

    @step(which=DOGS)
    def replace(self, which: int) -> None:
        """The tag is made anew."""
        dog = self.licensed(which)
        if dog.tag is not None:
            tender = self.paid(dog.town.ordinance(self.on).replacement_tag(self.on))
            self.send(replace_tag, dog.town_id, tag=dog.tag, reason="lost", tenders=tender, payer="A")

    @step(which=DOGS, number=st.integers(1, 7))
    def spoil(self, which: int, number: int) -> None:
        """A number is taken out of the stock of the dog's town."""
        self.send(spoil_tag, self.dog(which).town_id, number=number, reason="Bent")

    @step(which=DOGS, event=EVENTS, days=st.integers(0, 30))
    def report(self, which: int, event: str, days: int) -> None:
        """The owner tells what became of the dog."""
        dog = self.dog(which)
        self.send(report_change, dog.town_id, dog=dog, report=self.told(event, days))

    @step(2, nth=st.integers(-3, -1), why=st.sampled_from(Why.values), kept=st.booleans())
    def void_one(self, nth: int, why: str, kept: bool) -> None:
        """A license is voided, for a reason that the law may refuse."""
        license_ = self.nth(License, nth)
        if license_ is not None:
            more: dict[str, Any] = {"why": why, "paper_kept": kept, "reason": "Wrong", "back": Back()}
            self.send(void_license, license_.town_id, license_=license_, **more)

    @step(5, nth=st.integers(-3, -1), other=DOGS, years=st.integers(1, 3))
    def set_right(self, nth: int, other: int, years: int) -> None:
        """A license is issued anew as of its first day, for its dog or another one."""
        license_ = self.nth(License, nth)
        if license_ is None:
            return
        dog = license_.dog if other % 2 else self.dog(other)
        period, first_day = license_.license_year or years, license_.issued_at.date()
        asked = asked_for(dog, period=period)
        new = price(asked, town=dog.town, on=first_day, instead_of=license_).quote.total
        due = max((new or ZERO) - total_of(charges_of(license_)), ZERO)
        more: dict[str, Any] = {"tenders": cash(str(due)) if due.cents else (), "back": Back(), "payer": "A"}
        self.send(correct_license, license_.town_id, license_=license_, asked=asked, reason="Wrong", **more)

    @step(2, nth=st.integers(-3, -1))
    def take_back(self, nth: int) -> None:
        """A change is undone, if nothing rests on it."""
        change = self.nth(Change, nth)
        if change is not None:
            self.send(undo_change, change.town_id, change=change, reason="Never was", back=Back())

    @step(which=DOGS, new=st.booleans(), from_here=st.booleans())
    def adopt(self, which: int, new: bool, from_here: bool) -> None:
        """A dog of record, or a new one, leaves the shelter with its adopter, licensed first."""
        dog = self.dog(which)
        adopter = OwnerFactory.create(town=dog.town, born=date(1990, 1, 1), resident=from_here)
        july = self.on.year - (self.on.month < 7)
        wanted = LicenseWanted(period=1 if dog.town.slug == "dover" else july) if from_here else None
        told: dict[str, Any] = {
            "adopter": adopter,
            "dog": dog_facts(born=date(2025, 1, 1)) if new else dog,
            "facts": shown() if from_here else shown(elsewhere_place="Amenia", elsewhere_number="4"),
            "papers": [certificate_facts()] if new else [],
            "wanted": wanted,
        }
        paid = Pays(payer="B", tenders=cash("100") if from_here else ())
        made = self.send(adopt_dog, dog.town_id, payment=paid, **told)
        if made is not None and new:
            self.dogs[which] = made.dog

    @step(2, which=DOGS, wrong=st.sampled_from([True, True, False]))
    def enumerate(self, which: int, wrong: bool) -> None:
        """The dogs of a street are counted, where the law has that; what was found may have been wrong."""
        dog = self.dog(which)
        plan = Plan(name=f"From {self.on}", starts_on=self.on, streets=["Mill Street"])
        opened = self.send(open_enumeration, dog.town_id, town=dog.town, plan=plan)
        self.streets += [opened.streets.get()] if opened else []
        for street in self.streets[-1:]:
            found = Found(house="12", found_on=self.on, dog=dog)
            made = self.send(record_finding, dog.town_id, street=street, found=found)
            if made is not None and wrong:
                by, at = self.clerks[dog.town_id], noon(self.on)
                told: dict[str, Any] = {"finding": made, "reason": "Next door", "by": by, "at": at}
                self.sent("withdraw_finding", partial(withdraw_finding, **told))

    @step(3, who=OWNERS, town=st.sampled_from([0, 1, 1, 1]), maximum=st.sampled_from([10, 30]))
    def license_kennel(self, who: int, town: int, maximum: int) -> None:
        """A kennel is licensed for the year, where the law has that."""
        operator = self.owners[self.dogs[2 * town].town_id][who]
        kept = {"name": f"Kennel {maximum}", "location": "9 High Street", "procured_on": self.on}
        kennel = Business.objects.filter(operator=operator, maximum_dogs=maximum).first() or Business.objects.create(
            town=operator.town, operator=operator, kind="kennel", maximum_dogs=maximum, **kept
        )
        year = self.on.year - (self.on.month < 7)
        tender = self.paid(quote_of(kennel, year, on=self.on))
        told: dict[str, Any] = {"license_year": year, "tenders": tender, "payer": "A"}
        self.send(issue_business_license, operator.town_id, businesses=[kennel], **told)

    @step(4, who=OWNERS, what=st.sampled_from(["transferred", "transferred", "revoked", "reversed", "reversed"]))
    def change_kennel(self, who: int, what: str) -> None:
        """The last license of a kennel goes to another operator, is revoked, or its money goes back."""
        self.license_kennel(who, 1, 10)
        self.days_pass(1)
        standing = BusinessLicense.objects.filter(voided_at=None, ended_on=None).order_by("-pk")
        license_ = standing.select_related("town", "business", "receipt__town").first()
        if license_ is None:
            return
        town, by, at = license_.town_id, self.clerks[license_.town_id], noon(self.on)
        if what == "transferred":
            others = [each for each in self.owners[town] if each.pk != license_.holder_id]
            told: dict[str, Any] = {"to": others[who % 2], "tenders": cash("1"), "payer": "B"}
            self.send(transfer_business_license, town, license_=license_, **told)
        elif what == "revoked":
            act = partial(revoke_business_license, license_=license_, reason="Filth", by=by, at=at)
            self.sent("revoke_business_license", act)
        else:
            receipt = license_.receipt
            lines = list(receipt.lines.filter(reversed_by=None))
            self.send(reverse_receipt, town, receipt=receipt, lines=lines, reason="Twice", back=Back())

    @step(which=DOGS, number=st.integers(1, 9), tag=st.integers(1, 14))
    def take_over(self, which: int, number: int, tag: int) -> None:
        """A line of another program's register is read, with a tag that may be taken, and with a dog of ours."""
        town = self.dog(which).town
        line = WHOLE | {"dog_name": f"Bella {number}", "tag_number": str(tag), "license_number": str(1000 + number)}
        self.taken_over = True
        run = taken_over(table(line | {"state": town.state}), self.clerks[town.pk], again=True)
        self.succeeded.update({"taken over"} if "taken" in results(run) else ())
        self.changed = True

    @step(which=DOGS, other=DOGS)
    def past_the_acts(self, which: int, other: int) -> None:
        """Rows written past the acts: one number on two dogs, two terms that share a day, books out of balance."""
        for name, attempt in self.attempts(self.licensed(which), self.dog(other)):
            try:
                with transaction.atomic():
                    attempt()
                    in_balance()
            except IntegrityError:
                self.succeeded.add(f"refused: {name}")
            else:
                raise AssertionError(name)

    def attempts(self, dog: Dog, other: Dog) -> Iterator[tuple[str, Callable[[], object]]]:
        """Rows that can never be, as far as there are rows to make them of."""
        if dog.tag is not None and dog.pk != other.pk:
            number, town = dog.tag.number, dog.town
            yield "a number on two dogs", partial(TagFactory.create, town=town, number=number, dog__owner=other.owner)
        term = License.objects.standing().filter(dog=dog, ended_on=None).first()
        if term is not None:
            yield "two terms", partial(copy, term, number=9_000_000)
        receipt = Receipt.objects.filter(total__gt=0).first()
        if receipt is not None:
            yield "a receipt of nothing", partial(copy, receipt, number=9_000_000, key=uuid.uuid4())
            yield "half an entry", partial(copy, Entry.objects.all()[0])

    @invariant()
    def all_is_right(self) -> None:
        """After each step that changed anything."""
        if self.changed:
            in_balance()
            self.no_number_is_on_two_dogs()
            self.no_two_terms_share_a_day()
            self.a_license_covers_only_days_of_its_holder()
            self.the_ledger_equals_the_receipts()
        self.changed = False

    def no_number_is_on_two_dogs(self) -> None:
        """Neither among the tags, nor in their history."""
        dogs: dict[tuple[int, int], set[int]] = defaultdict(set)
        events: Any = Tag
        for row in events.pgh_event_model.objects.values_list("town_id", "number", "dog_id"):
            dogs[row[:2]].add(row[2])
        assert all(len(each) == 1 for each in dogs.values())
        assert not License.objects.exclude(tag__dog=F("dog")).exists()

    def no_two_terms_share_a_day(self) -> None:
        """No day of any dog or kennel is covered by two licenses."""
        for kind, of in ((License, "dog_id"), (BusinessLicense, "business_id")):
            days: Counter[tuple[int, date]] = Counter()
            for term in kind._default_manager.filter(voided_at=None):
                length = (term.last_day - term.starts).days + 1
                days.update((getattr(term, of), term.starts + timedelta(days=nth)) for nth in range(length))
            assert not [day for day, count in days.items() if count > 1]

    def a_license_covers_only_days_of_its_holder(self) -> None:
        """Who no longer has the dog has no license in force for it."""
        for term in License.objects.in_force(self.on).select_related("dog"):
            assert term.holder_id == term.dog.owner_id

    def the_ledger_equals_the_receipts(self) -> None:
        """What was charged, paid and reversed, and what is in the books, number by number."""
        total, reversed_ = sums(Receipt.objects.all(), "total"), sums(Reversal.objects.all(), "total")
        assert sums(ReceiptLine.objects.all(), "amount") == sums(Payment.objects.all(), "amount") == total
        assert sums(ReversalLine.objects.all(), "line__amount") == sums(Payout.objects.all(), "amount") == reversed_
        assert sums(Entry.objects.filter(account__in=Form.values), "amount") == total - reversed_
        assert sums(Entry.objects.filter(account=Form.CREDIT), "amount") == 0
        assert sums(Entry.objects.all(), "amount") == 0
        for counter in Numbers.objects.all():
            kinds: dict[str, list[Any]] = {"receipt": [Receipt], "reversal": [Reversal]}
            rows = [kind._default_manager.filter(town=counter.town) for kind in kinds.get(counter.of, PAPERS)]
            numbers = sorted(number for each in rows for number in each.values_list("number", flat=True))
            assert len(numbers) == len(set(numbers))
            if counter.of in kinds or not self.taken_over:
                assert numbers == list(range(1, counter.last + 1))


def in_balance() -> None:
    """Let the database check now what it checks at the end of a transaction: each receipt and reversal adds up."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def copy(row: Any, **changes: Any) -> None:
    """A second row like this one."""
    row = type(row)._default_manager.get(pk=row.pk)
    row.pk = None
    for name, value in changes.items():
        setattr(row, name, value)
    row.save(force_insert=True)


def sums(rows: Any, field: str) -> Decimal:
    """The sum of the field."""
    return Decimal(rows.aggregate(sum=Sum(field))["sum"] or 0)


def test_any_sequence_of_acts_leaves_the_books_and_the_numbers_right() -> None:
    """And no act that moves a number, a term or money is left out: each is really done, most in a third of the runs."""
    run(Office, runs=RUNS, steps=25)
    assert DONE - Office.done.keys() == set()
