"""What the officer's tablet fetches and sends: once each, refused in words, and no more of the register than needed."""

from __future__ import annotations

import base64
import uuid
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from impound.models import Encounter, Photo, Seizure
from licensing.models import Caution, Owner
from office.models import Town, User
from tests.factories import DogFactory, EarlierLicenseFactory, OwnerFactory, TagFactory, UserFactory
from tests.impound.tablets import photographed, record, sent
from tests.licensing.cases import pdf, picture
from tests.licensing.issuing import noon


@pytest.fixture(autouse=True)
def _monday(officer: User, client: Client) -> Iterator[None]:
    """The officer is on the road on the tests' day."""
    client.force_login(officer)
    with time_machine.travel(noon(), tick=False):
        yield


def rows(client: Client) -> list[dict[str, Any]]:
    """The dogs in the tablet's copy."""
    found: list[dict[str, Any]] = client.get("/field/register").json()["dogs"]
    return found


def test_a_seizure_is_taken_with_its_number(client: Client, officer: User) -> None:
    said = record(officer, chip="985 112 003 456 789", owner_told="A man in a red cap")
    assert sent(client, said) == {"taken": True, "number": 1, "words": []}
    seizure = Seizure.objects.get()
    assert (str(seizure.client_id), seizure.breed, seizure.place) == (said["id"], "Hound", "Route 22")
    assert (seizure.officer, seizure.grounds, seizure.written_at) == (officer, ["unlicensed"], noon())


def test_a_record_whose_answer_was_lost_is_sent_again_and_stored_once(client: Client, officer: User) -> None:
    for said in (record(officer), record(officer, "encounter")):
        assert sent(client, said) == sent(client, said)
    assert (Seizure.objects.count(), Encounter.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"place": ""}, "Say where"),
        ({"grounds": []}, "Grounds"),
        ({"grounds": ["ugly"]}, "Grounds"),
        ({"breed": ""}, "Breed"),
        ({"at": "2026-06-15T13:00"}, "yet to come"),
        ({"at": "yesterday"}, "Date and hour"),
        ({"course": "handed_back", "handed_back_to": "Ada"}, "AML § 117(1-a)"),
    ],
)
def test_what_the_office_refuses_comes_back_in_words(
    client: Client, officer: User, changes: dict[str, Any], words: str
) -> None:
    answer = sent(client, record(officer, **changes))
    assert answer["taken"] is False
    assert words in " ".join(answer["words"])
    assert not Seizure.objects.exists()


def test_a_record_is_located_by_the_satellites_alone(client: Client, officer: User) -> None:
    position = {"place": "", "latitude": "41.740000", "longitude": "-73.580000", "accuracy": "9"}
    assert sent(client, record(officer, **position))["taken"]
    assert Seizure.objects.get().where == "41.740000, -73.580000 (within 9 m)"


def test_a_record_is_sent_by_whoever_wrote_it(client: Client, dover: Town) -> None:
    other = UserFactory.create(town=dover, role="officer")
    answer = sent(client, record(other))
    assert (answer["taken"], Seizure.objects.count()) == (False, 0)
    assert "whoever wrote it" in answer["words"][0]


@pytest.mark.parametrize("body", ["", "[]", "{}", '{"id": 1}', '"x"', "[" * 100_000, '{"written_at": 1}'])
def test_what_is_no_record_is_no_record(client: Client, body: str) -> None:
    assert client.post("/field/send", body, content_type="application/json").status_code == 400
    assert client.post("/field/photos", {"id": body}).status_code == 400


def test_three_photographs_are_three_and_each_is_kept_once(client: Client, officer: User) -> None:
    said = record(officer)
    sent(client, said)
    names = [str(uuid.uuid4()) for _ in range(3)]
    for name in [*names, names[0]]:
        assert photographed(client, said["id"], photo=name) == {"taken": True}
    assert Photo.objects.filter(seizure__client_id=said["id"]).count() == 3


def test_a_photograph_as_the_phone_takes_it_is_kept(client: Client, officer: User) -> None:
    said = record(officer, "door_notice")
    sent(client, said)
    file: dict[str, Any] = {"content": picture("HEIF"), "name": "IMG_1.HEIC", "said": "image/heic"}
    assert photographed(client, said["id"], **file) == {"taken": True}
    assert Photo.objects.get().encounter is not None


def test_a_photograph_without_its_record_or_that_is_none_is_refused(client: Client, officer: User) -> None:
    said = record(officer)
    assert photographed(client, said["id"])["taken"] is False
    sent(client, said)
    assert photographed(client, said["id"], content=pdf(), name="a.pdf", said="application/pdf")["taken"] is False
    assert not Photo.objects.exists()


def test_a_signature_is_kept_with_the_seizure(client: Client, officer: User) -> None:
    drawn = "data:image/png;base64," + base64.b64encode(picture("PNG")).decode()
    assert sent(client, record(officer, handed_over_by="Jo") | {"signature": drawn})["taken"]
    signature = Seizure.objects.get().signature
    assert signature is not None
    assert signature.content_type == "image/png"
    broken = record(officer) | {"signature": "data:image/png;base64," + base64.b64encode(b"no picture").decode()}
    assert sent(client, broken)["taken"] is False


def test_a_dog_of_another_town_is_not_taken_for_one_of_ours(client: Client, officer: User, stranger: Owner) -> None:
    dog = DogFactory.create(owner=stranger)
    assert sent(client, record(officer, dog=str(dog.pk)))["taken"]
    assert Seizure.objects.get().dog is None


