"""A dog leaves the shelter with its adopter: dog, papers, license, money and adoption in one transaction.

Locking: the town's register, the adopter, the dog; then as an issued license does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction
from django.utils import timezone

from licensing.actions import papers as filing
from licensing.actions.changes import record_of
from licensing.actions.checks import lock_dog, lock_owner
from licensing.actions.dogs import DogFacts, add_dog
from licensing.actions.handovers import Passing, carry_over, end_licenses, passing_license
from licensing.actions.licenses import issue_license
from licensing.actions.people import lock_register
from licensing.adoptions import AdoptionFacts, LicenseWanted, adopting, license_asked
from licensing.models import Adoption, Dog, License, Owner, Paper
from office.acts import act
from office.ledger import Tender
from office.models import User
from office.refusals import Refused, refuse
from office.sent import once
from ordinances.answers import Adopting
from ordinances.days import ONE_DAY
from ordinances.money import Money

_FILE: dict[type, Callable[..., Paper]] = {
    filing.RabiesCertificateFacts: filing.file_rabies_certificate,
    filing.RabiesStatementFacts: filing.file_rabies_statement,
    filing.AlterationProofFacts: filing.file_alteration_proof,
    filing.WorkingProofFacts: filing.file_working_proof,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """Who pays, what is handed over, and the price that the payer was told."""

    payer: str = ""
    tenders: Sequence[Tender] = ()
    shown_total: Money | None = None


class _Before(NamedTuple):
    """Whose the dog was, and what its record said: what an undoing puts back; None for a dog new to the office."""

    owner: Owner | None
    record: dict[str, Any] | None


@act
def adopt_dog(
    *,
    adopter: Owner,
    dog: Dog | DogFacts,
    facts: AdoptionFacts,
    papers: Sequence[filing.Facts] = (),
    wanted: LicenseWanted | None = None,
    payment: Payment,
    key: UUID,
    by: User,
    at: datetime,
    confirmed: Collection[str] = (),
) -> Adoption:
    """Give a dog, of record or new, from the shelter to its adopter, licensed first where the law says so.

    ``papers`` are filed with it, ``wanted`` is the license asked for, ``key`` the form's one-time key. A dog of record
    keeps its number. Raises Refused by the law on adoptions or licenses, Unconfirmed as ``add_dog`` does; nothing was
    done then.
    """

    def make() -> Adoption:
        lock_register(adopter.town)
        locked, on = lock_owner(adopter, by), timezone.localdate(at)
        found = _known(dog, locked, on, by) if isinstance(dog, Dog) else dog
        terms = _allowed(adopting(locked, found.born, facts, wanted, on=on), locked, payment)
        sent: dict[str, Any] = {"by": by, "at": at, "confirmed": confirmed}
        passing = _passing(found, terms, wanted, payment, on)
        before = _Before(found.owner, record_of(found)) if isinstance(found, Dog) else _Before(None, None)
        placed = _given(found, locked, on, before) if isinstance(found, Dog) else _new(found, locked, on, key, sent)
        _file(placed, papers, key, sent)
        license_ = _licensed(placed, terms, wanted, payment, passing, key=key, by=by, at=at)
        if not locked.resident:
            _leaves(placed, on)
        with _free_to_go():
            return _write(placed, terms, facts, license_=license_, before=before, by=by, at=at)

    return once(adopter.town, key, Adoption, make)


@contextmanager
def _free_to_go() -> Iterator[None]:
    """Tell in words what the database says to the adoption of a dog that the pound still holds for its owner."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if "held in the pound" not in str(error):
            raise
        message = "The pound holds this dog for its owner: it is adopted out there, from its day on."
        raise refuse("dog_held", message, about="available") from error


def _known(dog: Dog, adopter: Owner, on: date, by: User) -> Dog:
    """The dog of record, locked; Refused when it cannot be adopted by this person."""
    locked = lock_dog(dog, by)
    if locked.merged_into_id is not None or locked.status == Dog.Status.DEAD:
        raise refuse("dog_not_here", f"{locked.name} is on record as dead, or under another record: check the dog.")
    if locked.owner_id == adopter.pk and locked.status != Dog.Status.GONE:
        raise refuse("own_dog", f"{locked.name} is {adopter.name}’s on record: it is redeemed, not adopted.")
    if locked.adoptions.standing().filter(adopter=locked.owner, adopted_on=on).exists():
        raise refuse("adopted_already", f"{locked.name} was adopted by {locked.owner.name} today.")
    return locked


