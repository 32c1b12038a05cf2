"""The pages of a dog and of its papers."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from pytest_django import Settings

from licensing.models import Dog, Owner, RabiesCertificate, Scan
from licensing.scans import path_of
from office.models import User
from office.versions import version_of
from tests.factories import (
    AlterationProofFactory,
    DogFactory,
    EarlierLicenseFactory,
    RabiesCertificateFactory,
    RabiesStatementFactory,
    TagFactory,
    WorkingProofFactory,
)
from tests.licensing.cases import AT, pdf, picture, upload
from tests.licensing.test_owner_pages import page, queries


@pytest.fixture(autouse=True)
def _office(settings: Settings, tmp_path: Path) -> Any:
    settings.MEDIA_ROOT = tmp_path
    with time_machine.travel(AT, tick=False):
        yield


@pytest.fixture
def desk(client: Client, clerk: User) -> Client:
    """The clerk's browser."""
    client.force_login(clerk)
    return client


@pytest.fixture
def dog(owner: Owner) -> Dog:
    """The owner's dog, born 2023-03-01."""
    return DogFactory.create(owner=owner, chip="985 112 003 456 789")


def typed(**changes: Any) -> dict[str, Any]:
    """A filled-in form for a new dog."""
    given = {"name": "Bella", "sex": "female", "breed": "Beagle", "color": "tan", "born": "2024-02-29"}
    return given | {"key": str(uuid4())} | changes


def as_shown(dog: Dog, **changes: Any) -> dict[str, Any]:
    """The form of a dog on record, with these changes."""
    names = ("name", "sex", "breed", "color", "markings", "born", "chip")
    shown = {name: getattr(dog, name) for name in names}
    return shown | {"seen": version_of(dog), "key": str(uuid4())} | changes


def certificate(**changes: Any) -> dict[str, Any]:
    """A filled-in form for a rabies certificate."""
    given = {
        "vaccinated_on": "2026-01-10",
        "expires": "2029-01-10",
        "veterinarian": "Dr. J. Reyes",
        "serial": "L-18273",
    }
    return given | {"key": str(uuid4())} | changes


def test_it_shows_facts_papers_licenses_and_history(desk: Client, dog: Dog) -> None:
    licensed = EarlierLicenseFactory.create(dog=dog, starts=date(2024, 6, 1), expires=date(2025, 5, 31))
    EarlierLicenseFactory.create(dog=dog, tag=licensed.tag, starts=date(2025, 6, 1), expires=date(2026, 6, 30))
    shown = page(desk, f"/dogs/{dog.pk}/")
    assert "985 112 003 456 789" in shown
    assert f"<strong>{licensed.tag.number}</strong>" in shown
    assert "<td>in force</td>" in shown
    assert "<td>expired</td>" in shown
    assert "Rabies certificate to June 30, 2027" in shown


def test_the_history_tells_every_change_in_words(desk: Client, dog: Dog) -> None:
    desk.post(f"/dogs/{dog.pk}/edit", as_shown(dog, altered="on", color="black"))
    desk.post(f"/dogs/{dog.pk}/report", reported("loss", "2026-06-14"))
    shown = page(desk, f"/dogs/{dog.pk}/")
    assert "Color(s): <del>brown and white</del> → <ins>black</ins>" in shown
    assert "Spayed or neutered: <del>no</del> → <ins>yes</ins>" in shown
    assert "Status: <del>With its owner</del> → <ins>Lost or stolen</ins>" in shown
    assert "Change dog: Rex" in shown


@pytest.mark.parametrize("role", ["officer", "treasurer", "inspector", "manager"])
def test_who_is_no_clerk_reads_and_is_offered_no_change(
    client: Client, dog: Dog, role: str, request: pytest.FixtureRequest
) -> None:
    client.force_login(request.getfixturevalue(role))
    shown = page(client, f"/dogs/{dog.pk}/")
    for address in ("edit", "report", "papers/rabies-certificate/new"):
        assert f"/dogs/{dog.pk}/{address}" not in shown
        assert client.get(f"/dogs/{dog.pk}/{address}").status_code == 403
        assert client.post(f"/dogs/{dog.pk}/{address}", certificate()).status_code == 403
    assert not RabiesCertificate.objects.exists()


