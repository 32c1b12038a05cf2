"""A paper that was misfiled or mistyped: it counts no more, and remains to be seen."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
import time_machine
from django.test import Client

from licensing.actions.withdrawals import what_follows, withdraw_paper
from licensing.models import DueEntry, License, Owner, Paper, RabiesCertificate
from licensing.scans import keep, read_upload
from office.models import Resolution, User
from office.refusals import Refused
from office.words import dated
from tests.factories import (
    TODAY,
    AlterationProofFactory,
    DogFactory,
    EarlierLicenseFactory,
    RabiesCertificateFactory,
    TagBoxFactory,
)
from tests.licensing.cases import picture, upload
from tests.licensing.issuing import cash, issue, noon

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon() -> Any:
    with time_machine.travel(noon(), tick=False):
        yield


@pytest.fixture
def paper(resolution: Resolution, owner: Owner) -> RabiesCertificate:
    TagBoxFactory.create(town=owner.town)
    return RabiesCertificateFactory.create(dog=DogFactory.create(owner=owner, altered=True))


@pytest.fixture
def desk(clerk: User) -> Client:
    client = Client()
    client.force_login(clerk)
    return client


def withdraw(paper: Paper, by: User, **changes: Any) -> Paper:
    given: dict[str, Any] = {"reason": "It is Bella’s", "key": uuid.uuid4()} | changes
    return withdraw_paper(paper=paper, by=by, at=noon(), **given)


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(Refused) as told:
        act()
    return told.value.refusals[0].code


def page(desk: Client, paper: RabiesCertificate) -> str:
    return f"/dogs/{paper.dog_id}/papers/rabies-certificate/{paper.pk}/correct"


def said(paper: Paper) -> list[tuple[str, str]]:
    return list(what_follows(paper, TODAY))


def test_a_withdrawn_paper_counts_no_more_and_is_kept(paper: RabiesCertificate, clerk: User) -> None:
    withdraw(paper, clerk)
    assert list(paper.dog.rabiescertificates.all()) == []
    kept = RabiesCertificate.ever.get()
    assert (kept.withdrawn_at, kept.withdrawn_because, kept.expires) == (noon(), "It is Bella’s", paper.expires)
    assert DueEntry.objects.get(dog=paper.dog_id).certificate_to is None


def test_no_license_is_issued_on_it(paper: RabiesCertificate, clerk: User, desk: Client) -> None:
    withdraw(paper, clerk)
    shown = desk.get(f"/licenses/new?dog={paper.dog_id}").content.decode()
    assert "None on file" in shown
    assert "No rabies certificate on file" in desk.get(f"/dogs/{paper.dog_id}/").content.decode()


def test_the_window_tells_its_day_no_more(paper: RabiesCertificate, clerk: User, desk: Client) -> None:
    license_ = issue(paper.dog, by=clerk)
    asked = {"town": "dover", "tag": license_.tag.number, "fact": license_.holder.zip_code}
    assert "January 10, 2029" in desk.post("/check/", asked).content.decode()
    withdraw(paper, clerk)
    assert "January 10, 2029" not in desk.post("/check/", asked).content.decode()


def test_a_license_on_it_stays_and_the_law_says_what_would_follow(paper: RabiesCertificate, clerk: User) -> None:
    license_ = issue(paper.dog, by=clerk)
    ((told, citation),) = said(paper)
    assert f"License {license_.number} stands on it, and would be refused without it" in told
    assert "Licensing ¶ A(5)" in citation
    withdraw(paper, clerk)
    kept = License.objects.get()
    assert (kept.state(TODAY), kept.rabies_certificate) == ("in force", paper)


def test_with_another_paper_the_license_would_be_the_same(paper: RabiesCertificate, clerk: User) -> None:
    issue(paper.dog, by=clerk, rabies=paper)
    RabiesCertificateFactory.create(dog=paper.dog, expires=date(2028, 1, 10))
    assert [told for told, _ in said(paper)] == [
        "License 1 stands on it, and would be the same on the other papers on file."
    ]


def test_without_its_proof_of_alteration_the_price_would_be_another(paper: RabiesCertificate, clerk: User) -> None:
    proof = AlterationProofFactory.create(dog=paper.dog)
    issue(paper.dog, by=clerk, alteration=proof, tender=cash("11"))
    ((told, _),) = said(proof)
    assert "it would have cost $21.00, not $11.00" in told


def test_nothing_follows_where_no_license_stands_on_it(paper: RabiesCertificate) -> None:
    assert said(paper) == []


def test_a_paper_is_withdrawn_once_and_with_a_reason(paper: RabiesCertificate, clerk: User) -> None:
    assert refused(lambda: withdraw(paper, clerk, reason=" ")) == "no_reason"
    key = uuid.uuid4()
    assert withdraw(paper, clerk, key=key) == withdraw(paper, clerk, key=key)
    assert refused(lambda: withdraw(paper, clerk)) == "withdrawn_already"


def test_the_other_towns_clerk_withdraws_nothing(paper: RabiesCertificate, clerk_of_chestertown: User) -> None:
    assert refused(lambda: withdraw(paper, clerk_of_chestertown)) == "other_town"


def test_a_mistyped_paper_is_filed_again_with_its_facts_and_its_scan(paper: RabiesCertificate, desk: Client) -> None:
    scan = keep(read_upload(upload(picture(), "a.jpg", "image/jpeg")), town=paper.dog.town, at=noon())
    RabiesCertificate.objects.filter(pk=paper.pk).update(scan=scan)
    form = {"key": str(uuid.uuid4()), "reason": "The year", "whose": str(paper.dog_id)}
    onward = desk.post(page(desk, paper), form)["Location"]
    assert onward == f"/dogs/{paper.dog_id}/papers/rabies-certificate/new?instead_of={paper.pk}"
    shown = desk.get(onward)
    typed = shown.context["form"].initial | {"expires": "2027-01-10"}
    desk.post(onward, {name: value for name, value in typed.items() if value is not None})
    again = paper.dog.rabiescertificates.get()
    assert (again.expires, again.vaccinated_on) == (date(2027, 1, 10), paper.vaccinated_on)
    assert again.scan is not None
    assert again.scan.digest == scan.digest


def test_a_misfiled_paper_goes_on_to_the_other_dog(paper: RabiesCertificate, desk: Client) -> None:
    bella = DogFactory.create(owner=paper.dog.owner, name="Bella")
    assert "For Bella" in desk.get(page(desk, paper)).content.decode()
    form = {"key": str(uuid.uuid4()), "reason": "Bella’s", "whose": str(bella.pk)}
    places = {desk.post(page(desk, paper), form)["Location"] for _ in range(2)}
    assert places == {f"/dogs/{bella.pk}/papers/rabies-certificate/new?instead_of={paper.pk}"}


def test_the_dogs_page_shows_it_withdrawn(paper: RabiesCertificate, clerk: User, desk: Client) -> None:
    withdraw(paper, clerk)
    shown = desk.get(f"/dogs/{paper.dog_id}/").content.decode()
    assert "withdrawn" in shown
    assert "It is Bella’s" in shown
    assert dated(str(paper)) in shown


def test_the_other_towns_withdrawn_paper_is_not_found(
    paper: RabiesCertificate, clerk: User, clerk_of_chestertown: User, stranger: Owner
) -> None:
    withdraw(paper, clerk)
    client = Client()
    client.force_login(clerk_of_chestertown)
    address = f"/dogs/{DogFactory.create(owner=stranger).pk}/papers/rabies-certificate/new"
    assert client.get(address).status_code == 200
    assert client.get(f"{address}?instead_of={paper.pk}").status_code == 404


def test_of_a_license_renewed_since_only_what_the_paper_is_for_is_told(paper: RabiesCertificate, clerk: User) -> None:
    first = EarlierLicenseFactory.create(dog=paper.dog, expires=TODAY, rabies_certificate=paper)
    issue(paper.dog, by=clerk, rabies=paper)
    told = [told for told, _ in said(paper) if told.startswith(f"License {first.number} ")]
    assert len(told) == 1
    assert "rabies vaccination is needed" in told[0]
    assert "can be renewed" not in told[0]
