"""Dogs of the demonstration, and the papers that their owners bring."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils import timezone

from dover_dogs.demo import names
from dover_dogs.demo.office import Office
from dover_dogs.demo.people import Household, Keeper
from licensing.actions.changes import Report, report_change
from licensing.actions.dogs import DogFacts, add_dog
from licensing.actions.papers import (
    AlterationProofFacts,
    RabiesCertificateFacts,
    RabiesStatementFacts,
    WorkingProofFacts,
    file_alteration_proof,
    file_rabies_certificate,
    file_rabies_statement,
    file_working_proof,
)
from licensing.models import (
    AlterationProof,
    Change,
    Dog,
    Finding,
    License,
    RabiesCertificate,
    RabiesStatement,
    WorkingProof,
)
from ordinances.days import add_years

CHIPPED = 0.45
ALTERED = 0.7
PROVED = 0.85
"""Of the altered dogs, those whose owners bring a certificate or make an affidavit."""


REPORTED = {
    Dog.Status.LOST: Change.Event.LOSS,
    Dog.Status.DEAD: Change.Event.DEATH,
    Dog.Status.MOVED: Change.Event.LEFT_TOWN,
    Dog.Status.GONE: Change.Event.GONE,
}
"""What an owner tells of a dog that is no longer with it."""


@dataclass
class Pet:
    """A dog with its owner, and its papers as they come in."""

    keeper: Keeper
    name: str
    chip: str
    altered: bool
    proved: bool
    """Whether its owner shows that it is altered."""
    working: str = ""
    has_statement: bool = False
    rabies_ends: date | None = None
    """Set where the certificate ends on a certain day."""
    dog: Dog | None = None
    license: License | None = None
    rabies: RabiesCertificate | RabiesStatement | None = None
    alteration: AlterationProof | None = None
    work: WorkingProof | None = None
    found: Finding | None = None
    """What an enumeration met, before the dog was on record."""

    @property
    def on_record(self) -> Dog:
        """The dog's row; it is there from the first visit on."""
        if self.dog is None:
            raise ValueError(f"{self.name} is not on record yet")
        return self.dog


def new_pet(office: Office, household: Household, chips: set[str]) -> Pet:
    """Another dog of the household, with a name that none of them has."""
    name = office.pick([name for name in names.DOGS if name not in household.dog_names])
    household.dog_names.add(name)
    chance = office.chance
    chip = _chip(office, chips) if chance.random() < CHIPPED else ""
    altered = chance.random() < ALTERED
    proved = altered and chance.random() < PROVED
    return Pet(office.pick(household.keepers), name, chip, altered, proved)


def _chip(office: Office, known: set[str]) -> str:
    """A microchip's number as one reads it off a form: with spaces, with hyphens, or plain."""
    while True:
        digits = f"98{office.chance.randint(0, 9)}{office.chance.randrange(10**12):012}"
        if digits not in known:
            known.add(digits)
            return office.pick(("", " ", "-")).join(digits[at : at + 3] for at in range(0, 15, 3))


