"""The pages that void a license and reverse a receipt, and what is seen of it afterwards."""

from __future__ import annotations

import io
import re
import uuid
from typing import Any

import pytest
import time_machine
from django.test import Client
from pypdf import PdfReader

from licensing.actions.business_licenses import issue_business_license
from licensing.actions.replacements import replace_tag
from licensing.models import BusinessLicense, DueEntry, License
from office.models import Receipt, Reversal, Town, User
from office.words import in_long
from tests.factories import BusinessFactory, DogFactory, TagBoxFactory
from tests.licensing.issuing import cash, issue, noon

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon() -> Any:
    with time_machine.travel(noon(), tick=False):
        yield


@pytest.fixture
def license_(resolution: Any, clerk: User, owner: Any, client: Client) -> License:
    TagBoxFactory.create(town=owner.town)
    client.force_login(clerk)
    return issue(DogFactory.create(owner=owner), by=clerk)


def text(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def words(response: Any) -> str:
    pages = PdfReader(io.BytesIO(response.getvalue())).pages
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pages))


def posted(**changes: str) -> dict[str, str]:
    given = {"key": str(uuid.uuid4()), "why": "entered_twice", "reason": "Typed in twice", "form": "cash"}
    return given | {"shown_total": "21.00"} | changes


def void(client: Client, license_: License, **changes: str) -> Any:
    return client.post(f"/licenses/{license_.pk}/void", posted(**changes))


def test_the_page_shows_what_goes_back_and_by_which_law(license_: License, client: Client) -> None:
    shown = text(client.get(f"/licenses/{license_.pk}/void"))
    assert "Total $21.00" in shown
    assert "L.L. 3-2010, Licensing ¶ C" in shown
    assert f"Tag {license_.tag.number} stays Rex’s number" in shown


def test_pressed_the_license_is_void_and_its_reversal_is_shown(license_: License, client: Client) -> None:
    answer = client.post(f"/licenses/{license_.pk}/void", posted(), follow=True)
    assert answer.redirect_chain[-1][0] == "/reversals/1/"
    shown = text(answer)
    assert "Entered twice: Typed in twice" in shown
    assert "Handed back, cash: $21.00" in shown
    assert "Total reversed $21.00" in shown


def test_sent_twice_leads_to_the_same_reversal(license_: License, client: Client) -> None:
    key = str(uuid.uuid4())
    answers = [void(client, license_, key=key)["Location"] for _ in range(2)]
    assert answers == ["/reversals/1/", "/reversals/1/"]
    assert Reversal.objects.count() == 1


def test_a_refusal_stands_at_the_reason_and_what_was_typed_stays(license_: License, client: Client) -> None:
    shown = text(void(client, license_, why="changed_mind"))
    assert "only on the day of issuance. (L.L. 3-2010, Licensing ¶ C)" in shown
    assert "Typed in twice" in shown
    assert not Reversal.objects.exists()


def test_a_check_handed_back_has_its_number(license_: License, client: Client) -> None:
    assert "the books name it" in text(void(client, license_, form="check"))
    assert void(client, license_, form="check", reference="1042").status_code == 302


def test_no_form_carries_credit(license_: License, client: Client) -> None:
    assert "Credit" not in text(client.get(f"/licenses/{license_.pk}/void"))
    assert void(client, license_, form="credit", reference="1").status_code == 200


def test_what_was_given_out_remains_to_be_seen(license_: License, client: Client) -> None:
    void(client, license_)
    assert "voided June 15, 2026: Entered twice: Typed in twice" in text(client.get(f"/licenses/{license_.pk}/"))
    assert "Void since June 15, 2026" in words(client.get(f"/licenses/{license_.pk}/license.pdf"))
    receipt = f"/receipts/{license_.receipt.number}/"
    assert "Reversed by reversal 1 on June 15, 2026" in text(client.get(receipt))
    paper = words(client.get(receipt + "receipt.pdf"))
    assert "Reversed by reversal 1 on June 15, 2026" in paper
    assert "Total $21.00" in paper


