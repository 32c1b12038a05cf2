"""A visitor's last day, from the dog's page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from office.models import Town, User
from tests.browser.calm import calm
from tests.browser.conftest import SignIn
from tests.browser.steps import fill
from tests.factories import DogFactory

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_dog_from_the_city_is_exempt_through_its_thirtieth_day(dover: Town, clerk: User, signed_in: SignIn) -> None:
    dog = DogFactory.create(owner__town=dover, owner__resident=False, name="Broadway")
    page = signed_in(clerk)
    page.goto(f"/dogs/{dog.pk}/")
    page.get_by_role("link", name="Record a visit").click()
    calm(page)
    fill(page, {"Arrived on": "2026-06-01"})
    page.get_by_text("Owner lives in New York City").click()
    page.get_by_role("button", name="Record the visit").click()
    expect(page.get_by_text("Exempt as visitor through July 1, 2026")).to_be_visible()
    calm(page)
