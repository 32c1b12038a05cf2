"""A confidential address is nowhere to be seen but by a clerk who opened it with a reason."""

from __future__ import annotations

import io
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.test import Client
from pypdf import PdfReader

from licensing.actions.privacy import open_address, set_confidential
from licensing.duplicates import likely_same
from licensing.models import AddressOpening, License, Owner
from licensing.search import search
from office.models import Resolution, Town, User
from office.refusals import Refused
from office.versions import version_of
from tests.factories import DogFactory, EarlierLicenseFactory, OwnerFactory, TagBoxFactory
from tests.licensing.cases import AT, owner_facts
from tests.licensing.issuing import cash, issue, noon

ROOT = Path(__file__).parents[2]
SECRETS = ("99 Hidden Lane", "Secretville", "06789", "555-0199", "hidden@example.org")
READ_DIRECTLY = re.compile(r"\b(owner|person|holder|buyer|neighbor)\.(address|street|city|zip_code|telephone|email)\b")


def mark(owner: Owner, by: User, confidential: bool = True) -> Owner:
    """The owner with the mark set."""
    return set_confidential(owner=owner, confidential=confidential, reason="Court order", by=by, at=AT)


@pytest.fixture
def hidden(dover: Town, clerk: User) -> Owner:
    """Someone whose address is confidential, with a licensed dog; the telephone was changed before."""
    owner = OwnerFactory.create(
        town=dover, first_name="Hanna", last_name="Hideaway", street=SECRETS[0], city=SECRETS[1], zip_code=SECRETS[2],
        telephone="(845) 555-0100", email=SECRETS[4],
    )  # fmt: skip
    EarlierLicenseFactory.create(dog=DogFactory.create(owner=owner), expires=noon().date() + timedelta(days=9))
    Owner.objects.filter(pk=owner.pk).update(telephone="(845) 555-0199")
    return mark(owner, clerk)


@pytest.fixture
def desk(client: Client, clerk: User) -> Client:
    """The clerk's browser."""
    client.force_login(clerk)
    return client


def text(client: Client, address: str) -> str:
    """What the address answers."""
    response = client.get(address)
    assert response.status_code == 200, address
    return bytes(response.getvalue()).decode()


def secrets_in(shown: str) -> list[str]:
    """What of the confidential facts stands there."""
    return [each for each in (*SECRETS, "555-0100 ") if each in shown]


@pytest.mark.parametrize("role", ["clerk", "officer", "treasurer", "inspector", "manager"])
def test_no_page_shows_it_to_anyone(request: pytest.FixtureRequest, client: Client, hidden: Owner, role: str) -> None:
    client.force_login(request.getfixturevalue(role))
    license_ = License.objects.get()
    addresses = [
        f"/owners/{hidden.pk}/", "/counter/?q=hideaway", f"/dogs/{license_.dog_id}/", f"/licenses/{license_.pk}/",
        "/licenses/due/", "/licenses/due.csv", "/duplicates/",
    ]  # fmt: skip
    with time_machine.travel(noon(), tick=False):
        shown = {address: text(client, address) for address in addresses}
    assert {address: secrets_in(page) for address, page in shown.items() if secrets_in(page)} == {}
    assert all("Hideaway" in shown[address] for address in addresses[:-1])


def test_neither_address_nor_telephone_finds_who_is_hidden_and_the_name_does(dover: Town, hidden: Owner) -> None:
    for typed in (*SECRETS, "99 hidden", "8455550199", "0199"):
        assert search(dover, typed).owners == (), typed
    assert search(dover, "hanna hideaway").owners == (hidden.pk,)


def test_the_due_list_is_not_narrowed_down_to_a_hidden_address(desk: Client, hidden: Owner) -> None:
    with time_machine.travel(noon(), tick=False):
        assert "Hideaway" not in text(desk, "/licenses/due/?address=hidden")


def test_the_household_does_not_tell(desk: Client, hidden: Owner) -> None:
    neighbor = OwnerFactory.create(town=hidden.town, last_name="Plain", street=SECRETS[0], zip_code=SECRETS[2])
    assert "Hideaway" not in text(desk, f"/owners/{neighbor.pk}/")
    assert "Plain" not in text(desk, f"/owners/{hidden.pk}/")
    assert "Hideaway" not in text(desk, "/counter/?q=plain")
    assert secrets_in(text(desk, f"/owners/new?household={hidden.pk}")) == []


