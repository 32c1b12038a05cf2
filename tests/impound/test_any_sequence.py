"""After any sequence of acts: no dog was disposed of before its day, and none was released without its receipt.

Days pass and the offices close in both towns; what is refused changes nothing, and rows are tried past the acts too.
What was done is judged by the rows alone: the clock is the law's own, asked with what stands in the tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Sum
from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import invariant

from impound import actions
from impound.models import End, Forfeiture, Hold, Notice, Redemption, Seizure
from office.models import ClosedDay, Entry, Receipt, ReceiptLine, Reversal, ReversalLine
from ordinances import answers
from ordinances import facts as law
from ordinances.registry import ordinance_of
from tests.factories import NEW_YORK
from tests.impound.pound_machine import DISPOSALS, WHICH, PoundActs
from tests.licensing.issuing import noon
from tests.sequences import acts_of, run, step

pytestmark = pytest.mark.django_db

RUNS = 24
PAST = {"past the acts", "the database refuses"}
KINDS = {
    "place_hold court",
    "place_hold quarantine",
    "seize_dog impounded",
    "seize_dog same_day",
    "seize_dog handed_back",
}
ENDS = {f"end_custody {kind}" for kind in End.Kind.values if kind != "redeemed"}


class Pound(PoundActs):
    """Two pounds whose rows are looked at after each act."""

    def __init__(self) -> None:
        super().__init__()
        self.judged: set[Forfeiture | End] = set()

    def look(self, name: str) -> None:
        """What was declared forfeit or done with a dog is right by the rows as they stand at that moment."""
        for forfeiture in self.unjudged(Forfeiture.objects.filter(withdrawn_at=None)):
            clock = by_the_rows(forfeiture.seizure)
            assert clock.available_from is not None
            assert clock.available_from <= forfeiture.on
            days = (forfeiture.last_day, forfeiture.pay_by, forfeiture.available_from)
            assert days == (clock.last_day, clock.pay_by, clock.available_from)
        for end in self.unjudged(End.objects.filter(withdrawn_at=None, order=None)):
            available = by_the_rows(end.seizure).available_from
            if end.kind in DISPOSALS:
                assert available is not None, name
                assert available <= day_of(end)
            not_held_otherwise(end)

    def unjudged(self, rows: Any) -> Iterator[Any]:
        """Those of the rows that are new."""
        for row in rows.select_related("seizure__town"):
            if row not in self.judged:
                self.judged.add(row)
                yield row

    @step(
        which=WHICH,
        kind=st.sampled_from([*DISPOSALS, "redeemed", "redeemed"]),
        days=st.integers(-20, 20),
        ordered=st.booleans(),
    )
    def past_the_acts(self, which: int, kind: str, days: int, ordered: bool) -> None:
        """A row is written past the acts: what the database lets through, the invariants judge."""
        seizure, by, at = self.held(which), self.staff[which], noon(self.on + timedelta(days=days))
        rests: dict[str, Any] = {"order": self.last(Hold, which)}
        if kind == "redeemed":
            rests = {"receipt": Receipt.objects.filter(town=seizure.town).order_by("pk").last()}
        elif not ordered:
            rests = {"forfeiture": self.last(Forfeiture, which)}
        try:
            with transaction.atomic():
                adoption = self.adoption(which) if kind == "adopted" else None
                made = End.objects.create(
                    seizure=seizure, kind=kind, at=at, recorded_at=at, by=by, adoption=adoption, **rests
                )
        except IntegrityError:
            return
        not_held_otherwise(made)
        self.judged.add(made)
        self.changed = True
        self.succeeded.add("past the acts")

    def tamper(self, which: int, kind: str, days: int) -> None:
        """Another than the act writes the end, a day before its day, on it or after."""
        if kind in DISPOSALS:
            self.past_the_acts(which, kind, -days - 1, False)

    @step(2, which=WHICH)
    def rewrite(self, which: int) -> None:
        """Rows are changed past the acts, judged, and put back as they were."""
        ends, day = End.objects.filter(seizure=self.seizures[which]), self.held(which).seized_on
        paid = Redemption.objects.filter(seizure=self.seizures[which])
        early, undone = {"at": noon(day + timedelta(days=1))}, {"undone_at": noon(self.on)}
        changes: list[tuple[Any, dict[str, Any]]] = [
            (ends.filter(kind__in=DISPOSALS), early),
            (ends, {"withdrawn_at": None}),
            (paid, undone),
        ]
        for rows, change in changes:
            try:
                with transaction.atomic():
                    rows.update(**change)
                    self.nothing_was_done_with_a_dog_before_its_day()
                    self.no_dog_is_released_without_its_receipt()
                    transaction.set_rollback(True)
            except IntegrityError:
                self.succeeded.add("the database refuses")

    @invariant()
    def all_is_right(self) -> None:
        """After each step that changed anything."""
        if self.changed:
            self.nothing_was_done_with_a_dog_before_its_day()
            self.no_dog_is_released_without_its_receipt()
            self.the_ledger_is_the_receipts_less_the_reversals()
            self.a_dog_is_held_or_it_has_one_end()
        self.changed = False

    def nothing_was_done_with_a_dog_before_its_day(self) -> None:
        """Not within five days of the seizure, nor seven of a notice: counted here without the law's own code."""
        for end in End.objects.filter(withdrawn_at=None, kind__in=DISPOSALS).select_related("seizure__town", "order"):
            day, seizure = day_of(end), end.seizure
            if end.order is not None:
                assert (end.kind, end.order.seizure_id, end.order.destroy) == ("put_down", seizure.pk, True)
                assert end.order.withdrawn_at is None
                assert end.order.ended_on is not None
                assert end.order.ended_on <= day
                continue
            forfeiture = Forfeiture.objects.get(seizure=seizure, withdrawn_at=None)
            assert end.forfeiture == forfeiture
            assert day >= forfeiture.available_from > forfeiture.pay_by >= forfeiture.last_day
            assert day > seizure.seized_at.astimezone(NEW_YORK).date() + timedelta(days=5)
            if seizure.wears_tag and seizure.town.slug == "dover":
                told = Notice.objects.filter(seizure=seizure, withdrawn_at=None, on__lt=day - timedelta(days=7))
                assert told.exists()

    def no_dog_is_released_without_its_receipt(self) -> None:
        """Whoever released it, the receipt is that of a redemption of this dog, paid, and not undone."""
        for end in End.objects.filter(withdrawn_at=None, kind="redeemed"):
            paid = Redemption.objects.get(seizure=end.seizure_id, undone_at=None)
            assert paid.receipt_id == end.receipt_id
            lines = ReceiptLine.objects.filter(receipt=paid.receipt_id, about=f"Seizure {end.seizure.number}")
            assert lines.filter(amount__gt=0).exists()
            assert not ReversalLine.objects.filter(line__in=lines).exists()

    def the_ledger_is_the_receipts_less_the_reversals(self) -> None:
        """Cash is what was taken less what went back; of impoundments, what the redemptions that stand cost."""
        cash = total(Entry.objects.filter(account="cash"), "amount")
        assert cash == total(Receipt.objects.all(), "total") - total(Reversal.objects.all(), "total")
        assert total(Entry.objects.all(), "amount") == 0
        impounded = ReceiptLine.objects.filter(about__startswith="Seizure ")
        kept = total(impounded, "amount") - total(ReversalLine.objects.filter(line__in=impounded), "line__amount")
        stand = Redemption.objects.filter(undone_at=None).values("receipt")
        assert kept == total(impounded.filter(receipt__in=stand), "amount")

    def a_dog_is_held_or_it_has_one_end(self) -> None:
        """Each seizure stands on the list of the pound until one end is recorded."""
        held = set(Seizure.objects.held())
        for seizure in Seizure.objects.all():
            ends = End.objects.filter(seizure=seizure, withdrawn_at=None).count()
            assert ends == (0 if seizure in held else 1)


