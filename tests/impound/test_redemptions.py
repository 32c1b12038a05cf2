"""Redeeming a dog: by tier and by the hour, with costs and license in one bill, once, and undone by a reversal."""

from __future__ import annotations

import uuid
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from impound.actions.redemptions import Shown, undo_redemption
from impound.models import Redemption, Seizure
from licensing.models import Dog, License, Owner
from office.ledger import Back
from office.models import Receipt, Resolution, Reversal, User
from office.models.money import Form
from office.refusals import Refused
from ordinances.money import Money
from tests.factories import DogFactory, OwnerFactory, ResolutionFactory, TagBoxFactory, UserFactory
from tests.impound.pound import SEIZED_AT, arrive, codes, forfeit_on, hours, seize
from tests.impound.redeeming import PAID_AT, arrive_at, held, licensed, lines_of, redeem, release, state
from tests.licensing.issuing import asked_for, cash
from tests.ordinances.cases import local

pytestmark = pytest.mark.django_db


@pytest.fixture
def warden(clerk_of_chestertown: User) -> User:
    """Chestertown's officer."""
    return UserFactory.create(town=clerk_of_chestertown.town, role="officer")


@pytest.fixture
def dog(owner: Owner) -> Dog:
    """A dog licensed all year."""
    return licensed(owner)


def refused(seizure: Seizure, **more: Any) -> list[str]:
    """What stands in the way of the payment; nothing was done then."""
    with pytest.raises(Refused) as refusal:
        redeem(seizure, **more)
    assert (
        Redemption.objects.standing().filter(seizure=seizure).count(),
        Receipt.objects.filter(total__gt=0).count(),
    ) == (0, 0)
    return codes(refusal)


def paid(dog: Dog, seized: str, at: str, *, officer: User, clerk: User) -> list[tuple[str, str]]:
    """What is charged for the dog seized and paid for at these times."""
    seizure = held(dog, by=officer, at=local(seized))
    return lines_of(redeem(seizure, by=clerk, at=local(at)))


def test_the_tier_is_counted_from_a_first_impoundment_over_all_dogs_of_the_owner(
    owner: Owner, officer: User, clerk: User
) -> None:
    days = ("2025-03-01", "2026-02-20", "2026-03-10", "2026-03-20")
    moments = [local(f"{day} 10:00") for day in days]
    kept = []
    for moment in moments:
        seizure = held(licensed(owner, moment), by=officer, at=moment)
        kept.append(redeem(seizure, by=clerk, at=moment + timedelta(hours=1)).counted)
    assert [each["number"] for each in kept] == [1, 2, 1, 2]
    assert [[row["counts"] for row in each["earlier"]] for each in kept] == [
        [],
        [True],
        [False] * 2,
        [False, False, True],
    ]


def test_the_title_to_a_dog_that_was_paid_for_is_not_forfeit(owner: Owner, officer: User, clerk: User) -> None:
    seizure = held(licensed(owner), by=officer)
    redeem(seizure, by=clerk)
    with pytest.raises(Refused) as refused:
        forfeit_on(seizure, "2026-06-09", by=officer)
    assert codes(refused) == ["redeemed_already"]


def test_of_two_occasions_of_one_day_the_earlier_is_first_though_it_is_paid_last(
    owner: Owner, officer: User, clerk: User
) -> None:
    moments = [local("2026-06-01 09:00"), local("2026-06-01 15:00")]
    seizures = [held(licensed(owner, moment), by=officer, at=moment) for moment in moments]
    evening = local("2026-06-01 18:00")
    numbers = [redeem(seizure, by=clerk, at=evening).counted["number"] for seizure in reversed(seizures)]
    assert numbers == [2, 1]


