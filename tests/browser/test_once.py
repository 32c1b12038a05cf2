"""However often the form is sent, one license is issued and one receipt written."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from licensing.models import Dog, License, Owner
from office.models import Receipt, Resolution, User
from tests.browser.conftest import SignIn, sign_in
from tests.browser.steps import ISSUE, fill, issue, issued, open_license
from tests.factories import RabiesCertificateFactory, TagBoxFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def dog(resolution: Resolution, owner: Owner) -> Dog:
    """A dog that wants nothing but its license."""
    TagBoxFactory.create(town=resolution.town)
    return RabiesCertificateFactory.create(dog__owner=owner).dog


def ready(page: Page, dog: Dog) -> None:
    """The license page with the payment typed."""
    open_license(page, dog)
    fill(page, {"Cash handed over": "21"})


def one_license() -> bool:
    """Whether there is one license and one receipt."""
    return (License.objects.count(), Receipt.objects.count()) == (1, 1)


def test_a_double_click_issues_once(dog: Dog, clerk: User, signed_in: SignIn) -> None:
    page = signed_in(clerk)
    ready(page, dog)
    page.get_by_role("button", name=ISSUE).dblclick()
    issued(page)
    assert one_license()


def test_a_double_click_issues_once_without_script(
    dog: Dog, clerk: User, scriptless: BrowserContext, base_url: str
) -> None:
    page = sign_in(scriptless, clerk, base_url)
    ready(page, dog)
    page.get_by_role("button", name=ISSUE).dblclick()
    issued(page)
    assert one_license()


def test_going_back_and_sending_again_issues_nothing_more(dog: Dog, clerk: User, signed_in: SignIn) -> None:
    page = signed_in(clerk)
    ready(page, dog)
    issue(page)
    page.go_back()
    expect(page.get_by_role("main")).to_contain_text("The license runs until June 30, 2027")
    fill(page, {"Cash handed over": "21"})
    page.get_by_role("button", name=ISSUE).click()
    expect(page.get_by_role("main")).to_contain_text("can be renewed from May 1, 2027")
    assert one_license()
