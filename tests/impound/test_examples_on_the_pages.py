"""Every example of the rulebook's holds and charges, read from the page that staff look at."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
import time_machine
from django.test import Client

from impound.models import Seizure
from licensing.models import Owner
from office.models import ClosedDay, Town, User
from tests.factories import OwnerFactory, UserFactory
from tests.impound.pound import on, seize
from tests.impound.redeeming import arrive_at, licensed, state
from tests.impound.test_clock import seized, told
from tests.licensing.issuing import noon
from tests.ordinances.cases import local

pytestmark = pytest.mark.django_db
NO_NOTICE: tuple[tuple[str, str], ...] = ()


def in_words(day: date) -> str:
    """As the page writes it."""
    return f"{day:%A, %B} {day.day}, {day.year}"


def page_of(client: Client, seizure: Seizure) -> str:
    """The dog's page, to a clerk of its town."""
    with time_machine.travel(noon(seizure.seized_on), tick=False):
        client.force_login(UserFactory.create(town=seizure.town, role="clerk"))
        return client.get(f"/pound/{seizure.pk}/").content.decode()


@pytest.mark.parametrize(
    ("town", "at", "notices", "days"),
    [
        ("dover", "2026-06-01 23:50", NO_NOTICE, ("2026-06-08", "2026-06-08", "2026-06-09")),
        ("dover", "2026-06-10", NO_NOTICE, ("2026-06-15", "2026-06-15", "2026-06-16")),
        ("dover", "2026-12-20", NO_NOTICE, ("2026-12-28", "2026-12-28", "2026-12-29")),
        ("dover", "2026-05-18", NO_NOTICE, ("2026-05-26", "2026-05-26", "2026-05-27")),
        ("dover", "2026-06-01", (("personal", "2026-06-01"),), ("2026-06-08", "2026-06-08", "2026-06-09")),
        ("dover", "2026-06-01", (("mail", "2026-06-02"),), ("2026-06-11", "2026-06-11", "2026-06-12")),
        ("dover", "2026-05-18", (("mail", "2026-05-18"),), ("2026-05-27", "2026-05-27", "2026-05-28")),
        ("chestertown", "2026-07-01", NO_NOTICE, ("2026-07-08", "2026-07-08", "2026-07-09")),
        ("chestertown", "2026-06-01", NO_NOTICE, ("2026-06-06", "2026-06-08", "2026-06-09")),
        ("chestertown", "2026-09-11", NO_NOTICE, ("2026-09-18", "2026-09-18", "2026-09-21")),
        ("chestertown", "2026-11-24", NO_NOTICE, ("2026-12-02", "2026-12-02", "2026-12-03")),
    ],
)
def test_the_page_says_until_when_a_dog_is_held(
    client: Client, town: str, at: str, notices: tuple[tuple[str, str], ...], days: tuple[str, str, str]
) -> None:
    seizure = seized(town, at, wears_tag=bool(notices))
    for how, day in notices:
        told(seizure, how, day)
    last, pay_by, available = (in_words(on(day)) for day in days)
    page = page_of(client, seizure)
    assert f'<span class="office-clock__day">{last}</span>' in page
    assert f"The owner may pay until {pay_by}; nothing may be done with the dog before {available}." in page


def test_the_page_says_that_a_closed_office_gives_the_owner_another_day(client: Client) -> None:
    seizure = seized("dover", "2026-11-22")
    ClosedDay.objects.create(town=seizure.town, day=on("2026-11-27"), reason="Day after Thanksgiving")
    page = page_of(client, seizure)
    assert "pay until Monday, November 30, 2026; nothing may be done with the dog before Tuesday, December 1" in page


def test_the_page_says_that_no_clock_runs_without_a_notice(client: Client) -> None:
    page = page_of(client, seized("dover", "2026-06-01", wears_tag=True))
    assert "No clock runs" in page
    assert "no notice to the owner" in page


