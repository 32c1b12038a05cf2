"""The residents' window: what it tells, to whom, and what it keeps to itself."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from time_machine import travel

from dover_dogs.window.limits import PER_ADDRESS, PER_TAG
from licensing.codes import code_of
from licensing.models import License
from office.models import Town, User
from tests.factories import (
    TODAY,
    DogFactory,
    EarlierLicenseFactory,
    OwnerFactory,
    RabiesCertificateFactory,
    RabiesStatementFactory,
    SeizureFactory,
    TagFactory,
)
from tests.impound.pound import end

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _today() -> Any:
    with travel("2026-06-15T16:00:00Z", tick=False):
        yield


@pytest.fixture
def licensed(dover: Town) -> License:
    """Rex of Maeve O’Brien-Núñez, tag 1042, licensed for two hundred days more."""
    owner = OwnerFactory.create(town=dover, first_name="Maeve", last_name="O’Brien-Núñez", street="12 Main Street")
    dog = DogFactory.create(owner=owner, name="Rex")
    return EarlierLicenseFactory.create(dog=dog, number=2041, tag=TagFactory.create(dog=dog, number=1042))


def ask(tag: object, fact: str, town: str = "dover", **extra: Any) -> Any:
    """Ask at the window by tag."""
    return Client().post("/check/", {"town": town, "tag": tag, "fact": fact}, **extra)


def words(response: Any) -> str:
    """The words of the page, without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


@pytest.mark.parametrize(
    "fact", ["O’Brien-Núñez", "obrien nunez", "OBRIEN-NUNEZ", "o'brien nuñez", "12522", "12522-0001"]
)
@pytest.mark.usefixtures("licensed")
def test_who_knows_the_tag_and_one_more_fact_is_told_both_dates(fact: str) -> None:
    told = words(ask(" 1042 ", fact))
    assert "Licensed until January 1, 2027" in told
    assert "Rabies vaccination until January 1, 2028" in told
    assert "(845) 555-0100" in told


def test_the_code_on_the_license_is_told_the_same(licensed: License) -> None:
    code = code_of("dover", licensed.number)
    told = words(Client().get(f"/check/{code}/"))
    assert "Licensed until January 1, 2027" in told
    typed = Client().post("/check/", {"code": code.lower().replace("-", " ")}, follow=True)
    assert words(typed) == told


@pytest.mark.usefixtures("licensed")
def test_nobody_and_no_address_is_named() -> None:
    told = ask(1042, "12522").content.decode()
    assert [word for word in ("Maeve", "Brien", "12 Main Street", "Rex", "Beagle") if word in told] == []


@pytest.mark.usefixtures("licensed")
def test_a_wrong_number_and_a_wrong_fact_cannot_be_told_apart() -> None:
    bodies, queries = [], []
    for tag, fact in ((9999, "obriennunez"), (1042, "Smith"), (1042, "99999"), (9999, "99999"), (1042, "o")):
        with CaptureQueriesContext(connection) as run:
            response = ask(tag, fact)
        bodies.append((response.status_code, response.content, sorted(response.headers.items())))
        queries.append([re.sub(r"\d+", "N", query["sql"]) for query in run])
    assert all(body == bodies[0] for body in bodies)
    assert all(asked == queries[0] for asked in queries)
    assert len(queries[0]) == 3


def test_no_answer_costs_more_than_three_queries_or_writes(licensed: License) -> None:
    client = Client()
    for send in (lambda: ask(1042, "12522"), lambda: client.get(f"/check/{code_of('dover', licensed.number)}/")):
        with CaptureQueriesContext(connection) as run:
            assert send().status_code == 200
        assert len(run) <= 3
        assert all(query["sql"].startswith("SELECT") for query in run)


@pytest.mark.usefixtures("licensed")
@pytest.mark.parametrize("fact", ["12523", "1252", "Maeve", "O’Brien", "", " ", "-", "%", "*", "."])
def test_half_a_fact_is_none(fact: str) -> None:
    assert "Licensed until" not in words(ask(1042, fact))


@pytest.mark.usefixtures("licensed")
def test_the_other_towns_tag_of_that_number_is_not_there(chestertown: Town) -> None:
    assert "No license found" in words(ask(1042, "obriennunez", chestertown.slug))