@pytest.mark.parametrize(
    ("seized", "at", "charged"),
    [
        ("2026-03-07 10:00", "2026-03-08 11:00", ["30.00"]),
        ("2026-03-07 10:00", "2026-03-08 11:01", ["30.00", "40.00"]),
        ("2026-10-31 10:00", "2026-11-01 09:30", ["30.00", "40.00"]),
        ("2026-06-01 09:00", "2026-06-04 09:00", ["30.00", "80.00"]),
        ("2026-06-01 09:00", "2026-06-04 09:01", ["30.00", "120.00"]),
        ("2026-10-20 23:30", "2026-10-22 08:00", ["30.00", "40.00"]),
    ],
)
def test_a_second_impoundment_costs_by_24_hours_that_really_went_by(
    owner: Owner, officer: User, clerk: User, seized: str, at: str, charged: list[str]
) -> None:
    dog = licensed(owner, local(at))
    seize(by=officer, dog=dog, seized_at=local(seized) - timedelta(days=20))
    assert [amount for _, amount in paid(dog, seized, at, officer=officer, clerk=clerk)] == charged


@pytest.mark.parametrize(("earlier", "total"), [(0, "20.00"), (1, "150.00"), (2, "275.00"), (3, "275.00")])
def test_three_days_and_a_minute_cost_by_the_number_of_impoundments(
    dog: Dog, officer: User, clerk: User, earlier: int, total: str
) -> None:
    for nth in range(earlier):
        seize(by=officer, dog=dog, seized_at=SEIZED_AT - timedelta(days=10 * (nth + 1)))
    assert str(redeem(held(dog, by=officer), by=clerk).receipt.total) == total


def test_a_hand_back_another_owners_dog_and_this_occasions_other_dog_count_for_nothing(
    dog: Dog, owner: Owner, officer: User, clerk: User
) -> None:
    before, occasion = SEIZED_AT - timedelta(days=9), uuid.uuid4()
    seize(by=officer, dog=dog, seized_at=before, course="handed_back", handed_back_to="Maeve")
    seize(by=officer, dog=DogFactory.create(owner__town=owner.town), seized_at=before)
    seize(by=officer, dog=licensed(owner), seized_at=SEIZED_AT - timedelta(minutes=5), occasion=occasion)
    made = redeem(held(dog, by=officer, occasion=occasion), by=clerk)
    assert (made.counted["number"], made.counted["earlier"]) == (1, [])


def test_two_dogs_of_one_earlier_occasion_are_one_step(dog: Dog, owner: Owner, officer: User, clerk: User) -> None:
    occasion = uuid.uuid4()
    for other in (dog, licensed(owner)):
        seize(by=officer, dog=other, seized_at=SEIZED_AT - timedelta(days=9), occasion=occasion)
    made = redeem(held(dog, by=officer), by=clerk)
    assert (made.counted["number"], len(made.counted["earlier"])) == (2, 1)


def test_an_unlicensed_dog_is_licensed_with_its_costs_in_one_bill(
    owner: Owner, resolution: Resolution, officer: User, clerk: User
) -> None:
    TagBoxFactory.create(town=owner.town)
    dog = DogFactory.create(owner=owner)
    seizure = seize(by=officer, dog=dog)
    state(seizure, by=officer, rabies_vaccination="25.00")
    made = redeem(seizure, by=clerk, asked=asked_for(dog), shown_total=Money.of("66.00"))
    charged = dict(lines_of(made))
    assert (made.license, str(made.receipt.total)) == (License.objects.get(), "66.00")
    assert Decimal(48) == made.receipt.total - Decimal(charged["license_fee"])
    assert (charged["impoundment_fee"], charged["rabies_vaccination"], charged["state_surcharge"]) == (
        "20.00",
        "25.00",
        "3.00",
    )
    assert {line.about for line in made.receipt.lines.all()} == {"Seizure 1", dog.name}


def test_without_a_license_statement_or_proof_all_that_stands_in_the_way_is_named(
    owner: Owner, officer: User, clerk: User
) -> None:
    seizure = seize(by=officer, dog=DogFactory.create(owner=owner))
    found = refused(seizure, by=clerk, shown=Shown(ownership=" ", identity=""))
    assert found == ["no_statement", "missing", "missing", "not_licensed"]


def test_a_license_that_is_refused_takes_no_money_for_the_dog(
    owner: Owner, resolution: Resolution, officer: User, clerk: User
) -> None:
    dog = DogFactory.create(owner=owner)
    assert refused(held(dog, by=officer), by=clerk, asked=asked_for(dog, rabies=None)) == ["rabies_missing"]
    assert refused(held(dog, by=officer), by=clerk, asked=asked_for(dog), tenders=cash("41.00")) == ["no_tags"]