def test_who_is_hidden_is_no_likely_same_person_by_address_or_telephone(hidden: Owner) -> None:
    facts = owner_facts(first_name="Hana", last_name="Hideaway", street=SECRETS[0], telephone=SECRETS[3])
    assert likely_same(hidden.town, facts.person) == []


def test_papers_say_that_the_address_is_confidential(
    desk: Client, clerk: User, resolution: Resolution, owner: Owner
) -> None:
    TagBoxFactory.create(town=owner.town)
    with time_machine.travel(noon(), tick=False):
        issued = issue(DogFactory.create(owner=owner), by=clerk, tender=cash("21.00"))
        mark(owner, clerk)
        response = desk.get(f"/licenses/{issued.pk}/license.pdf")
    words = "".join(page.extract_text() for page in PdfReader(io.BytesIO(response.getvalue())).pages)
    assert "Address confidential" in words
    assert "Main Street" not in words


def test_a_clerk_opens_it_with_a_reason_for_a_while(desk: Client, hidden: Owner, inspector: User) -> None:
    with time_machine.travel(noon(), tick=False) as clock:
        desk.post(f"/owners/{hidden.pk}/open-address", {"reason": "Returned mail"})
        assert SECRETS[0] in text(desk, f"/owners/{hidden.pk}/")
        assert desk.get(f"/owners/{hidden.pk}/edit").status_code == 200
        clock.shift(timedelta(minutes=16))
        assert secrets_in(text(desk, f"/owners/{hidden.pk}/")) == []
        desk.force_login(inspector)
        shown = text(desk, f"/owners/{hidden.pk}/")
    assert "Returned mail" in shown
    assert secrets_in(shown) == []


def test_an_opening_is_of_the_clerk_who_opened_it_alone(
    desk: Client, hidden: Owner, clerk: User, manager: User
) -> None:
    with time_machine.travel(AT, tick=False):
        open_address(owner=hidden, reason="Returned mail", by=clerk, at=AT)
        desk.force_login(manager)
        assert secrets_in(text(desk, f"/owners/{hidden.pk}/")) == []


def test_without_a_reason_nothing_opens(desk: Client, hidden: Owner, clerk: User) -> None:
    assert "Open the address" in desk.post(f"/owners/{hidden.pk}/open-address", {"reason": " "}).content.decode()
    with pytest.raises(Refused, match="Say why"):
        open_address(owner=hidden, reason=" ", by=clerk, at=AT)
    assert not AddressOpening.objects.exists()


def test_an_address_open_to_all_is_not_opened(owner: Owner, clerk: User) -> None:
    with pytest.raises(Refused, match="not confidential"):
        open_address(owner=owner, reason="Returned mail", by=clerk, at=AT)


def test_the_form_that_changes_the_record_asks_for_the_reason_first(desk: Client, hidden: Owner) -> None:
    response = desk.get(f"/owners/{hidden.pk}/edit")
    assert response.headers["Location"] == f"/owners/{hidden.pk}/open-address"


def test_the_mark_is_set_and_lifted_with_its_reason_in_the_history(desk: Client, owner: Owner) -> None:
    for answer, words in (("yes", "Court order"), ("no", "Moved to a safe place")):
        desk.post(f"/owners/{owner.pk}/confidential", {"reason": words, "confidential": answer})
        assert Owner.objects.get(pk=owner.pk).confidential is (answer == "yes")
        assert f"Set confidential ({words})" in text(desk, f"/owners/{owner.pk}/")


def test_the_mark_set_twice_changes_once(owner: Owner, clerk: User) -> None:
    mark(owner, clerk)
    version = version_of(owner)
    mark(owner, clerk)
    assert version_of(owner) == version


def test_templates_and_views_take_an_address_from_one_place() -> None:
    files: list[Any] = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "licensing" / "views").glob("*.py")]
    papers = ROOT / "templates" / "papers"
    read = {str(file): READ_DIRECTLY.findall(file.read_text()) for file in files if papers not in file.parents}
    assert len(read) > 50
    assert {file for file, found in read.items() if found} == set()