def test_the_other_towns_dog_is_not_found(desk: Client, stranger: Owner) -> None:
    dog = DogFactory.create(owner=stranger)
    for address in ("", "edit", "report", "papers/rabies-certificate/new"):
        assert desk.get(f"/dogs/{dog.pk}/{address}").status_code == 404
    assert desk.post(f"/dogs/{dog.pk}/papers/rabies-certificate/new", certificate()).status_code == 404
    assert desk.post(f"/owners/{stranger.pk}/dogs/new", typed()).status_code == 404


def test_a_new_dog_leads_on_to_its_license(desk: Client, owner: Owner) -> None:
    response = desk.post(f"/owners/{owner.pk}/dogs/new", typed())
    assert response["Location"] == f"/licenses/new?dog={Dog.objects.get().pk}"


def test_a_new_dog_may_be_kept_without_a_license(desk: Client, owner: Owner) -> None:
    response = desk.post(f"/owners/{owner.pk}/dogs/new", typed(keep="yes"))
    assert response["Location"] == f"/dogs/{Dog.objects.get().pk}/"


def test_a_double_click_adds_one_dog(desk: Client, owner: Owner) -> None:
    form = typed()
    sent = [desk.post(f"/owners/{owner.pk}/dogs/new", form)["Location"] for _ in range(2)]
    assert sent[0] == sent[1]
    assert Dog.objects.count() == 1


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"name": ""}, "This field is required."),
        ({"sex": "unknown"}, "Select a valid choice."),
        ({"born": "2026-06-16"}, "cannot be born after today"),
        ({"born": "", "birth_year": "abc"}, "Enter a whole number."),
        ({"born": "2024-02-30"}, "Enter a valid date."),
        ({"birth_year": "2023"}, "The year is not that of the date of birth"),
        ({"chip": "985-112-003-456-789"}, "This microchip is on file for Rex"),
    ],
)
def test_what_is_refused_is_told_and_all_that_was_typed_stays(
    desk: Client, dog: Dog, wrong: dict[str, str], told: str
) -> None:
    form = typed(markings="One blue eye") | wrong
    shown = desk.post(f"/owners/{dog.owner_id}/dogs/new", form).content.decode()
    assert told in shown
    assert Dog.objects.count() == 1
    assert all(str(value) in shown for name, value in form.items() if name != "sex")


def test_a_second_dog_of_one_name_is_asked_about_and_then_saved(desk: Client, dog: Dog) -> None:
    form = typed(name="Rex")
    shown = desk.post(f"/owners/{dog.owner_id}/dogs/new", form).content.decode()
    assert 'value="same_name"' in shown
    assert "Rex (Beagle, brown and white, male) of Maeve O’Brien" in shown
    desk.post(f"/owners/{dog.owner_id}/dogs/new", form | {"confirmed": "same_name"})
    assert Dog.objects.filter(name="Rex").count() == 2


def test_the_second_of_two_clerks_is_told_and_sees_what(desk: Client, dog: Dog) -> None:
    stale = as_shown(dog, color="black")
    desk.post(f"/dogs/{dog.pk}/edit", as_shown(dog, altered="on"))
    shown = desk.post(f"/dogs/{dog.pk}/edit", stale).content.decode()
    assert "from no to yes. It is taken over here." in shown
    assert 'name="altered" ' in shown
    assert "checked" in shown
    assert 'value="black"' in shown


def reported(event: str, day: str) -> dict[str, str]:
    """The form of a report made on the tests' day."""
    return {"event": event, "happened_on": day, "reported_on": "2026-06-15", "note": "", "key": str(uuid4())}


def test_a_dog_reported_dead_is_offered_no_license_and_comes_back(desk: Client, dog: Dog) -> None:
    desk.post(f"/dogs/{dog.pk}/report", reported("death", "2026-06-10"))
    assert f"/licenses/new?dog={dog.pk}" not in page(desk, f"/dogs/{dog.pk}/")
    desk.post(f"/dogs/{dog.pk}/report", reported("recovery", "2026-06-15"))
    assert f"/licenses/new?dog={dog.pk}" in page(desk, f"/dogs/{dog.pk}/")


def test_a_report_proposes_nothing_of_a_dog_that_is_here_and_its_return_of_one_that_is_not(
    desk: Client, dog: Dog
) -> None:
    assert "checked" not in page(desk, f"/dogs/{dog.pk}/report")
    Dog.objects.filter(pk=dog.pk).update(status=Dog.Status.LOST)
    form = desk.get(f"/dogs/{dog.pk}/report").context["form"]
    assert form["event"].value() == "recovery"


