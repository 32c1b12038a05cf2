"""What was recorded by mistake is set right: a hold, an arrival, a seizure that was none."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

import pytest
import time_machine
from django.test import Client

from impound.actions.custody import ArrivalFacts, amend_arrival
from impound.actions.ends import withdraw_end
from impound.actions.holds import withdraw_hold
from impound.actions.seizures import SeizureFacts, amend_seizure
from impound.charges import bill_of
from impound.facts import clock
from impound.models import Arrival, End, Hold, Seizure
from impound.reports import log_of, register_of
from licensing.models import Owner
from office.models import User
from office.refusals import Refused
from office.versions import ChangedMeanwhile, version_of
from tests.factories import UserFactory
from tests.impound.pound import arrive, codes, decide, end, hold, hours, notify, on, seize
from tests.impound.redeeming import PAID_AT, arrive_at, held, licensed, redeem, state
from tests.impound.test_act_pages import send
from tests.licensing.issuing import noon

pytestmark = pytest.mark.django_db
LATER = noon(on("2026-06-03"))


@pytest.fixture
def seizure(officer: User) -> Seizure:
    """Without a tag, seized on Monday, June 1: available from Tuesday, June 9."""
    return seize(by=officer)


def undo(held: Hold, by: User, *, reason: str = "Another dog's case") -> Hold:
    return withdraw_hold(hold=held, reason=reason, by=by, at=LATER)


def test_a_hold_withdrawn_moves_no_clock_decided_or_not(officer: User) -> None:
    seizure = seize(by=officer, wears_tag=True)
    notify(seizure, by=officer)
    for decided in (False, True):
        wrong = hold(seizure, by=officer)
        if decided:
            decide(wrong, "2026-06-03", by=officer)
        assert clock(seizure).available_from is None
        assert undo(undo(wrong, officer), officer).withdrawn_because == "Another dog's case"
        assert clock(seizure).available_from == on("2026-06-09")


def test_nobody_puts_a_dog_down_on_an_order_that_was_withdrawn(seizure: Seizure, officer: User) -> None:
    wrong = hold(seizure, by=officer)
    decide(wrong, "2026-06-02", by=officer, destroy=True, decision="Destroy it")
    undo(wrong, officer)
    with pytest.raises(Refused) as refused:
        end(seizure, "put_down", "2026-06-03", by=officer)
    assert codes(refused) == ["not_provided"]


def test_an_order_that_was_carried_out_is_not_withdrawn_and_a_reason_is_asked(seizure: Seizure, officer: User) -> None:
    ordered = hold(seizure, by=officer)
    with pytest.raises(Refused) as refused:
        undo(ordered, officer, reason=" ")
    assert codes(refused) == ["no_reason"]
    decide(ordered, "2026-06-02", by=officer, destroy=True, decision="Destroy it")
    end(seizure, "put_down", "2026-06-03", by=officer)
    with pytest.raises(Refused) as refused:
        undo(ordered, officer)
    assert codes(refused) == ["ended_already"]


def test_the_officer_withdraws_a_hold_on_its_page(seizure: Seizure, officer: User) -> None:
    wrong = hold(seizure, by=officer)
    send(officer, f"/pound/holds/{wrong.pk}/withdraw", reason="Another dog's case")
    client = Client()
    client.force_login(officer)
    page = client.get(f"/pound/{seizure.pk}/").content.decode()
    assert "withdrawn: Another dog" in page
    assert f"/pound/holds/{wrong.pk}/end" not in page


def amended(seizure: Seizure, by: User, seen: int | None = None, **changes: Any) -> Arrival:
    arrival = Arrival.objects.get(seizure=seizure)
    names = ArrivalFacts.__dataclass_fields__
    facts = replace(ArrivalFacts(**{name: getattr(arrival, name) for name in names}), **changes)
    version = version_of(arrival) if seen is None else seen
    return amend_arrival(seizure=seizure, facts=facts, reason="Typed wrong", seen=version, by=by, at=LATER)


def test_an_arrival_typed_wrong_is_amended_and_chestertown_charges_by_it(
    clerk_of_chestertown: User, stranger: Owner
) -> None:
    warden = UserFactory.create(town=stranger.town, role="officer")
    seizure = seize(by=warden, dog=licensed(stranger))
    arrive_at(seizure, hours(1), by=warden)
    assert str(bill_of(seizure, at=PAID_AT).whole.total) == "13.00"
    made = amended(seizure, warden, at=hours(25), shelter="County shelter")
    assert (made.at, made.shelter) == (hours(25), "County shelter")
    assert str(bill_of(seizure, at=PAID_AT).whole.total) == "11.00"


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"at": hours(-1)}, "impossible_date"), ({"at": hours(99)}, "impossible_date"), ({"shelter": " "}, "missing")],
)
def test_an_arrival_that_cannot_be_is_not_written(
    seizure: Seizure, officer: User, changes: dict[str, Any], code: str
) -> None:
    arrive(seizure, by=officer)
    with pytest.raises(Refused) as refused:
        amended(seizure, officer, **changes)
    assert codes(refused) == [code]


def test_two_who_amend_one_arrival_are_told_and_a_paid_one_stays(owner: Owner, officer: User, clerk: User) -> None:
    seizure = seize(by=officer, dog=licensed(owner))
    seen = version_of(arrive(seizure, by=officer))
    amended(seizure, officer, seen, condition="Well")
    with pytest.raises(ChangedMeanwhile):
        amended(seizure, officer, seen, condition="Lame")
    state(seizure, by=officer)
    redeem(seizure, by=clerk)
    with pytest.raises(Refused, match="paid for by this arrival"):
        amended(seizure, officer, condition="Lame")


def test_the_officer_amends_the_arrival_on_its_page_and_the_history_says_why(seizure: Seizure, officer: User) -> None:
    arrival = arrive(seizure, by=officer)
    client = Client()
    client.force_login(officer)
    with time_machine.travel(LATER, tick=False):
        form = client.get(f"/pound/{seizure.pk}/arrival").context["form"]
    typed = {name: form[name].value() for name in ("at", "shelter", "received_by", "condition", "seen")}
    send(officer, f"/pound/{seizure.pk}/arrival", **typed | {"condition": "Lame", "reason": "Seen again"})
    arrival.refresh_from_db()
    assert (arrival.condition, arrival.at, arrival.kennel) == ("Lame", hours(1), "4")
    assert "Seen again" in client.get(f"/pound/{seizure.pk}/").content.decode()


def test_a_seizure_written_by_mistake_leaves_the_pound_and_counts_for_nothing(
    owner: Owner, officer: User, clerk: User
) -> None:
    dog = licensed(owner)
    twice = seize(by=officer, dog=dog, seized_at=noon(on("2026-05-20")))
    seizure = held(dog, by=officer)
    assert bill_of(seizure, at=PAID_AT).counted.number == 2
    made = end(twice, "mistaken", "2026-06-01", by=officer, to_whom="", note="Written twice: see the other number")
    assert bill_of(seizure, at=PAID_AT).counted.number == 1
    assert list(Seizure.objects.held()) == [seizure]
    withdraw_end(end=made, reason="It was not", by=officer, at=LATER)
    assert bill_of(seizure, at=PAID_AT).counted.number == 2


def test_the_log_says_that_it_was_a_mistake_and_the_register_keeps_it(seizure: Seizure, officer: User) -> None:
    end(seizure, "mistaken", "2026-06-02", by=officer, to_whom="", note="No dog was there")
    days = (on("2026-06-01"), on("2026-06-30"))
    assert log_of(seizure.town, days).rows[0].cells[1] == f"Seizure {seizure.number}, written by mistake"
    assert "Written by mistake" in register_of(seizure.town, days, on=days[1]).rows[0].cells[-1]


def test_a_mistake_is_told_in_words_and_is_not_one_once_the_owner_paid(
    owner: Owner, officer: User, clerk: User
) -> None:
    seizure = held(licensed(owner), by=officer)
    with pytest.raises(Refused) as refused:
        end(seizure, "mistaken", "2026-06-02", by=officer, to_whom="")
    assert codes(refused) == ["missing"]
    redeem(seizure, by=clerk)
    with pytest.raises(Refused) as refused:
        end(seizure, "mistaken", "2026-06-05", by=officer, note="x", key=uuid.uuid4())
    assert codes(refused) == ["redeemed_already"]
    assert not End.objects.exists()


def test_a_seizure_is_not_put_after_its_arrival_or_its_notice(officer: User) -> None:
    seizure = seize(by=officer, wears_tag=True)
    arrive(seizure, by=officer)
    notify(seizure, by=officer)
    later = replace(SeizureFacts.of(seizure), seized_at=hours(26))
    given: dict[str, Any] = {"reason": "Typed wrong", "seen": version_of(seizure), "by": officer, "at": LATER}
    with pytest.raises(Refused) as refused:
        amend_seizure(seizure=seizure, facts=later, **given)
    assert codes(refused) == ["impossible_date", "impossible_date"]
    assert amend_seizure(seizure=seizure, facts=replace(later, seized_at=hours(1)), **given).seized_at == hours(1)


def test_a_hand_back_put_at_another_hour_ended_then_too(owner: Owner, officer: User) -> None:
    seizure = seize(by=officer, dog=licensed(owner), course="handed_back", handed_back_to="Ada")
    earlier = replace(SeizureFacts.of(seizure), seized_at=hours(-1))
    given: dict[str, Any] = {"reason": "Typed wrong", "seen": version_of(seizure), "by": officer, "at": LATER}
    amend_seizure(seizure=seizure, facts=earlier, **given)
    assert End.objects.get().at == hours(-1)
