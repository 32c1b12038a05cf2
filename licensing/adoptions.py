"""What an adoption rests on and costs: the law is asked with what is on record and what is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

from django.db.models import QuerySet

from licensing.facts import Asked, duty_began, price
from licensing.models import (
    Adoption,
    AlterationProof,
    Dog,
    Owner,
    Paper,
    RabiesCertificate,
    RabiesStatement,
    WorkingProof,
)
from licensing.needs import longest
from ordinances import facts as law
from ordinances.answers import Adopting, Quote

Kind = TypeVar("Kind", bound=Paper)

HEADER = (
    "Adopted on", "Dog", "Breed", "Microchip", "From", "Adopter", "Identity shown", "Rests on", "License", "Tag",
    "Total",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class AdoptionFacts:
    """What the shelter says and the adopter shows; a license of elsewhere by its place and number.

    ``available``: the hold is over, and the dog is the shelter's to give away.
    """

    shelter: str
    identified_by: str
    shown_of_age: bool = False
    available: bool = False
    elsewhere_place: str = ""
    elsewhere_number: str = ""

    @property
    def elsewhere(self) -> str:
        """The license of elsewhere, if it is named whole."""
        whole = self.elsewhere_place and self.elsewhere_number
        return f"{self.elsewhere_place} {self.elsewhere_number}" if whole else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LicenseWanted:
    """The license that the adopter asks for: the period, the proof of a working dog, a tag chosen by hand.

    ``transfer``: none of these, but the license that the dog has, where the law lets it go over to a new owner.
    """

    period: int = 0
    transfer: bool = False
    working: WorkingProof | None = None
    tag_number: int | None = None


def adopting(
    adopter: Owner, born: date | None, facts: AdoptionFacts, wanted: LicenseWanted | None, *, on: date
) -> Adopting:
    """What the town's law says to the adoption of a dog born on that day; the license wanted counts as taken."""
    asked = law.Adoption(
        on=on,
        dog=law.Dog(born=born),
        adopter=adopter.as_fact(),
        shown_of_age=facts.shown_of_age,
        available=facts.available,
        licensed=wanted is not None,
        license_elsewhere=facts.elsewhere,
    )
    return adopter.town.ordinance(on).adoption(asked)


def license_asked(dog: Dog, wanted: LicenseWanted, *, on: date, shown: Sequence[Paper] = ()) -> Asked:
    """The application for the adopted dog's license: on the papers that serve longest, on file or ``shown``.

    The dog may be one that is not on record yet.
    """
    alterations = _papers(dog, AlterationProof, shown)
    rabies = longest(
        _papers(dog, RabiesCertificate, shown), _papers(dog, RabiesStatement, shown), dog.town.ordinance(on)
    )
    return Asked(
        dog=dog,
        period=wanted.period,
        rabies=rabies,
        alteration=max(alterations, key=lambda row: row.signed_on, default=None) if dog.altered else None,
        working=wanted.working,
        duty_began=duty_began(dog),
    )


def adoption_price(dog: Dog, wanted: LicenseWanted, *, on: date, shown: Sequence[Paper] = ()) -> Quote:
    """What the adopter's license costs, or all that stands in its way; the dog is the adopter's in memory already."""
    return price(license_asked(dog, wanted, on=on, shown=shown), town=dog.town, on=on).quote


def _papers(dog: Dog, kind: type[Kind], shown: Sequence[Paper]) -> list[Kind]:
    """The dog's papers of the kind, on file and shown."""
    return [*kind.objects.filter(dog=dog.pk), *(paper for paper in shown if isinstance(paper, kind))]


def adoption_rows(found: QuerySet[Adoption, Any]) -> Iterator[tuple[object, ...]]:
    """The list as a table, its header first, read from the database piece by piece."""
    yield HEADER
    for row in found.iterator(chunk_size=2000):
        license_ = row.license
        paid = (license_.tag.number, license_.receipt.total) if license_ else (None, None)
        yield (
            row.adopted_on, row.dog.name, row.dog.breed, row.dog.chip, row.shelter, row.adopter.name, row.identified_by,
            row.get_rests_on_display(), row.license_shown, *paid,
        )  # fmt: skip
