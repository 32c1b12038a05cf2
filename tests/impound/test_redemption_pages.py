"""Statement, redemption and release through the pages: what is shown, what is refused where, and the journey whole."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from io import BytesIO
from typing import Any

import pytest
import time_machine
from django.test import Client
from pypdf import PdfReader

from impound.actions.custody import CareFacts, note_care
from impound.models import End, Redemption, Seizure, Statement
from licensing.models import Dog, License, Owner
from office.models import Receipt, Resolution, Reversal, User
from tests.factories import DogFactory, RabiesCertificateFactory, ResolutionFactory, TagBoxFactory, UserFactory
from tests.impound.pound import SEIZED_AT, hold, seize
from tests.impound.redeeming import PAID_AT, arrive_at, held, licensed, redeem, release, state
from tests.ordinances.cases import local

pytestmark = pytest.mark.django_db
PROOF = {"ownership": "License", "identity": "Driver license", "payer": "Maeve O’Brien"}


@pytest.fixture(autouse=True)
def _thursday() -> Iterator[None]:
    """Three days and a minute after the seizure."""
    with time_machine.travel(PAID_AT, tick=False):
        yield


@pytest.fixture
def dog(owner: Owner) -> Dog:
    return licensed(owner)


def as_(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def sent(by: User, address: str, **typed: str) -> Any:
    """Open the page, and send its form with what is typed."""
    client = as_(by)
    form = client.get(address).context["form"]
    return client.post(address, {"key": form["key"].value()} | typed)


def pay(by: User, seizure: Seizure, cash: str, **typed: str) -> Any:
    return sent(by, f"/pound/{seizure.pk}/redeem", **PROOF | {"cash": cash, "shown_total": cash, "pay": "yes"} | typed)


def page(response: Any) -> str:
    return " ".join(response.content.decode().split())


def text_of(response: Any) -> str:
    return " ".join(PdfReader(BytesIO(response.getvalue())).pages[0].extract_text().split())


def test_from_the_statement_to_the_release(dog: Dog, officer: User, clerk: User) -> None:
    seizure = seize(by=officer, dog=dog)
    sent(officer, f"/pound/{seizure.pk}/statement", rabies_vaccination="25.00")
    code = Statement.objects.get().printed["code"]
    opened = as_(clerk).get("/pound/statements/", {"code": code.lower()})
    assert opened["Location"] == f"/pound/{seizure.pk}/redeem"
    answer = pay(clerk, seizure, "45.00")
    receipt = Receipt.objects.get(total=45)
    assert answer["Location"] == f"/receipts/{receipt.number}/"
    assert receipt.heading["code"]["code"] in page(as_(officer).get(answer["Location"]))
    sent(officer, f"/pound/{seizure.pk}/release", receipt=receipt.heading["code"]["code"])
    assert End.objects.get().receipt == receipt
    assert "Redeemed by its owner" in page(as_(officer).get(f"/pound/{seizure.pk}/release"))


def test_the_rulebooks_dog_is_licensed_and_paid_for_in_one_bill(
    owner: Owner, resolution: Resolution, officer: User, clerk: User
) -> None:
    TagBoxFactory.create(town=owner.town)
    dog = RabiesCertificateFactory.create(dog__owner=owner).dog
    seizure = seize(by=officer, dog=dog)
    state(seizure, by=officer, rabies_vaccination="25.00")
    shown = page(as_(clerk).get(f"/pound/{seizure.pk}/redeem"))
    assert "To pay in all <strong>$66.00</strong>" in shown
    rabies = f"certificate-{dog.rabiescertificates.get().pk}"
    pay(clerk, seizure, "66.00", period="1", rabies=rabies)
    made = Redemption.objects.get()
    assert (str(made.receipt.total), made.license) == ("66.00", License.objects.get())
    assert "License for" not in page(as_(clerk).get(f"/pound/{seizure.pk}/redeem", follow=True))


@pytest.mark.parametrize(
    ("at", "says"),
    [
        (SEIZED_AT + timedelta(hours=7), "9:00 AM on Tuesday, June 2: <strong>$30.00</strong>"),
        (
            SEIZED_AT + timedelta(hours=22),
            "9:00 AM today: <strong>$30.00</strong>; after that: <strong>$70.00<",
        ),
        (
            SEIZED_AT + timedelta(hours=24),
            "9:00 AM today: <strong>$30.00</strong>; after that: <strong>$70.00<",
        ),
        (PAID_AT, "9:00 AM on Friday, June 5: <strong>$150.00</strong>; after that: <strong>$190.00<"),
    ],
)
def test_until_when_the_price_holds_and_what_it_is_then(
    dog: Dog, officer: User, clerk: User, at: datetime, says: str
) -> None:
    seize(by=officer, dog=dog, seized_at=SEIZED_AT - timedelta(days=9))
    seizure = held(dog, by=officer)
    with time_machine.travel(at, tick=False):
        shown = page(as_(clerk).get(f"/pound/{seizure.pk}/redeem"))
    assert f"Paid by {says}" in shown
    assert "May 23, 2026: <strong>counts</strong>" in shown


def test_a_first_impoundments_price_does_not_change(dog: Dog, officer: User, clerk: User) -> None:
    seizure = held(dog, by=officer)
    assert "does not change with the hours" in page(as_(clerk).get(f"/pound/{seizure.pk}/redeem"))


def test_in_chestertown_the_day_is_named_and_no_costs_are_billed(stranger: Owner, clerk_of_chestertown: User) -> None:
    warden = UserFactory.create(town=stranger.town, role="officer")
    seizure = seize(by=warden, dog=licensed(stranger))
    arrive_at(seizure, SEIZED_AT + timedelta(hours=1), by=warden)
    shown = page(as_(clerk_of_chestertown).get(f"/pound/{seizure.pk}/redeem"))
    assert "Paid by 11:59 PM today: <strong>$13.00</strong>; after that: <strong>$15.00</strong>" in shown
    assert "No costs are billed" in page(as_(warden).get(f"/pound/{seizure.pk}/statement"))
    pay(clerk_of_chestertown, seizure, "13.00")
    assert str(Redemption.objects.get().receipt.total) == "13.00"


def test_the_same_day_it_costs_five_dollars_and_later_nothing_is_taken_before_the_arrival(
    stranger: Owner, clerk_of_chestertown: User
) -> None:
    warden = UserFactory.create(town=stranger.town, role="officer")
    seizure = held(licensed(stranger), by=warden, course="same_day")
    with time_machine.travel(local("2026-06-01 18:00"), tick=False):
        shown = page(as_(clerk_of_chestertown).get(f"/pound/{seizure.pk}/redeem"))
    assert "today: <strong>$5.00</strong>; after that: the dog is impounded, and costs more" in shown
    assert "was not fetched on June 1, 2026" in page(as_(clerk_of_chestertown).get(f"/pound/{seizure.pk}/redeem"))
    assert "§ 68-9D" in page(pay(clerk_of_chestertown, seizure, "5.00"))
    assert not Redemption.objects.exists()


def test_without_the_statement_nothing_can_be_taken_and_the_section_is_shown(
    dog: Dog, officer: User, clerk: User
) -> None:
    seizure = seize(by=officer, dog=dog)
    answer = pay(clerk, seizure, "20.00")
    assert answer.context["desk"].refusals.keys() == {"statement"}
    assert "Seizure ¶ F" in page(answer)
    assert "Nothing can be taken yet" in page(answer)


def test_a_license_that_is_refused_stands_at_its_field(
    owner: Owner, resolution: Resolution, officer: User, clerk: User
) -> None:
    seizure = held(DogFactory.create(owner=owner), by=officer)
    answer = pay(clerk, seizure, "20.00", period="1")
    assert [each.code for each in answer.context["desk"].refusals["rabies"]] == ["rabies_missing"]
    assert not Receipt.objects.exists()


def test_what_was_typed_stays_when_the_money_is_too_little(dog: Dog, officer: User, clerk: User) -> None:
    answer = pay(clerk, held(dog, by=officer), "19.00", shown_total="20.00")
    assert [each.code for each in answer.context["desk"].refusals["tender"]] == ["too_little"]
    assert 'value="Driver license"' in page(answer)


def test_a_price_that_changed_since_it_was_shown_is_not_taken(dog: Dog, officer: User, clerk: User) -> None:
    answer = pay(clerk, held(dog, by=officer), "30.00")
    assert [each.code for each in answer.context["desk"].refusals["tender"]] == ["price_changed"]


def test_a_dog_that_cannot_be_redeemed_shows_why_and_no_form(officer: User, clerk: User) -> None:
    seizure = seize(by=officer)
    answer = as_(clerk).get(f"/pound/{seizure.pk}/redeem")
    assert "not on record yet" in page(answer)
    assert (f"/pound/{seizure.pk}/match" in page(answer), "Take payment" in page(answer)) == (True, False)


def test_the_live_bill_follows_the_form(owner: Owner, resolution: Resolution, officer: User, clerk: User) -> None:
    dog = RabiesCertificateFactory.create(dog__owner=owner).dog
    seizure = held(dog, by=officer)
    address, client = f"/pound/{seizure.pk}/redeem/quote", as_(clerk)
    assert "Nothing can be taken" in page(client.post(address, {"period": "1"}))
    rabies = f"certificate-{dog.rabiescertificates.get().pk}"
    shown = page(client.post(address, PROOF | {"key": "x", "period": "1", "rabies": rabies}))
    assert "To pay in all <strong>$41.00</strong>" in shown
    assert "Nothing can be taken" in page(client.post(f"/pound/{seize(by=officer).pk}/redeem/quote", {}))


def test_a_court_that_holds_the_dog_is_named_before_the_money_is_taken(dog: Dog, officer: User, clerk: User) -> None:
    seizure = held(dog, by=officer)
    hold(seizure, by=officer)
    assert "not released before that ends" in page(as_(clerk).get(f"/pound/{seizure.pk}/redeem"))


def test_a_wrong_code_opens_nothing_and_says_so(clerk: User) -> None:
    for code in ("", "0001-0000-0000-0000"):
        assert page(as_(clerk).get("/pound/statements/", {"code": code})).count("usa-error-message")


def test_a_statement_that_was_replaced_says_so_and_the_bill_goes_by_the_last(
    dog: Dog, officer: User, clerk: User
) -> None:
    seizure = seize(by=officer, dog=dog)
    first, last = state(seizure, by=officer, rabies_vaccination="25.00"), state(seizure, by=officer)
    for made, replaced in ((first, True), (last, False)):
        shown = page(as_(clerk).get("/pound/statements/", {"code": made.printed["code"]}, follow=True))
        assert (f"Statement {first.number} was replaced by statement {last.number}" in shown) is replaced
        assert "$20.00" in shown
        assert "25.00" not in shown


def test_another_towns_statement_opens_nothing_here(dog: Dog, officer: User, clerk_of_chestertown: User) -> None:
    code = state(seize(by=officer, dog=dog), by=officer).printed["code"]
    shown = page(as_(clerk_of_chestertown).get("/pound/statements/", {"code": code}))
    assert "No statement of this town has this code" in shown


def test_costs_noted_after_the_statement_are_pointed_out(dog: Dog, officer: User, clerk: User) -> None:
    seizure = seize(by=officer, dog=dog)
    state(seizure, by=officer, at=SEIZED_AT + timedelta(hours=1))
    for cost, told in ((None, False), ("40.00", True)):
        facts = CareFacts(kind="veterinary", at=SEIZED_AT + timedelta(hours=2), cost=Decimal(cost) if cost else None)
        note_care(seizure=seizure, facts=facts, key=uuid.uuid4(), by=officer, at=PAID_AT)
        shown = page(as_(clerk).get(f"/pound/{seizure.pk}/redeem"))
        assert ("ask the Dog Control Officer for a new statement" in shown) is told


def test_a_license_whose_fee_changes_at_midnight_makes_the_price_hold_until_then(
    owner: Owner, resolution: Resolution, officer: User, clerk: User
) -> None:
    TagBoxFactory.create(town=owner.town)
    dog = RabiesCertificateFactory.create(dog__owner=owner).dog
    seizure = held(dog, by=officer)
    shown = page(as_(clerk).get(f"/pound/{seizure.pk}/redeem"))
    assert "does not change with the hours" in shown
    ResolutionFactory.create(town=owner.town, in_force_from=date(2026, 6, 5), amounts={"unaltered": "30.00"})
    shown = page(as_(clerk).get(f"/pound/{seizure.pk}/redeem"))
    assert "Paid by 11:59 PM today: <strong>$41.00</strong>; after that: <strong>$53.00</strong>" in shown


def test_a_wrong_receipt_stands_at_its_field(dog: Dog, officer: User, clerk: User) -> None:
    seizure = held(dog, by=officer)
    redeem(seizure, by=clerk)
    answer = sent(officer, f"/pound/{seizure.pk}/release", receipt="999")
    assert "Seizure ¶ F" in str(answer.context["form"].errors["receipt"])
    assert not End.objects.exists()


def test_before_the_payment_the_release_says_why_and_has_no_form(dog: Dog, officer: User) -> None:
    address = f"/pound/{held(dog, by=officer).pk}/release"
    for answer in (as_(officer).get(address), as_(officer).post(address, {"receipt": "1"})):
        assert "Nobody paid for this dog yet. No receipt, no release." in page(answer)
        assert ("Seizure ¶ F" in page(answer), "Release the dog" in page(answer)) == (True, False)
    assert not End.objects.exists()


def test_the_receipt_leads_to_the_undoing_where_the_reversal_is_refused(dog: Dog, officer: User, clerk: User) -> None:
    seizure = held(dog, by=officer)
    number = redeem(seizure, by=clerk).receipt.number
    shown = page(as_(clerk).get(f"/receipts/{number}/"))
    assert (f"/pound/{seizure.pk}/undo-redemption" in shown, f"/receipts/{number}/reverse" in shown) == (True, False)
    assert f"/pound/{seizure.pk}/" in shown
    release(seizure, number, by=officer)
    released = page(as_(clerk).get(f"/receipts/{number}/"))
    assert ("undo-redemption" in released, "the officer first withdraws the release" in released) == (False, True)


def test_undone_on_its_page_the_money_goes_back_and_the_receipt_says_so(dog: Dog, officer: User, clerk: User) -> None:
    seizure = held(dog, by=officer)
    number = redeem(seizure, by=clerk).receipt.number
    answer = sent(clerk, f"/pound/{seizure.pk}/undo-redemption", reason="Wrong dog", form="cash")
    assert answer["Location"] == f"/receipts/{number}/"
    assert str(Reversal.objects.get().total) == "20.00"
    assert "good for nothing" in page(as_(clerk).get(f"/receipts/{number}/"))
    assert as_(clerk).get(f"/pound/{seize(by=officer).pk}/undo-redemption").status_code == 404


def test_the_form_sent_twice_leads_to_the_same_receipt(dog: Dog, officer: User, clerk: User) -> None:
    seizure, client = held(dog, by=officer), as_(clerk)
    address = f"/pound/{seizure.pk}/redeem"
    typed = PROOF | {"key": client.get(address).context["form"]["key"].value(), "cash": "20", "pay": "yes"}
    answers = {client.post(address, typed)["Location"] for _ in range(2)}
    assert answers == {f"/receipts/{Redemption.objects.get().receipt.number}/"}


def test_statement_and_receipt_are_printed_with_their_codes(dog: Dog, officer: User, clerk: User) -> None:
    seizure = held(dog, by=officer)
    made = redeem(seizure, by=clerk)
    assert made.statement is not None
    statement = text_of(as_(officer).get(f"/pound/statements/{made.statement.number}/statement.pdf"))
    receipt = text_of(as_(officer).get(f"/receipts/{made.receipt.number}/receipt.pdf"))
    assert made.statement.printed["code"] in statement
    assert "Days in the shelter" in statement
    assert made.receipt.heading["code"]["code"] in receipt
    assert "Release code" in receipt
