"""The officer's tablet with the signal switched off and on: written anywhere, kept always, sent once."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from impound.models import Encounter, Photo, Seizure
from licensing.models import Caution, Dog, Owner
from office.models import User
from tests.browser.calm import axe_finds, dressed, fits, heard
from tests.browser.conftest import SignIn
from tests.browser.steps import copied, fill, kept
from tests.factories import DogFactory, EarlierLicenseFactory, UserFactory
from tests.impound.redeeming import held, redeem
from tests.licensing.cases import picture
from tests.licensing.issuing import noon

pytestmark = pytest.mark.django_db(transaction=True)
HERE = {"latitude": 41.74, "longitude": -73.58, "accuracy": 8.4}
OFF_LINE = ("net::ERR_INTERNET_DISCONNECTED", "net::ERR_FAILED", "net::ERR_CONNECTION_REFUSED")

Photographs = Callable[[int], list[Path]]


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """A tablet of the town's own time, which may tell where it is."""
    place = {"timezone_id": "America/New_York", "geolocation": HERE, "permissions": ["geolocation"]}
    return browser_context_args | place | {"viewport": {"width": 820, "height": 1180}}


@pytest.fixture
def rex(owner: Owner) -> Dog:
    """A licensed dog of record that bit somebody."""
    dog: Dog = DogFactory.create(owner=owner, name="Rex")
    EarlierLicenseFactory.create(dog=dog)
    by = UserFactory.create(town=owner.town)
    Caution.objects.create(town=owner.town, dog=dog, kind="bit", reason="A jogger", source="Police", by=by, at=noon())
    return dog


@pytest.fixture
def tablet(rex: Dog, officer: User, signed_in: SignIn) -> Page:
    """The officer's page, opened once with a signal, and kept."""
    page = signed_in(officer)
    page.context.clock.install(time=noon())
    opened(page)
    page.evaluate("navigator.serviceWorker.ready")
    expect(page.get_by_text("1 dogs")).to_be_visible()
    return page


@pytest.fixture
def photographs(tmp_path: Path) -> Photographs:
    """So many photographs, each of its own."""

    def take(count: int) -> list[Path]:
        files = [tmp_path / f"dog{number}.jpg" for number in range(count)]
        for number, file in enumerate(files):
            file.write_bytes(picture(size=(400 + number, 300)))
        return files

    return take


def opened(page: Page) -> None:
    """The page is there and has read what it keeps."""
    page.goto("/field/")
    page.wait_for_selector("body[data-ready]")


def tab(page: Page, name: str) -> None:
    """Turn to a part of the page."""
    page.get_by_role("navigation").get_by_role("button", name=name).click()


def write_seizure(page: Page, **fields: str) -> None:
    """Write a seizure of a tan hound, to its end but for the last button."""
    tab(page, "Write")
    page.get_by_role("button", name="A seizure").click()
    page.get_by_text("Not licensed", exact=False).locator("visible=true").first.click()
    fill(page.locator("form:visible"), {"Breed": "Hound", "Color or colors": "tan"} | fields)


def finish(page: Page) -> None:
    """Finish what is open."""
    page.get_by_role("button", name="Finish and send").click()


def says(page: Page, *words: str) -> None:
    """The list of records says these words."""
    tab(page, "Records")
    for each in words:
        expect(page.locator("section:visible .field-cards")).to_contain_text(each)


def nothing_but_the_signal_failed(page: Page) -> None:
    """All that went wrong is what a missing signal makes fail."""
    assert [each for each in heard[page.context] if not any(code in each for code in OFF_LINE)] == []


def restarted(page: Page) -> Page:
    """The tablet after a dead battery: the page is gone, once what was written is kept, and opened anew."""
    context = page.context
    kept(page)
    page.close()
    fresh = context.new_page()
    opened(fresh)
    return fresh


