"""The browser of the tests: the machine's own Chromium, and Django's live server beside it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.db import connections
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

# Playwright's loop runs in the tests' own thread, where Django would not let them ask the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


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


def axe_finds(page: Page) -> list[str]:
    """What axe finds wrong on the page by WCAG 2.2 AA, in words; the policy against inline script is lifted for it."""
    rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
    found = Axe().run(page, options=rules).response["violations"]
    return [f"{each['id']}: {node['html']}" for each in found for node in each["nodes"]]
