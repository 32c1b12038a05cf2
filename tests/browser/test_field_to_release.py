"""The whole way in both towns: seized without a signal, kept, paid for at the counter, released on its receipt."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from impound.models import End, Seizure
from licensing.models import Dog, Owner
from office.models import Resolution, Town, User
from tests.browser.calm import calm, heard
from tests.browser.conftest import SignIn
from tests.browser.steps import copied, fill
from tests.factories import EarlierLicenseFactory, OwnerFactory, RabiesCertificateFactory, TagBoxFactory, UserFactory
from tests.licensing.issuing import noon

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """A tablet of the towns' own time."""
    return browser_context_args | {"timezone_id": "America/New_York"}


def both(town: Town) -> User:
    """One person who is clerk and officer, as in a small town."""
    person: User = UserFactory.create(town=town, role="clerk")
    person.groups.add(*UserFactory.create(town=town, role="officer").groups.all())
    return person


def seize(page: Page, context: BrowserContext, ground: str) -> Seizure:
    """Look the dog up and seize it without a signal; it is sent when there is one."""
    context.clock.install(time=noon())
    page.goto("/field/")
    page.wait_for_selector("body[data-ready]")
    expect(page.get_by_text("1 dogs")).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready")
    context.set_offline(True)
    page.get_by_label("Tag, chip").fill("rex")
    page.get_by_role("button", name="Seize").click()
    page.locator("form:visible").get_by_text(ground).first.click()
    fill(page.locator("form:visible"), {"Place": "Mill Street", "Date and hour": "2026-06-15T09:00"})
    page.get_by_role("button", name="Finish and send").click()
    context.set_offline(False)
    expect(page.locator("[data-state=done]")).to_have_count(1)
    heard[context].clear()  # what failed for want of a signal was meant to
    return Seizure.objects.get()


def keep(page: Page, seizure: Seizure) -> None:
    """The dog comes to the shelter."""
    page.goto("/pound/")
    expect(page.get_by_text("Rex").first).to_be_visible()
    calm(page)
    page.goto(f"/pound/{seizure.pk}/arrive")
    fill(page, {"Shelter": "Town shelter", "Condition of the dog": "Well", "Kennel number": "3"})
    page.get_by_role("button", name="Record the arrival").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("control number")
    calm(page)


def redeem(page: Page, seizure: Seizure, total: str) -> str:
    """The officer's statement, the clerk's bill, the money; the code on the receipt."""
    page.goto(f"/pound/{seizure.pk}/statement")
    page.get_by_role("button", name="Write the statement").click()
    page.goto(f"/pound/{seizure.pk}/redeem")
    expect(page.get_by_role("region", name="To pay")).to_contain_text(f"${total}")
    calm(page)
    proof = {"Proof of ownership": "Photographs with the dog", "Proof of identity": "Driver license"}
    fill(page.locator("form"), proof | {"Cash handed over": total})
    page.get_by_role("button", name="Take payment").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Receipt")
    return page.locator(".office-code strong").inner_text()


def release(page: Page, context: BrowserContext, seizure: Seizure, code: str) -> None:
    """The tablet knows the code without a signal; no other does; then the dog goes."""
    page.goto("/field/")
    page.wait_for_selector("body[data-ready]")
    assert copied(page, '"kennel": "3"')
    context.set_offline(True)
    page.get_by_role("navigation").get_by_role("button", name="Release").click()
    page.get_by_label("Code on the receipt").fill("0000-0000-0000-0000")
    expect(page.get_by_text("Not a code of a dog")).to_be_visible()
    page.get_by_label("Code on the receipt").fill(code)
    expect(page.get_by_text(f"seizure {seizure.number}, kennel 3")).to_be_visible()
    context.set_offline(False)
    page.goto(f"/pound/{seizure.pk}/release")
    page.get_by_label("Number or release code").fill(code)
    page.get_by_role("button", name="Release the dog").click()
    expect(page.get_by_text("Redeemed by its owner").first).to_be_visible()
    assert End.objects.get().receipt == seizure.redemptions.get().receipt


def test_in_dover_an_unlicensed_dog_is_licensed_in_the_same_bill(
    owner: Owner, resolution: Resolution, context: BrowserContext, signed_in: SignIn
) -> None:
    TagBoxFactory.create(town=owner.town)
    dog: Dog = RabiesCertificateFactory.create(dog__owner=owner).dog
    page = signed_in(both(owner.town))
    seizure = seize(page, context, "Not licensed")
    assert seizure.dog == dog
    keep(page, seizure)
    release(page, context, seizure, redeem(page, seizure, "41.00"))


def test_in_chestertown_a_licensed_dog_at_large_costs_seven_dollars_on_the_first_day(
    chestertown: Town, context: BrowserContext, signed_in: SignIn
) -> None:
    owner: Owner = OwnerFactory.create(town=chestertown)
    EarlierLicenseFactory.create(dog__owner=owner)
    page = signed_in(both(chestertown))
    seizure = seize(page, context, "At large")
    keep(page, seizure)
    release(page, context, seizure, redeem(page, seizure, "7.00"))