def test_a_dog_or_owner_that_is_not_on_record_is_matched_first(owner: Owner, officer: User, clerk: User) -> None:
    unknown = seize(by=officer)
    assert refused(unknown, by=clerk) == ["no_dog"]
    other = seize(by=officer, dog=licensed(owner), owner=OwnerFactory.create(town=owner.town))
    assert refused(other, by=clerk) == ["other_owner"]


def test_the_resolution_of_the_seizures_day_sets_the_charge(dog: Dog, officer: User, clerk: User) -> None:
    for day, amount in (("2026-05-31", "35.00"), ("2026-06-02", "45.00")):
        ResolutionFactory.create(
            town=dog.town,
            subject="impoundment",
            in_force_from=day,
            amounts={"altered": None, "unaltered": None, "impound_first": amount},
        )
    made = redeem(held(dog, by=officer), by=clerk)
    assert lines_of(made) == [("impoundment_fee", "35.00")]
    assert made.receipt.lines.get().resolution == Resolution.objects.get(in_force_from="2026-05-31")


def test_another_price_than_was_told_is_not_taken(dog: Dog, officer: User, clerk: User) -> None:
    seize(by=officer, dog=dog, seized_at=SEIZED_AT - timedelta(days=9))
    seizure = held(dog, by=officer)
    assert refused(seizure, by=clerk, at=hours(24.1), shown_total=Money.of("30.00")) == ["price_changed"]
    assert redeem(seizure, by=clerk, at=hours(24), shown_total=Money.of("30.00")).receipt.total == 30


@pytest.mark.parametrize("tender", ["19.99", "20.00"])
def test_too_little_money_redeems_nothing(dog: Dog, officer: User, clerk: User, tender: str) -> None:
    seizure = held(dog, by=officer)
    if tender == "20.00":
        assert redeem(seizure, by=clerk, tenders=cash(tender)).receipt.total == 20
    else:
        assert refused(seizure, by=clerk, tenders=cash(tender)) == ["too_little"]


def test_sent_twice_it_is_one_redemption_and_another_form_is_refused(dog: Dog, officer: User, clerk: User) -> None:
    seizure, key = held(dog, by=officer), uuid.uuid4()
    made = [redeem(seizure, by=clerk, key=key) for _ in range(2)]
    assert (made[0], Receipt.objects.filter(total=20).count()) == (made[1], 1)
    with pytest.raises(Refused) as refusal:
        redeem(seizure, by=clerk)
    assert codes(refusal) == ["redeemed_already"]
    with pytest.raises(Refused) as refusal:
        redeem(held(licensed(dog.owner), by=officer), by=clerk, key=key)
    assert codes(refusal) == ["form_used"]


def test_sent_again_after_the_release_it_is_still_the_same(dog: Dog, officer: User, clerk: User) -> None:
    seizure, key = held(dog, by=officer), uuid.uuid4()
    made = redeem(seizure, by=clerk, key=key)
    release(seizure, made.receipt.number, by=officer)
    assert redeem(seizure, by=clerk, key=key) == made


def test_a_dog_whose_title_is_forfeit_is_not_redeemed(dog: Dog, officer: User, clerk: User) -> None:
    seizure = held(dog, by=officer)
    forfeit_on(seizure, "2026-06-09", by=officer)
    with pytest.raises(Refused) as refusal:
        redeem(seizure, by=clerk)
    assert codes(refusal) == ["forfeited_already"]


def test_another_towns_clerk_redeems_nothing_here(dog: Dog, officer: User, clerk_of_chestertown: User) -> None:
    assert refused(held(dog, by=officer), by=clerk_of_chestertown) == ["other_town"]


