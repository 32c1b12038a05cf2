"""One whole issue by keyboard alone, from signing in to the printed license."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from licensing.models import Owner
from office.models import Resolution, User
from tests.browser.calm import calm
from tests.browser.conftest import SignIn, listen
from tests.browser.steps import ISSUE, issued, open_license
from tests.factories import PASSWORD, DogFactory, RabiesCertificateFactory, TagBoxFactory

pytestmark = pytest.mark.django_db(transaction=True)

NAME = """() => {
  const at = document.activeElement;
  return at === document.body ? "" : (at.labels?.[0] ?? at).innerText.trim() || at.ariaLabel;
}"""
FOCUS = ":focus:not(.usa-checkbox__input), .usa-checkbox__input:focus + label"
"""What shows the focus: for a checkbox of USWDS its label, which draws the box."""
SHOWS = """at => [null, "::before"].some(part => {
  const style = getComputedStyle(at, part);
  return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none";
})"""


def tab(page: Page) -> str:
    """Go on to the next stop, where the focus must be seen; its name, empty behind the last one."""
    page.keyboard.press("Tab")
    name = str(page.evaluate(NAME))
    if name:
        expect(page.locator(FOCUS)).to_be_in_viewport()
        assert page.locator(FOCUS).evaluate(SHOWS), f"the focus is not seen on {name}"
    return name


def tab_to(page: Page, name: str) -> None:
    """Go on until the stop of that name."""
    stops: list[str] = []
    while not (stops and stops[-1].startswith(name)):
        assert len(stops) < 60, f"no way to {name}: {stops}"
        stops.append(tab(page))


@pytest.fixture
def dog_to_license(resolution: Resolution, owner: Owner) -> None:
    """Rex, whose certificate is on file, and tags in stock."""
    TagBoxFactory.create(town=resolution.town)
    RabiesCertificateFactory.create(dog=DogFactory.create(owner=owner))


def sign_in_by_keyboard(page: Page, user: User) -> None:
    """Open the office and sign in."""
    page.goto("/")
    calm(page)
    for field, typed in {"Username": user.username, "Password": PASSWORD}.items():
        tab_to(page, field)
        page.keyboard.type(typed)
    page.keyboard.press("Enter")
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_a_license_is_issued_without_a_mouse(dog_to_license: None, clerk: User, page: Page, monday: None) -> None:
    listen(page.context)
    sign_in_by_keyboard(page, clerk)
    page.keyboard.type("obrien rex")
    expect(page.get_by_role("link", name="License Rex")).to_be_visible()
    tab_to(page, "License")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("License for Rex")
    tab_to(page, "Cash handed over")
    page.keyboard.type("21")
    tab_to(page, ISSUE)
    page.keyboard.press("Enter")
    issued(page)
    tab_to(page, "Print the license")
    with page.context.expect_event("response", lambda answer: answer.url.endswith("license.pdf")) as answer:
        page.keyboard.press("Enter")
    assert answer.value.headers["content-type"] == "application/pdf"


def test_the_license_page_is_walked_from_end_to_end_in_the_order_it_is_read(
    dog_to_license: None, owner: Owner, clerk: User, signed_in: SignIn
) -> None:
    page = signed_in(clerk)
    open_license(page, owner.dogs.get())
    stops = [tab(page)]
    while stops[-1] and len(stops) < 60:
        stops.append(tab(page))
    assert stops[0] == "Skip to main content"
    assert stops[-1] == "", "the focus never leaves the page"
    asked = ("License for", "Rabies paper", "Received from", "Cash handed over", "Check", ISSUE)
    places = [next(at for at, stop in enumerate(stops) if stop.startswith(name)) for name in asked]
    assert places == sorted(places), stops
