"""Short ways to ask Dover's rules, for tests that are sentences."""

from __future__ import annotations

from datetime import date

from ordinances.answers import Hold, NoticeDue, Quote, Requirement
from ordinances.facts import (
    AlterationProof,
    Change,
    Custody,
    Dog,
    Event,
    Home,
    LicenseApplication,
    Notice,
    Owner,
    Presence,
    Rabies,
    RabiesCertificate,
    RabiesStatement,
    Redemption,
    Resolution,
    ShelterStatement,
    Violation,
    Visitor,
)
from ordinances.money import Money
from ordinances.towns.dover import DOVER
from tests.ordinances.cases import day, local, maybe

LONG_CURRENT = RabiesCertificate(date(2099, 12, 31))
ALTERED = Dog(altered=True, alteration_proof="certificate")
UNALTERED = Dog()
RESIDENT = Owner(resident=True)
NO_COSTS = ShelterStatement()


def resolved(number: str | None = "R-12", **amounts: str) -> Resolution:
    """A resolution of the Town Board that sets these amounts."""
    return Resolution({code: Money.of(amount) for code, amount in amounts.items()}, number)


FEES = resolved(altered="10.00", unaltered="18.00", surcharge_altered="1.00", surcharge_unaltered="3.00")
SENIOR_FEES = Resolution(
    {**FEES.amounts, "senior_altered": Money.of("5.00"), "senior_unaltered": Money.of("13.00")}, "R-13"
)


def certificate(expires: str) -> RabiesCertificate:
    """A rabies certificate whose last day is this one."""
    return RabiesCertificate(day(expires))


def statement(dated: str) -> RabiesStatement:
    """A veterinarian's statement of this day."""
    return RabiesStatement(day(dated))


def first(
    on: str = "2026-03-15",
    *,
    dog: Dog = ALTERED,
    owner: Owner = RESIDENT,
    rabies: Rabies | None = LONG_CURRENT,
    years: int = 1,
    enumerated: bool = False,
    fees: Resolution | None = FEES,
) -> Quote:
    """A first license applied for on a day."""
    return DOVER.license(LicenseApplication(day(on), dog, owner, rabies, None, years, enumerated, fees))


def renewal(
    on: str,
    *,
    expires: str,
    years: int = 1,
    dog: Dog = ALTERED,
    rabies: Rabies | None = LONG_CURRENT,
    fees: Resolution | None = FEES,
) -> Quote:
    """The renewal of a license that ends on a day."""
    return DOVER.license(LicenseApplication(day(on), dog, RESIDENT, rabies, day(expires), years, False, fees))


def claimed_altered(proof: AlterationProof | None) -> Dog:
    """A dog said to be altered, with or without proof."""
    return Dog(altered=True, alteration_proof=proof)


def term_of(quote: Quote) -> str:
    """``first day…last day``, or the codes of the refusals."""
    if quote.term is None:
        return " ".join(refusal.code for refusal in quote.refusals)
    return f"{quote.term.starts}…{quote.term.expires}"


def required(
    on: str, *, born: str | None = None, at_large: bool = False, in_shelter: bool = False, arrived: str | None = None
) -> Requirement:
    """Whether a dog needs a license on a day; with ``arrived`` it is New York City's."""
    visitor = None if arrived is None else Visitor(day(arrived), "nyc_licensed")
    return DOVER.license_required(Presence(day(on), Dog(born=maybe(born)), at_large, in_shelter, False, visitor))


def visiting(home: Home) -> Requirement:
    """Whether a dog of elsewhere that arrived on June 1, 2026 needs a license on July 1."""
    presence = Presence(day("2026-07-01"), Dog(), visitor=Visitor(day("2026-06-01"), home))
    return DOVER.license_required(presence)


def held(seized_on: str, *, closed: tuple[str, ...] = (), court: bool = False) -> Hold:
    """How long an unidentified dog is held."""
    return DOVER.hold(Custody(day(seized_on), court_hold=court, closed=frozenset(map(day, closed))))


def held_identified(seized_on: str, *, personal: str | None = None, mailed: str | None = None) -> Hold:
    """How long a dog with a tag is held, whose owner was notified on these days."""
    notices: tuple[Notice, ...] = ()
    if personal is not None:
        notices += (Notice("personal", day(personal)),)
    if mailed is not None:
        notices += (Notice("mail", day(mailed)),)
    return DOVER.hold(Custody(day(seized_on), True, notices))


def redeemed(
    seized: str,
    paid: str,
    *,
    earlier: tuple[str, ...] = (),
    licensed: bool = True,
    costs: ShelterStatement = NO_COSTS,
    charges: Resolution | None = None,
) -> Quote:
    """What it costs to fetch a dog, times on the clock of New York."""
    seizures = tuple(map(day, earlier))
    return DOVER.redemption(Redemption(licensed, local(seized), local(paid), None, seizures, False, costs, charges))


def fined(provision: str = "unlicensed", *, on: str = "2026-07-01", found: tuple[str, ...] = ()) -> Quote:
    """The least fine for an offense."""
    return DOVER.fine(Violation(day(on), provision, tuple(map(day, found))))


def notice_by(event: Event, happened_on: str) -> NoticeDue:
    """The last day to tell the Clerk."""
    return DOVER.notify_by(Change(event, day(happened_on)))
