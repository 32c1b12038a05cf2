"""From rows to the facts that the law asks for, and the quote it answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from licensing.models import AlterationProof, Dog, Finding, License, RabiesCertificate, RabiesStatement, WorkingProof
from office.models import Resolution, Town
from office.models.setup import Subject
from ordinances import facts
from ordinances.answers import Line, Quote, Refusal, Term
from ordinances.money import ZERO
from ordinances.ordinance import Ordinance


@dataclass(frozen=True, slots=True)
class Asked:
    """What an applicant asks for and shows: the papers chosen from those on file, and the period.

    ``period`` is the number of years, or the license year where the town licenses by fixed years.
    """

    dog: Dog
    period: int
    rabies: RabiesCertificate | RabiesStatement | None = None
    alteration: AlterationProof | None = None
    working: WorkingProof | None = None
    duty_began: date | None = None


@dataclass(frozen=True, slots=True)
class Priced:
    """The law's answer, with the rows that it rests on."""

    quote: Quote
    resolution: Resolution | None
    renews: License | None
    found: tuple[Finding, ...] = ()
    """What enumerations found of the dog, which the license settles; the latest first."""


def last_license(dog: Dog, *, besides: License | None = None) -> License | None:
    """The standing license of the dog that ends last, if it ever had one."""
    return License.objects.last_first().filter(dog=dog.pk).exclude(pk=besides.pk if besides else 0).first()


def renewable(dog: Dog, last: License | None) -> License | None:
    """The license that a new one would renew: the dog's last, unless another owner held it or it was ended."""
    kept = last is not None and last.holder_id == dog.owner_id and last.ended_on is None
    return last if kept else None


def transferable(dog: Dog, on: date) -> tuple[License | None, Quote]:
    """The license that the dog's owner has on the day, and what the law says to its going over to a new owner."""
    current = License.objects.in_force(on).filter(dog=dog, holder=dog.owner_id).first()
    asked = facts.Transfer(on, current.last_day if current else None, of_elsewhere=False)
    return current, dog.town.ordinance(on).transfer(asked)


def carries_over(town: Town, on: date) -> bool:
    """Whether the town's law makes a valid license of another place its own."""
    return not town.ordinance(on).transfer(facts.Transfer(on, on, of_elsewhere=True)).refusals


def dog_fact(asked: Asked, on: date) -> facts.Dog:
    """The dog as the law asks, on the papers chosen. A proof filed on an earlier day is one already on file."""
    proof = asked.alteration
    on_file = proof is not None and proof.filed_on < on and proof.kind == AlterationProof.Kind.CERTIFICATE
    alteration: facts.AlterationProof | None = None
    if proof is not None:
        alteration = "on_file" if on_file else _ALTERATION[proof.kind]
    return facts.Dog(
        born=asked.dog.born,
        altered=asked.dog.altered,
        alteration_proof=alteration,
        working=_WORKING[asked.working.kind] if asked.working else None,
        working_proof=asked.working is not None,
    )


def rabies_fact(paper: RabiesCertificate | RabiesStatement | None) -> facts.Rabies | None:
    """The rabies paper as the law asks."""
    if isinstance(paper, RabiesCertificate):
        return facts.RabiesCertificate(expires=paper.expires)
    return facts.RabiesStatement(dated=paper.dated) if paper is not None else None


def duty_began(dog: Dog) -> date | None:
    """The later of getting the dog and moving in, as on record; the law adds the dog's coming of age."""
    known = [day for day in (dog.acquired_on, dog.owner.resident_since) if day is not None]
    return max(known, default=None)


def price(asked: Asked, *, town: Town, on: date, instead_of: License | None = None) -> Priced:
    """Quote a license by the law and the resolution in force on the day ``on``, as if ``instead_of`` were not there."""
    return prices([asked], town=town, on=on, instead_of=instead_of)[0]


def prices(asked: Sequence[Asked], *, town: Town, on: date, instead_of: License | None = None) -> list[Priced]:
    """Quote the licenses asked for, in their order: as many queries for a household as for one dog."""
    ordinance = town.ordinance(on)
    resolution = Resolution.objects.in_force(town, Subject.LICENSE_FEES, on)
    known = [each.dog for each in asked if each.dog.pk]
    rows = License.objects.last_each().filter(dog__in=known)
    last = {row.dog_id: row for row in rows.exclude(pk=instead_of.pk if instead_of else 0)}
    counted = "enumeration" in ordinance.asks
    findings = list(Finding.objects.open_for(known, on)) if counted and known else []
    if instead_of is not None:
        findings += instead_of.findings.select_related("enumeration")
    priced = []
    for each in asked:
        renews = renewable(each.dog, last.get(each.dog.pk))
        found = tuple(row for row in findings if row.dog_id == each.dog.pk)
        application = replace(
            _application(each, ordinance, renews, resolution, on),
            found_by_enumeration=bool(found),
            found_by=found[0].told if found else "",
        )
        priced.append(Priced(ordinance.license(application), resolution, renews, found))
    return priced


def _application(
    asked: Asked, ordinance: Ordinance, renews: License | None, resolution: Resolution | None, on: date
) -> facts.LicenseApplication:
    by_year = "license_year" in ordinance.asks
    return facts.LicenseApplication(
        on=on,
        dog=dog_fact(asked, on),
        owner=asked.dog.owner.as_fact(),
        rabies=rabies_fact(asked.rabies),
        renewing=renews.expires if renews else None,
        years=1 if by_year else asked.period,
        resolution=resolution.as_fact() if resolution else None,
        license_year=asked.period if by_year else None,
        duty_began=asked.duty_began,
    )


def part_lines(quote: Quote) -> tuple[Line, ...]:
    """The lines of one dog's part of a bill: a free license has none of its own, and is said to be free."""
    if quote.lines or not quote.free_by:
        return quote.lines
    return (Line("no_fee", ZERO, "No fee", quote.free_by, f"{quote.marking}: licensed free"),)


def licensed_already(terms: Iterable[tuple[Dog, Term]]) -> dict[int, License]:
    """Of each dog, by its number, a license that shares a day with the term asked for; one query."""
    sharing = [License.objects.filter(dog=dog).sharing_a_day(term.starts, term.expires) for dog, term in terms]
    return {row.dog_id: row for row in License.objects.none().union(*sharing)} if sharing else {}


def already_licensed(dog: Dog, other: License, *, about: str = "period") -> Refusal:
    """Why a term is refused that shares a day with the other license."""
    message = f"{dog.name} is licensed to {other.last_day.isoformat()} already (license {other.number})."
    return Refusal("already_licensed", "Office rule", message, about)


_ALTERATION: dict[str, facts.AlterationProof] = {"certificate": "certificate", "affidavit": "affidavit"}
_WORKING: dict[str, facts.WorkingKind] = {
    "detection": "detection",
    "guide": "guide",
    "hearing": "hearing",
    "police": "police",
    "service": "service",
    "therapy": "therapy",
    "war": "war",
    "search": "search",
}
