"""The page on which a dog of the pound is adopted: the clock decides, and nobody is asked whether the hold is over."""

from __future__ import annotations

from datetime import date

import pytest
import time_machine
from django.test import Client

from impound.models import Seizure
from licensing.models import Owner
from office.models import Resolution, User
from tests.factories import OwnerFactory
from tests.impound.pound import arrive, end, forfeit_on, on, seize
from tests.licensing.issuing import noon

pytestmark = pytest.mark.django_db


@pytest.fixture
def adopter(resolution: Resolution) -> Owner:
    return OwnerFactory.create(town=resolution.town, born=date(1990, 1, 1))


def page(by: User, seizure: Seizure, adopter: Owner | None, day: str) -> str:
    """The page as the clerk opens it at noon of the day."""
    client = Client()
    client.force_login(by)
    query = f"?owner={adopter.pk}" if adopter else ""
    with time_machine.travel(noon(on(day)), tick=False):
        return client.get(f"/pound/{seizure.pk}/adopt{query}").content.decode()


def test_the_sheet_says_since_when_the_title_is_forfeit_and_asks_nobody(
    officer: User, clerk: User, adopter: Owner
) -> None:
    seizure = seize(by=officer, called="Luna")
    arrive(seizure, by=officer, shelter="The county’s shelter")
    forfeit_on(seizure, "2026-06-09", by=officer)
    said = page(clerk, seizure, adopter, "2026-06-10")
    assert "The title was declared forfeit on Tuesday, June 9, 2026" in said
    assert "The hold is over" not in said
    assert "title is not forfeit yet" not in said
    assert 'value="The county’s shelter"' in said


def test_its_live_price_does_not_ask_either(officer: User, clerk: User, adopter: Owner) -> None:
    client = Client()
    client.force_login(clerk)
    for sent, refused in (({"available": "True"}, False), ({}, True)):
        said = client.post(f"/owners/{adopter.pk}/adopt/quote?dog=new", sent).content.decode()
        assert ("title is not forfeit yet" in said) == refused


@pytest.mark.parametrize(
    ("day", "says"), [("2026-06-08", "before June 9, 2026"), ("2026-06-09", "Record the forfeiture")]
)
def test_before_its_day_and_without_the_forfeiture_it_says_why_and_has_no_form(
    officer: User, clerk: User, adopter: Owner, day: str, says: str
) -> None:
    seizure = seize(by=officer)
    for who in (None, adopter):
        said = page(clerk, seizure, who, day)
        assert (says in said, "Seizure ¶" in said, "<form" in said.partition("<main")[2]) == (True, True, False)


def test_a_dog_that_is_gone_is_not_adopted(officer: User, clerk: User) -> None:
    seizure = seize(by=officer)
    end(seizure, "escaped", "2026-06-02", by=officer)
    assert "The dog is no longer held: escaped on June 2, 2026" in page(clerk, seizure, None, "2026-06-03")
