"""Adopting for the tests: a plain adoption, and what a test wants otherwise."""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

from licensing.actions.adoptions import Payment, adopt_dog
from licensing.actions.dogs import DogFacts
from licensing.adoptions import AdoptionFacts, LicenseWanted
from licensing.models import Adoption, Dog, Owner
from office.models import User
from tests.factories import TODAY
from tests.licensing.cases import certificate_facts
from tests.licensing.issuing import cash, noon

ONE_YEAR = LicenseWanted(period=1)


def shown(**changes: Any) -> AdoptionFacts:
    """The hold is over, and a driver's license shows an adult."""
    given: dict[str, Any] = {
        "shelter": "Dover animal shelter",
        "identified_by": "Driver license",
        "shown_of_age": True,
        "available": True,
    }
    return AdoptionFacts(**given | changes)


def adopt(
    adopter: Owner,
    dog: Dog | DogFacts,
    *,
    by: User,
    tender: str = "21.00",
    wanted: LicenseWanted | None = ONE_YEAR,
    on: date = TODAY,
    key: uuid.UUID | None = None,
    facts: AdoptionFacts | None = None,
    **more: Any,
) -> Adoption:
    """Adopt through the act, with a certificate of three years filed with it."""
    more = {"papers": [certificate_facts()]} | more
    tenders = cash(tender) if tender else ()
    return adopt_dog(
        adopter=adopter,
        dog=dog,
        facts=facts or shown(),
        wanted=wanted,
        payment=Payment(payer=adopter.name, tenders=tenders),
        key=key or uuid.uuid4(),
        by=by,
        at=noon(on),
        **more,
    )