def test_a_renewed_dog_is_told_its_latest_day(licensed: License) -> None:
    starts = licensed.expires + timedelta(days=1)
    EarlierLicenseFactory.create(
        dog=licensed.dog,
        tag=licensed.tag,
        starts=starts,
        expires=date(2027, 12, 31),
        rabies_certificate__expires=date(2029, 1, 1),
    )
    for day in ("2026-12-31", "2027-03-01"):
        with travel(f"{day}T16:00:00Z", tick=False):
            assert "Licensed until December 31, 2027" in words(ask(1042, "12522"))


def test_next_years_tag_in_the_drawer_leaves_this_years_current(chestertown: Town) -> None:
    dog = DogFactory.create(owner__town=chestertown)
    for year, number in ((2025, 70), (2026, 71)):
        tag = TagFactory.create(dog=dog, number=number, license_year=year)
        EarlierLicenseFactory.create(
            dog=dog, tag=tag, license_year=year, starts=date(year, 7, 1), expires=date(year + 1, 6, 30)
        )
    assert "Licensed until June 30, 2026" in words(ask(70, "21620", "chestertown"))
    assert "Not current: the license begins on July 1, 2026" in words(ask(71, "21620", "chestertown"))


@pytest.mark.parametrize(("day", "told"), [("2027-01-01", "Licensed until"), ("2027-01-02", "Not current")])
@pytest.mark.usefixtures("licensed")
def test_the_last_day_counts_and_no_day_more(day: str, told: str) -> None:
    with travel(f"{day}T17:00:00Z", tick=False):
        assert told in words(ask(1042, "12522"))


@pytest.mark.usefixtures("licensed")
def test_who_is_not_current_learns_what_to_do() -> None:
    with travel("2028-02-01T17:00:00Z", tick=False):
        told = words(ask(1042, "12522"))
    assert "Not current: the license ended on January 1, 2027" in told
    assert "Rabies vaccination not current: it ended on January 1, 2028" in told
    assert "Town Clerk" in told
    assert "identification tag" in told
    assert "Monday to Friday, 9 to 4" in told


def test_a_voided_license_is_none(licensed: License) -> None:
    licensed.voided_at, licensed.voided_because = licensed.issued_at, "entered twice"
    licensed.save()
    assert "Not current" in words(ask(1042, "12522"))
    assert "Not current" in words(Client().get(f"/check/{code_of('dover', licensed.number)}/"))


def test_a_former_owners_license_and_a_retired_tag_are_not_current(licensed: License) -> None:
    licensed.dog.owner = OwnerFactory.create(town=licensed.town, last_name="Newman")
    licensed.dog.save()
    assert "Not current" in words(ask(1042, "newman"))
    assert "No license found" in words(ask(1042, "obriennunez"))
    licensed.dog.owner = licensed.holder
    licensed.dog.save()
    licensed.tag.retired_on, licensed.tag.retired_because = TODAY, "given in error"
    licensed.tag.save()
    assert "Not current" in words(ask(1042, "obriennunez"))


def test_chestertowns_tag_of_an_earlier_year_is_not_current(chestertown: Town) -> None:
    dog = DogFactory.create(owner__town=chestertown)
    for year, number, expires in ((2024, 70, date(2025, 6, 30)), (2025, 71, date(2026, 6, 30))):
        tag = TagFactory.create(dog=dog, number=number, license_year=year)
        EarlierLicenseFactory.create(dog=dog, tag=tag, license_year=year, expires=expires)
    assert "Not current" in words(ask(70, "21620", "chestertown"))
    assert "Licensed until June 30, 2026" in words(ask(71, "21620", "chestertown"))


def test_a_statement_a_newer_certificate_and_a_working_dog_are_told(dover: Town) -> None:
    dog = DogFactory.create(owner__town=dover)
    statement = RabiesStatementFactory.create(dog=dog)
    tag = TagFactory.create(dog=dog, number=5)
    EarlierLicenseFactory.create(
        dog=dog, tag=tag, rabies_certificate=None, rabies_statement=statement, marking="Guide dog"
    )
    told = words(ask(5, "12522"))
    assert "a veterinarian’s statement is on file" in told
    assert "Guide dog" in told
    RabiesCertificateFactory.create(dog=dog, expires=TODAY)
    assert "Rabies vaccination until June 15, 2026" in words(ask(5, "12522"))