def test_a_dog_is_looked_up_without_a_signal(tablet: Page, context: BrowserContext) -> None:
    context.set_offline(True)
    page = restarted(tablet)
    for typed in ("obrien", "12 main", "rex"):
        page.get_by_label("Tag, chip").fill(typed)
        card = page.locator(".field-card:visible")
        for words in (
            "Rex",
            "Licensed to January 1, 2027",
            "Bit a person: A jogger",
            "Maeve O’Brien",
            "12 Main Street",
        ):
            expect(card).to_contain_text(words)
    page.get_by_label("Tag, chip").fill("nobody")
    expect(page.locator(".field-card:visible")).to_have_count(0)
    nothing_but_the_signal_failed(page)


def test_a_seizure_written_without_a_signal_survives_a_restart_and_is_sent_once(
    tablet: Page, context: BrowserContext, photographs: Photographs
) -> None:
    context.set_offline(True)
    write_seizure(tablet, Notes="By the bridge")
    tablet.get_by_role("button", name="Take the tablet’s position").click()
    expect(tablet.get_by_label("Position").locator("visible=true")).to_have_value("41.740000, -73.580000, within 9 m")
    tablet.get_by_label("Take or choose photographs").set_input_files(photographs(3))
    expect(tablet.get_by_role("list", name="Photographs").get_by_role("img")).to_have_count(3)
    finish(tablet)
    says(tablet, "Seizure", "Hound, tan", "Waiting for a signal")
    page = restarted(tablet)
    says(page, "Waiting for a signal")
    assert not Seizure.objects.exists()
    context.set_offline(False)
    says(page, "Seizure 1", "Sent")
    expect(page.locator("[data-state=done]")).to_have_count(1)
    seizure = Seizure.objects.get()
    assert (seizure.note, seizure.accuracy, seizure.photos.count()) == ("By the bridge", 9, 3)
    nothing_but_the_signal_failed(page)


def test_a_draft_without_a_place_is_kept_with_its_photographs_and_located_later(
    tablet: Page, context: BrowserContext, photographs: Photographs
) -> None:
    context.set_offline(True)
    write_seizure(tablet)
    tablet.get_by_label("Take or choose photographs").set_input_files(photographs(2))
    expect(tablet.get_by_role("list", name="Photographs").get_by_role("img")).to_have_count(2)
    finish(tablet)
    expect(tablet.get_by_role("heading", name="Seizure", exact=True).locator("visible=true")).to_be_visible()
    page = restarted(tablet)
    says(page, "Not finished")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("list", name="Photographs").get_by_role("img")).to_have_count(2)
    page.locator("[name=place]:visible").fill("Mill Street")
    context.set_offline(False)
    finish(page)
    expect(page.locator("[data-state=done]")).to_have_count(1)
    assert (Seizure.objects.get().place, Photo.objects.count()) == ("Mill Street", 2)


def test_what_is_sent_twice_by_a_lost_answer_is_stored_once(tablet: Page, context: BrowserContext) -> None:
    lost: list[str] = []

    def lose(route: Route) -> None:
        """The office takes it, and the answer is lost on the way: the first time."""
        lost.append(route.request.url)
        answer = route.fetch()
        route.abort() if len(lost) == 1 else route.fulfill(response=answer)

    context.route("**/field/send", lose)
    write_seizure(tablet, Place="Mill Street")
    finish(tablet)
    expect(tablet.get_by_text("No signal")).to_be_visible()
    says(tablet, "Waiting for a signal")
    assert Seizure.objects.count() == 1
    tablet.get_by_role("button", name="Send now").click()
    expect(tablet.locator("[data-state=done]")).to_have_count(1)
    assert (len(lost), Seizure.objects.count()) == (2, 1)


