"""The license, and the engraver's list, as PDF."""

from __future__ import annotations

import re
from datetime import date
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader
from time_machine import travel
from weasyprint import HTML
from weasyprint.urls import FatalURLFetchingError

from licensing.documents import imprint_pdf, license_pdf
from licensing.models import License, TagBox
from office.models import Resolution, Town, User
from office.typesetting import OwnFiles
from tests.factories import (
    AlterationProofFactory,
    DogFactory,
    RabiesStatementFactory,
    TagBoxFactory,
    TagFactory,
    WorkingProofFactory,
)
from tests.licensing.issuing import cash, issue

pytestmark = pytest.mark.django_db


@pytest.fixture
def box(resolution: Resolution) -> TagBox:
    return TagBoxFactory.create(town=resolution.town, first=100, last=110)


@pytest.fixture
def issued(box: TagBox, clerk: User) -> License:
    dog = DogFactory.create(
        owner__town=box.town, owner__last_name="O’Brien-Núñez", name="Señor Rex", chip="985112003456789"
    )
    return issue(dog, by=clerk)


def text_of(pdf: bytes) -> str:
    """The words of all pages, white space made even."""
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages))


def root_of(pdf: bytes) -> Any:
    return PdfReader(BytesIO(pdf)).trailer["/Root"]


def test_a_license_shows_all_that_it_stands_for(issued: License) -> None:
    text = text_of(license_pdf(issued))
    shown = [
        "Town of Dover, New York",
        "(845) 555-0100",
        f"No. {issued.number}",
        "100",
        "Ada O’Brien-Núñez",
        "Señor Rex",
    ]
    shown += ["June 30, 2027", "from June 15, 2026", "Beagle", "brown and white", "985112003456789", "Dr. J. Reyes"]
    shown += ["January 10, 2029", "Issued June 15, 2026", "Fee $21.00", issued.printed["code"], "for the Town Clerk"]
    assert [words for words in shown if words not in text] == []


def test_a_license_is_one_letter_sheet(issued: License) -> None:
    (page,) = PdfReader(BytesIO(license_pdf(issued))).pages
    assert (page.mediabox.width, page.mediabox.height) == (612, 792)


def test_a_long_record_takes_a_second_sheet_and_loses_nothing(box: TagBox, clerk: User) -> None:
    box.town.license_words = "Words of the town. " * 120
    box.town.save()
    made = issue(DogFactory.create(owner__town=box.town, name="W" * 60, markings="spot " * 39 + "tail"), by=clerk)
    assert len(PdfReader(BytesIO(license_pdf(made))).pages) == 2
    text = text_of(license_pdf(made))
    assert text.count("Words of the town.") == 120
    assert "Found? Call (845) 555-0100" in text


def test_a_license_is_tagged_titled_and_names_its_language(issued: License) -> None:
    pdf = license_pdf(issued)
    root = root_of(pdf)
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "en-US"
    assert "/StructTreeRoot" in root
    information = PdfReader(BytesIO(pdf)).metadata
    assert information is not None
    assert information.title == f"Dog license {issued.number}, Town of Dover, New York"


def test_the_qr_code_has_words_for_who_cannot_see_it(issued: License) -> None:
    reader: Any = PdfReader(BytesIO(license_pdf(issued)))
    things = [reader.get_object(number) for number in range(1, reader.trailer["/Size"])]
    described = [thing["/Alt"] for thing in things if isinstance(thing, dict) and thing.get("/S") == "/Figure"]
    assert described == [f"QR code with the address {issued.printed['address']}"]


def test_a_reprint_is_the_same_whatever_changed_since(issued: License, dover: Town) -> None:
    first = license_pdf(issued)
    dover.name, dover.telephone = "Town of Elsewhere", "(845) 555-0199"
    dover.save()
    issued.dog.name = "Rover"
    issued.dog.save()
    with travel("2031-01-01T12:00:00Z"):
        assert license_pdf(License.objects.get(pk=issued.pk)) == first


def test_a_working_dogs_license_says_so_on_sheet_and_card(box: TagBox, clerk: User) -> None:
    dog = DogFactory.create(owner__town=box.town)
    made = issue(dog, by=clerk, working=WorkingProofFactory.create(dog=dog), tender=())
    text = text_of(license_pdf(made))
    assert text.upper().count("GUIDE DOG") == 2
    assert "No fee" in text


def test_proof_of_alteration_and_a_veterinarians_statement_stand_on_the_license(box: TagBox, clerk: User) -> None:
    dog = DogFactory.create(owner__town=box.town, sex="female", altered=True)
    papers: dict[str, Any] = {
        "alteration": AlterationProofFactory.create(dog=dog),
        "rabies": RabiesStatementFactory.create(dog=dog),
    }
    text = text_of(license_pdf(issue(dog, by=clerk, tender=cash("11.00"), **papers)))
    assert "Veterinarian's certificate, May 2, 2024" in text
    assert "Veterinarian’s statement January 5, 2026" in text
    assert "spayed" in text


def test_a_voided_license_says_so(issued: License) -> None:
    issued.voided_at, issued.voided_because = issued.issued_at, "entered twice"
    assert "Void since June 15, 2026: entered twice" in text_of(license_pdf(issued))


def test_chestertowns_license_names_its_year(chestertown: Town, clerk_of_chestertown: User) -> None:
    TagBoxFactory.create(town=chestertown, license_year=2026)
    dog = DogFactory.create(owner__town=chestertown, acquired_on=date(2024, 1, 1))
    made = issue(dog, by=clerk_of_chestertown, period=2026, tender=cash("3.00"))
    text = text_of(license_pdf(made))
    assert "License year 2026–2027" in text
    assert "Office of the Town Manager" in text


def test_the_engraver_reads_the_exact_lines(dover: Town) -> None:
    tags = [TagFactory.create(dog__owner__town=dover, number=number, issued_on=date(2026, 6, 1)) for number in (7, 8)]
    days = {"since": date(2026, 6, 1), "until": date(2026, 6, 30)}
    pdf = imprint_pdf(dover, tags, **days)
    assert "TOWN OF DOVER / 7 / (845) 555-0100" in text_of(pdf)
    assert "TOWN OF DOVER / 8 / (845) 555-0100" in text_of(pdf)
    assert imprint_pdf(dover, tags, **days) == pdf


@pytest.mark.parametrize(
    "elsewhere",
    ["https://example.org/paw.png", "file:///etc/passwd", "paper:fonts/../css/office.css", "paper:/etc/passwd"],
)
def test_a_paper_reads_nothing_but_our_fonts(elsewhere: str) -> None:
    page = HTML(string=f'<img src="{elsewhere}" alt="">', url_fetcher=OwnFiles(), base_url="paper:")
    with pytest.raises(FatalURLFetchingError, match="may not read"):
        page.write_pdf()


@pytest.mark.parametrize("role", ["clerk", "officer", "treasurer", "inspector", "manager"])
def test_every_role_of_the_town_prints_the_license(role: str, issued: License, request: pytest.FixtureRequest) -> None:
    client = Client()
    client.force_login(request.getfixturevalue(role))
    response = client.get(f"/licenses/{issued.pk}/license.pdf")
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == f'inline; filename="license-{issued.number}.pdf"'
    assert "private" in response["Cache-Control"]


def test_the_other_town_and_strangers_get_no_license(
    issued: License, clerk_of_chestertown: User, client: Client
) -> None:
    address = f"/licenses/{issued.pk}/license.pdf"
    assert client.get(address).status_code == 302
    client.force_login(clerk_of_chestertown)
    assert client.get(address).status_code == 404
