"""The pound from the seizure to the end of custody, in each town; every page on the way is calm and fits."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from playwright.sync_api import Page, expect

from impound.models import Seizure
from office.models import Resolution, Town, User
from tests.browser.calm import calm, fits
from tests.browser.conftest import SignIn
from tests.browser.steps import fill, paper
from tests.factories import DogFactory, OwnerFactory, TagBoxFactory, UserFactory
from tests.impound.pound import arrive, end, forfeit_on, hold, notify, on, seize
from tests.licensing.issuing import noon

pytestmark = pytest.mark.django_db(transaction=True)
WIDTHS = {1280: 800, 820: 1180, 390: 844}


def press(page: Page, name: str) -> None:
    """Press a button, and find the page that follows calm."""
    page.get_by_role("button", name=name, exact=True).click()
    calm(page)


def follow(page: Page, name: str) -> None:
    """Follow a link, and find the page that follows calm."""
    page.get_by_role("link", name=name).first.click()
    calm(page)


def write(page: Page, ground: str) -> Seizure:
    """Write a seizure of this morning in the office."""
    page.goto("/pound/")
    follow(page, "Write a seizure")
    page.locator("label", has_text=ground).first.click()
    fill(
        page, {"Date and hour": "2026-06-15T09:00", "Place": "Mill Street", "Breed": "Hound", "Color or colors": "tan"}
    )
    press(page, "Write it down")
    return Seizure.objects.get()


def receive(page: Page) -> None:
    """Record the arrival, and a meal."""
    follow(page, "Record the arrival at the shelter")
    fill(page, {"Shelter": "The shelter", "Condition of the dog": "Well", "Kennel number": "4"})
    fill(page, {"Arrived": "2026-06-15T10:00"})
    press(page, "Record the arrival")
    follow(page, "Note care")
    fill(page, {"When": "2026-06-15T11:00", "Note": "Fed and watered"})
    press(page, "Note it")
    expect(page.get_by_role("region", name="Care of the dog")).to_contain_text("Fed and watered")


def test_an_unknown_dog_of_dover_is_held_to_its_day_and_handed_to_a_shelter(
    dover: Town, officer: User, signed_in: SignIn
) -> None:
    page = signed_in(officer)
    seizure = write(page, "Not licensed")
    receive(page)
    expect(page.get_by_role("region", name="Until when it is held")).to_contain_text("Monday, June 22, 2026")
    with time_machine.travel(noon(on("2026-06-22")), tick=True):
        page = signed_in(officer)
        page.goto(f"/pound/{seizure.pk}/forfeit")
        press(page, "Declare the title forfeit")
        expect(page.get_by_role("alert")).to_contain_text("nothing may be done before June 23, 2026")
    with time_machine.travel(noon(on("2026-06-23")), tick=True):
        page = signed_in(officer)
        page.goto(f"/pound/{seizure.pk}/")
        follow(page, "Declare the title forfeit")
        press(page, "Declare the title forfeit")
        follow(page, "Handed to a humane society or shelter")
        fill(page, {"Handed to": "Dutchess SPCA"})
        press(page, "Record it")
        expect(page.get_by_role("region", name="Until when it is held")).to_contain_text("Dutchess SPCA")


def test_the_owner_of_a_known_dog_gets_a_letter_with_the_last_day(
    dover: Town, clerk: User, officer: User, signed_in: SignIn
) -> None:
    dog = DogFactory.create(owner=OwnerFactory.create(town=dover, first_name="Maeve", last_name="Quill"), name="Luna")
    seizure = seize(by=officer, at=noon(), seized_at=noon() - timedelta(hours=2), dog=dog, wears_tag=True)
    page = signed_in(clerk)
    page.goto(f"/pound/{seizure.pk}/")
    expect(page.get_by_role("region", name="Until when it is held")).to_contain_text("No clock runs")
    follow(page, "Serve notice to the owner")
    page.get_by_text("By certified mail").click()
    fill(page, {"Number of the certified letter": "7020 0640", "Proof": "Receipt of the post office"})
    press(page, "Record the notice")
    expect(page.get_by_role("region", name="Until when it is held")).to_contain_text("Wednesday, June 24, 2026")
    said = paper(page, "Letter of June 15, 2026")
    assert "Maeve Quill" in said
    assert "Last day: Wednesday, June 24, 2026" in said


def test_chestertown_hands_a_dog_on_with_the_councils_approval(chestertown: Town, signed_in: SignIn) -> None:
    warden = UserFactory.create(town=chestertown, role="officer", first_name="Wes", last_name="Warden")
    page = signed_in(warden)
    seizure = write(page, "At large")
    receive(page)
    with time_machine.travel(noon(on("2026-06-24")), tick=True):
        page = signed_in(warden)
        page.goto(f"/pound/{seizure.pk}/")
        follow(page, "Declare the title forfeit")
        press(page, "Declare the title forfeit")
        follow(page, "Handed to a humane society or shelter")
        fill(page, {"Handed to": "Kent County Humane Society"})
        press(page, "Record it")
        expect(page.get_by_role("alert")).to_contain_text("approval of the Mayor and Council")
        fill(page, {"Approval of the Mayor and Council": "June 22, 2026: to the Humane Society"})
        press(page, "Record it")
        expect(page.get_by_text("approved: June 22, 2026: to the Humane Society")).to_be_visible()


def test_a_dog_is_adopted_from_the_pound_with_its_license(
    dover: Town, resolution: Resolution, clerk: User, officer: User, signed_in: SignIn
) -> None:
    TagBoxFactory.create(town=dover)
    OwnerFactory.create(town=dover, first_name="Ann", last_name="Adopter", born=on("1980-01-01"))
    seizure = seize(by=officer, called="Luna", sex="female")
    forfeit_on(seizure, "2026-06-09", by=officer)
    page = signed_in(clerk)
    page.goto(f"/pound/{seizure.pk}/")
    follow(page, "Adopt out")
    page.get_by_role("searchbox").fill("adopter")
    press(page, "Find")
    follow(page, "Ann Adopter")
    expect(page.get_by_text("The title was declared forfeit on Tuesday, June 9, 2026")).to_be_visible()
    fill(page, {"Identity shown": "Driver license", "Veterinarian": "Dr. J. Reyes", "Cash handed over": "21.00"})
    page.get_by_label("Date of vaccination").or_(page.get_by_label("Vaccinated on")).first.fill("2026-06-12")
    page.get_by_label("Next vaccination due").or_(page.get_by_label("Expires")).first.fill("2029-06-12")
    page.get_by_label("Or the year of birth alone").fill("2023")
    press(page, "Take payment, license and adopt")
    expect(page.get_by_role("heading", level=1)).to_contain_text("for Luna")
    assert seizure.ends.get().kind == "adopted"
    page.goto(f"/pound/{seizure.pk}/")
    follow(page, "Undo the adoption")
    expect(page.get_by_role("region", name="Reversed and handed back")).to_contain_text("$21.00")
    fill(page, {"What was wrong?": "The wrong person"})
    press(page, "Undo the adoption")
    expect(page.get_by_text("Forfeit: it may be adopted")).to_be_visible()


@pytest.mark.parametrize("width", WIDTHS)
def test_the_pages_of_the_pound_fit(dover: Town, officer: User, signed_in: SignIn, width: int) -> None:
    dog = DogFactory.create(owner__town=dover, name="Bartholomew", breed="Cavalier King Charles Spaniel")
    seizure = seize(by=officer, dog=dog, wears_tag=True, tag_read="1042")
    arrive(seizure, by=officer)
    notify(seizure, by=officer, address="12 Main Street, Dover Plains, NY 12522")
    held = hold(seizure, by=officer, kind="quarantine", until=on("2026-06-11"))
    decided = hold(seizure, by=officer, source="Justice Court of the Town of Dover, case 2026-00012")
    gone = seize(by=officer)
    forfeit_on(gone, "2026-06-09", by=officer)
    end(gone, "sheltered", "2026-06-10", by=officer)
    page = signed_in(officer)
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    acts = (
        "amend",
        "match",
        "arrive",
        "arrival",
        "move",
        "care",
        "rabies",
        "notice",
        "hold",
        "forfeit",
        "end",
        "caution",
        "photo",
    )
    holds = (f"holds/{held.pk}/end", f"holds/{decided.pk}/withdraw")
    lists = ("", "?state=ended", "?q=spaniel", "new", "lost/", "lost/new", "log/", "register/", f"{gone.pk}/", *holds)
    for address in (*lists, f"{seizure.pk}/", *(f"{seizure.pk}/{each}" for each in acts)):
        page.goto(f"/pound/{address}")
        calm(page)
        assert fits(page), address
