"""What a town's rules must answer. mypy refuses a town that leaves a question out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, Protocol

from ordinances.answers import Adopting, Counted, Hold, NoticeDue, Quote, Refund, Refusal, Requirement
from ordinances.facts import (
    Adoption,
    BusinessApplication,
    Change,
    Custody,
    Disposal,
    LicenseApplication,
    Presence,
    Redemption,
    RefundAsked,
    Resolution,
    Return,
    Transfer,
    Unlicensed,
    Violation,
    WorkingKind,
)

Asks = Literal["years", "license_year", "duty_began", "enumeration", "alteration", "owner_born"]
Subject = Literal["license_fees", "impoundment", "fines"]


@dataclass(frozen=True, slots=True)
class Words:
    """The town's own words, for pages and papers."""

    place: str
    """As it stands on a tag: ``TOWN OF DOVER``."""
    clerk: str
    officer: str
    tag: str
    shelter: str
    board: str
    """Who resolves amounts: ``Town Board``."""
    county: str
    """In which county and state the town lies."""


@dataclass(frozen=True, slots=True)
class AmountSet:
    """An amount that a resolution sets: its code, what it is called, by which section, and the least it may be."""

    code: str
    label: str
    citation: str
    required: bool
    least: str | None = None
    """Dollars, ``"20.00"``; None where the law names no floor."""
    most: str | None = None
    subject: Subject = "license_fees"
    """A resolution sets the amounts of one subject and supersedes the earlier one on the same subject whole."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Why a dog may be seized, or given back: in a few words, by which section, and the text or what it says."""

    words: str
    citation: str
    text: str


@dataclass(frozen=True, slots=True)
class Period:
    """A term that may be chosen on the license page: the number of years, or the license year."""

    value: int
    label: str


class Ordinance(Protocol):
    """One version of one town's law, in force from a day on."""

    town: str
    """The town's short name in addresses and questions: ``dover``."""
    name: str
    """``Town of Dover, New York``."""
    in_force_from: date
    text: str
    """Which text is applied, for the office page: title, dates, and what is known to be missing."""
    words: Words
    asks: frozenset[Asks]
    """Which facts the license page must ask beside the dog's papers."""
    license_kinds: Mapping[str, str]
    """Code (``dog``, ``kennel``, ``pet_shop``) to name."""
    kennel_exclusions: Mapping[str, str]
    """Establishments that need no kennel license, in words for the record, and by which section each."""
    working_kinds: Mapping[WorkingKind, str]
    """The working dogs that this town licenses free, and what each is called."""
    alteration_proofs: Mapping[str, str]
    """Which proofs of alteration count (``certificate``, ``affidavit``); empty where the fee does not depend on it."""
    accepts_rabies_statement: bool
    amounts: tuple[AmountSet, ...]
    seizure_grounds: Mapping[str, Ground]
    """The grounds on which the officer may seize a dog, by code, in the order of the text."""
    returns: Mapping[str, Ground]
    """How a dog may go back to its owner without an impoundment: ``handed_back`` at once, ``same_day`` for a fee."""
    costs: Mapping[str, str]
    """The costs that the owner is charged by the officer's statement, by code, and what each is called; or none."""
    statement: Ground
    """The officer's statement for the Clerk, on which a dog is paid for and released."""
    statement_first: bool
    """True where nothing is paid before the officer's statement is there."""
    to_redeem: tuple[Ground, ...]
    """What the owner of an impounded dog pays and brings, for the notice: each by its section, with its text."""
    adopter_age: int | None
    """How old an adopter must be; None where the law names no age, and then none is asked."""
    permanent_number: bool
    """True where a dog keeps its tag number for life; False where each year's license brings a new tag."""

    def license(self, application: LicenseApplication) -> Quote:
        """What a dog license costs and when it runs, or all that stands in its way."""
        ...

    def kennel_license(self, application: BusinessApplication) -> Quote:
        """The same for a kennel."""
        ...

    def pet_shop_license(self, application: BusinessApplication) -> Quote:
        """The same for a pet shop."""
        ...

    def transfer(self, asked: Transfer) -> Quote:
        """What it costs to carry a license over to a new owner or a new resident."""
        ...

    def replacement_tag(self, on: date) -> Quote:
        """What another tag of the same number costs."""
        ...

    def enumeration(self, on: date) -> Quote:
        """What is paid beside the license of a dog that an enumeration found unlicensed, or why the law has none."""
        ...

    def refund(self, asked: RefundAsked) -> Refund:
        """Whether the money for a license is given back."""
        ...

    def redemption(self, asked: Redemption) -> Quote:
        """What an owner pays to have an impounded dog back; the hold is not looked at."""
        ...

    def license_first(self, asked: Unlicensed) -> Requirement:
        """Whether it is licensed here before it is redeemed; not if it needs no license, or shows one of elsewhere."""
        ...

    def price_until(self, asked: Redemption) -> datetime | None:
        """The last moment at which the price of this redemption still holds; None when it does not change by itself."""
        ...

    def days_in_shelter(self, asked: Redemption) -> int:
        """The days in the shelter to ``paid_at`` as this law counts them, for the officer's statement."""
        ...

    def counted(self, seized_on: date, earlier: tuple[date, ...]) -> Counted:
        """Which impoundment of an owner's dogs one of that day is; ``earlier``: a day for each earlier occasion."""
        ...

    def may_return(self, asked: Return) -> tuple[Refusal, ...]:
        """Every reason for which a dog may not go back without an impoundment; none when it may."""
        ...

    def disposal(self, asked: Disposal) -> tuple[Refusal, ...]:
        """Every reason for which this may not be done with the dog; none when it may."""
        ...

    def fine(self, violation: Violation) -> Quote:
        """The fine for a violation; ValueError when the law has no such provision."""
        ...

    def license_required(self, presence: Presence) -> Requirement:
        """Whether a dog must be licensed, and from which day."""
        ...

    def hold(self, custody: Custody) -> Hold:
        """Until when a dog is held, and from which day something may be done with it."""
        ...

    def adoption(self, asked: Adoption) -> Adopting:
        """Which license comes before a dog leaves the shelter with its adopter, and all that stands in the way."""
        ...

    def notify_by(self, change: Change) -> NoticeDue:
        """The last day on which the owner of record may tell of a change."""
        ...

    def check_resolution(self, resolution: Resolution) -> tuple[Refusal, ...]:
        """Every reason for which the law refuses these amounts; ``about`` is the amount's code."""
        ...

    def periods(self, on: date, renewing: date | None) -> tuple[Period, ...]:
        """The terms to choose from on the license page, the usual one first."""
        ...

    def renewal_opens(self, expires: date) -> date:
        """The first day on which a license that ends on ``expires`` can be renewed."""
        ...

    def imprint(self, number: str, telephone: str) -> tuple[str, ...]:
        """The lines to be stamped on a tag."""
        ...

    def is_business_day(self, day: date) -> bool:
        """Not Saturday, Sunday or a legal holiday of the state."""
        ...