def to_pay(client: Client, seizure: Seizure, at: str) -> str:
    """What the clerk's page asks for at that time."""
    with time_machine.travel(local(at), tick=False):
        client.force_login(UserFactory.create(town=seizure.town, role="clerk"))
        page = client.get(f"/pound/{seizure.pk}/redeem").content.decode()
    return page.partition('id="price"')[2].partition("</section>")[0]


@pytest.mark.parametrize(
    ("taken", "at", "earlier", "total"),
    [
        ("2026-03-07 10:00", "2026-03-08 11:00", ("2026-01-10",), "30.00"),
        ("2026-03-07 10:00", "2026-03-08 11:01", ("2026-01-10",), "70.00"),
        ("2026-10-31 10:00", "2026-11-01 09:30", ("2026-01-10",), "70.00"),
        ("2026-06-01 09:00", "2026-06-04 09:01", (), "20.00"),
        ("2026-06-01 09:00", "2026-06-04 09:01", ("2026-01-10",), "150.00"),
        ("2026-06-01 09:00", "2026-06-04 09:01", ("2026-01-10", "2026-02-10"), "275.00"),
        ("2026-02-20 09:00", "2026-02-20 10:00", ("2025-03-01",), "30.00"),
        ("2026-03-10 09:00", "2026-03-10 10:00", ("2025-03-01", "2026-02-20"), "20.00"),
        ("2026-03-20 09:00", "2026-03-20 10:00", ("2025-03-01", "2026-02-20", "2026-03-10"), "30.00"),
    ],
)
def test_dovers_page_asks_for_what_the_impoundment_costs(
    client: Client, owner: Owner, officer: User, taken: str, at: str, earlier: tuple[str, ...], total: str
) -> None:
    dog = licensed(owner, local(at))
    for day in earlier:
        seize(by=officer, dog=dog, seized_at=local(f"{day} 09:00"))
    seizure = seize(by=officer, dog=dog, seized_at=local(taken))
    state(seizure, by=officer, at=local(at))
    assert f"${total}" in to_pay(client, seizure, at)


def test_dovers_page_adds_the_shot_and_the_license_in_one_bill(client: Client, owner: Owner, officer: User) -> None:
    dog = licensed(owner, local("2026-06-04 09:01"))
    seizure = seize(by=officer, dog=dog, seized_at=local("2026-06-01 09:00"))
    state(seizure, by=officer, at=local("2026-06-04 09:00"), rabies_vaccination="25.00")
    page = to_pay(client, seizure, "2026-06-04 09:01")
    assert "Rabies vaccination" in page
    assert "$45.00" in page


@pytest.mark.parametrize(
    ("arrived", "at", "total"),
    [
        ("2026-06-05 10:00", "2026-06-05 16:00", "7.00"),
        ("2026-06-05 23:50", "2026-06-06 00:10", "9.00"),
        ("2026-10-20 23:30", "2026-10-22 08:00", "11.00"),
    ],
)
def test_chestertowns_page_asks_for_each_calendar_date(
    client: Client, chestertown: Town, arrived: str, at: str, total: str
) -> None:
    warden = UserFactory.create(town=chestertown, role="officer")
    dog = licensed(OwnerFactory.create(town=chestertown), local(at))
    seizure = seize(by=warden, dog=dog, seized_at=local(arrived) - timedelta(minutes=5))
    arrive_at(seizure, local(arrived), by=warden)
    assert f"${total}" in to_pay(client, seizure, at)


def test_chestertowns_page_asks_for_five_dollars_on_the_same_day(client: Client, chestertown: Town) -> None:
    warden = UserFactory.create(town=chestertown, role="officer")
    dog = licensed(OwnerFactory.create(town=chestertown), local("2026-06-01 17:00"))
    seizure = seize(by=warden, dog=dog, seized_at=local("2026-06-01 09:00"), course="same_day")
    assert "$5.00" in to_pay(client, seizure, "2026-06-01 17:00")
