"""The export of public records: what anybody may ask of the register, and a record of who asked and why."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

from django.db.models import QuerySet
from django.utils import timezone

from licensing.models import License, Owner, PublicExport
from office.acts import act
from office.export.zipped import one_moment
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
    hidden = Owner.objects.filter(town=town, confidential=True)
    return License.objects.in_force(on).filter(town=town).exclude(holder__in=hidden).order_by("number")


@act
def export_public_records(*, town: Town, requester: str, purpose: str, by: User, at: datetime) -> PublicExport:
    """Record who asked for the public records and for what purpose, with the number of licenses given out."""
    rows = public_licenses(town, timezone.localdate(at)).count()
    return PublicExport.objects.create(town=town, requester=requester, purpose=purpose, rows=rows, by=by, at=at)


def public_table(town: Town, on: date) -> Iterator[tuple[object, ...]]:
    """The header and a row a license, all of one moment, read piece by piece.

    Left out: telephone and e-mail, birth dates, all that is medical (rabies, alteration), and that a dog works.
    """
    yield HEADER
    licenses = public_licenses(town, on).prefetch_related("tag", "dog", "holder")
    with one_moment():
        for license_ in licenses.iterator(chunk_size=500):
            dog, owner = license_.dog, license_.holder
            yield (
                license_.number, license_.tag.number, license_.starts, license_.expires,
                dog.name, dog.breed, dog.color, dog.get_sex_display(),
                owner.name, *(getattr(owner, part) for part in ("street", "city", "state", "zip_code")),
            )  # fmt: skip
