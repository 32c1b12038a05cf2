"""What people see when something is wrong: what to do, and never a trace."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from pytest_django.fixtures import Settings

from dover_dogs import urls
from office.models import User


def broken(_request: HttpRequest) -> HttpResponse:
    """A page with a fault."""
    raise ValueError("a secret of the code")


urlpatterns = [path("broken/", broken), *urls.urlpatterns]
handler500 = urls.handler500


@pytest.fixture
def visitor(client: Client, clerk: User) -> Client:
    """A clerk's browser that shows errors as a person sees them."""
    client.force_login(clerk)
    client.raise_request_exception = False
    return client


@pytest.fixture
def database_away(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The database cannot be reached while the test runs."""
    connection.close()
    with monkeypatch.context() as away:
        away.setitem(connection.settings_dict, "NAME", "no_such_database")
        yield
    connection.close()


def test_health_is_good_while_the_database_answers(client: Client, db: None) -> None:
    response = client.get("/health/")
    assert (response.status_code, response.content) == (200, b"ok\n")


def test_health_says_so_when_the_database_is_away(client: Client, database_away: None) -> None:
    assert client.get("/health/").status_code == 503


def test_with_the_database_away_a_page_says_that_nothing_was_saved(visitor: Client, database_away: None) -> None:
    response = visitor.get("/")
    assert response.status_code == 503
    assert response["Retry-After"] == "60"
    assert "Nothing was saved" in response.content.decode()


def test_a_fault_shows_no_trace(visitor: Client, settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__
    response = visitor.get("/broken/")
    assert response.status_code == 500
    assert "Something went wrong" in response.content.decode()
    assert "secret" not in response.content.decode()


def test_an_unknown_address_is_answered_plainly(visitor: Client) -> None:
    response = visitor.get("/no/such/page/")
    assert response.status_code == 404
    assert "There is no such page" in response.content.decode()


def test_a_form_without_its_token_is_refused_with_the_cure(db: None) -> None:
    response = Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "clerk.dover", "password": "x"})
    assert response.status_code == 403
    assert "reload the page" in response.content.decode()


def test_the_policy_allows_no_inline_script(client: Client, db: None) -> None:
    policy = client.get("/accounts/login/")["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
