"""What must be true of every page: axe finds nothing, nothing went wrong behind it, and all of it fits the screen."""

from __future__ import annotations

from weakref import WeakKeyDictionary, WeakSet

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page

heard: WeakKeyDictionary[BrowserContext, list[str]] = WeakKeyDictionary()
"""What went wrong on the pages of each browser: script errors, breaches of the policy, failed requests."""

scriptless: WeakSet[BrowserContext] = WeakSet()
"""The browsers that run no script: axe, a script itself, would wait for ever in them."""


def dressed(page: Page) -> None:
    """Wait for the page's styles: what it says can be read before them, but then nothing has its place and size."""
    page.wait_for_load_state()
    page.wait_for_function("[...document.querySelectorAll('link[rel=stylesheet]')].every((link) => link.sheet)")


def axe_finds(page: Page) -> list[str]:
    """What axe finds wrong on the page by WCAG 2.2 AA, in words; the policy against inline script is lifted for it."""
    dressed(page)
    rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
    found = Axe().run(page, options=rules).response["violations"]
    return [f"{each['id']}: {node['html']}" for each in found for node in each["nodes"]]


def fits(page: Page) -> bool:
    """Whether nothing of the page stands outside the screen to its side."""
    dressed(page)
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def calm(page: Page) -> None:
    """Assert that the page is right by axe, where axe can run, and that nothing went wrong on the way."""
    page.wait_for_load_state()
    found = heard[page.context] + ([] if page.context in scriptless else axe_finds(page))
    assert not found, "\n".join([page.url, *found])