def test_the_server_stops_between_two_photographs_and_the_rest_is_sent_later(
    tablet: Page, context: BrowserContext, photographs: Photographs
) -> None:
    sent: list[str] = []

    def stop(route: Route) -> None:
        """The second photograph finds no server."""
        sent.append(route.request.url)
        route.abort("connectionrefused") if len(sent) == 2 else route.continue_()

    context.route("**/field/photos", stop)
    write_seizure(tablet, Place="Mill Street")
    tablet.get_by_label("Take or choose photographs").set_input_files(photographs(3))
    expect(tablet.get_by_role("list", name="Photographs").get_by_role("img")).to_have_count(3)
    finish(tablet)
    says(tablet, "Sent, photographs are waiting")
    assert Photo.objects.count() == 1
    tablet.get_by_role("button", name="Send now").click()
    expect(tablet.locator("[data-state=done]")).to_have_count(1)
    assert (len(sent), Photo.objects.count(), Seizure.objects.count()) == (4, 3, 1)


def test_what_the_office_refuses_comes_back_and_is_put_right(tablet: Page, rex: Dog) -> None:
    tablet.get_by_label("Tag, chip").fill("rex")
    Dog.objects.get(pk=rex.pk).licenses.update(voided_at=noon(), voided_because="entered twice")
    tablet.get_by_role("button", name="Seize").click()
    form = tablet.locator("form:visible")
    form.get_by_text("Immediate threat").click()
    form.get_by_text("Handed straight back").click()
    fill(form, {"Place": "Mill Street", "Handed back to": "Maeve O’Brien"})
    finish(tablet)
    says(tablet, "The office could not take it", "AML § 117(1-a)")
    tablet.get_by_role("button", name="Open").click()
    tablet.locator("form:visible").get_by_text("Impound it").click()
    finish(tablet)
    says(tablet, "Seizure 1", "Changed since your copy: Not licensed.")
    expect(tablet.get_by_text("The office has words about a record: see Records.")).to_be_visible()
    assert Seizure.objects.get().dog == rex


def test_a_town_of_twenty_thousand_dogs_is_looked_up_without_a_signal(tablet: Page, context: BrowserContext) -> None:
    context.route("**/field/register", lambda route: route.fulfill(json=many(20_000)))
    tab(tablet, "Records")
    tablet.get_by_role("button", name="Send now").click()
    expect(tablet.get_by_text("20000 dogs")).to_be_visible()
    context.set_offline(True)
    page = restarted(tablet)
    page.get_by_label("Tag, chip").fill("19999")
    expect(page.locator(".field-card:visible").first).to_contain_text("Dog 19999")


def many(count: int) -> dict[str, object]:
    """A copy of the register with so many dogs."""
    dog = {"chip": "", "breed": "Beagle", "sex": "male", "color": "tan", "description": "Beagle, tan, male"}
    more = {"starts": "2026-01-01", "ends": "2026-12-31", "rabies": "2028-01-01", "cautions": [], "lost": False}
    dogs = [
        dog | more | {"pk": n, "tag": n, "name": f"Dog {n}", "owner": f"Owner {n}", "address": f"{n} Mill Street"}
        for n in range(count)
    ]
    return {"taken_at": "2026-06-15 12:00", "dogs": dogs, "held": []}


def test_an_encounter_and_a_notice_at_a_door_are_sent_in_their_order(tablet: Page, context: BrowserContext) -> None:
    context.set_offline(True)
    for button, note in (("An encounter", "Spoke with her"), ("A notice left at a door", "Left a card")):
        tab(tablet, "Write")
        tablet.get_by_role("button", name=button).click()
        fields = {"Place": "Mill Street", "Dog and person": "A tan hound", "What was said or left": note}
        fill(tablet.locator("form:visible"), fields)
        finish(tablet)
    context.set_offline(False)
    tab(tablet, "Records")
    expect(tablet.locator("[data-state=done]")).to_have_count(2)
    assert list(Encounter.objects.order_by("pk").values_list("note", flat=True)) == ["Spoke with her", "Left a card"]


