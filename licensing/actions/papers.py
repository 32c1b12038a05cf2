"""Filing papers: rabies certificates and statements, proofs of alteration, proofs of working dogs, each with its scan.

Locking: the dog, so that what a paper says about it (spayed, neutered) is written with it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any, TypeVar
from uuid import UUID

from django.utils import timezone

from licensing.models import AlterationProof, Dog, Paper, RabiesCertificate, RabiesStatement, WorkingProof
from licensing.scans import Upload, keep
from office.acts import act
from office.models import User
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

    Raises Refused for impossible dates; Unconfirmed for a term over three years (``long_certificate``) or the same
    certificate again (``filed_already``).
    """

    def make(dog: Dog) -> RabiesCertificate:
        _refuse_day(dog, "vaccinated_on", facts.vaccinated_on, timezone.localdate(at))
        if facts.expires <= facts.vaccinated_on:
            message = "The next vaccination is due after the day of this one: check both dates."
            raise Refused(Refusal("impossible_date", "Office rule", message, "expires"))
        ask(*_about_certificate(dog, facts), confirmed=confirmed)
        return RabiesCertificate(**asdict(facts))

    return _file(RabiesCertificate, dog, key, at, scan, make)


@act
def file_rabies_statement(
    *, dog: Dog, facts: RabiesStatementFacts, key: UUID, by: User, at: datetime, scan: Upload | None = None
) -> RabiesStatement:
    """File a veterinarian's statement that the vaccine would harm the dog. Raises Refused where the law takes none."""

    def make(dog: Dog) -> RabiesStatement:
        on = timezone.localdate(at)
        _refuse_day(dog, "dated", facts.dated, on)
        refused = statement_refused(dog, facts.dated, on)
        if refused:
            raise Refused(*refused)
        return RabiesStatement(**asdict(facts))

    return _file(RabiesStatement, dog, key, at, scan, make)


@act
def file_alteration_proof(
    *, dog: Dog, facts: AlterationProofFacts, key: UUID, by: User, at: datetime, scan: Upload | None = None
) -> AlterationProof:
    """File a proof that the dog is spayed or neutered, and put that on record. Licenses given out stay as they are."""

    def make(dog: Dog) -> AlterationProof:
        on = timezone.localdate(at)
        _refuse_day(dog, "signed_on", facts.signed_on, on)
        _refuse_kind(facts.kind, dog.town.ordinance(on).alteration_proofs, "No fee here depends on such a proof")
        if not dog.altered:
            dog.altered = True
            dog.save(update_fields=["altered"])
        return AlterationProof(**asdict(facts))

    return _file(AlterationProof, dog, key, at, scan, make)


@act
def file_working_proof(
    *, dog: Dog, facts: WorkingProofFacts, key: UUID, by: User, at: datetime, scan: Upload | None = None
) -> WorkingProof:
    """File a proof that the dog works as a kind that the town licenses free. Raises Refused for another kind."""

    def make(dog: Dog) -> WorkingProof:
        on = timezone.localdate(at)
        _refuse_day(dog, "dated", facts.dated, on)
        _refuse_kind(facts.kind, dog.town.ordinance(on).working_kinds, "The town's law licenses no such dog free")
        return WorkingProof(**asdict(facts))

    return _file(WorkingProof, dog, key, at, scan, make)


def statement_refused(dog: Dog, dated: date, on: date) -> tuple[Refusal, ...]:
    """The law's words where it takes no statement instead of a certificate; empty where it does."""
    ordinance = dog.town.ordinance(on)
    if ordinance.accepts_rabies_statement:
        return ()
    asked = law.LicenseApplication(
        on=on, dog=law.Dog(), owner=law.Owner(), rabies=law.RabiesStatement(dated=dated), license_year=on.year
    )
    refusals = ordinance.license(asked).refusals
    return tuple(refusal for refusal in refusals if refusal.code == "rabies_statement_not_accepted")


def _file(
    kind: type[Filed], dog: Dog, key: UUID, at: datetime, scan: Upload | None, make: Callable[[Dog], Filed]
) -> Filed:
    """File what ``make`` made of the locked dog, with its scan, once a form."""

    def file() -> Filed:
        dogs: Any = Dog.objects.select_for_update(of=("self",), no_key=True).select_related("town")
        locked = dogs.get(pk=dog.pk)
        paper = make(locked)
        paper.dog = locked
        paper.filed_on = timezone.localdate(at)
        paper.scan = keep(scan, town=locked.town, at=at) if scan else None
        paper.save(force_insert=True)
        return paper

    return once(dog.town, key, kind, file)


def _about_certificate(dog: Dog, facts: RabiesCertificateFacts) -> Iterable[Refusal]:
    """What is asked about a certificate before it is filed."""
    if facts.expires > add_months(facts.vaccinated_on, _LONGEST_IN_MONTHS):
        message = "This certificate runs for more than three years: check the year."
        yield Refusal("long_certificate", "Office rule", message, "expires")
    same = RabiesCertificate.objects.filter(dog=dog, vaccinated_on=facts.vaccinated_on, expires=facts.expires)
    if same.exists():
        message = f"A certificate with these dates is on file for {dog.name} already."
        yield Refusal("filed_already", "Office rule", message, "vaccinated_on")


def _refuse_day(dog: Dog, about: str, day: date, on: date) -> None:
    """Refuse a paper signed after today, or before the dog was born."""
    if day > on:
        raise Refused(Refusal("impossible_date", "Office rule", "This day is yet to come: check the year.", about))
    year = dog.born.year if dog.born else dog.birth_year
    if (dog.born and day < dog.born) or (year and day.year < year):
        message = f"This day is before {dog.name} was born ({dog.born.isoformat() if dog.born else year})."
        raise Refused(Refusal("impossible_date", "Office rule", message, about))


def _refuse_kind(kind: str, taken: Collection[str], because: str) -> None:
    """Refuse a kind of proof that the town's law does not know."""
    if kind not in taken:
        raise Refused(Refusal("proof_not_needed", "Office rule", f"{because}: it need not be filed.", "kind"))
