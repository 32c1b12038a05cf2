"""The officer's tablet on hard days: a full disk, a wrong clock, two windows, another officer, an office that fails."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from impound.models import Photo, Seizure
from office.models import Town, User
from tests.browser.conftest import SignIn, sign_in
from tests.browser.steps import copied, stored
from tests.browser.test_field import (
    Photographs,
    browser_context_args,
    finish,
    opened,
    photographs,
    restarted,
    rex,
    says,
    tab,
    tablet,
    write_seizure,
)
from tests.factories import UserFactory
from tests.licensing.cases import picture
from tests.licensing.issuing import noon

__all__ = ["browser_context_args", "photographs", "rex", "tablet"]
pytestmark = pytest.mark.django_db(transaction=True)


def add(page: Page, *files: Path) -> None:
    """Take these photographs."""
    page.get_by_label("Take or choose photographs").set_input_files(files)


def answered(context: BrowserContext, address: str, status: int, *, first: bool) -> None:
    """The office answers the first question at this address, or all about the hound, like that; the others as ever."""
    asked: list[str] = []

    def answer(route: Route) -> None:
        meant = not asked if first else "Hound" in (route.request.post_data or "")
        asked.append(route.request.url)
        route.fulfill(status=status, body="no") if meant else route.continue_()

    context.route(f"**/field/{address}", answer)


def leave(page: Page) -> None:
    """Sign out, and mean it."""
    page.once("dialog", lambda dialog: dialog.accept())
    tab(page, "Records")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_it_can_be_installed(tablet: Page) -> None:
    found = tablet.context.new_cdp_session(tablet).send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in found if each["errorId"] != "in-incognito"] == []


@pytest.mark.parametrize("width", [820, 390])
def test_every_word_and_every_target_is_for_sunlight_and_gloves(tablet: Page, width: int) -> None:
    tablet.set_viewport_size({"width": width, "height": 900})
    tablet.get_by_label("Tag, chip").fill("rex")
    for name in ("Look up", "Write", "Records", "Release"):
        tab(tablet, name)
        assert (tablet.evaluate(FAINT), tablet.evaluate(SMALL)) == ([], []), name
    for kind in ("A seizure", "An encounter"):
        tab(tablet, "Write")
        tablet.get_by_role("button", name=kind).click()
        expect(tablet.get_by_role("button", name="Finish and send")).to_be_visible()
        assert (tablet.evaluate(FAINT), tablet.evaluate(SMALL)) == ([], []), kind


def test_after_a_dead_battery_the_page_opens_at_what_was_half_written(tablet: Page, context: BrowserContext) -> None:
    context.set_offline(True)
    write_seizure(tablet, Notes="By the br")
    page = restarted(tablet)
    expect(page.get_by_text("Not finished")).to_be_visible()
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_label("Notes").locator("visible=true")).to_have_value("By the br")
    expect(page.get_by_role("checkbox", name="Not licensed").first).to_be_checked()


def test_what_waits_is_read_by_nobody_else_on_the_tablet_and_sent_by_whoever_wrote_it(
    tablet: Page, context: BrowserContext, officer: User, dover: Town, base_url: str
) -> None:
    context.set_offline(True)
    write_seizure(tablet, Place="Mill Street", Notes="She was alone")
    finish(tablet)
    assert "Maeve" in stored(tablet)
    leave(tablet)
    assert not [word for word in ("Maeve", "Mill Street", "alone", "Hound") if word in stored(tablet)]
    context.set_offline(False)
    expect(tablet.get_by_text("Sign in to send what waits.")).to_be_visible()
    tablet.close()
    for who, seizures in ((UserFactory.create(town=dover, role="officer"), 0), (officer, 1)):
        context.clear_cookies()
        page = sign_in(context, who, base_url)
        opened(page)
        tab(page, "Records")
        expect(page.locator("[data-state]:visible")).to_have_count(seizures)
        expect(page.get_by_text("officers who are not signed in: 1.")).to_have_count(1 - seizures)
        leave(page)
        expect(page.get_by_text("Sign in to send what waits.")).to_be_visible()
        page.close()
    assert Seizure.objects.get().note == "She was alone"


def test_a_sign_out_without_a_signal_is_one_at_the_office_too_when_there_is_one(
    tablet: Page, context: BrowserContext
) -> None:
    context.set_offline(True)
    tablet.get_by_label("Tag, chip").fill("rex")
    leave(tablet)
    tab(tablet, "Look up")
    expect(tablet.get_by_role("heading", name="Rex")).to_have_count(0)
    expect(tablet.get_by_text("No copy of the register")).to_be_visible()
    context.set_offline(False)
    expect(tablet.get_by_text("Sign in to send what waits.")).to_be_visible()
    tablet.get_by_role("link", name="Sign in").click()
    expect(tablet.get_by_label("Password")).to_be_visible()


def test_the_next_officer_of_another_town_finds_the_own_towns_page_and_law(
    tablet: Page, context: BrowserContext, chestertown: Town, base_url: str
) -> None:
    context.clear_cookies()
    tablet.goto("/accounts/login/")
    expect(tablet.get_by_label("Password")).to_be_visible()
    assert tablet.evaluate(PAGE_LEAVES)
    page = sign_in(context, UserFactory.create(town=chestertown, role="officer"), base_url)
    opened(page)
    expect(page.get_by_text("Town of Chestertown")).to_be_visible()
    expect(page.locator("form").get_by_text("§§ 68-7, 68-8").first).to_be_attached()


def test_twelve_hours_end_while_the_page_stays_open(tablet: Page, context: BrowserContext) -> None:
    context.set_offline(True)
    tablet.get_by_label("Tag, chip").fill("rex")
    expect(tablet.get_by_role("heading", name="Rex")).to_be_visible()
    context.clock.fast_forward(timedelta(hours=11, minutes=58).seconds * 1000)
    expect(tablet.get_by_role("heading", name="Rex")).to_be_visible()
    context.clock.fast_forward(timedelta(minutes=3).seconds * 1000)
    expect(tablet.get_by_text("Not signed in")).to_be_visible()
    expect(tablet.get_by_role("heading", name="Rex")).to_have_count(0)
    assert "Maeve" not in stored(tablet)


@pytest.mark.parametrize("off", [timedelta(days=2), -timedelta(days=2)])
def test_a_tablet_whose_clock_is_wrong_works_and_is_told(
    rex: object, officer: User, signed_in: SignIn, off: timedelta
) -> None:
    page = signed_in(officer)
    page.context.clock.install(time=noon() + off)
    opened(page)
    expect(page.get_by_text("Set the clock of this tablet: at the office it is June 15, 2026, 12:0")).to_be_visible()
    page.context.set_offline(True)
    page.get_by_label("Tag, chip").fill("rex")
    expect(page.get_by_role("heading", name="Rex")).to_be_visible()


def test_two_windows_send_what_waits_once(tablet: Page, context: BrowserContext) -> None:
    asked: list[str] = []
    context.on("requestfinished", lambda request: asked.append(request.url) if request.url.endswith("/send") else None)
    other = context.new_page()
    opened(other)
    context.set_offline(True)
    write_seizure(tablet, Place="Mill Street")
    finish(tablet)
    for page in (tablet, other):
        says(page, "Waiting for a signal")
    context.set_offline(False)
    for page in (tablet, other):
        page.get_by_role("button", name="Send now").click()
    for page in (tablet, other):
        expect(page.locator("[data-state=done]")).to_have_count(1)
    assert (len(asked), Seizure.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    ("status", "said"), [(500, "it is tried again"), (413, "too large"), (400, "could not read it")]
)
def test_an_answer_that_is_none_stops_no_other_record(
    tablet: Page, context: BrowserContext, status: int, said: str
) -> None:
    context.set_offline(True)
    for breed in ("Hound", "Beagle"):
        write_seizure(tablet, Breed=breed, Place="Mill Street")
        finish(tablet)
    answered(context, "send", status, first=False)
    context.set_offline(False)
    tab(tablet, "Records")
    expect(tablet.locator("[data-state=done]")).to_have_count(1)
    expect(tablet.locator("[data-state=waiting], [data-state=refused]")).to_contain_text(said)
    context.unroute("**/field/send")
    if status != 500:
        tablet.get_by_role("button", name="Open").click()
        finish(tablet)
    tablet.get_by_role("button", name="Send now").click()
    expect(tablet.locator("[data-state=done]")).to_have_count(2)
    assert Seizure.objects.count() == 2


def test_a_photograph_that_the_office_refuses_is_put_right_alone(
    tablet: Page, context: BrowserContext, photographs: Photographs
) -> None:
    answered(context, "photos", 413, first=True)
    write_seizure(tablet, Place="Mill Street")
    add(tablet, *photographs(3))
    finish(tablet)
    says(tablet, "Photograph 1: It is too large for the office")
    expect(tablet.get_by_text("The office has words about a record: see Records.")).to_be_visible()
    assert Photo.objects.count() == 2
    tablet.get_by_role("button", name="Open").click()
    expect(tablet.get_by_role("list", name="Photographs").get_by_role("img")).to_have_count(1)
    expect(tablet.get_by_label("Breed").locator("visible=true")).to_have_count(0)
    tablet.get_by_role("button", name="Remove").click()
    finish(tablet)
    expect(tablet.locator("[data-state=done]")).to_have_count(1)
    assert (Seizure.objects.count(), Photo.objects.count()) == (1, 2)


def test_a_large_photograph_is_scaled_down_a_heic_is_kept_and_what_is_none_is_said_at_once(
    tablet: Page, tmp_path: Path
) -> None:
    files = {
        "large.jpg": picture(size=(4000, 3000)),
        "IMG_1.HEIC": picture("HEIF"),
        "none.jpg": b"\xff\xd8\xff no picture",
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    write_seizure(tablet, Place="Mill Street")
    add(tablet, *(tmp_path / name for name in files))
    expect(tablet.get_by_text("No photograph that can be read: none.jpg. Take it again.")).to_be_visible()
    finish(tablet)
    expect(tablet.locator("[data-state=done]")).to_have_count(1)
    kept = Photo.objects.order_by("pk").values_list("scan__content_type", "scan__name")
    assert list(kept) == [("image/jpeg", "large.jpg"), ("image/heic", "IMG_1.HEIC")]
    assert Photo.objects.earliest("pk").scan.size < 400_000


def test_a_full_tablet_says_that_it_kept_nothing_and_goes_on_when_there_is_room(
    tablet: Page, photographs: Photographs
) -> None:
    write_seizure(tablet)
    says(tablet, "Hound, tan")
    tablet.get_by_role("button", name="Open").click()
    tablet.evaluate(FULL)
    add(tablet, *photographs(1))
    expect(tablet.get_by_text("NOT KEPT: this tablet is full.")).to_be_visible()
    tablet.evaluate(ROOM)
    add(tablet, *photographs(1))
    expect(tablet.get_by_role("list", name="Photographs").get_by_role("img")).to_have_count(1)
    tablet.locator("[name=place]:visible").fill("Mill Street")
    finish(tablet)
    expect(tablet.locator("[data-state=done]")).to_have_count(1)
    assert Photo.objects.count() == 1


def test_a_new_release_that_did_not_wholly_arrive_leaves_the_old_page_working(
    tablet: Page, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_seizure(tablet, Place="Mill Street")
    monkeypatch.setattr("impound.views.field._version", lambda: "fresher")
    monkeypatch.setattr("impound.views.field._looks", lambda: ("/static/not-there.svg",))
    page = restarted(tablet)
    page.evaluate("navigator.serviceWorker.getRegistration().then((it) => it.update()).catch(() => null)")
    context.set_offline(True)
    again = restarted(page)
    assert again.locator("body").get_attribute("data-version") != "fresher"
    says(again, "Not finished")


def test_a_hand_back_names_who_got_the_dog_before_anyone_leaves(tablet: Page, context: BrowserContext) -> None:
    context.set_offline(True)
    write_seizure(tablet, Place="Mill Street")
    back = tablet.get_by_label("Handed back to")
    expect(back).to_be_hidden()
    tablet.locator("form:visible").get_by_text("Handed straight back").click()
    finish(tablet)
    expect(tablet.get_by_role("heading", name="Seizure", exact=True)).to_be_visible()
    assert back.evaluate("(field) => field.validationMessage") == "Say to whom the dog was handed back."
    back.fill("Maeve O’Brien")
    finish(tablet)
    says(tablet, "Waiting for a signal")


def test_a_dog_that_is_not_in_the_copy_is_said_to_be_none(tablet: Page) -> None:
    none = tablet.get_by_text("No dog in this copy of the register has all of that.")
    for typed, found in (("rex", False), ("nobody", True), ("", False)):
        tablet.get_by_label("Tag, chip").fill(typed)
        expect(none).to_be_visible(visible=found)


def test_a_chip_is_found_however_it_is_written(tablet: Page, rex: Any) -> None:
    type(rex).objects.filter(pk=rex.pk).update(chip="985 112 003 456 789")
    tab(tablet, "Records")
    tablet.get_by_role("button", name="Send now").click()
    assert copied(tablet, "985 112")
    tab(tablet, "Look up")
    for typed in ("985112003456789", "985-112-003-456-789"):
        tablet.get_by_label("Tag, chip").fill("")
        expect(tablet.get_by_role("heading", name="Rex")).to_have_count(0)
        tablet.get_by_label("Tag, chip").fill(typed)
        expect(tablet.get_by_role("heading", name="Rex")).to_be_visible()


PAGE_LEAVES = """async () => {
  for (let tried = 0; tried < 200; tried += 1) {
    if (!(await caches.match("/field/", { ignoreVary: true }))) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false; }"""
FULL = """() => {
  const put = IDBObjectStore.prototype.put;
  window.room = () => { IDBObjectStore.prototype.put = put; };
  IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
ROOM = "window.room()"
SEEN = """const seen = [...document.querySelectorAll("body *")].filter((each) => each.checkVisibility());"""
FAINT = (
    "() => {"
    + SEEN
    + """
  const parts = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const light = (color) => parts(color).slice(0, 3).map((each) => each / 255)
    .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
    .reduce((sum, each, place) => sum + each * [0.2126, 0.7152, 0.0722][place], 0.05);
  const ground = (each) => {
    const { backgroundColor } = getComputedStyle(each);
    return parts(backgroundColor)[3] === 0 && each.parentElement ? ground(each.parentElement) : backgroundColor;
  };
  const words = seen.filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  const both = (each) => [light(getComputedStyle(each).color), light(ground(each))];
  const contrast = (each) => Math.max(...both(each)) / Math.min(...both(each));
  return words.filter((each) => contrast(each) < 7).map((each) => each.outerHTML);
}"""
)
SMALL = (
    "() => {"
    + SEEN
    + """
  const labels = "label.usa-checkbox__label, label.usa-radio__label, label.usa-button";
  const fields = "select, textarea, input:not([type=checkbox], [type=radio], [type=file])";
  const touched = seen.filter((each) => each.matches(`button, a, ${fields}, ${labels}`));
  const least = ({ width, height }) => Math.min(width, height);
  return touched.filter((each) => least(each.getBoundingClientRect()) < 48).map((each) => each.outerHTML);
}"""
)
