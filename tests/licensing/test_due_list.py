"""The list of what is due and expired."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import date, timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from licensing.due import Wanted, due
from licensing.models import Dog, License
from office.models import Town, User
from tests.factories import TODAY, EarlierLicenseFactory, UserFactory


@pytest.fixture(autouse=True)
def _on_the_day() -> Iterator[None]:
    with time_machine.travel("2026-06-15T14:00:00Z", tick=True):
        yield


@pytest.fixture
def reader(client: Client, clerk: User) -> Client:
    client.force_login(clerk)
    return client


def ending(town: Town, days: int, **more: Any) -> License:
    return EarlierLicenseFactory.create(dog__owner__town=town, expires=TODAY + timedelta(days=days), **more)


def listed(town: Town, **wanted: str) -> list[License | None]:
    return [entry.license for entry in due(town, Wanted(**wanted), on=TODAY).select_related("license")]


def test_one_that_ends_next_month_and_is_not_renewed_is_listed(dover: Town) -> None:
    license_ = ending(dover, 30)
    assert listed(dover) == [license_]


def test_one_that_was_renewed_is_not_under_whatever_term(dover: Town) -> None:
    old = ending(dover, 10)
    EarlierLicenseFactory.create(dog=old.dog, starts=TODAY + timedelta(days=11), expires=TODAY + timedelta(days=1000))
    assert listed(dover) == []


def test_of_two_expired_dogs_with_one_renewed_the_other_stays(dover: Town) -> None:
    one = ending(dover, -20)
    other = EarlierLicenseFactory.create(dog__owner=one.dog.owner, expires=TODAY - timedelta(days=20))
    EarlierLicenseFactory.create(dog=one.dog, starts=TODAY, expires=TODAY + timedelta(days=364))
    assert listed(dover, state="expired") == [other]


def test_a_voided_renewal_brings_the_old_license_back(dover: Town) -> None:
    old = ending(dover, 10)
    EarlierLicenseFactory.create(
        dog=old.dog, expires=TODAY + timedelta(days=400), voided_at="2026-06-01T10:00-04:00", voided_because="Twice"
    )
    assert listed(dover) == [old]


@pytest.mark.parametrize("status", ["dead", "moved", "gone"])
def test_a_dog_that_is_not_here_is_on_no_list_until_the_report_was_wrong(dover: Town, status: str) -> None:
    license_ = ending(dover, -5)
    Dog.objects.update(status=status)
    assert [listed(dover, state=state) for state in ("all", "expired", "due60", "rabies")] == [[], [], [], []]
    Dog.objects.update(status="here")
    assert listed(dover) == [license_]


def test_each_filter_keeps_to_its_days(dover: Town) -> None:
    of = {days: ending(dover, days) for days in (-1, 0, 30, 31, 60, 61)}
    assert listed(dover) == [of[-1], of[0], of[30], of[31], of[60]]
    assert listed(dover, state="expired") == [of[-1]]
    assert listed(dover, state="due30") == [of[0], of[30]]
    assert listed(dover, state="due60") == [of[0], of[30], of[31], of[60]]


def test_street_and_zip_code_narrow_it(dover: Town) -> None:
    main = ending(dover, 5, dog__owner__street="5 Main Street", dog__owner__zip_code="12522")
    ending(dover, 5, dog__owner__street="5 Elm Way", dog__owner__zip_code="12594")
    assert listed(dover, address="main st") == listed(dover, address="12522") == [main]


def test_a_number_before_a_street_is_that_house_alone(dover: Town) -> None:
    twelve = ending(dover, 5, dog__owner__street="12 Main Street", dog__owner__zip_code="12522")
    ending(dover, 5, dog__owner__street="120 Main Street", dog__owner__zip_code="12522")
    ending(dover, 5, dog__owner__street="5 Main Street Apt 12", dog__owner__zip_code="12522")
    assert listed(dover, address="12 Main St.") == listed(dover, address="12 main") == [twelve]
    assert len(listed(dover, address="12")) == len(listed(dover, address="main 12")) == 3


def test_a_certificate_that_ran_out_is_listed_whenever_the_license_ends(dover: Town) -> None:
    ending(dover, 300)
    run_out = ending(dover, 300, rabies_certificate__vaccinated_on=date(2023, 6, 1), rabies_certificate__expires=TODAY)
    assert listed(dover, state="rabies") == []
    assert [entry.license for entry in due(dover, Wanted("rabies"), on=TODAY + timedelta(days=1))] == [run_out]


def test_it_is_sorted_as_asked(dover: Town) -> None:
    late = ending(dover, 20, dog__owner__last_name="Adams")
    soon = ending(dover, 10, dog__owner__last_name="Baker")
    assert listed(dover) == [soon, late]
    assert listed(dover, sort="name") == [late, soon]


def test_the_page_shows_what_is_needed_and_leads_to_the_renewal(reader: Client, dover: Town) -> None:
    license_ = ending(dover, 10)
    page = reader.get("/licenses/due/").content.decode()
    assert "Renew by June 25, 2026" in page
    assert f"/licenses/new?dog={license_.dog_id}" in page


def test_what_is_no_filter_shows_all(reader: Client, dover: Town) -> None:
    license_ = ending(dover, 10)
    page = reader.get("/licenses/due/", {"state": "x", "sort": "y", "page": "z"}).content.decode()
    assert license_.dog.owner.name in page


def test_the_csv_has_the_whole_filtered_list(reader: Client, dover: Town) -> None:
    license_ = ending(dover, 10, dog__owner__street="5 Main Street")
    ending(dover, 10, dog__owner__street="7 Elm Way")
    header, *rows = table(reader, address="main")
    row = dict(zip(header, rows[0], strict=True))
    assert len(rows) == 1
    assert (row["License"], row["License ends"]) == (str(license_.number), "2026-06-25")


def test_the_csv_is_in_the_order_of_the_page(reader: Client, dover: Town) -> None:
    for name in ("Zeus", "Abby"):
        ending(dover, 10, dog__name=name)
    header, *rows = table(reader)
    assert [row[header.index("Dog")] for row in rows] == ["Zeus", "Abby"]
    shown = reader.get("/licenses/due/").content.decode()
    assert shown.index("Zeus") < shown.index("Abby")


@pytest.mark.parametrize("name", ['=HYPERLINK("http://x")', "+1", "-2", "@SUM(A1)", "\t=1", " =1"])
def test_no_cell_of_the_csv_is_a_formula(reader: Client, dover: Town, name: str) -> None:
    ending(dover, 10, dog__name=name)
    header, row = table(reader)
    assert row[header.index("Dog")] == f"'{name}"


def table(reader: Client, **wanted: str) -> list[list[str]]:
    response = reader.get("/licenses/due.csv", wanted)
    return list(csv.reader(StringIO(response.getvalue().decode("utf-8-sig"))))


def test_more_than_are_paged_through_is_said_and_the_csv_has_them_all(
    reader: Client, dover: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("licensing.views.due.MOST", 3)
    for _ in range(3):
        ending(dover, 10)
    assert "More than" not in reader.get("/licenses/due/").content.decode()
    ending(dover, 10)
    assert "More than 3 licenses" in reader.get("/licenses/due/").content.decode()
    assert len(table(reader)) == 5


def test_other_roles_read_and_are_offered_no_renewal(client: Client, dover: Town, inspector: User) -> None:
    license_ = ending(dover, 10)
    client.force_login(inspector)
    page = client.get("/licenses/due/").content.decode()
    assert license_.dog.owner.name in page
    assert "/licenses/new" not in page


@pytest.mark.parametrize("address", ["/licenses/due/", "/licenses/due.csv"])
def test_strangers_are_kept_out(client: Client, dover: Town, address: str) -> None:
    assert client.get(address).status_code == 302
    client.force_login(UserFactory.create(town=dover))
    assert client.get(address).status_code == 403


def test_the_other_towns_list_is_its_own(dover: Town, chestertown: Town) -> None:
    ending(dover, 10)
    assert listed(chestertown) == []


def test_one_row_and_fifty_cost_the_same_queries(reader: Client, dover: Town) -> None:
    counted = []
    for count in (1, 49):
        for _ in range(count):
            ending(dover, 10)
        with CaptureQueriesContext(connection) as captured:
            reader.get("/licenses/due/")
        counted.append(len(captured))
    assert counted[0] == counted[1] <= 15
