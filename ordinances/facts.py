"""What the rules are told. Every question names its day; nothing here is looked up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal

from ordinances.money import Money

AlterationProof = Literal["certificate", "affidavit", "on_file"]
WorkingKind = Literal["guide", "hearing", "service", "war", "search", "detection", "police", "therapy"]
Home = Literal["nyc_resident", "nyc_licensed", "out_of_state_licensed"]
LicenseKind = Literal["dog", "kennel", "pet_shop"]
HowNotified = Literal["personal", "mail"]
HowDisposed = Literal["adopted", "sheltered", "put_down"]
WhyMoneyBack = Literal["in_error", "withdrawn", "changed_mind"]
Event = Literal["sale", "address", "loss", "theft", "death"]


@dataclass(frozen=True, slots=True)
class Resolution:
    """Amounts that a board or council set, by code (``altered``, ``impound_first``, ...)."""

    amounts: Mapping[str, Money]
    number: str | None = None


@dataclass(frozen=True, slots=True)
class Dog:
    """A dog as its papers describe it. ``born`` is None where no exact day is known."""

    born: date | None = None
    altered: bool = False
    alteration_proof: AlterationProof | None = None
    working: WorkingKind | None = None
    working_proof: bool = False


@dataclass(frozen=True, slots=True)
class Owner:
    """The applicant. ``born`` decides the senior rate; unknown is never a senior."""

    born: date | None = None
    resident: bool = True


@dataclass(frozen=True, slots=True)
class RabiesCertificate:
    """A vaccination certificate; its last day counts."""

    expires: date


@dataclass(frozen=True, slots=True)
class RabiesStatement:
    """A veterinarian's statement that the vaccine would endanger the dog's life."""

    dated: date


Rabies = RabiesCertificate | RabiesStatement


@dataclass(frozen=True, slots=True)
class LicenseApplication:
    """A complete application for a dog license made on the day ``on``.

    ``renewing`` is the last day of the license to be renewed. ``years`` is for towns that license by
    the year from issuance, ``license_year`` (2026 = the year from July 1, 2026) for those that license by a fixed year;
    ``duty_began`` is the later of getting the dog, its coming of age, and moving in. ``found_by`` says in words which
    enumeration found the dog unlicensed and when.
    """

    on: date
    dog: Dog
    owner: Owner
    rabies: Rabies | None = None
    renewing: date | None = None
    years: int = 1
    found_by_enumeration: bool = False
    resolution: Resolution | None = None
    license_year: int | None = None
    duty_began: date | None = None
    found_by: str = ""


@dataclass(frozen=True, slots=True)
class BusinessApplication:
    """An application for a kennel license (``maximum_dogs`` given) or a pet shop license."""

    on: date
    license_year: int | None = None
    maximum_dogs: int | None = None
    duty_began: date | None = None


@dataclass(frozen=True, slots=True)
class Transfer:
    """A new owner, or a new resident, asks for a license to be carried over.

    ``expires`` is its last day, None where there is none. ``of_elsewhere``: whether another place issued it; None
    where that is not told. ``what`` is what it licenses.
    """

    on: date
    expires: date | None
    of_elsewhere: bool | None = None
    what: LicenseKind = "dog"


@dataclass(frozen=True, slots=True)
class ShelterStatement:
    """The officer's statement of costs, each None where there was none."""

    rabies_vaccination: Money | None = None
    veterinary_care: Money | None = None
    shelter_care: Money | None = None


@dataclass(frozen=True, slots=True)
class Redemption:
    """An owner fetches an impounded dog. Times carry their offset."""

    licensed: bool
    seized_at: datetime
    paid_at: datetime
    sheltered_at: datetime | None = None
    earlier_seizures: tuple[date, ...] = ()
    returned_same_day: bool = False
    statement: ShelterStatement = field(default_factory=ShelterStatement)
    resolution: Resolution | None = None


@dataclass(frozen=True, slots=True)
class Unlicensed:
    """A dog without this town's license is to be redeemed. ``elsewhere_until``: last day of the license shown instead.

    ``resident``: its owner lives in this town.
    """

    presence: Presence
    resident: bool = True
    elsewhere_until: date | None = None


@dataclass(frozen=True, slots=True)
class Violation:
    """A finding to be fined. ``found_on``: earlier findings against the person. ``days``: how many days it went on."""

    on: date
    provision: str
    found_on: tuple[date, ...] = ()
    days: int = 1
    resolution: Resolution | None = None


@dataclass(frozen=True, slots=True)
class Visitor:
    """A dog of elsewhere that stays for a while. ``permission``: the town allowed it in writing."""

    arrived: date
    home: Home
    permission: bool = False


@dataclass(frozen=True, slots=True)
class Presence:
    """A dog in town on the day ``on``, of which is asked whether it must be licensed."""

    on: date
    dog: Dog
    at_large: bool = False
    in_shelter: bool = False
    in_kennel: bool = False
    visitor: Visitor | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """The owner was told of the seizure, in person or by certified letter."""

    how: HowNotified
    on: date


@dataclass(frozen=True, slots=True)
class Custody:
    """A dog in the pound. ``closed``: days on which the office is closed, beside the legal ones.

    ``court_hold``: a court has yet to decide; ``court_decided_on``: the day on which the last such hold ended.
    ``quarantined_until``: the last day of a quarantine.
    """

    seized_on: date
    identified: bool = False
    notices: tuple[Notice, ...] = ()
    court_hold: bool = False
    closed: frozenset[date] = frozenset()
    court_decided_on: date | None = None
    quarantined_until: date | None = None

    @property
    def clock_from(self) -> date:
        """The day from which days are counted: the seizure's, or a court's decision that came later.

        A court's hold stops the clock (rulebook, "available"). The text does not say that days before it still count:
        read for the owner, who has the whole period again after the decision.
        """
        return max(self.seized_on, self.court_decided_on or self.seized_on)


@dataclass(frozen=True, slots=True)
class Disposal:
    """Something is to be done with a dog on the day ``on`` that its owner did not redeem.

    ``forfeited``: the forfeiture is on record. ``court_order``: a court ordered the dog destroyed. ``approved``: the
    town's board approved what is to be done.
    """

    on: date
    how: HowDisposed
    custody: Custody
    forfeited: bool = False
    court_order: bool = False
    approved: bool = False


@dataclass(frozen=True, slots=True)
class Return:
    """A dog seized is to go back to its owner without an impoundment. ``how``: a key of the town's ``returns``."""

    how: str
    licensed: bool
    owner_known: bool


@dataclass(frozen=True, slots=True)
class Adoption:
    """Someone takes a dog from the shelter. ``dog`` decides by its age whether it needs a license.

    ``available``: the hold is over and the dog is the shelter's to give away. The adopter's age is told by the day of
    birth, or where that is unknown by identity that was ``shown_of_age``. ``licensed``: the adopter has a license of
    this town for the dog, or takes one in the same payment; ``license_elsewhere``: its number in the own town.
    """

    on: date
    dog: Dog
    adopter: Owner
    shown_of_age: bool = False
    available: bool = True
    licensed: bool = False
    license_elsewhere: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """Something happened that the owner of record must tell the Clerk."""

    event: Event
    happened_on: date


@dataclass(frozen=True, slots=True)
class RefundAsked:
    """Money is asked back for a license. ``paper_kept``: the license was not handed over yet."""

    on: date
    issued_on: date
    because: WhyMoneyBack
    paper_kept: bool = False
