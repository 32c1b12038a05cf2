"""A dog licensed in another municipality is redeemed on that license, recorded as it was shown."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.test import Client

from impound.charges import LicenseShown, bill_of
from impound.models import Redemption, Seizure
from licensing.models import Dog, License, Owner
from office.models import User
from office.refusals import Refused
from tests.factories import DogFactory, OwnerFactory, UserFactory
from tests.impound.pound import codes
from tests.impound.redeeming import PAID_AT, held, redeem, release
from tests.impound.test_act_pages import paper
from tests.licensing.issuing import cash

pytestmark = pytest.mark.django_db
SHOWN = LicenseShown(place="Town of Pawling", number="1234", expires=date(2026, 12, 31), paper="The license itself")
TYPED = {
    "elsewhere_place": "Town of Pawling", "elsewhere_number": "1234", "elsewhere_expires": "2026-12-31",
    "elsewhere_paper": "The license itself", "period": "1",
}  # fmt: skip
PROOF = {"ownership": "Bill of sale", "identity": "Driver license", "payer": "Ada", "cash": "20.00", "pay": "yes"}


@pytest.fixture
def dog(owner: Owner) -> Dog:
    """Of someone who lives elsewhere."""
    Owner.objects.filter(pk=owner.pk).update(resident=False)
    owner.refresh_from_db()
    made: Dog = DogFactory.create(owner=owner)
    return made


def redeemed(seizure: Seizure, by: User, **changes: Any) -> Redemption:
    total = bill_of(seizure, at=PAID_AT, shown=SHOWN).whole.total
    assert total is not None
    shown = LicenseShown(**{name: getattr(SHOWN, name) for name in SHOWN.__dataclass_fields__} | changes)
    return redeem(seizure, by=by, elsewhere=shown, tenders=cash(str(total)))


def test_it_is_redeemed_on_the_license_shown_and_released(dog: Dog, officer: User, clerk: User) -> None:
    made = redeemed(held(dog, by=officer), clerk)
    assert (made.elsewhere, made.elsewhere_paper) == ("Town of Pawling, No. 1234, to 2026-12-31", "The license itself")
    assert "AML § 109(1)" in made.no_license_because
    assert (str(made.receipt.total), made.license, License.objects.count()) == ("20.00", None, 0)
    assert "licensed by Town of Pawling, No. 1234" in made.receipt.purpose
    assert release(made.seizure, made.receipt.number, by=officer).receipt == made.receipt


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"expires": date(2026, 6, 3)}, ["not_licensed"]),
        ({"place": " "}, ["missing"]),
        ({"number": ""}, ["missing"]),
        ({"paper": ""}, ["missing"]),
    ],
)
def test_one_that_is_over_or_half_told_takes_no_money(
    dog: Dog, officer: User, clerk: User, changes: dict[str, Any], expected: list[str]
) -> None:
    seizure = held(dog, by=officer)
    with pytest.raises(Refused) as refused:
        redeemed(seizure, clerk, **changes)
    assert codes(refused) == expected
    assert not Redemption.objects.exists()


def test_a_residents_dog_is_licensed_here(owner: Owner, officer: User, clerk: User) -> None:
    seizure = held(DogFactory.create(owner=owner), by=officer)
    with pytest.raises(Refused) as refused:
        redeem(seizure, by=clerk, elsewhere=SHOWN)
    assert codes(refused) == ["not_licensed"]
    assert "lives in the town" in refused.value.refusals[0].message


def test_the_database_keeps_it_whole(dog: Dog, officer: User, clerk: User) -> None:
    made = redeemed(held(dog, by=officer), clerk)
    with pytest.raises(IntegrityError, match="license_of_elsewhere_shown_whole"), transaction.atomic():
        Redemption.objects.filter(pk=made.pk).update(elsewhere_number="")


@time_machine.travel(PAID_AT, tick=False)
def test_on_the_page_it_is_typed_once_and_stands_on_receipt_and_report(
    client: Client, dog: Dog, officer: User, clerk: User
) -> None:
    seizure = held(dog, by=officer)
    client.force_login(clerk)
    address = f"/pound/{seizure.pk}/redeem"
    key = {"key": client.get(address).context["form"]["key"].value()}
    shown = client.post(address, TYPED | key).content.decode()
    assert "Licensed elsewhere to December 31, 2026" in shown
    for _ in range(2):
        receipt = client.post(address, PROOF | TYPED | key)["Location"]
    assert (
        "Town of Pawling, No. 1234, to December 31, 2026; seen: The license itself"
        in client.get(receipt).content.decode()
    )
    assert "Town of Pawling, No. 1234, to December 31, 2026" in paper(clerk, f"/pound/{seizure.pk}/report.pdf")
    assert Redemption.objects.count() == 1


@time_machine.travel(PAID_AT, tick=False)
def test_on_the_page_half_of_it_is_refused_at_its_field(client: Client, dog: Dog, officer: User, clerk: User) -> None:
    seizure = held(dog, by=officer)
    client.force_login(clerk)
    address = f"/pound/{seizure.pk}/redeem"
    key = {"key": client.get(address).context["form"]["key"].value()}
    answer = client.post(address, PROOF | key | {"elsewhere_place": "Town of Pawling"})
    assert {"elsewhere_number", "elsewhere_expires", "elsewhere_paper"} <= answer.context["form"].errors.keys()
    over = client.post(address, PROOF | key | TYPED | {"elsewhere_expires": "2026-06-03"})
    assert [each.code for each in over.context["desk"].refusals["elsewhere_expires"]] == ["not_licensed"]


@time_machine.travel(PAID_AT, tick=False)
def test_in_chestertown_a_puppy_is_redeemed_without_a_license(client: Client, clerk_of_chestertown: User) -> None:
    town = clerk_of_chestertown.town
    owner = OwnerFactory.create(town=town)
    puppy = DogFactory.create(owner=owner, born=date(2026, 3, 1), birth_year=None)
    seizure = held(puppy, by=UserFactory.create(town=town, role="officer"))
    client.force_login(clerk_of_chestertown)
    assert "LicenseTooForm" not in type(client.get(f"/pound/{seizure.pk}/redeem").context["form"]).__name__
    made = redeem(seizure, by=clerk_of_chestertown)
    assert (str(made.receipt.total), made.elsewhere, made.license) == ("13.00", "", None)
    assert "§ 68-6A" in made.no_license_because
