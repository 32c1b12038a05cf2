"""The public records: what is given out, what is left out, and that it is kept who asked and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from licensing.models import License, PublicExport
from office.models import Town, User
from tests.factories import EarlierLicenseFactory, OwnerFactory
from tests.licensing.issuing import noon

pytestmark = pytest.mark.django_db
ASKED = {"requester": "The Dover Gazette", "purpose": "A story on dog names"}


@pytest.fixture(autouse=True)
def june() -> Iterator[None]:
    with time_machine.travel(noon()):
        yield


@pytest.fixture
def licensed(dover: Town) -> License:
    owner = OwnerFactory.create(town=dover, last_name="=Open", telephone="(845) 555-0199", email="o@example.org")
    return EarlierLicenseFactory.create(dog__owner=owner, marking="Guide dog")


def file_given_to(client: Client) -> str:
    answer: Any = client.post("/records/public/", ASKED)
    assert answer["Content-Type"].startswith("text/csv")
    return b"".join(answer.streaming_content).decode()


def test_it_has_the_licenses_in_force_and_no_telephone_e_mail_or_working_dog(
    client: Client, manager: User, licensed: License
) -> None:
    client.force_login(manager)
    given = file_given_to(client)
    assert f"{licensed.number},{licensed.tag.number}" in given
    assert licensed.holder.street in given
    for kept in ("555-0199", "example.org", "Guide", "Reyes", "2023"):
        assert kept not in given


def test_a_confidential_person_is_not_in_it(client: Client, manager: User, licensed: License) -> None:
    licensed.holder.confidential = True
    licensed.holder.save()
    client.force_login(manager)
    given = file_given_to(client)
    assert "Open" not in given
    assert licensed.dog.name not in given


@pytest.mark.usefixtures("licensed")
def test_another_towns_licenses_are_not_in_it_and_no_cell_is_a_formula(
    client: Client, manager: User, chestertown: Town
) -> None:
    EarlierLicenseFactory.create(dog__owner__town=chestertown, dog__name="Chessie")
    client.force_login(manager)
    given = file_given_to(client)
    assert "Chessie" not in given
    assert ",=" not in given


@pytest.mark.usefixtures("licensed")
def test_who_asked_and_why_is_kept_and_shown(client: Client, manager: User, inspector: User) -> None:
    client.force_login(manager)
    file_given_to(client)
    kept = PublicExport.objects.get()
    assert (kept.requester, kept.purpose, kept.rows, kept.by) == (*ASKED.values(), 1, manager)
    client.force_login(inspector)
    assert "A story on dog names" in client.get("/records/public/").content.decode()


@pytest.mark.parametrize("missing", ["requester", "purpose"])
def test_without_a_purpose_or_a_requester_nothing_is_given_and_the_rest_stays(
    client: Client, manager: User, missing: str
) -> None:
    client.force_login(manager)
    page = client.post("/records/public/", ASKED | {missing: " "}).content.decode()
    assert "This field is required." in page
    assert all(value in page for name, value in ASKED.items() if name != missing)
    assert not PublicExport.objects.exists()


def test_an_inspector_is_given_no_file(client: Client, inspector: User) -> None:
    client.force_login(inspector)
    assert client.post("/records/public/", ASKED)["Content-Type"].startswith("text/html")
    assert not PublicExport.objects.exists()


def test_fifty_exports_cost_as_many_queries_as_one(client: Client, manager: User) -> None:
    client.force_login(manager)
    counts = []
    for more in (1, 49):
        PublicExport.objects.bulk_create(
            PublicExport(town=manager.town, rows=1, by=manager, at=noon(), **ASKED) for _ in range(more)
        )
        with CaptureQueriesContext(connection) as queries:
            client.get("/records/public/")
        counts.append(len(queries))
    assert counts[0] == counts[1]
