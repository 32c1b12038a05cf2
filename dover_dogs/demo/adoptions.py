"""The adoptions of the demonstration: a stray that is put on record, and a dog of record that was given up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from django.utils import timezone

from dover_dogs.demo.diary import Story
from dover_dogs.demo.enumeration import with_chance_of
from dover_dogs.demo.office import Office
from licensing.actions.adoptions import Payment, adopt_dog
from licensing.actions.changes import Report, report_change
from licensing.actions.dogs import DogFacts, add_dog
from licensing.actions.licenses import issue_license
from licensing.actions.papers import RabiesCertificateFacts, file_rabies_certificate
from licensing.adoptions import AdoptionFacts, LicenseWanted, adoption_price, license_asked
from licensing.facts import transferable
from licensing.models import Change, Dog, Owner, RabiesCertificate
from office.ledger import Tender
from office.models.money import Form
from ordinances.answers import Quote
from ordinances.money import ZERO

_LOOKS: dict[str, Any] = {"sex": "female", "breed": "Labrador mix", "color": "yellow", "altered": False}


def adoptions(office: Office) -> Iterator[Story]:
    """The stories of the dogs that leave the shelter with someone of record."""
    office = with_chance_of(office, "adoptions")
    yield _stray(office)
    yield _given_up(office)


def _stray(office: Office) -> Story:
    """A dog that nobody knew goes to its adopter, licensed in the same payment."""
    moment = office.visit(office.ago(12, 25))
    yield moment
    adopter = _resident(office, 0)
    if adopter is None:
        return
    on = timezone.localdate(moment)
    facts = DogFacts(name="Juniper", born=on - timedelta(days=800), **_LOOKS)
    papers = [_certificate(office, on)]
    dog = Dog(town=office.town, owner=adopter, name=facts.name, born=facts.born, acquired_on=on, **_LOOKS)
    shown = [RabiesCertificate(dog=dog, expires=paper.expires, vaccinated_on=paper.vaccinated_on) for paper in papers]
    wanted = _first_period(office, on)
    quote = adoption_price(dog, wanted, on=on, shown=shown)
    _adopt(office, adopter, facts, wanted, quote, moment, papers)


def _given_up(office: Office) -> Story:
    """A licensed dog is given up by its owner and finds another; where the law lets it, its license goes along."""
    moment = office.visit(office.today - timedelta(days=20))
    yield moment
    owner, adopter = _resident(office, 1), _resident(office, 2)
    if owner is None or adopter is None:
        return
    dog = _licensed(office, owner, moment)
    yield (moment := office.visit(office.today - timedelta(days=9), after=moment))
    on = timezone.localdate(moment)
    gone = Report(event=Change.Event.GONE, happened_on=on, reported_on=on, note="Given up to the shelter")
    report_change(dog=dog, report=gone, key=office.key(), by=office.clerk, at=moment)
    yield (moment := office.visit(office.today - timedelta(days=3), after=moment))
    on = timezone.localdate(moment)
    dog = Dog.objects.select_related("owner", "town").get(pk=dog.pk)
    _, quote = transferable(dog, on)
    wanted = LicenseWanted(transfer=True)
    if quote.refusals:
        wanted = _first_period(office, on)
        dog.owner, dog.acquired_on = adopter, on
        quote = adoption_price(dog, wanted, on=on)
        dog.refresh_from_db()
    _adopt(office, adopter, dog, wanted, quote, moment)


def _resident(office: Office, nth: int) -> Owner | None:
    """One of the first people on record who live in the town."""
    people = Owner.objects.of(office.town).filter(resident=True, confidential=False, first_name__gt="")
    return people.select_related("town").order_by("pk")[nth : nth + 1].first()


def _certificate(office: Office, on: date) -> RabiesCertificateFacts:
    vaccinated = on - office.days(3, 20)
    expires = vaccinated + timedelta(days=3 * 365)
    return RabiesCertificateFacts(vaccinated_on=vaccinated, expires=expires, veterinarian="Dr. J. Reyes")


def _first_period(office: Office, on: date) -> LicenseWanted:
    return LicenseWanted(period=office.law.periods(on, None)[0].value)


def _licensed(office: Office, owner: Owner, at: datetime) -> Dog:
    """A dog of the owner's, put on record and licensed."""
    on = timezone.localdate(at)
    sent: dict[str, Any] = {"by": office.clerk, "at": at}
    facts = DogFacts(name="Clementine", born=on - timedelta(days=1500), acquired_on=on, **_LOOKS)
    dog = add_dog(owner=owner, facts=facts, key=office.key(), **sent)
    file_rabies_certificate(dog=dog, facts=_certificate(office, on), key=office.key(), **sent)
    wanted = _first_period(office, on)
    total = adoption_price(dog, wanted, on=on).total or ZERO
    asked, tenders = license_asked(dog, wanted, on=on), [Tender(Form.CASH, total)]
    issue_license(asked=asked, tenders=tenders, payer=owner.name, key=office.key(), **sent)
    return dog


def _adopt(
    office: Office,
    adopter: Owner,
    dog: Dog | DogFacts,
    wanted: LicenseWanted,
    quote: Quote,
    at: datetime,
    papers: Sequence[RabiesCertificateFacts] = (),
) -> None:
    """The dog leaves the shelter, paid in cash to the cent."""
    shelter = f"{office.plan.details.city} {office.law.words.shelter}"
    facts = AdoptionFacts(shelter=shelter, identified_by="Driver license", shown_of_age=True, available=True)
    payment = Payment(payer=adopter.name, tenders=[Tender(Form.CASH, quote.total or ZERO)], shown_total=quote.total)
    adopt_dog(
        adopter=adopter,
        dog=dog,
        facts=facts,
        papers=papers,
        wanted=wanted,
        payment=payment,
        key=office.key(),
        by=office.clerk,
        at=at,
    )