def _allowed(terms: Adopting, adopter: Owner, payment: Payment) -> Adopting:
    """The terms, where nothing stands in the way."""
    if adopter.merged_into_id is not None:
        raise refuse("no_such_owner", "This person's record went into another: open that one.")
    if terms.refusals:
        raise Refused(*terms.refusals)
    if payment.tenders and terms.license != "here":
        raise refuse(
            "nothing_to_pay",
            "No license is issued, so there is nothing to pay: clear what is handed over.",
            about="tender",
        )
    return terms


def _given(dog: Dog, adopter: Owner, on: date, before: _Before) -> Dog:
    """The dog of record becomes the adopter's, with its number; what was licensed to its earlier owner ends."""
    ended = end_licenses(dog, on - ONE_DAY, f"{dog.name} was adopted by {adopter.name} on {on.isoformat()}"[:200])
    if before.record is not None:
        before.record["licenses"] = ended
    dog.owner, dog.acquired_on, dog.kennel = adopter, on, None
    if dog.status != Dog.Status.HERE:
        dog.status, dog.status_on = Dog.Status.HERE, on
    dog.save(update_fields=["owner", "acquired_on", "kennel", "status", "status_on"])
    return dog


def _new(facts: DogFacts, adopter: Owner, on: date, key: UUID, sent: dict[str, Any]) -> Dog:
    """The dog put on record with its adopter."""
    return add_dog(owner=adopter, facts=replace(facts, acquired_on=on), key=uuid5(key, "dog"), **sent)


def _file(dog: Dog, papers: Sequence[filing.Facts], key: UUID, sent: dict[str, Any]) -> None:
    """File the papers that came with the adoption."""
    for nth, paper in enumerate(papers):
        _FILE[type(paper)](dog=dog, facts=paper, key=uuid5(key, f"paper {nth}"), **sent)


def _passing(
    dog: Dog | DogFacts, terms: Adopting, wanted: LicenseWanted | None, payment: Payment, on: date
) -> Passing | None:
    """The license that goes over to the adopter, where that is asked for."""
    if terms.license != "here" or wanted is None or not wanted.transfer:
        return None
    if not isinstance(dog, Dog):
        raise refuse("license_not_current", "A dog that is not on record has no license to keep.", about="period")
    return passing_license(dog, on, payment.shown_total)


def _licensed(
    dog: Dog,
    terms: Adopting,
    wanted: LicenseWanted | None,
    payment: Payment,
    passing: Passing | None,
    *,
    key: UUID,
    by: User,
    at: datetime,
) -> License | None:
    """The adopter's license, issued or carried over, and paid; none where the law needs none of this town."""
    if terms.license != "here" or wanted is None:
        return None
    if passing is not None:
        return carry_over(passing, dog, tenders=payment.tenders, payer=payment.payer, key=key, by=by, at=at)
    dog.refresh_from_db(fields=["altered"])  # a proof filed just now says so
    return issue_license(
        asked=license_asked(dog, wanted, on=timezone.localdate(at)),
        tenders=payment.tenders,
        payer=payment.payer,
        key=key,
        by=by,
        at=at,
        tag_number=wanted.tag_number,
        shown_total=payment.shown_total,
    )


def _leaves(dog: Dog, on: date) -> None:
    """The dog leaves with an adopter from elsewhere: no notice and no list is about it."""
    dog.status, dog.status_on = Dog.Status.MOVED, on
    dog.save(update_fields=["status", "status_on"])


def _write(
    dog: Dog,
    terms: Adopting,
    facts: AdoptionFacts,
    *,
    license_: License | None,
    before: _Before,
    by: User,
    at: datetime,
) -> Adoption:
    """Write the adoption, with the rule by which it was allowed."""
    elsewhere = terms.license == "elsewhere"
    return Adoption.objects.create(
        town=dog.town,
        dog=dog,
        adopter=dog.owner,
        earlier_owner=before.owner,
        before=before.record,
        adopted_on=timezone.localdate(at),
        shelter=facts.shelter,
        identified_by=facts.identified_by,
        rests_on=terms.license,
        license=license_,
        elsewhere_place=facts.elsewhere_place if elsewhere else "",
        elsewhere_number=facts.elsewhere_number if elsewhere else "",
        citation=terms.citation,
        because=terms.because,
        by=by,
        at=at,
    )