def test_a_sign_in_of_more_than_twelve_hours_ago_shows_nothing(tablet: Page, context: BrowserContext) -> None:
    context.set_offline(True)
    who = json.loads(tablet.evaluate(READ_WHO))
    tablet.evaluate(WRITE_WHO, who | {"until": noon().timestamp() * 1000})
    page = restarted(tablet)
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    page.get_by_label("Tag, chip").fill("rex")
    expect(page.locator(".field-card:visible")).to_have_count(0)


def test_a_sign_out_wipes_the_copy_and_keeps_what_waits(tablet: Page, context: BrowserContext, officer: User) -> None:
    context.set_offline(True)
    write_seizure(tablet, Place="Mill Street")
    finish(tablet)
    tablet.on("dialog", lambda dialog: dialog.accept())
    tablet.get_by_role("button", name="Sign out").click()
    expect(tablet.get_by_role("link", name="Sign in")).to_be_visible()
    tab(tablet, "Look up")
    tablet.get_by_label("Tag, chip").fill("rex")
    expect(tablet.locator(".field-card:visible")).to_have_count(0)
    tab(tablet, "Records")
    expect(tablet.get_by_text("officers who are not signed in: 1.")).to_be_visible()
    expect(tablet.locator(".field-card:visible")).to_have_count(0)


def test_a_session_that_ended_asks_for_a_sign_in_and_loses_nothing(tablet: Page, context: BrowserContext) -> None:
    context.clear_cookies()
    write_seizure(tablet, Place="Mill Street")
    finish(tablet)
    expect(tablet.get_by_text("Sign in to send what waits.")).to_be_visible()
    says(tablet, "Waiting for a signal")
    assert not Seizure.objects.exists()


def test_a_receipts_code_is_checked_without_a_signal_from_a_copy_taken_before_it_was_paid(
    tablet: Page, rex: Dog, officer: User, context: BrowserContext
) -> None:
    seizure = held(rex, by=officer, at=noon() - timedelta(hours=30))
    opened(tablet)
    assert copied(tablet, f'"number": {seizure.number},')
    copy = tablet.evaluate(READ_COPY)
    context.set_offline(True)
    code = redeem(seizure, by=officer, at=noon()).receipt.heading["code"]["code"]
    page = restarted(tablet)
    tab(page, "Release")
    page.get_by_label("Code on the receipt").press_sequentially(code.lower().replace("0", "o"))
    expect(page.get_by_text(f"Genuine: release Hound, tan, seizure {seizure.number}")).to_be_visible()
    page.get_by_label("Code on the receipt").fill(code[:-1] + ("2" if code[-1] == "3" else "3"))
    expect(page.get_by_text("Not a code of a dog")).to_be_visible()
    assert code.replace("-", "")[4:] not in copy.replace("-", "")


@pytest.mark.parametrize("width", [1280, 820, 390])
def test_every_part_of_the_page_is_calm_and_fits(tablet: Page, width: int) -> None:
    tablet.set_viewport_size({"width": width, "height": 900})
    tablet.get_by_label("Tag, chip").fill("rex")
    for name in ("Look up", "Write", "Records", "Release"):
        tab(tablet, name)
        dressed(tablet)
        assert (axe_finds(tablet), fits(tablet)) == ([], True), name
    write_seizure(tablet)
    assert (axe_finds(tablet), fits(tablet)) == ([], True)


READ_WHO = """() => new Promise((resolve) => { const asked = indexedDB.open("field-copy", 1); asked.onsuccess = () => {
  const got = asked.result.transaction("copy").objectStore("copy").get("who");
  got.onsuccess = () => resolve(JSON.stringify(got.result)); }; })"""
READ_COPY = READ_WHO.replace('get("who")', 'get("register")')
WRITE_WHO = """(who) => new Promise((resolve) => {
  const asked = indexedDB.open("field-copy", 1); asked.onsuccess = () => {
  const put = asked.result.transaction("copy", "readwrite").objectStore("copy").put(who, "who");
  put.onsuccess = () => resolve(); }; })"""
