"""After any sequence of acts: no dog was disposed of before its day, and none was released without its receipt.

Days pass and the offices close in both towns; what is refused changes nothing, and rows are tried past the acts too.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Q, Sum
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from impound.actions.custody import ArrivalFacts, receive_dog
from impound.actions.ends import EndFacts, end_custody, forfeit, withdraw_end, withdraw_forfeiture
from impound.actions.holds import DecisionFacts, HoldFacts, end_hold, place_hold
from impound.actions.notices import NoticeFacts, serve_notice, withdraw_notice
from impound.actions.redemptions import Shown, redeem_dog, undo_redemption
from impound.actions.releases import release_dog
from impound.actions.seizures import SeizureFacts, amend_seizure, seize_dog
from impound.actions.statements import StatedCosts, state_costs
from impound.charges import bill_of
from impound.facts import clock, standing_forfeiture
from impound.models import Arrival, End, Forfeiture, Hold, Notice, Redemption, Seizure, Statement
from licensing.actions.adoptions import Payment
from licensing.models import Adoption, Dog
from office.actions.closings import close_day
from office.ledger import Back, Tender
from office.models import ClosedDay, Entry, Receipt, Reversal, User
from office.models.money import Form
from office.refusals import Refused
from office.versions import version_of
from ordinances.money import Money
from tests.factories import DogFactory, EarlierLicenseFactory, TownFactory, UserFactory
from tests.impound.pound import facts
from tests.licensing.issuing import noon

pytestmark = pytest.mark.django_db

TOWNS = ("dover", "chestertown")
GROUNDS = {"dover": "unlicensed", "chestertown": "at_large"}
DISPOSALS = ("adopted", "sheltered", "put_down")
WHICH = st.integers(0, 1)
ROWS = (Seizure, Arrival, Notice, Hold, Forfeiture, End, Redemption, ClosedDay, Statement, Receipt, Reversal, Entry)


class Pound(RuleBasedStateMachine):
    """Two pounds with a dog each, and everything that officers and clerks can do with it."""

    @initialize(tagged=st.tuples(st.booleans(), st.booleans()))
    def open(self, tagged: tuple[bool, bool]) -> None:
        """Open both towns' pounds, each with a licensed dog of record seized."""
        self.undo = transaction.atomic()
        self.undo.__enter__()
        self.on = date(2026, 5, 18)
        self.staff: list[User] = []
        self.dogs: list[Dog] = []
        self.sent: list[Callable[[], object]] = []
        for slug, tag in zip(TOWNS, tagged, strict=True):
            self.staff.append(UserFactory.create(town=TownFactory.create(slug=slug), role="officer"))
            self.dogs.append(DogFactory.create(owner__town=self.staff[-1].town))
            EarlierLicenseFactory.create(dog=self.dogs[-1], expires=date(2027, 4, 30))
            self.seize(len(self.dogs) - 1, "impounded", tag)

    def teardown(self) -> None:
        """Leave the database as it was."""
        transaction.set_rollback(True)
        self.undo.__exit__(None, None, None)

    def held(self, which: int) -> tuple[Seizure, User]:
        """The dog's last seizure, and its officer."""
        seizure = Seizure.objects.select_related("town").filter(dog=self.dogs[which]).order_by("-pk")[0]
        return seizure, self.staff[which]

    def last(self, kind: Any, which: int) -> Any:
        """The dog's last notice, hold, forfeiture or end; None if it has none."""
        return kind.objects.filter(seizure=self.held(which)[0]).order_by("-pk").first()

    def send(self, act: Callable[..., object], which: int, **more: Any) -> None:
        """Send a form to the act; later the same form may be sent again."""
        common = {"by": self.staff[which], "at": noon(self.on)}
        self.sent.append(lambda: act(**common, **more))
        self.again(-1)

    @rule(days=st.integers(1, 12))
    def days_pass(self, days: int) -> None:
        """Time goes by."""
        self.on += timedelta(days=days)

    @rule(which=WHICH, course=st.sampled_from(["impounded", "same_day", "handed_back"]), tag=st.booleans())
    def seize(self, which: int, course: str, tag: bool) -> None:
        """The dog is seized, once more if it is no longer held."""
        if Seizure.objects.held().filter(dog=self.dogs[which]).exists():
            return
        town, at = TOWNS[which], noon(self.on)
        written = facts(
            seized_at=at, written_at=at, grounds=(GROUNDS[town],), dog=self.dogs[which], course=course, wears_tag=tag,
            handed_back_to="Its owner",
        )  # fmt: skip
        self.send(seize_dog, which, facts=written, client_id=uuid.uuid4())

    @rule(which=WHICH, days=st.integers(-3, 3), tag=st.booleans())
    def amend(self, which: int, days: int, tag: bool) -> None:
        """The day or the tag was written down wrong."""
        seizure = self.held(which)[0]
        names = {name: getattr(seizure, name) for name in SeizureFacts.__dataclass_fields__}
        moved = {"seized_at": seizure.seized_at + timedelta(days=days), "wears_tag": tag}
        written, seen = SeizureFacts(**names | moved), version_of(seizure)
        self.send(amend_seizure, which, seizure=seizure, facts=written, reason="Wrong", seen=seen)

    @rule(which=WHICH)
    def arrive(self, which: int) -> None:
        """The dog comes to the shelter."""
        came = ArrivalFacts(shelter="Shelter", at=noon(self.on), received_by="B", condition="Well")
        self.send(receive_dog, which, seizure=self.held(which)[0], facts=came, key=uuid.uuid4())

    @rule(which=WHICH, how=st.sampled_from(["personal", "mail"]), days=st.integers(0, 3))
    def notify(self, which: int, how: str, days: int) -> None:
        """The owner is told."""
        day = self.on - timedelta(days=days)
        told = NoticeFacts(how=how, on=day, told="Ada", proof="Seen", address="1 Main", certified_number="7")
        self.send(serve_notice, which, seizure=self.held(which)[0], facts=told, key=uuid.uuid4())

    @rule(which=WHICH, what=st.sampled_from(["notice", "forfeiture", "end"]))
    def take_back(self, which: int, what: str) -> None:
        """The last notice was none; the last forfeiture or end was mistaken."""
        withdrawals: dict[str, tuple[Any, Callable[..., object]]] = {
            "notice": (Notice, withdraw_notice),
            "forfeiture": (Forfeiture, withdraw_forfeiture),
            "end": (End, withdraw_end),
        }
        kind, act = withdrawals[what]
        if row := self.last(kind, which):
            self.send(act, which, reason="Mistaken", **{what: row})

    @rule(which=WHICH, kind=st.sampled_from(["court", "quarantine"]), days=st.integers(0, 20))
    def hold(self, which: int, kind: str, days: int) -> None:
        """A court or a health officer holds the dog."""
        until = self.on + timedelta(days=days) if kind == "quarantine" else None
        held = HoldFacts(kind=kind, since=self.on, until=until, source="Court", reason="Bit")
        self.send(place_hold, which, seizure=self.held(which)[0], facts=held, key=uuid.uuid4())

    @rule(which=WHICH, destroy=st.booleans())
    def decide(self, which: int, destroy: bool) -> None:
        """The hold ends."""
        if hold := self.last(Hold, which):
            self.send(end_hold, which, hold=hold, facts=DecisionFacts(on=self.on, decision="Done", destroy=destroy))

    @rule(which=WHICH, days=st.integers(-1, 1), kind=st.sampled_from(DISPOSALS), late=st.sampled_from([0, 0, 1]))
    def day_comes(self, which: int, days: int, kind: str, late: int) -> None:
        """The owner is told, holds end, and the dog's day comes, or nearly: something is done with it."""
        self.notify(which, "personal", 0)
        self.decide(which, late > 0)
        day = clock(self.held(which)[0]).available_from
        self.on = max(self.on, day + timedelta(days=days)) if day else self.on
        self.forfeit(which)
        self.past_the_acts(which, kind, -days - 1, False)
        self.end(which, kind, True, late)

    @rule(which=WHICH)
    def forfeit(self, which: int) -> None:
        """The title is declared forfeit."""
        self.send(forfeit, which, seizure=self.held(which)[0], key=uuid.uuid4())

    @rule(which=WHICH, kind=st.sampled_from(End.Kind.values), approved=st.booleans(), days=st.integers(0, 2))
    def end(self, which: int, kind: str, approved: bool, days: int) -> None:
        """Something becomes of the dog, or became of it a few days ago."""
        told = EndFacts(
            kind=kind,
            at=noon(self.on) - timedelta(days=days),
            to_whom="SPCA",
            approval="No. 14" if approved else "",
            adoption=self.adoption(which) if kind == "adopted" else None,
        )
        self.send(end_custody, which, seizure=self.held(which)[0], facts=told, key=uuid.uuid4())

    def adoption(self, which: int) -> Adoption | None:
        """An adoption of the dog put on record past the acts; None where the database refuses it."""
        dog, held = self.dogs[which], Seizure.objects.held().filter(dog=self.dogs[which])
        words = {"shelter": "Shelter", "identified_by": "Seen", "rests_on": "none", "citation": "X", "because": "X"}
        rows: dict[str, Any] = {"town": dog.town, "dog": dog, "adopter": dog.owner, "by": self.staff[which]}
        try:
            with transaction.atomic():
                made = Adoption.objects.create(adopted_on=self.on, at=noon(self.on), **rows, **words)
        except IntegrityError:
            return None
        assert all(standing_forfeiture(each) for each in held)
        return made

    @rule(which=WHICH, days=st.integers(-5, 5))
    def close(self, which: int, days: int) -> None:
        """The office closes, or was closed."""
        day = self.on + timedelta(days=days)
        self.send(close_day, which, town=self.staff[which].town, day=day, reason="Storm")

    @rule(which=WHICH, cost=st.sampled_from(["", "25.00"]))
    def state(self, which: int, cost: str) -> None:
        """The officer states what the care cost."""
        stated = StatedCosts(veterinary_care=Decimal(cost) if cost else None)
        self.send(state_costs, which, seizure=self.held(which)[0], costs=stated, key=uuid.uuid4())

    @rule(which=WHICH, short=st.sampled_from([0, 0, 0, 1]))
    def redeem(self, which: int, short: int) -> None:
        """The owner pays, or a dollar too little."""
        seizure = self.held(which)[0]
        total = bill_of(seizure, at=noon(self.on)).whole.total
        due = Money(total.cents - 100 * short) if total else Money(100)
        paid = Payment(payer="Ada", tenders=(Tender(Form.CASH, due),))
        shown = Shown(ownership="License", identity="Passport")
        self.send(redeem_dog, which, seizure=seizure, shown=shown, payment=paid, key=uuid.uuid4())

    @rule(which=WHICH, nth=st.integers(-3, -1))
    def release(self, which: int, nth: int) -> None:
        """The officer is shown a receipt: the dog's, an undone one, another dog's."""
        receipts = list(Receipt.objects.filter(town=self.staff[which].town, total__gt=0).order_by("pk"))
        read = str(receipts[nth].number) if len(receipts) >= -nth else "1"
        self.send(release_dog, which, seizure=self.held(which)[0], receipt=read, key=uuid.uuid4())

    @rule(which=WHICH)
    def undo_redemption(self, which: int) -> None:
        """The last redemption was entered by mistake."""
        if row := self.last(Redemption, which):
            self.send(undo_redemption, which, redemption=row, reason="Mistaken", back=Back(), key=uuid.uuid4())

    @rule(which=st.integers(-5, -1))
    def again(self, which: int) -> None:
        """A form is sent, or sent again; a refusal stores nothing, and a disposal is not before the dog's day."""
        if len(self.sent) < -which:
            return
        before, ends = counts(), set(standing())
        try:
            with transaction.atomic():
                self.sent[which]()
        except Refused:
            assert counts() == before
        for end in set(standing()) - ends:
            available = clock(end.seizure).available_from
            assert end.order_id or (available is not None and available <= timezone.localdate(end.at))

    @rule(which=WHICH, kind=st.sampled_from(End.Kind.values), days=st.integers(-20, 20), ordered=st.booleans())
    def past_the_acts(self, which: int, kind: str, days: int, ordered: bool) -> None:
        """A row is written past the acts: what the database lets through, the invariants judge."""
        seizure, by = self.held(which)
        at, adopted = noon(self.on + timedelta(days=days)), kind == "adopted"
        rests = {"order": self.last(Hold, which)} if ordered else {"forfeiture": self.last(Forfeiture, which)}
        try:
            with transaction.atomic():
                adoption = self.adoption(which) if adopted else None
                End.objects.create(seizure=seizure, kind=kind, at=at, recorded_at=at, by=by, adoption=adoption, **rests)
        except IntegrityError:
            return

    @invariant()
    def nothing_was_done_with_a_dog_before_its_day(self) -> None:
        """Not within five days of the seizure, nor seven of a notice: counted here without the law's own code."""
        for end in standing():
            day, seizure = timezone.localdate(end.at), end.seizure
            if end.order is not None:
                assert (end.kind, end.order.seizure_id, end.order.destroy) == ("put_down", seizure.pk, True)
                continue
            forfeiture = Forfeiture.objects.get(seizure=seizure, withdrawn_at__isnull=True)
            assert end.forfeiture == forfeiture
            assert day >= forfeiture.available_from > forfeiture.pay_by >= forfeiture.last_day
            assert day > seizure.seized_on + timedelta(days=5)
            if seizure.wears_tag and seizure.town.slug == "dover":
                assert seizure.notices.standing().filter(on__lt=day - timedelta(days=7)).exists()

    @invariant()
    def no_dog_is_released_without_its_receipt(self) -> None:
        """Whoever released it, the receipt is that of a redemption of this dog that stands."""
        for end in End.objects.standing().filter(kind=End.Kind.REDEEMED):
            assert Redemption.objects.standing().filter(seizure=end.seizure, receipt=end.receipt).exists()

    @invariant()
    def the_ledger_is_the_receipts_less_the_reversals(self) -> None:
        """Cash in the books is what redemptions that stand were paid, and every entry has its other side."""
        entries = Entry.objects.aggregate(cash=Sum("amount", filter=Q(account="cash")), all=Sum("amount"))
        standing = Redemption.objects.standing().aggregate(paid=Sum("receipt__total"))
        taken = Receipt.objects.aggregate(all=Sum("total"))["all"] or 0
        back = Reversal.objects.aggregate(all=Sum("total"))["all"] or 0
        assert (entries["all"] or 0) == 0
        assert (entries["cash"] or 0) == (standing["paid"] or 0) == taken - back

    @invariant()
    def a_dog_is_held_or_it_has_one_end(self) -> None:
        """Each seizure stands on the list of the pound until one end is recorded."""
        held = set(Seizure.objects.held())
        for seizure in Seizure.objects.all():
            ends = End.objects.standing().filter(seizure=seizure).count()
            assert ends == (0 if seizure in held else 1)


def standing() -> list[End]:
    """The disposals on record."""
    rows = End.objects.standing().filter(kind__in=DISPOSALS)
    return list(rows.select_related("seizure__town", "order", "forfeiture"))


def counts() -> list[int]:
    """How many rows of each kind there are."""
    return [kind._default_manager.count() for kind in ROWS]


def test_any_sequence_of_acts_keeps_each_dog_to_its_day() -> None:
    checks = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
    bounded = settings(
        max_examples=12, stateful_step_count=20, deadline=None, suppress_health_check=checks, derandomize=True
    )
    run_state_machine_as_test(Pound, settings=bounded)
