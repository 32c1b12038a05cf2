"""What is exported imports into an empty town, and that town's register is the same to the letter."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.db import transaction

from licensing.models import Dog, ImportRun, License, Owner
from licensing.register.writing import register
from office.export.cells import as_csv
from office.models import Town, User
from tests.factories import (
    TODAY,
    AlterationProofFactory,
    BusinessFactory,
    DogFactory,
    EarlierLicenseFactory,
    OwnerFactory,
    RabiesCertificateFactory,
    RabiesStatementFactory,
    TagFactory,
    TownFactory,
    UserFactory,
    WorkingProofFactory,
)
from tests.licensing.issuing import noon
from tests.licensing.registers import taken_over

pytestmark = pytest.mark.django_db
TOWNS = ("dover", "chestertown")
TERMS: dict[str, dict[str, Any]] = {
    "dover": {},
    "chestertown": {"license_year": 2025, "starts": date(2025, 7, 1), "expires": date(2026, 6, 30)},
}
"""What a license of this year has, beside what the factory gives it."""


def people(town: Town) -> None:
    """Two of one name, one whose address is confidential, an organization, one from elsewhere, one without a dog."""
    for street in ("1 Mill Street", "2 Mill Street"):
        DogFactory.create(owner=OwnerFactory.create(town=town, last_name="Smith", street=street))
    OwnerFactory.create(town=town, last_name="Hidden", confidential=True, telephone="+1 845 555 0100")
    OwnerFactory.create(town=town, first_name="", last_name='\'=Hounds, "Inc."', email="hounds@example.org")
    OwnerFactory.create(town=town, last_name="Elsewhere", resident=False, city="Amenia", zip_code="12501-0017")
    senior = {"born": date(1950, 2, 3), "resident_since": date(2001, 1, 1)}
    OwnerFactory.create(town=town, last_name="Núñez", note="Gate:\r\nring; =twice\n\n", **senior)


def dogs(owner: Owner) -> None:
    """Here and gone, born when nobody knows, with words that a spreadsheet would calculate."""
    for number, status in enumerate(Dog.Status.values):
        DogFactory.create(owner=owner, name=f"S{number}", status=status, status_on=date(2026, 5, 1 + number))
    DogFactory.create(owner=owner, name="Year", born=None, birth_year=2019, sex="female", altered=True)
    DogFactory.create(owner=owner, name="Nobody knows", born=None, acquired_on=date(2024, 2, 29))
    DogFactory.create(owner=owner, name="=1+1", breed="-", color="@home", markings='+ white,\t"paws"')
    DogFactory.create(owner=owner, name="Chip", chip="985 112 000 123 456")
    if owner.town.slug == "chestertown":
        DogFactory.create(owner=owner, name="Ken", kennel=BusinessFactory.create(operator=owner))


def papers(town: Town) -> None:
    """Each kind of paper, several of one kind, and all of them on one dog."""
    dog = DogFactory.create(owner__town=town, altered=True, sex="female")
    RabiesCertificateFactory.create(dog=dog, vaccinated_on=date(2024, 1, 9), expires=date(2025, 1, 9))
    RabiesCertificateFactory.create(dog=dog, product="+RabGuard", manufacturer="V", serial="-7", filed_on=TODAY)
    law = town.ordinance(TODAY)
    WorkingProofFactory.create(dog=dog, kind=min(law.working_kinds))
    if law.alteration_proofs:
        AlterationProofFactory.create(dog=dog, kind=min(law.alteration_proofs))
    if law.accepts_rabies_statement:
        RabiesStatementFactory.create(dog__owner__town=town, filed_on=TODAY)


def license_of(town: Town, **more: Any) -> License:
    """A license of this year with its tag."""
    terms = TERMS[town.slug] | more
    tag = TagFactory.create(dog__owner__town=town, license_year=terms.get("license_year"))
    return EarlierLicenseFactory.create(dog=tag.dog, tag=tag, **terms)


def licenses(town: Town) -> None:
    """In force, free, ended, sold and voided; a number without a license, and one out of use."""
    for more in ({}, {"marking": "Guide dog"}, {"from_elsewhere": "NYC 12"}):
        license_of(town, **more)
    license_of(town, ended_on=TODAY, ended_because="Died")
    license_of(town, voided_at=noon(), voided_because="Wrong years")
    sold = license_of(town, ended_on=TODAY, ended_because="Sold")
    sold.dog.owner = OwnerFactory.create(town=town)
    sold.dog.save()
    TagFactory.create(dog=None, town=town, retired_on=TODAY, retired_because="Spoiled")


def whole(town: Town) -> None:
    """A town with all sorts."""
    people(town)
    dogs(OwnerFactory.create(town=town))
    papers(town)
    licenses(town)


def exported(town: Town) -> bytes:
    """The file register.csv of the town."""
    return b"".join(as_csv(register(town)))


def in_another_office(slug: str) -> bytes:
    """The register of such a town, of which nothing is left here."""
    with transaction.atomic():
        town = TownFactory.create(slug=slug)
        whole(town)
        register_of_it = exported(town)
        transaction.set_rollback(True)
    assert not Town.objects.exists()
    return register_of_it


@pytest.fixture(params=TOWNS)
def there(request: pytest.FixtureRequest) -> tuple[bytes, User]:
    """A register from another office, and who takes it over in an empty town of the same law."""
    content = in_another_office(request.param)
    return content, UserFactory.create(town=TownFactory.create(slug=request.param), role="manager")


def test_an_empty_town_has_the_same_register_to_the_letter(there: tuple[bytes, User]) -> None:
    content, manager = there
    run = taken_over(content, manager)
    assert run.state == ImportRun.State.DONE
    assert [line.why for line in run.report.filter(result="refused")] == []
    assert manager.town is not None
    assert exported(manager.town).decode().splitlines() == content.decode().splitlines()
    assert exported(manager.town) == content