@pytest.mark.parametrize(
    ("arrived", "at", "charged"),
    [
        ("2026-06-05 10:00", "2026-06-05 16:00", ["5.00", "2.00"]),
        ("2026-06-05 23:50", "2026-06-06 00:10", ["5.00", "4.00"]),
        ("2026-10-20 23:30", "2026-10-22 08:00", ["5.00", "6.00"]),
    ],
)
def test_chestertown_charges_each_calendar_date_from_the_arrival_on(
    stranger: Owner, warden: User, clerk_of_chestertown: User, arrived: str, at: str, charged: list[str]
) -> None:
    seizure = held(licensed(stranger, local(at)), by=warden, at=local(arrived) - timedelta(hours=20))
    arrive_at(seizure, local(arrived), by=warden)
    assert [amount for _, amount in lines_of(redeem(seizure, by=clerk_of_chestertown, at=local(at)))] == charged


def test_in_chestertown_a_dog_fetched_the_same_day_costs_five_dollars_and_is_no_impoundment(
    stranger: Owner, warden: User, clerk_of_chestertown: User
) -> None:
    seizure = held(licensed(stranger), by=warden, course="same_day")
    made = redeem(seizure, by=clerk_of_chestertown, at=local("2026-06-01 23:59"))
    assert lines_of(made) == [("redemption_fee", "5.00")]
    assert release(seizure, made.receipt.number, by=warden, at=local("2026-06-01 23:59")).kind == "redeemed"


def test_in_chestertown_a_dog_not_fetched_the_same_day_is_impounded_first(
    stranger: Owner, warden: User, clerk_of_chestertown: User
) -> None:
    seizure = held(licensed(stranger), by=warden, course="same_day")
    midnight = local("2026-06-02 00:00")
    assert refused(seizure, by=clerk_of_chestertown, at=midnight) == ["not_same_day"]
    arrive(seizure, by=warden)
    seizure.refresh_from_db()
    made = redeem(seizure, by=clerk_of_chestertown, at=midnight)
    assert lines_of(made) == [("redemption_fee", "5.00"), ("boarding", "4.00")]


def test_undone_the_charges_are_reversed_the_license_stands_and_the_dog_is_held(
    owner: Owner, resolution: Resolution, officer: User, clerk: User
) -> None:
    TagBoxFactory.create(town=owner.town)
    dog = DogFactory.create(owner=owner)
    seizure = held(dog, by=officer)
    made = redeem(seizure, by=clerk, asked=asked_for(dog))
    undone = undo(made, by=clerk)
    reversal = Reversal.objects.get()
    assert (reversal.receipt, str(reversal.total), undone.undone_because) == (made.receipt, "20.00", "Wrong dog")
    assert License.objects.standing().count() == 1
    again = redeem(seizure, by=clerk)
    assert (str(again.receipt.total), again.license) == ("20.00", None)
    assert again.receipt.heading["code"]["code"] != made.receipt.heading["code"]["code"]


def undo(made: Redemption, *, by: User, reason: str = "Wrong dog", **more: Any) -> Redemption:
    """Undo it in cash."""
    given = {"back": Back()} | more
    return undo_redemption(redemption=made, reason=reason, key=uuid.uuid4(), by=by, at=PAID_AT, **given)


def test_undone_twice_it_is_reversed_once_and_needs_a_reason(dog: Dog, officer: User, clerk: User) -> None:
    made = redeem(held(dog, by=officer), by=clerk)
    with pytest.raises(Refused) as refusal:
        undo(made, by=clerk, reason=" ")
    assert codes(refusal) == ["no_reason"]
    for _ in range(2):
        undo(made, by=clerk, back=Back(Form.CHECK, "77"))
    assert str(Reversal.objects.get().payouts.get()) == "Check: $20.00"


def test_after_the_release_it_is_not_undone_by_the_database_either(dog: Dog, officer: User, clerk: User) -> None:
    seizure = held(dog, by=officer)
    made = redeem(seizure, by=clerk)
    release(seizure, made.receipt.number, by=officer)
    with pytest.raises(Refused) as refusal:
        undo(made, by=clerk)
    assert codes(refusal) == ["released_already"]
    with pytest.raises(IntegrityError, match="released on this receipt"), transaction.atomic():
        Redemption.objects.update(undone_at=PAID_AT, undone_because="x")