def test_the_copy_says_who_is_licensed_as_of_now(client: Client, owner: Owner) -> None:
    dog = DogFactory.create(owner=owner, name="Rex", chip="985-112")
    license_ = EarlierLicenseFactory.create(dog=dog)
    (row,) = rows(client)
    assert (row["name"], row["tag"], row["chip"]) == ("Rex", license_.tag.number, "985-112")
    assert (row["starts"], row["ends"]) == (str(license_.starts), str(license_.expires))
    assert (row["owner"], row["address"]) == (owner.name, owner.address)
    assert row["rabies"] == str(license_.rabies_certificate.expires)  # type: ignore[union-attr]


def test_the_copy_holds_no_telephone_no_hidden_address_and_no_other_town(
    client: Client, owner: Owner, stranger: Owner
) -> None:
    Owner.objects.filter(pk=owner.pk).update(confidential=True)
    DogFactory.create(owner=owner)
    DogFactory.create(owner=stranger, name="Other")
    said = client.get("/field/register").content.decode()
    assert "Address confidential" in said
    assert not [word for word in (owner.street, owner.telephone, owner.email, "Other") if word in said]


def test_a_caution_and_a_loss_stand_in_the_copy(client: Client, owner: Owner, officer: User) -> None:
    dog = DogFactory.create(owner=owner, status="lost")
    for lifted in (None, noon()):
        Caution.objects.create(
            town=owner.town, dog=dog, kind="bit", reason=f"a jogger, {lifted}", source="Police", by=officer, at=noon(),
            lifted_at=lifted, lifted_because="wrong dog" if lifted else "",
        )  # fmt: skip
    (row,) = rows(client)
    assert (row["cautions"], row["lost"]) == (["Bit a person: a jogger, None"], True)


@pytest.mark.parametrize("status", ["dead", "moved", "gone"])
def test_a_dog_that_is_not_here_is_not_in_the_copy(client: Client, owner: Owner, status: str) -> None:
    DogFactory.create(owner=owner, status=status)
    assert rows(client) == []


def test_the_copy_costs_the_same_for_one_dog_and_for_fifty(
    client: Client, dover: Town, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for more in (1, 49):
        for _ in range(more):
            EarlierLicenseFactory.create(dog__owner=OwnerFactory.create(town=dover))
        with django_assert_num_queries(10):
            assert len(rows(client)) >= more


def test_what_changed_since_the_copy_was_taken_comes_back(client: Client, officer: User, owner: Owner) -> None:
    dog = DogFactory.create(owner=owner, name="Rex")
    (seen,) = rows(client)
    unchanged = sent(client, record(officer, dog=str(dog.pk)) | {"seen": seen})
    assert unchanged["words"] == []
    term = EarlierLicenseFactory.create(dog=dog)
    words = sent(client, record(officer, dog=str(dog.pk)) | {"seen": seen})["words"]
    assert words == [f"Changed since your copy: Licensed to {term.expires}."]


def test_a_dog_found_by_its_tag_is_named_to_the_officer(client: Client, officer: User, owner: Owner) -> None:
    tag = TagFactory.create(dog=DogFactory.create(owner=owner, name="Rex"))
    words = " ".join(sent(client, record(officer, wears_tag=True, tag_read=str(tag.number)))["words"])
    assert f"On record as Rex, Beagle, brown and white, male, of {owner.name}. Not licensed." in words


def test_the_tablets_own_fields_are_not_asked_for_in_the_office(client: Client) -> None:
    office, tablet = (client.get(address).content.decode() for address in ("/pound/new", "/field/"))
    names = [f'name="{name}"' for name in ("kind", "located", "together")]
    assert ([name in tablet for name in names], [name in office for name in names]) == ([True] * 3, [False] * 3)


def test_the_sign_in_is_told_with_its_age_and_the_offices_clock(client: Client, officer: User) -> None:
    User.objects.filter(pk=officer.pk).update(last_login=noon() - timedelta(hours=2))
    told = client.get("/field/who").json()
    assert (told["pk"], told["seconds"], told["now"]) == (officer.pk, 7200, "2026-06-15T12:00:00")


def test_what_waits_on_a_tablet_is_sealed_for_each_officer_and_outlives_a_change_of_the_secret(
    client: Client, dover: Town, officer: User, settings: Any
) -> None:
    keys = client.get("/field/who").json()["keys"]
    client.force_login(UserFactory.create(town=dover, role="officer"))
    assert client.get("/field/who").json()["keys"] != keys
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]
    client.force_login(officer)
    changed = client.get("/field/who").json()["keys"]
    assert (changed[1:], changed[0] in keys) == (keys, False)


def test_the_page_the_worker_and_the_manifest_name_one_another(client: Client) -> None:
    page, worker, manifest = (client.get(f"/field/{name}") for name in ("", "worker.js", "manifest.webmanifest"))
    assert b'data-worker="/field/worker.js"' in page.content
    assert "blob:" in page["Content-Security-Policy"]
    assert worker["Content-Type"] == "text/javascript"
    assert b'const PAGE = "/field/"' in worker.content
    assert b"/img/usa-icons/" in worker.content
    assert manifest.json()["start_url"] == "/field/"


def test_the_grounds_are_the_ordinances_with_their_text(client: Client, chestertown: Town) -> None:
    assert "whether on or off the owner&#x27;s premises" in client.get("/field/").content.decode()
    client.force_login(UserFactory.create(town=chestertown, role="officer"))
    page = client.get("/field/").content.decode()
    assert "§§ 68-7, 68-8" in page
    assert "need not be impounded" in page


def test_a_license_of_an_earlier_owner_is_not_the_dogs(client: Client, owner: Owner) -> None:
    dog = DogFactory.create(owner=owner)
    EarlierLicenseFactory.create(dog=dog, holder=OwnerFactory.create(town=owner.town), expires=date(2026, 12, 31))
    (row,) = rows(client)
    assert (row["starts"], row["ends"]) == (None, None)
