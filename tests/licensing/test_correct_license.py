"""A license issued wrongly is issued anew as of its first day; only the difference in money moves."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.db.models import Sum
from django.test import Client

from licensing.actions.corrections import correct_license
from licensing.facts import price
from licensing.models import Dog, License, Owner
from office.ledger import Back
from office.models import Entry, Receipt, Resolution, Reversal, Town, User
from office.refusals import Refused
from ordinances.money import Money
from tests.factories import (
    TODAY,
    AlterationProofFactory,
    DogFactory,
    EarlierLicenseFactory,
    OwnerFactory,
    RabiesCertificateFactory,
    ResolutionFactory,
    TagBoxFactory,
    WorkingProofFactory,
)
from tests.licensing.issuing import asked_for, cash, issue, noon

pytestmark = pytest.mark.django_db
LATER = TODAY + timedelta(days=20)


@pytest.fixture
def dog(resolution: Resolution, owner: Owner) -> Dog:
    TagBoxFactory.create(town=owner.town)
    return DogFactory.create(owner=owner, altered=True)


@pytest.fixture
def renewal(dog: Dog, clerk: User) -> License:
    """A renewal for one year, unaltered: $21."""
    RabiesCertificateFactory.create(dog=dog)
    EarlierLicenseFactory.create(dog=dog, expires=TODAY)
    return issue(dog, by=clerk)


def correct(license_: License, by: User, *, tender: str = "", on: date = LATER, **wanted: Any) -> License:
    dog = wanted.pop("dog", license_.dog)
    own = {name: wanted.pop(name) for name in ("key", "reason", "back", "shown_total") if name in wanted}
    given: dict[str, Any] = {"key": uuid.uuid4(), "reason": "Two years were asked for", "back": Back()} | own
    asked = asked_for(dog, **wanted)
    tenders = cash(tender) if tender else ()
    return correct_license(license_=license_, asked=asked, tenders=tenders, payer="O", by=by, at=noon(on), **given)


def refused(act: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(Refused) as told:
        act()
    return told.value.refusals[0].code, told.value.refusals[0].citation


def in_the_books() -> dict[str, Decimal]:
    rows = Entry.objects.values_list("account").annotate(sum=Sum("amount")).order_by("account")
    return {account: amount for account, amount in rows if amount}


def test_wrong_years_are_set_right_and_the_difference_is_taken(renewal: License, clerk: User) -> None:
    right = correct(renewal, clerk, tender="21.00", period=2)
    renewal.refresh_from_db()
    assert (right.starts, right.renews, right.tag) == (renewal.starts, renewal.renews, renewal.tag)
    assert right.expires == renewal.expires.replace(year=renewal.expires.year + 1)
    assert (right.receipt.total, renewal.state(LATER)) == (Decimal("42.00"), "voided")
    assert [str(each) for each in right.receipt.payments.all()] == ["Credit from reversal: $21.00", "Cash: $21.00"]
    assert in_the_books() == {"cash": 42, "license_fee": -36, "state_surcharge": -6}


def test_too_many_years_are_set_right_and_the_difference_goes_back(renewal: License, clerk: User) -> None:
    two = correct(renewal, clerk, tender="21.00", period=2)
    one = correct(two, clerk, reason="One year after all")
    reversal = Reversal.objects.get(number=2)
    assert [str(each) for each in reversal.payouts.all()] == ["Credit from reversal: $21.00", "Cash: $21.00"]
    assert (one.receipt.total, one.corrects) == (Decimal("21.00"), two)
    assert in_the_books() == {"cash": 21, "license_fee": -18, "state_surcharge": -3}


def test_the_paper_says_which_license_it_replaces(renewal: License, clerk: User) -> None:
    right = correct(renewal, clerk, tender="21.00", period=2)
    assert right.printed["carried_over"] == f"Corrected, replaces license {renewal.number}"
    assert License.objects.get(pk=renewal.pk).printed == renewal.printed


def test_an_act_before_a_change_of_fee_keeps_the_old_fee(renewal: License, dover: Town, clerk: User) -> None:
    dear = {"altered": "40.00", "unaltered": "60.00"}
    ResolutionFactory.create(town=dover, in_force_from=TODAY + timedelta(days=1), amounts=dear)
    assert correct(renewal, clerk, tender="21.00", period=2).receipt.total == Decimal("42.00")


def test_the_term_is_that_of_the_first_day(dog: Dog, clerk: User) -> None:
    first = issue(dog, by=clerk)
    right = correct(first, clerk, on=TODAY + timedelta(days=60), reason="Wrong paper")
    assert (right.starts, right.expires) == (first.starts, first.expires)
    assert right.issued_at == noon(TODAY + timedelta(days=60))


def test_a_proof_that_was_on_file_gives_the_altered_price(renewal: License, clerk: User) -> None:
    proof = AlterationProofFactory.create(dog=renewal.dog)
    right = correct(renewal, clerk, alteration=proof, reason="The certificate on file was overlooked")
    assert right.receipt.total == Decimal("11.00")
    assert Reversal.objects.get().payouts.get(form="cash").amount == Decimal("10.00")


@pytest.mark.parametrize("kind", ["alteration", "working"])
def test_later_proof_brings_no_refund(renewal: License, clerk: User, kind: str) -> None:
    factory = AlterationProofFactory if kind == "alteration" else WorkingProofFactory
    proof = factory.create(dog=renewal.dog, filed_on=TODAY + timedelta(days=1))
    wanted: dict[str, Any] = {kind: proof}
    assert refused(lambda: correct(renewal, clerk, **wanted)) == ("later_proof", "L.L. 3-2010, Licensing ¶ C")


def test_issued_for_the_wrong_dog_it_goes_to_the_right_one(dog: Dog, clerk: User) -> None:
    wrong = issue(dog, by=clerk)
    bella = DogFactory.create(owner=dog.owner, name="Bella")
    right = correct(wrong, clerk, dog=bella, reason="It was Bella’s")
    wrong.refresh_from_db()
    assert (right.dog, wrong.state(LATER)) == (bella, "voided")
    assert right.tag != wrong.tag
    assert dog.tags.get() == wrong.tag
    assert in_the_books() == {"cash": 21, "license_fee": -18, "state_surcharge": -3}


def test_another_owners_dog_is_not_licensed_so(dog: Dog, clerk: User) -> None:
    wrong = issue(dog, by=clerk)
    other = DogFactory.create(owner=OwnerFactory.create(town=dog.town))
    assert refused(lambda: correct(wrong, clerk, dog=other))[0] == "other_owner"


def test_a_free_license_that_should_have_cost_is_paid_whole(dog: Dog, clerk: User) -> None:
    free = issue(dog, by=clerk, working=WorkingProofFactory.create(dog=dog), tender=())
    right = correct(free, clerk, tender="21.00", reason="No working dog")
    assert (right.receipt.total, Reversal.objects.count()) == (Decimal("21.00"), 0)


def test_a_license_that_should_have_been_free_is_handed_back_whole(dog: Dog, clerk: User) -> None:
    paid = issue(dog, by=clerk)
    free = correct(paid, clerk, working=WorkingProofFactory.create(dog=dog), reason="The proof was on file")
    assert (free.receipt.total, free.marking != "") == (Decimal(0), True)
    assert in_the_books() == {}


def test_a_wrong_license_year_in_chestertown(chestertown: Town, clerk_of_chestertown: User) -> None:
    TagBoxFactory.create(town=chestertown)
    dog = DogFactory.create(owner__town=chestertown)
    RabiesCertificateFactory.create(dog=dog)
    asked = asked_for(dog, period=2025)
    tender = cash(str(price(asked, town=chestertown, on=TODAY).quote.total))
    wrong = issue(dog, by=clerk_of_chestertown, period=2025, tender=tender)
    right = correct(wrong, clerk_of_chestertown, period=2026, reason="It was for next year")
    assert (right.license_year, right.receipt.total) == (2026, Decimal("3.00"))
    assert (wrong.tag.license_year, right.tag.license_year, wrong.tag.dog) == (2025, 2026, dog)


def test_the_page_of_a_license_that_was_renewed_opens_with_its_own_year(
    chestertown: Town, clerk_of_chestertown: User, client: Client
) -> None:
    client.force_login(clerk_of_chestertown)
    dog = DogFactory.create(owner__town=chestertown)
    old = EarlierLicenseFactory.create(dog=dog, license_year=2025, starts=date(2025, 7, 1), expires=date(2026, 6, 30))
    EarlierLicenseFactory.create(dog=dog, license_year=2026, starts=date(2026, 7, 1), expires=date(2027, 6, 30))
    assert "July 1, 2024 to June 30, 2025" in client.get(f"/licenses/{old.pk}/correct").content.decode()


def test_what_stands_in_the_way_leaves_all_as_it_was(renewal: License, clerk: User) -> None:
    assert refused(lambda: correct(renewal, clerk, tender="20.00", period=2))[0] == "too_little"
    assert refused(lambda: correct(renewal, clerk, tender="21.00", period=9))[0] == "years_not_allowed"
    assert refused(lambda: correct(renewal, clerk, reason=" "))[0] == "no_reason"
    assert refused(lambda: correct(renewal, clerk, shown_total=Money.of("20")))[0] == "price_changed"
    renewal.refresh_from_db()
    assert (renewal.voided_at, Reversal.objects.count(), License.objects.count()) == (None, 0, 2)


def test_sent_twice_makes_one(renewal: License, clerk: User) -> None:
    key = uuid.uuid4()
    made = [correct(renewal, clerk, tender="21.00", period=2, key=key) for _ in range(2)]
    assert made[0] == made[1]
    assert (Reversal.objects.count(), License.objects.count()) == (1, 3)


def test_the_other_towns_clerk_corrects_nothing(renewal: License, clerk_of_chestertown: User) -> None:
    assert refused(lambda: correct(renewal, clerk_of_chestertown))[0] == "other_town"


@pytest.fixture
def desk(clerk: User) -> Any:
    client = Client()
    client.force_login(clerk)
    with time_machine.travel(noon(LATER), tick=False):
        yield client


def posted(license_: License, **changes: str) -> dict[str, str]:
    rabies = f"certificate-{license_.rabies_certificate_id}"
    given = {"key": str(uuid.uuid4()), "period": "2", "rabies": rabies, "payer": "O", "reason": "Two years"}
    return given | {"cash": "30", "form": "cash", "shown_total": "42.00"} | changes


def test_the_page_opens_with_the_license_as_it_was_and_shows_the_difference(renewal: License, desk: Client) -> None:
    page = desk.get(f"/licenses/{renewal.pk}/correct").content.decode()
    assert "Nothing to take or hand back" in page
    page = desk.post(f"/licenses/{renewal.pk}/correct", posted(renewal, show="yes")).content.decode()
    assert "To take: $21.00" in page
    assert License.objects.count() == 2


def test_pressed_twice_the_page_leads_to_the_one_license(renewal: License, desk: Client) -> None:
    form = posted(renewal, issue="yes")
    places = {desk.post(f"/licenses/{renewal.pk}/correct", form)["Location"] for _ in range(2)}
    right = License.objects.get(corrects=renewal)
    assert places == {f"/licenses/{right.pk}/"}
    shown = desk.get(f"/licenses/{right.pk}/").content.decode()
    assert f"License {renewal.number}</a>" in shown
    assert "Change <strong>$9.00" in shown
    assert Receipt.objects.filter(payments__form="credit").count() == 1


def test_the_page_moves_the_license_to_another_dog_of_the_owner(renewal: License, desk: Client) -> None:
    bella = DogFactory.create(owner=renewal.holder, name="Bella")
    paper = RabiesCertificateFactory.create(dog=bella)
    assert f"?dog={bella.pk}" in desk.get(f"/licenses/{renewal.pk}/correct").content.decode()
    form = posted(renewal, issue="yes", period="1", rabies=f"certificate-{paper.pk}", cash="", shown_total="21.00")
    desk.post(f"/licenses/{renewal.pk}/correct?dog={bella.pk}", form)
    assert License.objects.get(corrects=renewal).dog == bella


def test_the_other_towns_dog_is_not_found(renewal: License, stranger: Owner, desk: Client) -> None:
    other = DogFactory.create(owner=stranger)
    assert desk.get(f"/licenses/{renewal.pk}/correct?dog={other.pk}").status_code == 404