def test_a_report_of_a_day_to_come_is_refused_and_stays(desk: Client, dog: Dog) -> None:
    shown = desk.post(f"/dogs/{dog.pk}/report", reported("death", "2026-06-16")).content.decode()
    assert "This day is yet to come." in shown
    assert 'value="2026-06-16"' in shown


def file(desk: Client, dog: Dog, **changes: Any) -> Any:
    """Send the form for a rabies certificate."""
    return desk.post(f"/dogs/{dog.pk}/papers/rabies-certificate/new", certificate(**changes))


def test_a_certificate_is_filed_with_its_photograph(desk: Client, dog: Dog) -> None:
    sent = upload(picture("HEIF"), "IMG_1.HEIC", "image/heic")
    assert file(desk, dog, scan=sent)["Location"] == f"/dogs/{dog.pk}/"
    scan = Scan.objects.get()
    assert path_of(scan).read_bytes() == picture("HEIF")
    assert f'href="/scans/{scan.pk}/"' in page(desk, f"/dogs/{dog.pk}/")


def test_filing_leads_back_where_the_clerk_came_from_but_never_out_of_the_house(desk: Client, dog: Dog) -> None:
    address = f"/dogs/{dog.pk}/papers/rabies-certificate/new?next="
    license_page = f"/licenses/new?dog={dog.pk}"
    assert desk.post(address + license_page, certificate())["Location"] == license_page
    for evil in ("https://evil.example/", "//evil.example/", "javascript:alert(1)"):
        changed = certificate(serial=evil)
        assert desk.post(address + evil, changed)["Location"] == f"/dogs/{dog.pk}/"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"expires": "2026-01-10"}, "check both dates"),
        ({"vaccinated_on": "2026-06-16"}, "This day is yet to come"),
        ({"veterinarian": ""}, "This field is required."),
        ({"expires": "2032-01-10"}, "more than three years"),
    ],
)
def test_a_refused_paper_keeps_all_that_was_typed_and_its_scan(
    desk: Client, dog: Dog, wrong: dict[str, str], told: str
) -> None:
    response = file(desk, dog, scan=upload(pdf(), "paper.pdf", "application/pdf"), **wrong)
    shown = response.content.decode()
    assert told in shown
    assert "paper.pdf is kept with this form" in shown
    assert all(value in shown for value in (certificate() | wrong | {"key": ""}).values())
    held = response.context["form"]["held_scan"].value()
    file(desk, dog, held_scan=held)
    assert RabiesCertificate.objects.get().scan == Scan.objects.get()


def test_a_held_scan_is_good_in_its_town_alone(
    desk: Client, dog: Dog, stranger: Owner, clerk_of_chestertown: User
) -> None:
    response = file(desk, dog, scan=upload(pdf(), "paper.pdf", "application/pdf"), veterinarian="")
    held = response.context["form"]["held_scan"].value()
    desk.force_login(clerk_of_chestertown)
    file(desk, DogFactory.create(owner=stranger), held_scan=held)
    assert RabiesCertificate.objects.get().scan is None


@pytest.mark.parametrize(
    ("content", "name", "said", "told"),
    [
        (picture("JPEG"), "paper.pdf", "application/pdf", "its content is JPEG"),
        (b"MZ" + bytes(100), "paper.pdf", "application/pdf", "neither PDF, JPEG, PNG nor HEIC"),
        (pdf() + b"\n" * 10_500_000, "paper.pdf", "application/pdf", "at most 10 MB"),
        (picture("PNG")[:-20], "paper.png", "image/png", "damaged"),
    ],
)
def test_a_bad_upload_is_refused_at_its_field(
    desk: Client, dog: Dog, content: bytes, name: str, said: str, told: str
) -> None:
    shown = file(desk, dog, scan=upload(content, name, said)).content.decode()
    assert told in shown
    assert 'href="#id_scan"' in shown
    assert not RabiesCertificate.objects.exists()
    assert not Scan.objects.exists()


