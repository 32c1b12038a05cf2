"""Filing papers: rabies certificates and statements, proofs of alteration, proofs of working dogs, each with its scan.

Locking: the dog, so that what a paper says about it (spayed, neutered) is written with it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any, Protocol, TypeVar
from uuid import UUID

from django.utils import timezone

from licensing.models import AlterationProof, Dog, Paper, RabiesCertificate, RabiesStatement, WorkingProof
from licensing.scans import Upload, keep
from office.acts import act
from office.models import Town, User
from office.refusals import Refused, ask
from office.sent import once
from ordinances import facts as law
from ordinances.answers import Refusal
from ordinances.days import add_months

Filed = TypeVar("Filed", bound=Paper)

_LONGEST_IN_MONTHS = 37


@dataclass(frozen=True, slots=True, kw_only=True)
class RabiesCertificateFacts:
    """What a rabies certificate says (NASPHV Form 51)."""

    vaccinated_on: date
    expires: date
    veterinarian: str
    product: str = ""
    manufacturer: str = ""
    serial: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RabiesStatementFacts:
    """What a veterinarian's statement says."""

    dated: date
    reason: str
    veterinarian: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AlterationProofFacts:
    """What a certificate or affidavit of alteration says."""

    kind: str
    signed_on: date
    signer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkingProofFacts:
    """What a proof of a working dog says."""

    kind: str
    dated: date
    issuer: str


class Born(Protocol):
    """A dog as far as its papers must fit it, on record or about to be."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def born(self) -> date | None:
        """The exact day, if it is known."""
        ...

    @property
    def birth_year(self) -> int | None:
        """The year, if that is all that is known."""
        ...


Facts = RabiesCertificateFacts | RabiesStatementFacts | AlterationProofFacts | WorkingProofFacts


@act
def file_rabies_certificate(
    *,
    dog: Dog,
    facts: RabiesCertificateFacts,
    key: UUID,
    by: User,
    at: datetime,
    scan: Upload | None = None,
    confirmed: Collection[str] = (),
) -> RabiesCertificate:
    """File a rabies certificate; ``key`` is the form's one-time key: sent again, it finds the paper it made.

    Raises Refused for impossible dates; Unconfirmed for a term over three years (``long_certificate``), and like every
    filing for the same paper again (``filed_already``).
    """

    def check(dog: Dog, on: date) -> None:
        _refuse(*wrong_certificate(dog, facts, on))
        ask(*long_certificate(facts), confirmed=confirmed)

    return _file(RabiesCertificate, dog, facts, key=key, at=at, scan=scan, confirmed=confirmed, check=check)


@act
def file_rabies_statement(
    *,
    dog: Dog,
    facts: RabiesStatementFacts,
    key: UUID,
    by: User,
    at: datetime,
    scan: Upload | None = None,
    confirmed: Collection[str] = (),
) -> RabiesStatement:
    """File a veterinarian's statement that the vaccine would harm the dog. Raises Refused where the law takes none."""

    def check(dog: Dog, on: date) -> None:
        _refuse(*wrong_statement(dog.town, dog, facts, on))

    return _file(RabiesStatement, dog, facts, key=key, at=at, scan=scan, confirmed=confirmed, check=check)


@act
def file_alteration_proof(
    *,
    dog: Dog,
    facts: AlterationProofFacts,
    key: UUID,
    by: User,
    at: datetime,
    scan: Upload | None = None,
    confirmed: Collection[str] = (),
) -> AlterationProof:
    """File a proof that the dog is spayed or neutered, and put that on record. Licenses given out stay as they are."""

    def check(dog: Dog, on: date) -> None:
        _refuse(*wrong_alteration_proof(dog.town, dog, facts, on))

    paper = _file(AlterationProof, dog, facts, key=key, at=at, scan=scan, confirmed=confirmed, check=check)
    Dog.objects.filter(pk=dog.pk, altered=False).update(altered=True)
    return paper


@act
def file_working_proof(
    *,
    dog: Dog,
    facts: WorkingProofFacts,
    key: UUID,
    by: User,
    at: datetime,
    scan: Upload | None = None,
    confirmed: Collection[str] = (),
) -> WorkingProof:
    """File a proof that the dog works as a kind that the town licenses free. Raises Refused for another kind."""

    def check(dog: Dog, on: date) -> None:
        _refuse(*wrong_working_proof(dog.town, dog, facts, on))

    return _file(WorkingProof, dog, facts, key=key, at=at, scan=scan, confirmed=confirmed, check=check)


