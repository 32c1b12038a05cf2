"""What a clerk does at the counter, step by step; every page on the way is calm."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping

from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from licensing.models import Dog
from tests.browser.calm import calm

ISSUE = "Take payment and issue"


def to_license(page: Page, typed: str, dog: str) -> None:
    """Type what is known of the owner into the search box, and open the license page of the dog."""
    page.goto("/counter/")
    page.get_by_role("searchbox").press_sequentially(typed)
    found = page.locator("#found").get_by_role("link", name=re.compile(f"(License|Renew) {dog}"))
    expect(found).to_be_visible()
    calm(page)
    found.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"License for {dog}")
    calm(page)


def open_license(page: Page, dog: Dog) -> None:
    """Open the license page of the dog by its address."""
    page.goto(f"/licenses/new?dog={dog.pk}")
    calm(page)


def price(page: Page) -> Locator:
    """The price as quoted."""
    return page.get_by_role("region", name="Price")


def sees_total(page: Page, amount: str) -> None:
    """The total of the price becomes this amount."""
    expect(price(page).get_by_role("row", name=f"Total ${amount}", exact=True)).to_be_visible()


def fill(page: Page | Locator, fields: Mapping[str, str]) -> None:
    """Type into the fields of these labels."""
    for label, value in fields.items():
        page.get_by_label(label, exact=True).or_(page.get_by_label(f"{label} *", exact=True)).fill(value)


def issue(page: Page) -> str:
    """Take the payment and issue; the number in large type on the license's page."""
    page.get_by_role("button", name=ISSUE).click()
    return issued(page)


def issued(page: Page) -> str:
    """The number in large type on the page of a license just issued."""
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"License \d+ for"))
    calm(page)
    return page.locator(".office-tag-number strong").inner_text()


def paper(page: Page, link: str | re.Pattern[str]) -> str:
    """The words of the PDF behind the link."""
    address = page.get_by_role("link", name=link).get_attribute("href") or ""
    response = page.request.get(address)
    assert response.headers["content-type"] == "application/pdf"
    return "\n".join(each.extract_text() for each in PdfReader(io.BytesIO(response.body())).pages)


COPY_HOLDS = """async (words) => {
  const copy = () => new Promise((resolve) => { const asked = indexedDB.open("field-copy", 1); asked.onsuccess = () => {
    const got = asked.result.transaction("copy").objectStore("copy").get("register");
    got.onsuccess = () => resolve(got.result ?? ""); }; });
  for (let tried = 0; tried < 200; tried += 1) {
    if ((await copy()).includes(words)) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false; }"""


def copied(page: Page, words: str) -> bool:
    """Whether the tablet's copy of the register comes to hold these words: what it says on the page is said before."""
    return bool(page.evaluate(COPY_HOLDS, words))


STORED = """async () => {
  const rows = [];
  for (const [name, stores] of [["field-copy", ["copy"]], ["field-records", ["records", "photos"]]]) {
    const db = await new Promise((done) => {
      const asked = indexedDB.open(name, 1); asked.onsuccess = () => done(asked.result); });
    for (const store of stores) rows.push(...await new Promise((done) => {
      const asked = db.transaction(store).objectStore(store).getAll(); asked.onsuccess = () => done(asked.result); }));
    db.close();
  }
  return rows.map((row) => JSON.stringify(row) + (row.sealed ? new TextDecoder().decode(row.sealed) : "")).join();
}"""


def stored(page: Page) -> str:
    """All that lies on the tablet's disk, as text."""
    return str(page.evaluate(STORED))


def kept(page: Page) -> None:
    """Wait until what was written is on the tablet's disk: nothing changes there any more."""
    before = ""
    while (now := stored(page)) != before:
        before = now
        page.wait_for_timeout(300)