@pytest.mark.parametrize("kind", ["PDF", "JPEG", "PNG", "HEIF"])
def test_a_scan_is_shown_to_staff_and_can_do_nothing(desk: Client, dog: Dog, kind: str) -> None:
    name, said = {
        "PDF": ("a.pdf", "application/pdf"), "JPEG": ("a.jpg", "image/jpeg"), "PNG": ("a.png", "image/png"),
        "HEIF": ("a.heic", "image/heic"),
    }[kind]  # fmt: skip
    content = pdf() if kind == "PDF" else picture(kind)
    file(desk, dog, scan=upload(content, name, said))
    response: Any = desk.get(f"/scans/{Scan.objects.get().pk}/")
    served = b"".join(response.streaming_content)
    assert response["Content-Type"] == ("image/jpeg" if kind == "HEIF" else said)
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in response["Content-Security-Policy"]
    assert ("sandbox" in response["Content-Security-Policy"]) == (kind != "PDF")
    assert served[:3] == b"\xff\xd8\xff" if kind == "HEIF" else served == content


def test_the_original_of_a_scan_is_saved_not_shown(desk: Client, dog: Dog) -> None:
    file(desk, dog, scan=upload(picture("HEIF"), "IMG_1.HEIC", "image/heic"))
    response: Any = desk.get(f"/scans/{Scan.objects.get().pk}/?original")
    assert response["Content-Disposition"] == 'attachment; filename="IMG_1.HEIC"'
    assert b"".join(response.streaming_content) == picture("HEIF")


def test_a_scan_of_the_other_town_is_not_found_and_strangers_sign_in(
    desk: Client, dog: Dog, clerk_of_chestertown: User
) -> None:
    file(desk, dog, scan=upload(pdf(), "paper.pdf", "application/pdf"))
    address = f"/scans/{Scan.objects.get().pk}/"
    desk.force_login(clerk_of_chestertown)
    assert desk.get(address).status_code == 404
    desk.logout()
    assert desk.get(address)["Location"].startswith("/accounts/login/")


def test_a_scan_whose_file_is_gone_is_not_found(desk: Client, dog: Dog) -> None:
    file(desk, dog, scan=upload(pdf(), "paper.pdf", "application/pdf"))
    path_of(Scan.objects.get()).unlink()
    assert desk.get(f"/scans/{Scan.objects.get().pk}/").status_code == 404


def test_chestertown_takes_no_statement_and_no_proof_of_alteration(
    client: Client, stranger: Owner, clerk_of_chestertown: User
) -> None:
    client.force_login(clerk_of_chestertown)
    dog = DogFactory.create(owner=stranger)
    shown = page(client, f"/dogs/{dog.pk}/")
    for kind in ("rabies-statement", "alteration-proof", "no-such-paper"):
        assert f"papers/{kind}/new" not in shown
        assert client.get(f"/dogs/{dog.pk}/papers/{kind}/new").status_code == 404
    assert "Therapy" not in page(client, f"/dogs/{dog.pk}/papers/working-proof/new")


@pytest.mark.parametrize("kind", ["rabies-statement", "alteration-proof", "working-proof"])
def test_the_other_papers_are_filed(desk: Client, dog: Dog, kind: str) -> None:
    form = {
        "dated": "2026-01-05", "reason": "Immune disease", "veterinarian": "Dr. J. Reyes", "issuer": "Guiding Eyes",
        "signed_on": "2026-01-05", "signer": "Dr. J. Reyes", "key": str(uuid4()),
        "kind": "guide" if kind == "working-proof" else "certificate",
    }  # fmt: skip
    assert desk.post(f"/dogs/{dog.pk}/papers/{kind}/new", form)["Location"] == f"/dogs/{dog.pk}/"
    assert "January 5, 2026" in page(desk, f"/dogs/{dog.pk}/")


def test_one_license_paper_and_change_and_fifty_cost_the_same_queries(desk: Client, dog: Dog) -> None:
    def more(number: int) -> None:
        """Another of each, and a change."""
        expires = date(2026, 6, 1) - timedelta(days=400 * number)
        EarlierLicenseFactory.create(dog=dog, tag=tag, expires=expires)
        for factory in (RabiesCertificateFactory, RabiesStatementFactory, AlterationProofFactory, WorkingProofFactory):
            factory.create(dog=dog)
        Dog.objects.filter(pk=dog.pk).update(markings=f"{number}")

    tag = TagFactory.create(dog=dog)
    more(0)
    one = queries(desk, f"/dogs/{dog.pk}/")
    for number in range(1, 50):
        more(number)
    assert queries(desk, f"/dogs/{dog.pk}/") == one