def test_the_reversal_prints_with_number_receipt_lines_payout_and_reason(license_: License, client: Client) -> None:
    void(client, license_, form="check", reference="1042")
    paper = words(client.get("/reversals/1/reversal.pdf"))
    for told in ("Reversal", "No. 1 of June 15, 2026", "Typed in twice", "Handed back: Check No. 1042", "$21.00"):
        assert told in paper


def looked_up(client: Client, license_: License) -> list[bool]:
    """Whether the window, the due list, the dog's page and the counter know of a license."""
    asked = {"tag": license_.tag.number, "fact": license_.holder.zip_code, "town": "dover"}
    until, day = "Licensed until June 30, 2027", in_long(license_.expires)
    return [
        until in text(client.post("/check/", asked)),
        DueEntry.objects.get(dog=license_.dog_id).license_id == license_.pk,
        f"Licensed to {day}" in text(client.get(f"/dogs/{license_.dog_id}/")),
        f"Licensed to {day}" in text(client.get(f"/counter/?q={license_.tag.number}")),
    ]


def test_window_due_list_needs_and_search_pass_over_a_voided_license(license_: License, client: Client) -> None:
    assert looked_up(client, license_) == [True] * 4
    void(client, license_)
    assert looked_up(client, license_) == [False] * 4
    assert "License required" in text(client.get(f"/dogs/{license_.dog_id}/"))


def test_a_license_that_cost_nothing_asks_for_no_form_of_money(license_: License, client: Client) -> None:
    Receipt.objects.get()
    void(client, license_)
    assert "Hand the money back by" not in text(client.get(f"/licenses/{license_.pk}/void"))


@pytest.mark.parametrize("role", ["officer", "treasurer", "inspector", "manager"])
def test_only_a_clerk_is_offered_to_void_or_reverse(
    license_: License, client: Client, role: str, request: pytest.FixtureRequest
) -> None:
    pages = (f"/licenses/{license_.pk}/", f"/receipts/{license_.receipt.number}/")
    offered = [
        word in text(client.get(page)) for page, word in zip(pages, ("Void the license", "Reverse"), strict=True)
    ]
    client.force_login(request.getfixturevalue(role))
    seen = [word in text(client.get(page)) for page, word in zip(pages, ("Void the license", "Reverse"), strict=True)]
    assert (offered, seen) == ([True, True], [False, False])


def test_a_dogs_license_is_not_reversed_from_its_receipt(license_: License, client: Client) -> None:
    address = f"/receipts/{license_.receipt.number}/reverse"
    assert f"License {license_.number} was paid with it" in text(client.get(address))
    line = license_.receipt.lines.all()[0].pk
    assert client.post(address, posted(lines=str(line))).status_code == 200
    assert not Reversal.objects.exists()


def test_a_tag_that_was_charged_twice_is_reversed_from_its_receipt(license_: License, client: Client) -> None:
    by = license_.receipt.by
    common: dict[str, Any] = {"reason": "lost", "tenders": cash("3"), "payer": "O", "by": by, "at": noon()}
    receipt = replace_tag(tag=license_.tag, key=uuid.uuid4(), **common).receipt
    form = posted(lines=str(receipt.lines.get().pk))
    address = f"/receipts/{receipt.number}/reverse"
    assert {client.post(address, form)["Location"] for _ in range(2)} == {"/reversals/1/"}
    assert Reversal.objects.get().total == 3
    assert "Nothing else is left to reverse" in text(client.get(address))


def test_a_kennels_license_becomes_void_with_its_money(
    chestertown: Town, clerk_of_chestertown: User, client: Client
) -> None:
    client.force_login(clerk_of_chestertown)
    kennel = BusinessFactory.create(operator__town=chestertown)
    common: dict[str, Any] = {"payer": "K", "key": uuid.uuid4(), "by": clerk_of_chestertown, "at": noon()}
    (issued,) = issue_business_license(businesses=[kennel], license_year=2026, tenders=cash("25"), **common)
    address = f"/receipts/{issued.receipt.number}/reverse"
    assert f"License {issued.number} becomes void with it" in text(client.get(address))
    client.post(address, posted(lines=str(issued.receipt.lines.get().pk)))
    assert BusinessLicense.objects.get().voided_because == "Typed in twice"
    assert Reversal.objects.get().total == 25