@pytest.mark.parametrize("code", ["0000-0000-0000-0000", "nonsense", "1", "Ω", "a" * 300])
@pytest.mark.usefixtures("licensed")
def test_a_made_up_code_is_nobodys(code: str) -> None:
    response: Any = Client().get(f"/check/{code}/")
    assert response.status_code == 404
    assert "No license found" in words(response)


@pytest.mark.parametrize("tag", ["", "abc", "-5x", "0", "9" * 20, "1" * 400])
@pytest.mark.usefixtures("licensed")
def test_what_is_no_number_is_refused_at_its_field_and_kept(tag: str) -> None:
    page = ask(tag, "Smith").content.decode()
    assert "usa-error-message" in page
    assert 'value="Smith"' in page


def test_one_address_may_ask_so_often_and_then_waits(licensed: License) -> None:
    address = f"/check/{code_of('dover', licensed.number)}/"
    assert [Client().get(address).status_code for _ in range(PER_ADDRESS.most)] == [200] * PER_ADDRESS.most
    refused = Client().get(address)
    assert (refused.status_code, refused["Retry-After"]) == (429, "601")
    assert "Please wait a little" in words(refused)
    assert ask(1042, "12522").status_code == 429
    assert ask(1042, "12522", REMOTE_ADDR="192.0.2.7").status_code == 200
    with travel("2026-06-15T16:10:01Z", tick=False):
        assert Client().get(address).status_code == 200


@pytest.mark.parametrize("tag", [1042, 9999])
@pytest.mark.usefixtures("licensed")
def test_one_tag_may_be_asked_about_so_often_by_all_together(tag: int) -> None:
    asked = [ask(tag, "Smith", REMOTE_ADDR=f"192.0.2.{number}").status_code for number in range(PER_TAG.most + 1)]
    assert asked == [200] * PER_TAG.most + [429]
    with travel("2026-06-15T17:00:01Z", tick=False):
        assert ask(tag, "Smith").status_code == 200


@pytest.mark.usefixtures("licensed")
def test_a_forged_proxy_header_makes_no_new_address() -> None:
    asked = [ask(n, "Smith", HTTP_X_FORWARDED_FOR=f"203.0.113.{n}").status_code for n in range(1, PER_ADDRESS.most + 2)]
    assert asked[-1] == 429


@pytest.mark.usefixtures("licensed")
def test_a_whole_network_of_ipv6_is_one_address() -> None:
    asked = [ask(n, "Smith", REMOTE_ADDR=f"2001:db8::{n:x}").status_code for n in range(1, PER_ADDRESS.most + 2)]
    assert asked[-1] == 429


def test_the_window_is_in_no_cache_and_no_index(licensed: License) -> None:
    for response in (
        Client().get("/check/"),
        Client().get(f"/check/{code_of('dover', licensed.number)}/"),
        ask(1, "x"),
    ):
        assert "no-store" in response["Cache-Control"]
        assert response["X-Robots-Tag"] == "noindex, nofollow"
        assert b"<script" not in response.content


@pytest.mark.usefixtures("dover", "chestertown")
def test_of_several_towns_one_is_chosen_and_an_unknown_one_refused() -> None:
    page = Client().get("/check/?town=chestertown").content.decode()
    assert re.search(r'value="chestertown"[^>]*checked', page)
    assert "usa-error-message" in ask(1042, "12522", "atlantis").content.decode()


def test_a_dog_in_the_pound_is_told_to_be_held_until_it_leaves(licensed: License, officer: User) -> None:
    assert "Not held in the pound." in words(ask(1042, "12522"))
    seizure = SeizureFactory.create(town=licensed.town, dog=licensed.dog, officer=officer)
    told = words(ask(1042, "12522"))
    assert "Held in the pound now." in told
    assert "Rex" not in told
    assert "Route 22" not in told
    end(seizure, "escaped", "2026-06-10", by=officer)
    assert "Not held in the pound." in words(ask(1042, "12522"))


def test_the_answer_about_a_dog_held_costs_no_more(licensed: License, officer: User) -> None:
    SeizureFactory.create(town=licensed.town, dog=licensed.dog, officer=officer)
    with CaptureQueriesContext(connection) as run:
        ask(1042, "12522")
    assert len(run) <= 3
