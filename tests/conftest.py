"""The cast: two towns, one member of staff in each role, an owner and a stranger."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_django import Settings

from licensing.models import Owner
from office.models import Resolution, Town, User
from tests.factories import OwnerFactory, ResolutionFactory, TownFactory, UserFactory


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    """Hash the passwords of the cast in no time: what is tested here is not the hashing."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def dover(db: None) -> Town:
    """The Town of Dover."""
    return TownFactory.create(slug="dover", name="Town of Dover, New York")


@pytest.fixture
def chestertown(db: None) -> Town:
    """The Town of Chestertown."""
    return TownFactory.create(slug="chestertown", name="Town of Chestertown, Maryland")


@pytest.fixture
def resolution(dover: Town) -> Resolution:
    """Dover's license fees, a sample: 10 altered, 18 unaltered, 5 and 13 for seniors, surcharges 1 and 3."""
    return ResolutionFactory.create(town=dover)


@pytest.fixture
def clerk(dover: Town) -> User:
    """Dover's clerk."""
    return UserFactory.create(username="clerk.dover", town=dover, role="clerk")


@pytest.fixture
def officer(dover: Town) -> User:
    """Dover's dog control officer."""
    return UserFactory.create(username="officer.dover", town=dover, role="officer")


@pytest.fixture
def treasurer(dover: Town) -> User:
    """Dover's treasurer."""
    return UserFactory.create(username="treasurer.dover", town=dover, role="treasurer")


@pytest.fixture
def inspector(dover: Town) -> User:
    """Reads everything of Dover, changes nothing."""
    return UserFactory.create(username="inspector.dover", town=dover, role="inspector")


@pytest.fixture
def manager(dover: Town) -> User:
    """Dover's manager."""
    return UserFactory.create(username="manager.dover", town=dover, role="manager")


@pytest.fixture
def clerk_of_chestertown(chestertown: Town) -> User:
    """The other town's clerk."""
    return UserFactory.create(username="clerk.chestertown", town=chestertown, role="clerk")


@pytest.fixture
def owner(dover: Town) -> Owner:
    """An owner of record in Dover, known by telephone and e-mail."""
    return OwnerFactory.create(
        town=dover,
        first_name="Maeve",
        last_name="O’Brien",
        street="12 Main Street",
        telephone="(845) 555-0101",
        email="maeve@example.org",
    )


@pytest.fixture
def stranger(chestertown: Town) -> Owner:
    """An owner of record of the other town."""
    return OwnerFactory.create(town=chestertown, first_name="Stan", last_name="Stranger")


@pytest.fixture(autouse=True)
def _own_files(settings: Settings, tmp_path: Path) -> None:
    """No test touches the office's own scans or cache, or needs the styles collected."""
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": tmp_path.name}
    }
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
