"""No receipt, no release: in the act, in the database, and by the code that a tablet knows without a signal."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
from django.db import IntegrityError

from impound.actions.lost import LossFacts, report_lost
from impound.codes import hashed, release_code
from impound.matches import losses
from impound.models import End, Redemption, Seizure
from impound.tablet import register_of
from licensing.actions.voids import void_license
from licensing.codes import tidied
from licensing.facts import Asked
from licensing.models import Change, Dog, Owner
from office.ledger import Back
from office.models import Receipt, Resolution, User
from office.refusals import Refused
from tests.factories import EarlierLicenseFactory, EarlierReceiptFactory, RabiesCertificateFactory, TagBoxFactory
from tests.impound.pound import arrive, codes, decide, hold, on, seize
from tests.impound.redeeming import PAID_AT, held, licensed, redeem, release
from tests.impound.test_redemptions import undo
from tests.ordinances.cases import local

pytestmark = pytest.mark.django_db


@pytest.fixture
def seizure(owner: Owner, officer: User) -> Seizure:
    return held(licensed(owner), by=officer)


@pytest.fixture
def redemption(seizure: Seizure, clerk: User) -> Redemption:
    return redeem(seizure, by=clerk)


def refused(seizure: Seizure, receipt: object, **more: Any) -> list[str]:
    """Why the dog is not released; it is held then."""
    with pytest.raises(Refused) as refusal:
        release(seizure, receipt, **more)
    assert Seizure.objects.held().filter(pk=seizure.pk).exists()
    return codes(refusal)


def code_on(receipt: Receipt) -> str:
    code: str = receipt.heading["code"]["code"]
    return code


@pytest.mark.parametrize("read", ["number", "code", "code typed otherwise"])
def test_on_its_receipts_number_or_code_the_dog_goes_home(redemption: Redemption, officer: User, read: str) -> None:
    code = code_on(redemption.receipt)
    typed = {"number": redemption.receipt.number, "code": code, "code typed otherwise": code.lower().replace("-", " ")}
    made = release(redemption.seizure, typed[read], by=officer)
    assert (made.kind, made.receipt, made.to_whom) == ("redeemed", redemption.receipt, redemption.redeemer.name)
    assert not Seizure.objects.held().exists()


def test_without_the_payment_and_on_another_receipt_it_is_not_released(
    seizure: Seizure, owner: Owner, officer: User, clerk: User
) -> None:
    other = redeem(held(licensed(owner), by=officer), by=clerk)
    assert refused(seizure, other.receipt.number, by=officer) == ["no_receipt"]
    redeem(seizure, by=clerk)
    for read in (other.receipt.number, code_on(other.receipt), "", "0"):
        assert refused(seizure, read, by=officer) == ["other_receipt"]


def test_the_refusal_cites_the_section(seizure: Seizure, officer: User) -> None:
    with pytest.raises(Refused) as refusal:
        release(seizure, 1, by=officer)
    assert (refusal.value.refusals[0].citation, refusal.value.refusals[0].about) == (
        "L.L. 3-2010, Seizure ¶ F",
        "receipt",
    )


def test_an_undone_redemption_releases_nobody_and_the_next_has_another_code(
    redemption: Redemption, officer: User, clerk: User
) -> None:
    undo(redemption, by=clerk)
    assert refused(redemption.seizure, redemption.receipt.number, by=officer) == ["no_receipt"]
    redeem(redemption.seizure, by=clerk)
    assert refused(redemption.seizure, code_on(redemption.receipt), by=officer) == ["other_receipt"]


def test_sent_twice_it_is_one_release(redemption: Redemption, officer: User) -> None:
    key = uuid.uuid4()
    made = [release(redemption.seizure, redemption.receipt.number, by=officer, key=key) for _ in range(2)]
    assert (made[0], End.objects.count()) == (made[1], 1)


def test_while_a_court_or_a_quarantine_holds_the_dog_it_stays(redemption: Redemption, officer: User) -> None:
    seizure, number = redemption.seizure, redemption.receipt.number
    court = hold(seizure, by=officer)
    assert refused(seizure, number, by=officer) == ["court_hold"]
    decide(court, "2026-06-04", by=officer)
    hold(seizure, by=officer, kind="quarantine", until=on("2026-06-11"), source="Health officer")
    assert refused(seizure, number, by=officer, at=local("2026-06-11 23:59")) == ["quarantine"]
    assert release(seizure, number, by=officer, at=local("2026-06-12 00:00")).kind == "redeemed"


def test_a_dog_reported_lost_is_back_with_its_release(redemption: Redemption, officer: User) -> None:
    Dog.objects.update(status=Dog.Status.LOST, status_on=on("2026-05-30"))
    release(redemption.seizure, redemption.receipt.number, by=officer)
    assert Dog.objects.get().status == Dog.Status.HERE
    assert Change.objects.get().event == Change.Event.RECOVERY


def test_a_dog_whose_license_was_voided_since_is_licensed_before_it_goes(
    owner: Owner, resolution: Resolution, officer: User, clerk: User
) -> None:
    TagBoxFactory.create(town=owner.town)
    paper = RabiesCertificateFactory.create(dog__owner=owner)
    made = redeem(held(paper.dog, by=officer), by=clerk, asked=Asked(dog=paper.dog, period=1, rabies=paper))
    assert made.license is not None
    given: dict[str, Any] = {"why": "in_error", "reason": "Typed wrong", "back": Back(), "key": uuid.uuid4()}
    void_license(license_=made.license, by=clerk, at=PAID_AT, **given)
    with pytest.raises(Refused) as refused:
        release(made.seizure, made.receipt.number, by=officer)
    assert codes(refused) == ["not_licensed"]
    EarlierLicenseFactory.create(dog=paper.dog, expires=on("2026-12-31"))
    assert release(made.seizure, made.receipt.number, by=officer).receipt == made.receipt


def test_the_search_for_a_dog_is_over_with_its_release(redemption: Redemption, officer: User, clerk: User) -> None:
    dog = redemption.seizure.dog
    told: dict[str, Any] = {
        "reporter": "Ada",
        "telephone": "555-0100",
        "breed": "Hound",
        "color": "tan",
        "place": "Route 22",
    }
    missed = LossFacts(lost_on=on("2026-05-31"), dog=dog, **told)
    report = report_lost(facts=missed, key=uuid.uuid4(), by=clerk, at=PAID_AT)
    release(redemption.seizure, redemption.receipt.number, by=officer)
    report.refresh_from_db()
    assert (report.closed_on, report.found) == (on("2026-06-04"), redemption.seizure)
    assert Dog.objects.get().status == Dog.Status.HERE
    assert losses(redemption.seizure.town) == []


def test_another_towns_officer_releases_nothing_here(redemption: Redemption, clerk_of_chestertown: User) -> None:
    assert refused(redemption.seizure, redemption.receipt.number, by=clerk_of_chestertown) == ["other_town"]


@pytest.mark.parametrize("receipt", ["none", "another", "undone"])
def test_the_database_takes_no_release_without_the_receipt_of_the_redemption(
    redemption: Redemption, officer: User, clerk: User, receipt: str
) -> None:
    given = {"none": None, "another": EarlierReceiptFactory.create(by=clerk), "undone": redemption.receipt}[receipt]
    if receipt == "undone":
        undo(redemption, by=clerk)
    with pytest.raises(IntegrityError):
        End.objects.create(
            seizure=redemption.seizure, kind="redeemed", at=PAID_AT, receipt=given, by=officer, recorded_at=PAID_AT
        )


def on_tablet(seizure: Seizure) -> dict[str, Any]:
    """What a tablet knows of the dog held."""
    rows = register_of(seizure.town, PAID_AT)["held"]
    return next(row for row in rows if row["number"] == seizure.number)


def test_the_tablet_knows_what_the_code_hashes_to_before_it_is_printed_and_after(
    seizure: Seizure, owner: Owner, officer: User, clerk: User
) -> None:
    before = on_tablet(seizure)["code"]
    other = on_tablet(seize(by=officer, dog=licensed(owner)))["code"]
    code = code_on(redeem(seizure, by=clerk).receipt)
    assert before == on_tablet(seizure)["code"] == hashed(code) != other
    assert re.fullmatch("[0-9a-f]{64}", before)
    assert len(tidied(code)) == 16


def test_an_undone_receipts_code_is_unknown_to_the_tablet(redemption: Redemption, clerk: User) -> None:
    old = hashed(code_on(redemption.receipt))
    undo(redemption, by=clerk)
    assert on_tablet(redemption.seizure)["code"] != old


def test_the_code_stands_nowhere_on_the_tablet(seizure: Seizure) -> None:
    assert release_code(seizure) not in str(on_tablet(seizure)) + str(tidied(release_code(seizure)) in str(seizure))


def test_dogs_held_are_as_many_queries_as_one(
    seizure: Seizure, owner: Owner, officer: User, clerk: User, django_assert_num_queries: Any
) -> None:
    dog = licensed(owner)
    for _ in range(4):
        arrive(seize(by=officer, dog=dog), by=officer)
    redeem(seizure, by=clerk)
    with django_assert_num_queries(8):
        register_of(seizure.town, PAID_AT)
