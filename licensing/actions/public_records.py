"""The export of public records: what anybody may ask of the register, and a record of who asked and why."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

from django.db.models import QuerySet
from django.utils import timezone

from licensing.models import License, PublicExport
from office.acts import act
from office.models import Town, User

HEADER = (
    "License",
    "Tag",
    "From",
    "To",
    "Dog",
    "Breed",
    "Color",
    "Sex",
    "Owner",
    "Street",
    "City",
    "State",
    "ZIP code",
)


def public_licenses(town: Town, on: date) -> QuerySet[License]:
    """The licenses in force, but for those of persons whose address is confidential."""
    licenses = License.objects.in_force(on).filter(town=town, holder__confidential=False)
    return licenses.select_related("tag", "dog", "holder").order_by("number")


@act
def export_public_records(*, town: Town, requester: str, purpose: str, by: User, at: datetime) -> PublicExport:
    """Record who asked for the public records and for what purpose, with the number of licenses given out."""
    rows = public_licenses(town, timezone.localdate(at)).count()
    return PublicExport.objects.create(town=town, requester=requester, purpose=purpose, rows=rows, by=by, at=at)


def public_table(town: Town, on: date) -> Iterator[tuple[object, ...]]:
    """The header and a row a license, read piece by piece.

    Left out: telephone and e-mail, birth dates, all that is medical (rabies, alteration), and that a dog works.
    """
    yield HEADER
    for license_ in public_licenses(town, on).iterator(chunk_size=2000):
        dog, owner = license_.dog, license_.holder
        yield (
            license_.number, license_.tag.number, license_.starts, license_.expires,
            dog.name, dog.breed, dog.color, dog.get_sex_display(),
            owner.name, *(getattr(owner, part) for part in ("street", "city", "state", "zip_code")),
        )  # fmt: skip
