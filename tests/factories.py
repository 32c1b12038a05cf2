"""Towns, staff, people, dogs and papers for the tests. Whatever carries money is made by the acts, never here."""

from __future__ import annotations

import uuid
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import factory
from django.contrib.auth.models import Group
from factory.django import DjangoModelFactory

from impound.models import Seizure
from licensing.models import (
    AlterationProof,
    Business,
    BusinessLicense,
    Dog,
    License,
    Owner,
    RabiesCertificate,
    RabiesStatement,
    Tag,
    TagBox,
    WorkingProof,
)
from office.models import Receipt, Resolution, ResolutionAmount, Town, User

NEW_YORK = ZoneInfo("America/New_York")
TODAY = date(2026, 6, 15)
"""The day on which the tests' office is open, a Monday; tests that ask for another name it."""
PASSWORD = "a long word for tests"

SAMPLE_AMOUNTS = {
    "altered": "10.00",
    "unaltered": "18.00",
    "senior_altered": "5.00",
    "senior_unaltered": "13.00",
    "surcharge_altered": "1.00",
    "surcharge_unaltered": "3.00",
}


class TownFactory(DjangoModelFactory[Town]):
    """A town; by its slug ``dover`` or ``chestertown`` if its law is asked."""

    class Meta:
        model = Town
        django_get_or_create = ("slug",)

    slug = "dover"
    name = factory.LazyAttribute(lambda town: "Town of " + town.slug.title())
    street = "126 East Duncan Hill Road"
    city = factory.LazyAttribute(lambda town: "Dover Plains" if town.slug == "dover" else town.slug.title())
    state = factory.LazyAttribute(lambda town: "MD" if town.slug == "chestertown" else "NY")
    zip_code = factory.LazyAttribute(lambda town: "21620" if town.slug == "chestertown" else "12522")
    telephone = factory.LazyAttribute(lambda town: "(410) 555-0100" if town.slug == "chestertown" else "(845) 555-0100")
    hours = "Monday to Friday, 9 to 4"


class UserFactory(DjangoModelFactory[User]):
    """A member of staff; ``role`` names the group joined."""

    class Meta:
        model = User
        skip_postgeneration_save = True

    username = factory.Sequence(lambda number: f"staff{number}")
    password = factory.django.Password(PASSWORD)
    town = factory.SubFactory(TownFactory)

    @factory.post_generation  # type: ignore[untyped-decorator]
    def role(self: User, _create: bool, name: str | None, **_: Any) -> None:
        """Join the group of that name."""
        if name:
            self.groups.add(Group.objects.get_or_create(name=name)[0])


class ResolutionFactory(DjangoModelFactory[Resolution]):
    """Dover's license fees, a sample; ``amounts`` replaces or (with None) leaves out single ones."""

    class Meta:
        model = Resolution
        skip_postgeneration_save = True

    town = factory.SubFactory(TownFactory)
    subject = "license_fees"
    number = factory.Sequence(lambda number: f"SAMPLE {number}, not adopted")
    adopted_on = date(2011, 1, 5)
    in_force_from = date(2011, 1, 5)

    @factory.post_generation  # type: ignore[untyped-decorator]
    def amounts(self: Resolution, _create: bool, given: dict[str, str | None] | None, **_: Any) -> None:
        """Write the amounts."""
        amounts = {**SAMPLE_AMOUNTS, **(given or {})}
        ResolutionAmount.objects.bulk_create(
            ResolutionAmount(resolution=self, code=code, amount=amount) for code, amount in amounts.items() if amount
        )


class OwnerFactory(DjangoModelFactory[Owner]):
    """An owner of record, each at a house of its own."""

    class Meta:
        model = Owner

    town = factory.SubFactory(TownFactory)
    first_name = "Ada"
    last_name = factory.Sequence(lambda number: f"Owner{number}")
    street = factory.Sequence(lambda number: f"{number} Cricket Hill Road")
    city = factory.SelfAttribute("town.city")
    state = factory.SelfAttribute("town.state")
    zip_code = factory.SelfAttribute("town.zip_code")


