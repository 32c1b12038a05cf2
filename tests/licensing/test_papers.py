"""Filing papers."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from pytest_django import Settings

from licensing.actions.papers import (
    AlterationProofFacts,
    RabiesStatementFacts,
    WorkingProofFacts,
    file_alteration_proof,
    file_rabies_certificate,
    file_rabies_statement,
    file_working_proof,
)
from licensing.models import Dog, Owner, RabiesCertificate, Scan
from licensing.scans import path_of, read_upload
from office.models import User
from office.refusals import Refused, Unconfirmed
from tests.factories import DogFactory
from tests.licensing.cases import AT, certificate_facts, pdf, upload
from tests.licensing.test_people import KEY, together


@pytest.fixture
def dog(owner: Owner) -> Dog:
    """The owner's dog, born 2023-03-01."""
    return DogFactory.create(owner=owner)


@pytest.fixture
def dog_of_chestertown(stranger: Owner) -> Dog:
    """A dog under the other town's law."""
    return DogFactory.create(owner=stranger)


def certify(dog: Dog, by: User, key: UUID | None = None, scan: Any = None, **changes: Any) -> RabiesCertificate:
    """File a certificate, as the clerk does."""
    facts = certificate_facts(**{name: value for name, value in changes.items() if name != "confirmed"})
    confirmed = changes.get("confirmed", ())
    return file_rabies_certificate(
        dog=dog, facts=facts, key=key or uuid4(), scan=scan, by=by, at=AT, confirmed=confirmed
    )


def about(refused: pytest.ExceptionInfo[Refused]) -> tuple[str, str]:
    """The one refusal's field and citation."""
    (refusal,) = refused.value.refusals
    return refusal.about, refusal.citation


def test_it_files_a_certificate_with_its_scan(dog: Dog, clerk: User, settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    scan = read_upload(upload(pdf(), "paper.pdf", "application/pdf"))
    paper = certify(dog, clerk, scan=scan, product="Imrab 3", serial="18273")
    assert (paper.filed_on, paper.product, paper.dog) == (date(2026, 6, 15), "Imrab 3", dog)
    assert paper.scan
    assert path_of(paper.scan).read_bytes() == pdf()


@pytest.mark.django_db(transaction=True)
def test_one_form_sent_ten_times_at_once_files_one_paper(
    dog: Dog, clerk: User, settings: Settings, tmp_path: Path
) -> None:
    settings.MEDIA_ROOT = tmp_path
    scan = read_upload(upload(pdf(), "paper.pdf", "application/pdf"))
    filed = together(*[lambda: certify(dog, clerk, KEY, scan)] * 10)
    assert len({paper.pk for paper in filed}) == 1
    assert (RabiesCertificate.objects.count(), Scan.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    ("dates", "field"),
    [
        ({"vaccinated_on": date(2026, 6, 16)}, "vaccinated_on"),
        ({"vaccinated_on": date(2023, 2, 28)}, "vaccinated_on"),
        ({"expires": date(2026, 1, 10)}, "expires"),
        ({"expires": date(2025, 1, 10)}, "expires"),
    ],
)
def test_an_impossible_date_is_refused_at_its_field(dog: Dog, clerk: User, dates: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as refused:
        certify(dog, clerk, **dates)
    assert about(refused) == (field, "Office rule")


def test_a_paper_from_before_the_year_of_birth_is_refused(owner: Owner, clerk: User) -> None:
    dog = DogFactory.create(owner=owner, born=None, birth_year=2025)
    with pytest.raises(Refused, match="before Rex was born"):
        certify(dog, clerk, vaccinated_on=date(2024, 12, 31), expires=date(2027, 1, 1))
    assert certify(dog, clerk, vaccinated_on=date(2025, 1, 1), expires=date(2026, 1, 1)).pk


def test_a_certificate_of_four_years_is_asked_about(dog: Dog, clerk: User) -> None:
    assert certify(dog, clerk, expires=date(2029, 2, 10)).pk
    with pytest.raises(Unconfirmed, match="more than three years"):
        certify(dog, clerk, expires=date(2029, 2, 11))
    assert certify(dog, clerk, expires=date(2030, 1, 10), confirmed=("long_certificate",)).pk


def test_the_same_certificate_again_is_asked_about(dog: Dog, clerk: User) -> None:
    certify(dog, clerk)
    with pytest.raises(Unconfirmed, match="on file for Rex already"):
        certify(dog, clerk)
    assert certify(dog, clerk, confirmed=("filed_already",)).pk


def test_a_certificate_that_has_run_out_is_filed_all_the_same(dog: Dog, clerk: User) -> None:
    assert certify(dog, clerk, vaccinated_on=date(2024, 1, 1), expires=date(2025, 1, 1)).pk


def test_a_statement_is_filed_in_dover_and_refused_by_marylands_law(
    dog: Dog, dog_of_chestertown: Dog, clerk: User, clerk_of_chestertown: User
) -> None:
    facts = RabiesStatementFacts(dated=date(2026, 1, 5), reason="Immune disease", veterinarian="Dr. J. Reyes")
    assert file_rabies_statement(dog=dog, facts=facts, key=uuid4(), by=clerk, at=AT).dated == date(2026, 1, 5)
    with pytest.raises(Refused) as refused:
        file_rabies_statement(dog=dog_of_chestertown, facts=facts, key=uuid4(), by=clerk_of_chestertown, at=AT)
    assert refused.value.refusals[0].code == "rabies_statement_not_accepted"
    assert "COMAR 10.06.02.10" in refused.value.refusals[0].citation


def test_a_proof_of_alteration_puts_it_on_record(dog: Dog, clerk: User) -> None:
    facts = AlterationProofFacts(kind="affidavit", signed_on=date(2026, 6, 15), signer="Maeve O’Brien")
    paper = file_alteration_proof(dog=dog, facts=facts, key=uuid4(), by=clerk, at=AT)
    dog.refresh_from_db()
    assert (paper.kind, dog.altered) == ("affidavit", True)


def test_a_proof_of_alteration_of_tomorrow_changes_nothing(dog: Dog, clerk: User) -> None:
    facts = AlterationProofFacts(kind="affidavit", signed_on=date(2026, 6, 16), signer="Maeve O’Brien")
    with pytest.raises(Refused) as refused:
        file_alteration_proof(dog=dog, facts=facts, key=uuid4(), by=clerk, at=AT)
    dog.refresh_from_db()
    assert (about(refused)[0], dog.altered) == ("signed_on", False)


def test_a_working_dog_of_a_kind_that_the_town_licenses_free_is_taken(
    dog: Dog, dog_of_chestertown: Dog, clerk: User, clerk_of_chestertown: User
) -> None:
    facts = WorkingProofFacts(kind="therapy", dated=date(2025, 2, 3), issuer="Pet Partners")
    assert file_working_proof(dog=dog, facts=facts, key=uuid4(), by=clerk, at=AT).kind == "therapy"
    with pytest.raises(Refused) as refused:
        file_working_proof(dog=dog_of_chestertown, facts=facts, key=uuid4(), by=clerk_of_chestertown, at=AT)
    assert about(refused) == ("kind", "Office rule")