def register(office: Office, pet: Pet, at: datetime, *, least_age: int, most_age: int) -> None:
    """Put the dog on record, so many days old by chance; of some only the year of birth is known."""
    on = timezone.localdate(at)
    owner = pet.keeper.on_record(office, at)
    born = on - office.days(least_age, most_age)
    exact = most_age < 365 or office.chance.random() < 0.85
    acquired = office.chance.random() < 0.4
    facts = DogFacts(
        name=pet.name,
        sex=office.pick((Dog.Sex.FEMALE, Dog.Sex.MALE)),
        altered=pet.altered,
        breed=office.pick(names.BREEDS),
        color=office.pick(names.COLORS),
        markings=office.pick(names.MARKINGS),
        born=born if exact else None,
        birth_year=None if exact else born.year,
        chip=pet.chip,
        acquired_on=on - timedelta(days=office.chance.randint(0, (on - born).days // 2))
        if acquired and exact
        else None,
    )
    pet.dog = add_dog(owner=owner, facts=facts, key=office.key(), by=office.clerk, at=at)


def bring_papers(office: Office, pet: Pet, at: datetime, *, years: int) -> None:
    """File what a license of so many years needs and is not on file yet."""
    on = timezone.localdate(at)
    if pet.has_statement:
        _file_statement(office, pet, at)
    elif not isinstance(pet.rabies, RabiesCertificate) or pet.rabies.expires < on + timedelta(days=365 * years - 230):
        file_vaccination(office, pet, at)
    if pet.proved and pet.alteration is None and office.law.alteration_proofs:
        _file_alteration(office, pet, at)
    if pet.working and pet.work is None:
        _file_work(office, pet, at)


def file_vaccination(office: Office, pet: Pet, at: datetime) -> None:
    """A rabies certificate of one or three years, of some weeks before the visit."""
    vaccinated = timezone.localdate(at) - office.days(3, 45)
    expires = add_years(vaccinated, office.pick((1, 3, 3)) if pet.license is None else 3)
    if pet.rabies_ends is not None:
        vaccinated, expires = add_years(pet.rabies_ends, -1), pet.rabies_ends
    product, manufacturer = office.pick(names.VACCINES)
    facts = RabiesCertificateFacts(
        vaccinated_on=vaccinated,
        expires=expires,
        veterinarian=office.pick(names.VETERINARIANS),
        product=product,
        manufacturer=manufacturer,
        serial=f"{office.chance.randrange(10**6):06}",
    )
    pet.rabies = file_rabies_certificate(dog=pet.on_record, facts=facts, key=office.key(), by=office.clerk, at=at)


def _file_statement(office: Office, pet: Pet, at: datetime) -> None:
    dated = timezone.localdate(at) - office.days(1, 20)
    reason, signer = office.pick(names.STATEMENT_REASONS), office.pick(names.VETERINARIANS)
    facts = RabiesStatementFacts(dated=dated, reason=reason, veterinarian=signer)
    pet.rabies = file_rabies_statement(dog=pet.on_record, facts=facts, key=office.key(), by=office.clerk, at=at)


def _file_alteration(office: Office, pet: Pet, at: datetime) -> None:
    """A veterinarian's certificate, or the owner's affidavit made at the counter."""
    kind = office.pick(
        (AlterationProof.Kind.CERTIFICATE, AlterationProof.Kind.CERTIFICATE, AlterationProof.Kind.AFFIDAVIT)
    )
    certified = kind == AlterationProof.Kind.CERTIFICATE
    on = timezone.localdate(at)
    signed_on = on - office.days(5, 100) if certified else on
    signer = office.pick(names.VETERINARIANS) if certified else pet.on_record.owner.name
    facts = AlterationProofFacts(kind=kind, signed_on=signed_on, signer=signer)
    pet.alteration = file_alteration_proof(dog=pet.on_record, facts=facts, key=office.key(), by=office.clerk, at=at)


def _file_work(office: Office, pet: Pet, at: datetime) -> None:
    kind = office.law.working_kinds[pet.working].lower()  # type: ignore[index]  # one of its keys
    dated = timezone.localdate(at) - office.days(5, 90)
    facts = WorkingProofFacts(kind=pet.working, dated=dated, issuer=f"Tri-State {kind} school")
    pet.work = file_working_proof(dog=pet.on_record, facts=facts, key=office.key(), by=office.clerk, at=at)


def report(office: Office, pet: Pet, at: datetime, status: Dog.Status) -> None:
    """The owner tells that the dog is lost, dead, moved away or no longer here."""
    on = timezone.localdate(at)
    told = Report(event=REPORTED[status], happened_on=on, reported_on=on)
    pet.dog = report_change(dog=pet.on_record, report=told, key=office.key(), by=office.clerk, at=at).dog