class DogFactory(DjangoModelFactory[Dog]):
    """A grown, unaltered dog with its owner."""

    class Meta:
        model = Dog

    owner = factory.SubFactory(OwnerFactory)
    town = factory.SelfAttribute("owner.town")
    name = "Rex"
    sex = Dog.Sex.MALE
    breed = "Beagle"
    color = "brown and white"
    born = date(2023, 3, 1)


class RabiesCertificateFactory(DjangoModelFactory[RabiesCertificate]):
    """A certificate of three years."""

    class Meta:
        model = RabiesCertificate

    dog = factory.SubFactory(DogFactory)
    filed_on = factory.SelfAttribute("vaccinated_on")
    vaccinated_on = date(2026, 1, 10)
    expires = date(2029, 1, 10)
    veterinarian = "Dr. J. Reyes"


class RabiesStatementFactory(DjangoModelFactory[RabiesStatement]):
    """A veterinarian's statement."""

    class Meta:
        model = RabiesStatement

    dog = factory.SubFactory(DogFactory)
    filed_on = factory.SelfAttribute("dated")
    dated = date(2026, 1, 5)
    reason = "Immune disease"
    veterinarian = "Dr. J. Reyes"


class AlterationProofFactory(DjangoModelFactory[AlterationProof]):
    """A certificate that the dog is spayed or neutered."""

    class Meta:
        model = AlterationProof

    dog = factory.SubFactory(DogFactory)
    filed_on = factory.SelfAttribute("signed_on")
    kind = AlterationProof.Kind.CERTIFICATE
    signed_on = date(2024, 5, 2)
    signer = "Dr. J. Reyes"


class WorkingProofFactory(DjangoModelFactory[WorkingProof]):
    """Proof of a guide dog."""

    class Meta:
        model = WorkingProof

    dog = factory.SubFactory(DogFactory)
    filed_on = factory.SelfAttribute("dated")
    kind = WorkingProof.Kind.GUIDE
    dated = date(2025, 2, 3)
    issuer = "Guiding Eyes"


class TagBoxFactory(DjangoModelFactory[TagBox]):
    """A box of a hundred tags for any year; the next box has the hundred after."""

    class Meta:
        model = TagBox

    town = factory.SubFactory(TownFactory)
    first = factory.Sequence(lambda number: 1001 + 100 * number)
    last = factory.LazyAttribute(lambda box: box.first + 99)
    next_number = factory.SelfAttribute("first")
    received_on = date(2026, 1, 2)


class TagFactory(DjangoModelFactory[Tag]):
    """A number that a dog carries."""

    class Meta:
        model = Tag

    dog = factory.SubFactory(DogFactory)
    town = factory.SelfAttribute("dog.town")
    number = factory.Sequence(lambda number: 500_001 + number)
    issued_on = date(2025, 6, 1)


class EarlierReceiptFactory(DjangoModelFactory[Receipt]):
    """The receipt of a license from before the test begins, over nothing: no money is made here."""

    class Meta:
        model = Receipt

    town = factory.SubFactory(TownFactory)
    by = factory.SubFactory(UserFactory, town=factory.SelfAttribute("..town"))
    number = factory.Sequence(lambda number: 900_001 + number)
    key = factory.LazyFunction(uuid.uuid4)
    at = datetime(2025, 6, 2, 10, 0, tzinfo=NEW_YORK)
    day = factory.LazyAttribute(lambda receipt: receipt.at.astimezone(NEW_YORK).date())
    payer = "Ada Owner"
    purpose = "Dog license"
    total = 0
    heading = factory.LazyAttribute(lambda receipt: receipt.town.heading)


