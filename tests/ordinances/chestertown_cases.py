"""Short ways to ask Chestertown's rules, for tests that are sentences."""

from __future__ import annotations

from datetime import date

from ordinances.answers import Hold, Quote, Requirement
from ordinances.facts import (
    BusinessApplication,
    Custody,
    Dog,
    LicenseApplication,
    Owner,
    Presence,
    Rabies,
    RabiesCertificate,
    Redemption,
    Violation,
    Visitor,
)
from ordinances.towns.chestertown import CHESTERTOWN
from tests.ordinances.cases import day, local, maybe

LONG_CURRENT = RabiesCertificate(date(2099, 12, 31))
PLAIN_DOG = Dog()


def dog(
    on: str, year: int, *, duty: str | None = None, dog: Dog = PLAIN_DOG, rabies: Rabies | None = LONG_CURRENT
) -> Quote:
    """A dog license applied for on a day for a license year."""
    asked = LicenseApplication(day(on), dog, Owner(), rabies=rabies, license_year=year, duty_began=maybe(duty))
    return CHESTERTOWN.license(asked)


def puppy(on: str, year: int, *, born: str, duty: str | None = None) -> Quote:
    """A license for a dog whose day of birth is known."""
    return dog(on, year, duty=duty, dog=Dog(born=day(born)))


def kennel(on: str, year: int, *, most: int, duty: str | None = None) -> Quote:
    """A license for a kennel for so many dogs."""
    return CHESTERTOWN.kennel_license(BusinessApplication(day(on), year, most, maybe(duty)))


def pet_shop(on: str, year: int, *, duty: str | None = None) -> Quote:
    """A license for a pet shop."""
    return CHESTERTOWN.pet_shop_license(BusinessApplication(day(on), year, None, maybe(duty)))


def required(on: str, *, born: str | None = None, in_kennel: bool = False, at_large: bool = False) -> Requirement:
    """Whether a dog of the town needs a license on a day."""
    return CHESTERTOWN.license_required(
        Presence(day(on), Dog(born=maybe(born)), at_large=at_large, in_kennel=in_kennel)
    )


def visiting(on: str, *, arrived: str, permission: bool, born: str | None = None) -> Requirement:
    """Whether a nonresident's dog needs a license on a day."""
    visitor = Visitor(day(arrived), "out_of_state_licensed", permission)
    return CHESTERTOWN.license_required(Presence(day(on), Dog(born=maybe(born)), visitor=visitor))


def held(seized_on: str, *, closed: tuple[str, ...] = (), court: bool = False) -> Hold:
    """How long a dog seized on a day is held."""
    return CHESTERTOWN.hold(Custody(day(seized_on), court_hold=court, closed=frozenset(map(day, closed))))


def redeemed(
    seized: str, paid: str, *, sheltered: str | None = None, licensed: bool = True, same_day: bool = False
) -> Quote:
    """What it costs to fetch a dog."""
    arrived = None if sheltered is None else local(sheltered)
    asked = Redemption(licensed, local(seized), local(paid), arrived, returned_same_day=same_day)
    return CHESTERTOWN.redemption(asked)


def fined(provision: str, *, on: str = "2026-07-01", found: tuple[str, ...] = (), days: int = 1) -> Quote:
    """The fine for a violation."""
    return CHESTERTOWN.fine(Violation(day(on), provision, tuple(map(day, found)), days))