def by_the_rows(seizure: Seizure) -> answers.Hold:
    """The law's answer to the rows of the seizure as they stand, read here without the office's own code."""
    holds = list(Hold.objects.filter(seizure=seizure, withdrawn_at=None))
    told: Any = Notice.objects.filter(seizure=seizure, withdrawn_at=None)
    courts = [each for each in holds if each.kind == "court"]
    quarantines = [min(each.until, each.ended_on or each.until) for each in holds if each.until]
    custody = law.Custody(
        seized_on=seizure.seized_at.astimezone(NEW_YORK).date(),
        identified=seizure.wears_tag,
        notices=tuple(law.Notice(each.how, each.on) for each in told),
        court_hold=any(each.ended_on is None for each in courts),
        closed=frozenset(ClosedDay.objects.filter(town=seizure.town).values_list("day", flat=True)),
        court_decided_on=max((each.ended_on for each in courts if each.ended_on), default=None),
        quarantined_until=max(quarantines, default=None),
    )
    return ordinance_of(seizure.town.slug, on=custody.seized_on).hold(custody)


def not_held_otherwise(end: End) -> None:
    """No court and no quarantine holds a dog that was released, or disposed of without a court's order."""
    if end.order_id is None and end.kind in (*DISPOSALS, "redeemed"):
        for hold in Hold.objects.filter(seizure=end.seizure_id, ended_on=None, withdrawn_at=None):
            assert hold.until is not None
            assert hold.until < day_of(end)


def day_of(end: End) -> Any:
    """The local day of the end."""
    return timezone.localdate(end.at)


def total(rows: Any, column: str) -> Any:
    """The sum of the column."""
    return rows.aggregate(sum=Sum(column))["sum"] or 0


def test_any_sequence_of_acts_keeps_each_dog_to_its_day() -> None:
    """And no act is left out: each is really done, most in a third of the runs and more."""
    run(Pound, runs=RUNS, steps=25)
    told = acts_of(actions) - {"end_custody", "place_hold", "seize_dog"} | ENDS | KINDS | PAST
    assert told - Pound.done.keys() == set()
