"""The page on which a household's dogs are licensed together: what stands on it, what stays, where it leads."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from datetime import date
from io import BytesIO

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from licensing.models import Dog, License, Owner, RabiesCertificate, TagBox
from office.models import Receipt, Resolution, Town, User
from tests.factories import (
    AlterationProofFactory,
    DogFactory,
    EarlierBusinessLicenseFactory,
    EarlierLicenseFactory,
    OwnerFactory,
    RabiesCertificateFactory,
    TagBoxFactory,
    TagFactory,
    WorkingProofFactory,
)
from tests.licensing.issuing import noon

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def june() -> Iterator[None]:
    with time_machine.travel(noon()):
        yield


@pytest.fixture
def home(resolution: Resolution) -> Owner:
    """Rex is to be renewed, Bella was never licensed, Max has no certificate, Luna is licensed for long."""
    TagBoxFactory.create(town=resolution.town, first=100, last=109)
    owner = OwnerFactory.create(town=resolution.town, last_name="Household")
    rex, bella, _, luna = (DogFactory.create(owner=owner, name=name) for name in ("Rex", "Bella", "Max", "Luna"))
    TagFactory.create(dog=rex, number=7)
    EarlierLicenseFactory.create(dog=rex, expires=date(2026, 7, 31))
    RabiesCertificateFactory.create(dog=bella)
    EarlierLicenseFactory.create(dog=luna, expires=date(2027, 5, 31))
    return owner


@pytest.fixture
def visit(client: Client, clerk: User, home: Owner) -> Visit:
    client.force_login(clerk)
    return Visit(client, home)


class Visit:
    """The page as a browser has it: what is on it is sent, with what is typed."""

    def __init__(self, client: Client, owner: Owner) -> None:
        self.client, self.address = client, f"/owners/{owner.pk}/renew"
        self.dogs = {dog.name: dog for dog in Dog.objects.filter(owner=owner)}
        self.key = str(uuid.uuid4())

    def shown(self) -> dict[str, str]:
        """The fields of the page as it opens."""
        answer = self.client.get(self.address)
        form, bill = answer.context["form"], answer.context["bill"]
        fields = {bound.html_name: bound.value() for each in form for bound in each.visible_fields()}
        fields |= {"key": self.key, "payer": "A. Payer", "shown_total": bill.total, "shown_dogs": bill.dogs}
        return {
            name: "on" if value is True else str(value) for name, value in fields.items() if value not in (None, False)
        }

    def typed(self, name: str, **fields: str) -> dict[str, str]:
        """What is typed for the dog of that name."""
        return {f"dog-{self.dogs[name].pk}-{field}": value for field, value in fields.items()}

    def send(self, *typed: dict[str, str], **more: str) -> str:
        """Show the bill for what is typed, then pay for it; the page that it leads to, in words."""
        fields = self.shown()
        for each in typed:
            fields |= each
        bill = self.client.post(f"{self.address}/quote", fields).context["bill"]
        fields |= {"shown_total": str(bill.total), "shown_dogs": bill.dogs, "pay": "yes"}
        return words(self.client.post(self.address, fields | more, follow=True).content.decode())


def words(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)).replace("&#x27;", "'")


def test_it_opens_with_all_that_can_be_had_ticked_and_priced(visit: Visit) -> None:
    answer = visit.client.get(visit.address)
    bill = answer.context["bill"]
    assert [part.form.dog.name for part in bill.parts] == ["Bella", "Rex"]
    assert str(bill.total) == "42.00"
    text = words(answer.content.decode())
    assert "Rex, tag 7 In force August 1, 2026 to July 31, 2027" in text
    assert "Rex, tag 7 $21.00" in text


def test_what_cannot_be_had_is_left_out_with_its_reason_and_section(visit: Visit) -> None:
    left_out = words(visit.client.get(visit.address).content.decode()).split("Left out")[1]
    assert "Luna : Licensed to May 31, 2027; renewal opens April 1, 2027 L.L. 3-2010" in left_out
    assert "Max" in left_out
    assert "A certificate of rabies vaccination is needed" in left_out
    assert "Licensing ¶ A(5)" in left_out


def test_one_payment_makes_one_receipt_with_a_part_for_each(visit: Visit) -> None:
    text = visit.send(cash="50")
    receipt = Receipt.objects.get(key=visit.key)
    assert f"Receipt {receipt.number}" in text
    assert "Change $8.00" in text
    assert "Bella, tag 100 $21.00" in text
    assert "Total $42.00" in text
    assert "License 1 : Bella, tag 100" in text
    assert receipt.licenses.count() == 2


def test_a_dog_that_died_is_recorded_and_left_out(visit: Visit) -> None:
    visit.send(visit.typed("Bella", whereabouts="death", happened_on="2026-06-10"), cash="21")
    bella = Dog.objects.get(name="Bella")
    assert (bella.status, bella.status_on, bella.licenses.count()) == ("dead", date(2026, 6, 10), 0)
    assert License.objects.filter(receipt__key=visit.key).count() == 1


@pytest.mark.parametrize(
    ("where", "event", "status"),
    [("loss", "loss", "lost"), ("sale", "sale", "gone"), ("left_town", "left_town", "moved")],
)
def test_each_answer_to_still_here_is_reported(visit: Visit, where: str, event: str, status: str) -> None:
    visit.send(visit.typed("Luna", whereabouts=where), cash="42")
    luna = Dog.objects.get(name="Luna")
    assert (luna.status, luna.changes.get().event) == (status, event)


def test_a_new_certificate_licenses_the_dog_that_had_none(visit: Visit) -> None:
    new = {"renew": "on", "vaccinated_on": "2026-06-01", "expires": "2029-06-01", "veterinarian": "Dr. Reyes"}
    text = visit.send(visit.typed("Max", **new), cash="63")
    assert "Total $63.00" in text
    assert License.objects.get(dog__name="Max").rabies_certificate == RabiesCertificate.objects.get(dog__name="Max")


def test_a_certificate_is_filed_only_with_the_payment(visit: Visit) -> None:
    new = {"renew": "on", "vaccinated_on": "2026-06-01", "expires": "2029-06-01", "veterinarian": "Dr. Reyes"}
    text = visit.send(visit.typed("Max", **new), visit.typed("Luna", whereabouts="death"), cash="62")
    assert "$63.00 is due and $62.00 was handed over." in text
    assert not RabiesCertificate.objects.filter(dog__name="Max").exists()
    assert Dog.objects.get(name="Luna").is_here
    assert not Receipt.objects.filter(key=visit.key).exists()


def test_a_certificate_that_is_begun_must_be_whole_and_what_was_typed_stays(visit: Visit) -> None:
    text = visit.send(visit.typed("Max", renew="on", veterinarian="Dr. Ångström"), cash="63")
    assert text.count("Write the whole certificate") >= 2
    answer = visit.client.post(
        visit.address, visit.shown() | visit.typed("Max", veterinarian="Dr. Ångström", expires="x")
    )
    assert 'value="Dr. Ångström"' in answer.content.decode()
    assert not Receipt.objects.filter(key=visit.key).exists()


def test_a_certificate_of_more_than_three_years_is_asked_about_and_filed_once_confirmed(visit: Visit) -> None:
    new = {"renew": "on", "vaccinated_on": "2026-06-01", "expires": "2029-07-02", "veterinarian": "Dr. Reyes"}
    typed = visit.typed("Max", **new)
    assert "Max: This certificate runs for more than three years: check the year." in visit.send(typed, cash="63")
    code = f"dog-{visit.dogs['Max'].pk}:long_certificate"
    assert "Total $63.00" in visit.send(typed, cash="63", confirmed=code)


@pytest.mark.parametrize(
    ("year", "told"), [("2036", "Write"), ("2037", "Check the year."), ("9999", "Check the year.")]
)
def test_a_year_typed_wrong_is_refused_at_its_field(visit: Visit, year: str, told: str) -> None:
    assert told in visit.send(visit.typed("Max", renew="on", expires=f"{year}-06-01"), cash="63")


def test_more_years_than_the_certificate_allows_are_refused_with_the_longest_that_would_do(visit: Visit) -> None:
    RabiesCertificate.objects.filter(dog__name="Rex").update(expires=date(2027, 9, 1))
    answer = visit.client.post(f"{visit.address}/quote", visit.shown() | visit.typed("Rex", period="3"))
    place = answer.content.decode().split(f'id="refusal-dog-{visit.dogs["Rex"].pk}-rabies"')[1].split("</div>")[0]
    assert "The longest term that would do is 2 years, to July 31, 2028" in place
    assert "AML § 109(1)(a)" in place
    assert [part.form.dog.name for part in answer.context["bill"].parts] == ["Bella"]


def test_years_are_chosen_for_each_dog(visit: Visit) -> None:
    RabiesCertificate.objects.filter(dog__name="Rex").update(expires=date(2029, 1, 1))
    text = visit.send(visit.typed("Rex", period="2"), cash="63")
    assert "Rex, tag 7 $42.00" in text
    assert License.objects.get(receipt__key=visit.key, dog__name="Rex").expires == date(2028, 7, 31)


def test_a_dog_not_ticked_is_not_licensed(visit: Visit) -> None:
    visit.send({f"dog-{visit.dogs['Bella'].pk}-renew": ""}, cash="21")
    assert [row.dog.name for row in License.objects.filter(receipt__key=visit.key)] == ["Rex"]


def test_the_same_form_again_leads_to_its_receipt(visit: Visit) -> None:
    visit.send(cash="42")
    receipt = Receipt.objects.get(key=visit.key)
    answer = visit.client.post(visit.address, visit.shown() | {"pay": "yes", "cash": "42"})
    assert answer["Location"] == f"/receipts/{receipt.number}/"


def test_a_bill_other_than_the_one_shown_is_not_taken(visit: Visit) -> None:
    fields = visit.shown()
    del fields[f"dog-{visit.dogs['Bella'].pk}-renew"]
    text = words(visit.client.post(visit.address, fields | {"pay": "yes", "cash": "21"}).content.decode())
    assert "The bill is no longer the one that was shown" in text
    assert not Receipt.objects.filter(key=visit.key).exists()


def test_what_became_of_the_dogs_is_recorded_without_a_license_as_well(visit: Visit) -> None:
    unticked = {f"dog-{visit.dogs[name].pk}-renew": "" for name in ("Rex", "Bella")}
    text = visit.send(unticked, visit.typed("Luna", whereabouts="death"), cash="")
    assert "Recorded. No license was asked for." in text
    assert Dog.objects.get(name="Luna").status == "dead"


def test_money_for_nothing_is_handed_back(visit: Visit) -> None:
    unticked = {f"dog-{visit.dogs[name].pk}-renew": "" for name in ("Rex", "Bella")}
    assert "hand it back" in visit.send(unticked, visit.typed("Luna", whereabouts="death"), cash="5")
    assert Dog.objects.get(name="Luna").is_here


def test_nothing_asked_is_said_so(visit: Visit) -> None:
    unticked = {f"dog-{visit.dogs[name].pk}-renew": "" for name in ("Rex", "Bella")}
    assert "No license is asked for" in visit.send(unticked, cash="")


def test_a_dead_dog_stays_dead_and_can_be_reported_back(visit: Visit) -> None:
    Dog.objects.filter(name="Luna").update(status="dead", status_on=date(2026, 6, 1))
    visit.send(cash="42")
    assert not Dog.objects.get(name="Luna").changes.exists()
    visit.key = str(uuid.uuid4())
    visit.send(visit.typed("Luna", whereabouts="here"), cash="")
    assert Dog.objects.get(name="Luna").is_here


def test_a_working_dog_has_its_part_with_the_section_that_frees_it(visit: Visit) -> None:
    WorkingProofFactory.create(dog=visit.dogs["Rex"])
    text = visit.send(cash="21")
    assert "No fee Guide dog: licensed free L.L. 3-2010, Licensing ¶ B(2); AML § 110(2) $0.00 Rex, tag 7 $0.00" in text


def test_dogs_for_which_no_tag_is_left_are_left_out_with_the_reason(visit: Visit, home: Owner) -> None:
    TagBox.objects.update(last=100)
    RabiesCertificateFactory.create(dog=visit.dogs["Max"])
    text = visit.send(cash="42")
    assert {row.dog.name for row in License.objects.filter(receipt__key=visit.key)} == {"Bella", "Rex"}
    assert "Max" not in text
    left_out = words(visit.client.get(visit.address).content.decode()).split("Left out")[1]
    assert "Max No tag is left in stock" in left_out


def test_a_tag_that_is_gone_meanwhile_holds_back_all(visit: Visit) -> None:
    fields = visit.shown() | visit.typed("Bella", tag_number="99") | {"pay": "yes", "cash": "42"}
    text = words(visit.client.post(visit.address, fields).content.decode())
    assert "Bella: No box in stock holds number 99" in text
    assert not Receipt.objects.filter(key=visit.key).exists()


def test_the_dogs_of_the_whole_household_are_on_the_page(visit: Visit, home: Owner) -> None:
    DogFactory.create(owner=OwnerFactory.create(town=home.town, street=home.street), name="Otto")
    assert "Otto" in visit.client.get(visit.address).content.decode()
    Owner.objects.filter(pk=home.pk).update(confidential=True)
    text = visit.client.get(visit.address).content.decode()
    assert "Otto" not in text
    assert home.street not in text


def test_a_dog_of_a_licensed_kennel_needs_none_of_its_own(
    client: Client, clerk_of_chestertown: User, chestertown: Town
) -> None:
    client.force_login(clerk_of_chestertown)
    kennel = EarlierBusinessLicenseFactory.create(business__operator__town=chestertown).business
    dog = DogFactory.create(owner=kennel.operator, kennel=kennel)
    answer = client.get(f"/owners/{dog.owner_id}/renew")
    text = words(answer.content.decode()).split("Left out")[1]
    assert "Part of" in text
    assert "§ 68-6A" in text
    assert not answer.context["bill"].parts


def test_all_licenses_of_the_receipt_are_one_paper(visit: Visit) -> None:
    visit.send(cash="42")
    receipt = Receipt.objects.get(key=visit.key)
    answer = visit.client.get(f"/receipts/{receipt.number}/licenses.pdf")
    sheets = [sheet.extract_text() for sheet in PdfReader(BytesIO(answer.content)).pages]
    assert len(sheets) == 2
    assert "Bella" in sheets[0]
    assert "Rex" in sheets[1]


def test_a_receipt_over_no_license_has_no_such_paper(visit: Visit) -> None:
    receipt = EarlierLicenseFactory.create(dog__owner__town=visit.dogs["Rex"].town).receipt
    License.objects.filter(receipt=receipt).update(receipt=Receipt.objects.exclude(pk=receipt.pk)[0])
    assert visit.client.get(f"/receipts/{receipt.number}/licenses.pdf").status_code == 404


def test_the_receipt_has_a_part_and_a_subtotal_for_each_dog(visit: Visit) -> None:
    visit.send(cash="42")
    receipt = Receipt.objects.get(key=visit.key)
    pdf = visit.client.get(f"/receipts/{receipt.number}/receipt.pdf").content
    text = re.sub(r"\s+", " ", " ".join(sheet.extract_text() for sheet in PdfReader(BytesIO(pdf)).pages))
    assert "Bella, tag 100 $21.00" in text
    assert "Rex, tag 7 $21.00" in text
    assert "Total $42.00" in text


def test_ten_dogs_cost_as_many_queries_as_one(client: Client, clerk: User, resolution: Resolution) -> None:
    client.force_login(clerk)
    owner = OwnerFactory.create(town=resolution.town)
    counted = []
    for more in (1, 9):
        for _ in range(more):
            dog = DogFactory.create(owner=owner, altered=True)
            EarlierLicenseFactory.create(dog=dog, expires=date(2026, 7, 31))
            AlterationProofFactory.create(dog=dog)
            WorkingProofFactory.create(dog=dog)
        with CaptureQueriesContext(connection) as opened:
            fields = Visit(client, owner).shown()
        with CaptureQueriesContext(connection) as quoted:
            client.post(f"/owners/{owner.pk}/renew/quote", fields)
        counted.append((len(opened), len(quoted)))
    assert counted[0] == counted[1]


def test_the_owners_page_and_the_counter_lead_there_where_a_dog_needs_it(visit: Visit, home: Owner) -> None:
    link = f'href="{visit.address}"'
    assert link in visit.client.get(f"/owners/{home.pk}/").content.decode()
    assert link in visit.client.get("/counter/?q=household").content.decode()
    Dog.objects.exclude(name="Luna").update(status="dead", status_on=date(2026, 6, 1))
    assert link not in visit.client.get(f"/owners/{home.pk}/").content.decode()
