"""The manager at the desk: signed in, on the tests' day."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client

from office.models import Town, User
from tests.factories import UserFactory
from tests.licensing.issuing import noon


@pytest.fixture
def today() -> Iterator[None]:
    """The clock stands at noon of the tests' day."""
    with time_machine.travel(noon(), tick=False):
        yield


@pytest.fixture
def desk(client: Client, manager: User, today: None) -> Client:
    """Dover's manager, signed in."""
    client.force_login(manager)
    return client


@pytest.fixture
def manager_of_chestertown(chestertown: Town) -> User:
    """The other town's manager."""
    return UserFactory.create(username="manager.chestertown", town=chestertown, role="manager")


@pytest.fixture
def other_desk(manager_of_chestertown: User, today: None) -> Client:
    """The other town's manager, signed in."""
    client = Client()
    client.force_login(manager_of_chestertown)
    return client
