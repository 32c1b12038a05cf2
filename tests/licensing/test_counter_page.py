"""The counter's page."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from licensing.models import Owner
from office.models import Town, User
from tests.factories import DogFactory, EarlierLicenseFactory, OwnerFactory, RabiesCertificateFactory, TagFactory


def test_it_shows_the_owner_the_household_and_what_each_dog_needs(client: Client, clerk: User, owner: Owner) -> None:
    client.force_login(clerk)
    sam = OwnerFactory.create(town=owner.town, first_name="Sam", street=owner.street, zip_code=owner.zip_code)
    dog = DogFactory.create(owner=sam, name="Biscuit")
    page = client.get("/counter/", {"q": "o'brien"}).content.decode()
    assert f'href="/owners/{owner.pk}/"' in page
    assert "also at this address" in page
    assert "Biscuit" in page
    assert "License required" in page
    assert f"/licenses/new?dog={dog.pk}" in page
