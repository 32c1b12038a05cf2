"""One person, one record: two are compared, made one, and taken apart again; people and dogs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from licensing.models import Dog, Owner
from office.models import User
from tests.browser.calm import calm
from tests.browser.conftest import SignIn
from tests.browser.steps import fill
from tests.factories import DogFactory, OwnerFactory

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_person_written_twice_is_made_one_with_a_preview_and_undone(
    owner: Owner, clerk: User, signed_in: SignIn
) -> None:
    twin = OwnerFactory.create(
        town=owner.town, first_name="Meave", last_name="OBrian", street=owner.street, telephone="845-555-0199"
    )
    DogFactory.create(owner=twin, name="Fionn")
    page = signed_in(clerk)
    page.goto("/duplicates/")
    expect(page.get_by_role("row", name="Meave OBrian")).to_contain_text("name written alike, same address")
    page.get_by_role("link", name="Compare").click()
    expect(page.get_by_role("row", name="Moves, if this one goes")).to_contain_text("1 dog")
    page.locator("label", has_text="845-555-0199").click()
    calm(page)
    page.get_by_role("button", name="Make them one").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Record {twin.pk} went into {owner.pk}")
    calm(page)
    page.goto(f"/owners/{twin.pk}/")
    expect(page.get_by_role("heading", level=1)).to_have_text(owner.name)
    expect(page.get_by_text("845-555-0199").first).to_be_visible()
    expect(page.get_by_role("link", name="Fionn", exact=True)).to_be_visible()

    page.goto("/duplicates/")
    page.get_by_role("link", name=f"record {twin.pk} into {owner.pk}").click()
    page.get_by_role("button", name="Undo the merge").click()
    page.goto(f"/owners/{twin.pk}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Meave OBrian")
    expect(page.get_by_role("link", name="Fionn", exact=True)).to_be_visible()
    assert Owner.objects.get(pk=owner.pk).telephone == owner.telephone


def test_a_chip_names_the_dog_on_record_and_two_records_of_it_are_made_one(
    owner: Owner, clerk: User, signed_in: SignIn
) -> None:
    twin = DogFactory.create(owner=owner, name="Rex", breed="Beagel")
    rex = DogFactory.create(owner=owner, name="Rex", chip="985 112 003 456 789")
    page = signed_in(clerk)
    page.goto(f"/dogs/{twin.pk}/edit")
    fill(page, {"Microchip": "985-112-003456789"})
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("This microchip is on file for Rex")
    calm(page)
    page.goto("/duplicates/?kind=dog")
    page.get_by_role("link", name="Compare").click()
    calm(page)
    page.locator("label", has_text="Keep this record").filter(has_text=str(rex.pk)).click()
    page.get_by_role("button", name="Make them one").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Record {twin.pk} went into {rex.pk}")
    page.goto(f"/dogs/{twin.pk}/")
    expect(page.get_by_text("985 112 003 456 789")).to_be_visible()
    assert Dog.objects.of(owner.town).count() == 1
    page.goto("/duplicates/?kind=dog")
    page.get_by_role("link", name=f"record {twin.pk} into {rex.pk}").click()
    page.get_by_role("button", name="Undo the merge").click()
    calm(page)
    page.goto(f"/dogs/{twin.pk}/")
    expect(page.get_by_text("Beagel").first).to_be_visible()
    assert Dog.objects.of(owner.town).count() == 2