def wrong_certificate(dog: Born, facts: RabiesCertificateFacts, on: date) -> Iterator[Refusal]:
    """What cannot be so on a rabies certificate of this dog."""
    yield from _wrong_day(dog, "vaccinated_on", facts.vaccinated_on, on)
    if facts.expires <= facts.vaccinated_on:
        message = "The next vaccination is due after the day of this one: check both dates."
        yield Refusal("impossible_date", "Office rule", message, "expires")


def long_certificate(facts: RabiesCertificateFacts) -> Iterator[Refusal]:
    """The question about a certificate of more than three years."""
    if facts.expires > add_months(facts.vaccinated_on, _LONGEST_IN_MONTHS):
        message = "This certificate runs for more than three years: check the year."
        yield Refusal("long_certificate", "Office rule", message, "expires")


def wrong_statement(town: Town, dog: Born, facts: RabiesStatementFacts, on: date) -> Iterator[Refusal]:
    """What cannot be so on a veterinarian's statement, and the law's words where it takes none."""
    yield from _wrong_day(dog, "dated", facts.dated, on)
    ordinance = town.ordinance(on)
    if not ordinance.accepts_rabies_statement:
        rabies = law.RabiesStatement(dated=facts.dated)
        asked = law.LicenseApplication(on=on, dog=law.Dog(), owner=law.Owner(), rabies=rabies, license_year=on.year)
        refusals = ordinance.license(asked).refusals
        yield from (each for each in refusals if each.code == "rabies_statement_not_accepted")


def wrong_alteration_proof(town: Town, dog: Born, facts: AlterationProofFacts, on: date) -> Iterator[Refusal]:
    """What cannot be so on a proof of alteration, and that the town's law knows no such proof."""
    yield from _wrong_day(dog, "signed_on", facts.signed_on, on)
    taken = town.ordinance(on).alteration_proofs
    yield from _wrong_kind(facts.kind, taken, "No fee here depends on such a proof")


def wrong_working_proof(town: Town, dog: Born, facts: WorkingProofFacts, on: date) -> Iterator[Refusal]:
    """What cannot be so on a proof of a working dog, and that the town's law licenses no such dog free."""
    yield from _wrong_day(dog, "dated", facts.dated, on)
    taken = town.ordinance(on).working_kinds
    yield from _wrong_kind(facts.kind, taken, "The town's law licenses no such dog free")


def _file(
    kind: type[Filed],
    dog: Dog,
    facts: Facts,
    *,
    key: UUID,
    at: datetime,
    scan: Upload | None,
    confirmed: Collection[str],
    check: Callable[[Dog, date], None],
) -> Filed:
    """File the paper with its scan, once a form, after ``check``; the same paper again is asked about."""

    def file() -> Filed:
        dogs: Any = Dog.objects.select_for_update(of=("self",), no_key=True).select_related("town")
        locked = dogs.get(pk=dog.pk)
        on = timezone.localdate(at)
        check(locked, on)
        if kind.objects.filter(dog=locked, **asdict(facts)).exists():
            message = f"The same paper is on file for {locked.name} already."
            ask(Refusal("filed_already", "Office rule", message), confirmed=confirmed)
        kept = keep(scan, town=locked.town, at=at) if scan else None
        filed: Filed = kind.objects.create(dog=locked, filed_on=on, scan=kept, **asdict(facts))
        return filed

    return once(dog.town, key, kind, file)


def _refuse(*found: Refusal) -> None:
    if found:
        raise Refused(*found)


def _wrong_day(dog: Born, about: str, day: date, on: date) -> Iterator[Refusal]:
    """A paper signed after today, or before the dog was born."""
    year = dog.born.year if dog.born else dog.birth_year
    if day > on:
        yield Refusal("impossible_date", "Office rule", "This day is yet to come: check the year.", about)
    elif (dog.born and day < dog.born) or (year and day.year < year):
        message = f"This day is before {dog.name} was born ({dog.born.isoformat() if dog.born else year})."
        yield Refusal("impossible_date", "Office rule", message, about)


def _wrong_kind(kind: str, taken: Collection[str], because: str) -> Iterator[Refusal]:
    """A kind of proof that the town's law does not know."""
    if kind not in taken:
        yield Refusal("proof_not_needed", "Office rule", f"{because}: it need not be filed.", "kind")