class EarlierLicenseFactory(DjangoModelFactory[License]):
    """A license from before the test begins, with its tag and a certificate that outlasts it."""

    class Meta:
        model = License

    dog = factory.SubFactory(DogFactory)
    town = factory.SelfAttribute("dog.town")
    holder = factory.SelfAttribute("dog.owner")
    number = factory.Sequence(lambda number: 700_001 + number)
    expires = TODAY + timedelta(days=200)
    starts = factory.LazyAttribute(lambda term: term.expires - timedelta(days=364))
    receipt = factory.SubFactory(EarlierReceiptFactory, town=factory.SelfAttribute("..town"))
    issued_at = factory.SelfAttribute("receipt.at")
    issued_by = factory.SelfAttribute("receipt.by")
    tag = factory.LazyAttribute(lambda term: term.dog.tag or TagFactory.create(dog=term.dog))
    rabies_certificate = factory.SubFactory(
        RabiesCertificateFactory,
        dog=factory.SelfAttribute("..dog"),
        vaccinated_on=factory.LazyAttribute(lambda paper: paper.expires - timedelta(days=3 * 365)),
        expires=factory.LazyAttribute(lambda paper: paper.factory_parent.expires + timedelta(days=365)),
    )
    printed = factory.LazyFunction(dict)


class BusinessFactory(DjangoModelFactory[Business]):
    """A kennel for ten dogs, of whatever town: also of one whose law knows none today."""

    class Meta:
        model = Business

    operator = factory.SubFactory(OwnerFactory)
    town = factory.SelfAttribute("operator.town")
    kind = Business.Kind.KENNEL
    name = factory.Sequence(lambda number: f"Kennel {number}")
    location = factory.SelfAttribute("operator.street")
    maximum_dogs = 10


class EarlierBusinessLicenseFactory(DjangoModelFactory[BusinessLicense]):
    """A kennel's license of the year that ends soon, from before the test begins, over nothing."""

    class Meta:
        model = BusinessLicense

    business = factory.SubFactory(BusinessFactory)
    town = factory.SelfAttribute("business.town")
    holder = factory.SelfAttribute("business.operator")
    maximum_dogs = factory.SelfAttribute("business.maximum_dogs")
    number = factory.Sequence(lambda number: 800_001 + number)
    license_year = 2025
    starts = date(2025, 7, 1)
    expires = date(2026, 6, 30)
    receipt = factory.SubFactory(EarlierReceiptFactory, town=factory.SelfAttribute("..town"))
    issued_at = factory.SelfAttribute("receipt.at")
    issued_by = factory.SelfAttribute("receipt.by")
    printed = factory.LazyAttribute(
        lambda row: {
            "town": row.town.heading | {"words": ""},
            "title": "Kennel license",
            "number": row.number,
            "starts": row.starts.isoformat(),
            "expires": row.expires.isoformat(),
            "issued_on": row.starts.isoformat(),
        }
    )


class SeizureFactory(DjangoModelFactory[Seizure]):
    """A dog without a tag, seized in Dover on Monday, June 1, 2026 at 9, unknown and impounded."""

    class Meta:
        model = Seizure

    town = factory.SubFactory(TownFactory)
    number = factory.Sequence(lambda number: 600_001 + number)
    client_id = factory.LazyFunction(uuid.uuid4)
    occasion = factory.LazyFunction(uuid.uuid4)
    seized_at = datetime(2026, 6, 1, 9, 0, tzinfo=NEW_YORK)
    officer = factory.SubFactory(UserFactory, town=factory.SelfAttribute("..town"))
    grounds = factory.LazyAttribute(lambda row: [next(iter(row.town.ordinance(row.seized_at.date()).seizure_grounds))])
    breed = "Hound"
    color = "tan"
    place = "Route 22 at Cemetery Road"
    written_at = factory.SelfAttribute("seized_at")
    received_at = factory.SelfAttribute("seized_at")
    by = factory.SelfAttribute("officer")
