"""The license page: the page itself, the quote as one types, issuing with its receipt, and the papers."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import timedelta
from functools import partial

from django.test import Client
from django.utils import timezone

from licensing.documents import license_pdf
from licensing.models import Dog, License, RabiesCertificate, TagBox
from office.documents import receipt_pdf
from office.models import Town, User
from tests.bench.timing import Timing, timed
from tests.factories import ResolutionFactory

ISSUED = 200
"""So many licenses are issued, one after another."""


def unlicensed(town: Town, number: int) -> list[Dog]:
    """Dogs without a tag, each with a certificate of three years filed today, and tags enough for all of them."""
    today = timezone.localdate()
    TagBox.objects.create(town=town, first=10**7, last=10**7 + number, next_number=10**7, received_on=today)
    dogs = list(Dog.objects.of(town).here().filter(tags=None).select_related("owner")[:number])
    RabiesCertificate.objects.bulk_create(
        RabiesCertificate(
            dog=dog, filed_on=today, vaccinated_on=today, expires=today + timedelta(days=1095), veterinarian="Dr. Reyes"
        )
        for dog in dogs
    )
    return dogs


def filled_in(dog: Dog) -> dict[str, str]:
    """The form of the license page for an unaltered dog, paid in cash."""
    paper = dog.rabiescertificates.order_by("-expires", "-pk").values_list("pk", flat=True)[0]
    rabies = f"certificate-{paper}"
    return {"key": str(uuid.uuid4()), "period": "1", "rabies": rabies, "payer": dog.owner.name, "cash": "30"}


def section(town: Town, clerk: User) -> Iterator[Timing]:
    """Each step of a license as the clerk takes it."""
    client = Client(headers={"host": "localhost"})
    client.force_login(clerk)
    ResolutionFactory.create(town=town)
    dogs = unlicensed(town, ISSUED + 1)
    address = f"/licenses/new?dog={dogs[0].pk}"
    yield timed("license page", partial(client.get, address))
    yield timed("quote", partial(client.post, f"/licenses/quote?dog={dogs[0].pk}", filled_in(dogs[0])))
    forms = iter([(f"/licenses/new?dog={dog.pk}", filled_in(dog) | {"issue": "yes"}) for dog in dogs])
    yield timed("issue", lambda: client.post(*next(forms)), rounds=ISSUED)
    made = License.objects.filter(issued_by=clerk, receipt__total__gt=0).order_by("-pk").first()
    if made is None:
        raise AssertionError("none of the licenses was issued")
    yield timed("license as PDF", lambda: license_pdf(made), rounds=100)
    yield timed("receipt as PDF", lambda: receipt_pdf(made.receipt), rounds=100)
