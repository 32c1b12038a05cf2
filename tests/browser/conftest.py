"""The browser of the tests: the machine's own Chromium, Django's live server beside it, and both on one Monday."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.db import connections
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response
from pytest_django.live_server_helper import LiveServer

from office.models import User
from tests.browser import calm
from tests.browser.calm import heard
from tests.licensing.issuing import noon

# Playwright's loop runs in the tests' own thread, where Django would not let them ask the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

BROKEN_OFF = ("htmx:afterRequest", "htmx:sendAbort")
"""What htmx says when a newer question takes the place of one that waits for its price: that is meant."""

SignIn = Callable[[User], Page]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the browser's tests last: like all that commit, they empty the tables after them, roles and all.

    pytest-django sees to that order, but pytest then groups what is parametrized for the session, as the browser is.
    """
    items.sort(key=lambda item: item.path.is_relative_to(Path(__file__).parent))


@pytest.fixture(autouse=True)
def _no_connection_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """The live server's threads give up their connections with each answer, so that the database can be dropped."""
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", 0)


@pytest.fixture(scope="session")
def base_url(live_server: LiveServer) -> str:
    """Where pages of the test's office are: ``page.goto("/check/")``."""
    return str(live_server.url)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the Chromium that is installed, without a sandbox where root runs the tests."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    return browser_type_launch_args | {"executable_path": chromium, "args": arguments}


@pytest.fixture
def monday() -> Iterator[None]:
    """The office opens its counter on the tests' day: Monday, June 15, 2026, at noon; its clock goes on from there."""
    with time_machine.travel(noon(), tick=True):
        yield


def listen(context: BrowserContext) -> BrowserContext:
    """Note everything that goes wrong on the browser's pages, for ``calm`` to find."""
    found = heard[context] = []
    context.set_default_timeout(15_000)

    def on_console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(BROKEN_OFF):
            found.append(f"console: {message.text}")

    def on_failure(request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":
            found.append(f"failed: {request.url} {request.failure}")

    def on_response(response: Response) -> None:
        if response.status >= 400:
            found.append(f"answered {response.status}: {response.url}")

    context.on("console", on_console)
    context.on("weberror", lambda error: found.append(f"script: {error.error}"))
    context.on("requestfailed", on_failure)
    context.on("response", on_response)
    return context


def sign_in(context: BrowserContext, user: User, address: str) -> Page:
    """A new page of the browser, on which the member of staff is signed in already."""
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": address}
    context.add_cookies([cookie])  # type: ignore[list-item]
    return context.new_page()


@pytest.fixture
def scriptless(browser: Browser, base_url: str, monday: None) -> Iterator[BrowserContext]:
    """A browser that runs no script."""
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    calm.scriptless.add(context)
    yield listen(context)
    context.close()


@pytest.fixture
def signed_in(context: BrowserContext, monday: None, base_url: str) -> SignIn:
    """Open a page on which the member of staff is signed in already."""
    listen(context)
    return lambda user: sign_in(context, user, base_url)
