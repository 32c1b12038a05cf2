"""From the officer's statement to the release, in both towns: the clerk's bill, the receipt, the officer's paper."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from impound.models import End, Redemption, Seizure
from licensing.models import Dog, Owner
from office.models import Resolution, User
from tests.browser.calm import calm, fits
from tests.browser.conftest import SignIn, sign_in
from tests.browser.steps import fill
from tests.factories import DogFactory, RabiesCertificateFactory, TagBoxFactory, UserFactory
from tests.impound.pound import seize
from tests.impound.redeeming import arrive_at, held, licensed, redeem
from tests.licensing.issuing import noon

pytestmark = pytest.mark.django_db(transaction=True)
PROOF = {"Proof of ownership": "Veterinarian’s record", "Proof of identity": "Driver license"}
WIDTHS = {1280: 800, 820: 1180, 390: 844}


@pytest.mark.parametrize("width", WIDTHS)
def test_the_pages_fit_a_desk_a_tablet_and_a_telephone(
    owner: Owner, resolution: Resolution, everyone: User, signed_in: SignIn, width: int
) -> None:
    dog = RabiesCertificateFactory.create(dog__owner=owner, dog__name="Bartholomew").dog
    long_ago = noon() - timedelta(days=9)
    seize(by=everyone, dog=dog, seized_at=long_ago)
    seizure = held(dog, by=everyone, at=noon() - timedelta(hours=30))
    other = held(licensed(owner), by=everyone, at=long_ago)
    receipt = redeem(other, by=everyone, at=noon()).receipt
    page = signed_in(everyone)
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    here = [f"/pound/{seizure.pk}/{name}" for name in ("statement", "redeem", "release")]
    undo = f"/pound/{other.pk}/undo-redemption"
    for address in ("/pound/statements/", *here, undo, f"/receipts/{receipt.number}/"):
        page.goto(address)
        calm(page)
        assert fits(page), address


@pytest.fixture
def everyone(officer: User, owner: Owner) -> User:
    """One person who is clerk and officer, as in a small town."""
    clerk = UserFactory.create(town=owner.town, role="clerk")
    clerk.groups.add(*officer.groups.all())
    return clerk


def bill(page: Page) -> Locator:
    """What is to be paid."""
    return page.get_by_role("region", name="To pay")


def pay(page: Page, cash: str) -> str:
    """Take the money, and read the release code on the receipt."""
    fill(page.locator("form"), PROOF | {"Cash handed over": cash})
    page.get_by_role("button", name="Take payment").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Receipt")
    calm(page)
    return page.locator(".office-code strong").inner_text()


def release(page: Page, code: str) -> None:
    """The officer reads the code on the paper."""
    page.get_by_role("link", name="Release the dog").click()
    calm(page)
    page.get_by_label("Number or release code").fill(code.lower())
    page.get_by_role("button", name="Release the dog").click()
    expect(page.get_by_text("Redeemed by its owner").first).to_be_visible()
    calm(page)


def test_in_dover_from_the_statement_to_the_release_with_the_license_in_one_bill(
    owner: Owner, resolution: Resolution, everyone: User, signed_in: SignIn
) -> None:
    TagBoxFactory.create(town=owner.town)
    dog: Dog = RabiesCertificateFactory.create(dog__owner=owner).dog
    seizure = seize(by=everyone, dog=dog, seized_at=noon() - timedelta(hours=30))
    page = signed_in(everyone)
    page.goto(f"/pound/{seizure.pk}/statement")
    calm(page)
    page.get_by_label("Rabies vaccination").fill("25")
    page.get_by_role("button", name="Write the statement").click()
    expect(page.get_by_role("link", name="Print statement 1")).to_be_visible()
    calm(page)
    page.goto("/pound/statements/")
    calm(page)
    page.get_by_label("Code on the statement").fill(seizure.statements.get().printed["code"])
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_text("To pay in all $66.00")).to_be_visible()
    calm(page)
    release(page, pay(page, "70"))
    made = Redemption.objects.get()
    assert (str(made.receipt.total), made.license is not None, End.objects.get().receipt) == (
        "66.00",
        True,
        made.receipt,
    )


def test_in_chestertown_the_price_of_the_day_and_of_the_next_is_told(
    stranger: Owner, clerk_of_chestertown: User, signed_in: SignIn
) -> None:
    warden = UserFactory.create(town=stranger.town, role="officer")
    clerk_of_chestertown.groups.add(*warden.groups.all())
    yesterday = noon() - timedelta(days=1)
    seizure = seize(by=warden, dog=licensed(stranger), seized_at=yesterday)
    arrive_at(seizure, yesterday + timedelta(hours=1), by=warden)
    page = signed_in(clerk_of_chestertown)
    page.goto(f"/pound/{seizure.pk}/redeem")
    expect(page.get_by_text("Paid by 11:59 PM today: $9.00; after that: $11.00")).to_be_visible()
    calm(page)
    release(page, pay(page, "9"))
    assert str(Redemption.objects.get().receipt.total) == "9.00"


def test_what_stands_in_the_way_is_said_at_its_field_and_what_was_typed_stays(
    owner: Owner, everyone: User, signed_in: SignIn
) -> None:
    seizure = held(licensed(owner), by=everyone, at=noon() - timedelta(hours=30))
    page = signed_in(everyone)
    page.goto(f"/pound/{seizure.pk}/redeem")
    fill(page.locator("form"), PROOF | {"Cash handed over": "19"})
    page.get_by_role("button", name="Take payment").click()
    expect(page.locator("#refusal-tender")).to_contain_text("$20.00 is due")
    expect(page.get_by_label("Proof of identity")).to_have_value("Driver license")
    calm(page)
    page.goto(f"/pound/{seizure.pk}/release")
    expect(page.get_by_role("main")).to_contain_text("Nobody paid for this dog yet")
    expect(page.get_by_role("button", name="Release the dog")).to_have_count(0)
    calm(page)


def test_the_bill_is_made_without_script(
    owner: Owner, resolution: Resolution, everyone: User, scriptless: BrowserContext, base_url: str
) -> None:
    TagBoxFactory.create(town=owner.town)
    dog = RabiesCertificateFactory.create(dog__owner=owner).dog
    seizure = held(dog, by=everyone, at=noon() - timedelta(hours=30))
    page = sign_in(scriptless, everyone, base_url)
    page.goto(f"/pound/{seizure.pk}/redeem")
    fill(page.locator("form"), PROOF | {"Cash handed over": "50"})
    page.get_by_role("button", name="Show the price").click()
    expect(bill(page)).to_contain_text("$41.00")
    expect(bill(page)).to_contain_text("Change $9.00")
    page.get_by_role("button", name="Take payment").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Receipt")
    assert Seizure.objects.get().redemptions.count() == 1


def test_a_dog_licensed_in_another_town_is_redeemed_on_that_license(
    owner: Owner, everyone: User, signed_in: SignIn
) -> None:
    Owner.objects.filter(pk=owner.pk).update(resident=False)
    seizure = held(DogFactory.create(owner=owner), by=everyone, at=noon() - timedelta(hours=30))
    page = signed_in(everyone)
    page.goto(f"/pound/{seizure.pk}/redeem")
    expect(bill(page)).to_contain_text("Nothing can be taken yet")
    license_ = {"Municipality that licensed the dog": "Town of Pawling", "Number of that license": "1234"}
    fill(page.locator("form"), license_ | {"Its last day": "2026-12-31", "Paper seen": "The license itself"})
    expect(bill(page)).to_contain_text("$20.00")
    calm(page)
    code = pay(page, "20")
    expect(page.get_by_text("Town of Pawling, No. 1234, to December 31, 2026")).to_be_visible()
    release(page, code)
    assert Redemption.objects.get().elsewhere_place == "Town of Pawling"
