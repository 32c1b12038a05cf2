"""The receipt as PDF."""

from __future__ import annotations

import re
import uuid
from datetime import datetime
from io import BytesIO
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader
from time_machine import travel

from office.documents import receipt_pdf
from office.ledger import Charge, Tender, take_payment
from office.models import Receipt, Resolution, Town, User
from office.models.money import Form
from ordinances.answers import Line
from ordinances.money import Money
from tests.factories import NEW_YORK

pytestmark = pytest.mark.django_db

LATE = datetime(2026, 3, 15, 23, 30, tzinfo=NEW_YORK)
FEE = Line(
    "license_fee", Money(1800), "License fee, unaltered", "L.L. 3-2010, Licensing ¶ B", "Not spayed", "7 of 2026"
)
SURCHARGE = Line("state_surcharge", Money(300), "State surcharge", "AML § 110(3)", "Of every license that pays")


def text_of(receipt: Receipt) -> str:
    pages = PdfReader(BytesIO(receipt_pdf(receipt))).pages
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pages))


def take(by: User, *tenders: Tender, charges: tuple[Charge, ...]) -> Receipt:
    assert by.town is not None
    purpose = "Dog license for Rex, tag 100"
    return take_payment(
        town=by.town,
        key=uuid.uuid4(),
        payer="Maeve O’Brien",
        purpose=purpose,
        charges=charges,
        tenders=tenders,
        by=by,
        at=LATE,
    )


@pytest.fixture
def charges(resolution: Resolution) -> tuple[Charge, ...]:
    return (Charge(FEE, "Rex", resolution), Charge(SURCHARGE, "Rex", None))


@pytest.fixture
def paid(clerk: User, charges: tuple[Charge, ...]) -> Receipt:
    return take(clerk, Tender(Form.CHECK, Money(1100), "1042"), Tender(Form.CASH, Money(2000)), charges=charges)


def test_a_receipt_tells_who_paid_what_for_what_and_how(paid: Receipt) -> None:
    text = text_of(paid)
    shown = ["Town of Dover, New York", f"No. {paid.number}", "Maeve O’Brien", "Sunday, March 15, 2026, 11:30 PM"]
    shown += ["Dog license for Rex, tag 100", "Check No. 1042 $11.00", "Cash $20.00", "Change given back $10.00"]
    shown += ["Total $21.00", "Received by clerk.dover"]
    assert [words for words in shown if words not in text] == []


def test_every_line_has_its_amount_its_section_its_reason_and_its_resolution(
    paid: Receipt, resolution: Resolution
) -> None:
    text = text_of(paid)
    shown = [FEE.label, "$18.00", FEE.citation, FEE.because, f"resolution {resolution.number}"]
    shown += [SURCHARGE.label, "$3.00", SURCHARGE.citation, SURCHARGE.because]
    assert [words for words in shown if words not in text] == []


def test_a_card_and_a_money_order_are_named_by_their_numbers(clerk: User, charges: tuple[Charge, ...]) -> None:
    tenders = (Tender(Form.CARD, Money(2000), "T-77"), Tender(Form.MONEY_ORDER, Money(100), "5533"))
    text = text_of(take(clerk, *tenders, charges=charges))
    assert "Card reference T-77 $20.00" in text
    assert "Money order No. 5533 $1.00" in text
    assert "Change" not in text


def test_nothing_to_pay_is_a_receipt_too(clerk: User) -> None:
    text = text_of(take(clerk, charges=()))
    assert "Nothing to pay $0.00" in text
    assert "Total $0.00" in text


def test_a_reprint_is_the_same_under_the_heading_of_its_day(paid: Receipt, dover: Town) -> None:
    first = receipt_pdf(paid)
    dover.name, dover.receipt_words = "Town of Elsewhere", "New words"
    dover.save()
    with travel("2031-01-01T12:00:00Z"):
        assert receipt_pdf(Receipt.objects.get(pk=paid.pk)) == first


def test_a_receipt_is_tagged_and_titled(paid: Receipt) -> None:
    reader = PdfReader(BytesIO(receipt_pdf(paid)))
    root: Any = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "en-US"
    assert reader.metadata is not None
    assert reader.metadata.title == f"Receipt {paid.number}, Town of Dover, New York"


def test_staff_of_the_town_see_and_print_it(paid: Receipt, inspector: User, client: Client) -> None:
    client.force_login(inspector)
    response = client.get(f"/receipts/{paid.number}/receipt.pdf")
    assert response.content == receipt_pdf(paid)
    assert response["Content-Disposition"] == f'inline; filename="receipt-{paid.number}.pdf"'
    assert "private" in response["Cache-Control"]
    assert f"Receipt {paid.number}" in client.get(f"/receipts/{paid.number}/").content.decode()


def test_the_other_town_and_strangers_do_not(paid: Receipt, clerk_of_chestertown: User, client: Client) -> None:
    addresses = (f"/receipts/{paid.number}/", f"/receipts/{paid.number}/receipt.pdf")
    assert [client.get(address).status_code for address in addresses] == [302, 302]
    client.force_login(clerk_of_chestertown)
    assert [client.get(address).status_code for address in addresses] == [404, 404]


def test_two_lines_and_payments_cost_the_queries_of_one(
    paid: Receipt, clerk: User, client: Client, charges: tuple[Charge, ...]
) -> None:
    client.force_login(clerk)
    single = take(clerk, Tender(Form.CASH, Money(1800)), charges=charges[:1])
    counted = []
    for number in (single.number, paid.number):
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/receipts/{number}/receipt.pdf")
        counted.append(len(queries))
    assert counted[0] == counted[1]
