"""Chestertown's licenses: §§ 68-6 and 68-12, in the order of the ordinance."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from ordinances.answers import Line, NoticeDue, Quote, Refund, Refusal, Requirement, Term
from ordinances.days import ONE_DAY, add_months, days_from
from ordinances.facts import (
    BusinessApplication,
    Change,
    Dog,
    LicenseApplication,
    Presence,
    RabiesCertificate,
    RabiesStatement,
    RefundAsked,
    Transfer,
    Visitor,
    WorkingKind,
)
from ordinances.money import Money
from ordinances.refunds import before_validation
from ordinances.towns.chestertown.license_year import AnnualFee, LicenseYear, charges, outside_year, year_in_course

# The amounts of Article II, as adopted on 6-11-1973.
DOG_FEE = AnnualFee(Money.of("3.00"), "Dog license", "§ 68-6A", "Annual fee for a dog")
KENNEL_FEE = AnnualFee(Money.of("25.00"), "Kennel license", "§ 68-6B(1)", "Annual fee for a kennel for up to 24 dogs")
LARGE_KENNEL_FEE = AnnualFee(
    Money.of("35.00"), "Kennel license", "§ 68-6B(2)", "Annual fee for a kennel for 25 dogs or more"
)
LARGE_KENNEL_FROM = 25
PET_SHOP_FEE = AnnualFee(Money.of("25.00"), "Pet shop license", "§ 68-6B(3)", "Annual fee for a pet shop")
TRANSFER_FEE = Money.of("1.00")  # § 68-6E
DUPLICATE_TAG_FEE = Money.of("0.50")  # § 68-6G(2)

# Licensed free: guide and governmental police dogs by § 68-12C, hearing and service dogs by LG § 13-104.
WORKING_KINDS: Mapping[WorkingKind, str] = {
    "guide": "Guide dog",
    "police": "Police dog",
    "hearing": "Hearing dog",
    "service": "Service dog",
}

KENNEL_EXCLUSIONS: Mapping[str, str] = {
    "Veterinary hospital or clinic": "§ 68-12A",
    "Research facility": "§ 68-12A",
    "Humane shelter": "§ 68-12A",
    "Operated by state or local government": "§ 68-12A",
    "Licensed by federal law": "§ 68-12A",
}


def of_age_from(born: date) -> date:
    """The first day on which a dog is "over the age of six (6) months": the day after it passes them (§ 68-6A)."""
    return add_months(born, 6) + ONE_DAY


def license_required(presence: Presence) -> Requirement:
    """Duty to license a dog over six months old, except in a kennel (§ 68-6A) or on a permitted visit (§ 68-12B).

    At large or in the shelter makes no difference: the text has no such exception, and none for a visit without
    written permission. A dog whose day of birth is unknown is taken to be of age.
    """
    if presence.in_kennel:
        return Requirement(False, None, "§ 68-6A", "A dog included as part of a kennel needs no license of its own")
    of_age = None if presence.dog.born is None else of_age_from(presence.dog.born)
    visitor = presence.visitor
    if visitor is not None and visitor.permission:
        return _permitted_visitor(presence.on, visitor, of_age)
    because = "Taken to be over six months old: no day of birth is known"
    if of_age is not None:
        because = f"Over six months old from {of_age}"
    if visitor is not None:
        because += "; a visit exempts only with the Mayor and Council's written permission (§ 68-12B)"
    return Requirement(of_age is None or presence.on >= of_age, of_age, "§ 68-6A", because)


def _permitted_visitor(on: date, visitor: Visitor, of_age: date | None) -> Requirement:
    """A nonresident's dog is exempt up to thirty days, its arrival not counted: § 68-12B."""
    last = days_from(visitor.arrived, 30)
    since, because = last + ONE_DAY, f"A nonresident's dog, permitted for thirty days, through {last}"
    if of_age is not None and of_age > since:
        since, because = of_age, f"Over six months old from {of_age}"
    return Requirement(on >= since, since, "§ 68-12B", because)


def dog_license(application: LicenseApplication) -> Quote:
    """A dog's license for one license year: § 68-6A, D; without fee or penalty for a working dog: § 68-12C."""
    on = application.on
    year = LicenseYear.named(application.license_year)
    refusals = outside_year(on, year) + _rabies_refused(application)
    if refusals:
        return Quote(refusals=refusals)
    marking = free_as(application.dog)
    if marking is not None:
        return Quote(term=year.term(on), marking=marking, free_by=_free_by(application.dog))
    return Quote(charges(DOG_FEE, on, year, _dog_duty(application)), year.term(on))


def _dog_duty(application: LicenseApplication) -> date | None:
    """The day on which the duty to license this dog began: the later of the day told and its coming of age.

    "Thirty days following the procurement of a dog" cannot run out before the dog needs a license (§ 68-6A, D).
    """
    born, told = application.dog.born, application.duty_began
    if born is None:
        return told
    of_age = of_age_from(born)
    return of_age if told is None else max(told, of_age)


def kennel_license(application: BusinessApplication) -> Quote:
    """A kennel's license, by the most dogs that it may house, not those present: § 68-6B(1), (2)."""
    most = application.maximum_dogs
    if most is None or most < 1:
        raise ValueError("maximum_dogs is missing: the application states how many dogs, 1 or more (§ 68-6B)")
    return _business_license(LARGE_KENNEL_FEE if most >= LARGE_KENNEL_FROM else KENNEL_FEE, application)


def pet_shop_license(application: BusinessApplication) -> Quote:
    """A pet shop's license: § 68-6B(3). A business that is also a kennel needs both, and pays both."""
    return _business_license(PET_SHOP_FEE, application)


def _business_license(fee: AnnualFee, application: BusinessApplication) -> Quote:
    """A license for one license year like a dog's, but no paper on rabies is asked for: § 68-6D."""
    year = LicenseYear.named(application.license_year)
    refusals = outside_year(application.on, year)
    if refusals:
        return Quote(refusals=refusals)
    return Quote(charges(fee, application.on, year, application.duty_began), year.term(application.on))


def _rabies_refused(application: LicenseApplication) -> tuple[Refusal, ...]:
    """A certificate of rabies inoculation, current on the day of application: § 68-6D.

    No veterinarian's statement stands in for it: COMAR 10.06.02.10.
    """
    rabies = application.rabies
    if rabies is None:
        message = "A certificate of rabies vaccination must be presented with the application"
        return (Refusal("rabies_missing", "§ 68-6D", message, "rabies"),)
    if isinstance(rabies, RabiesStatement):
        message = "A veterinarian's statement is not accepted: bring a current certificate of rabies vaccination"
        return (Refusal("rabies_statement_not_accepted", "COMAR 10.06.02.10", message, "rabies"),)
    return _certificate_refused(rabies, application.on)


def _certificate_refused(certificate: RabiesCertificate, on: date) -> tuple[Refusal, ...]:
    """A certificate counts through its last day: § 68-6D."""
    if certificate.expires >= on:
        return ()
    message = f"The certificate ended on {certificate.expires}: bring one that is current on {on}"
    return (Refusal("rabies_not_current", "§ 68-6D", message, "rabies"),)


def transfer(asked: Transfer) -> Quote:
    """A new owner keeps the dog's or kennel's license to June 30; a new resident's becomes one: § 68-6E(1), (2).

    It must be valid on the day; a pet shop's license is not named and does not pass. What a license from elsewhere
    had left beyond June 30 is not carried over: the town knows no other license year.
    """
    section = {None: "§ 68-6E", False: "§ 68-6E(1)", True: "§ 68-6E(2)"}[asked.of_elsewhere]
    if asked.what == "pet_shop":
        message = "Only a dog's or a kennel's license can be transferred: the new operator applies for one"
        return Quote(refusals=(Refusal("not_transferable", "§ 68-6E(1)", message),))
    if asked.expires is None or asked.expires < asked.on:
        gone = "There is no current license" if asked.expires is None else f"The license ended on {asked.expires}"
        refusal = Refusal("license_not_current", section, f"{gone}: apply for a new one", "current_license")
        return Quote(refusals=(refusal,))
    until = LicenseYear.named(year_in_course(asked.on)).expires
    line = Line("transfer_fee", TRANSFER_FEE, "Transfer", section, f"The license is carried over to {until}")
    return Quote((line,), Term(asked.on, until))


def enumeration(on: date) -> Quote:
    """No section lets the Town count dogs for a fee; a license that comes late pays a penalty (§ 68-6D)."""
    message = f"Chapter 68 knows no enumeration on {on}: a dog not licensed in time pays the penalty of § 68-6D instead"
    return Quote(refusals=(Refusal("no_enumeration", "Ch. 68", message),))


def replacement_tag(on: date) -> Quote:
    """A duplicate with the same number for a lost tag: § 68-6G(2). One price on every day."""
    because = f"Duplicate of a tag reported lost on {on}, with the same number"
    return Quote((Line("tag_fee", DUPLICATE_TAG_FEE, "Duplicate tag", "§ 68-6G(2)", because),))


def refund(asked: RefundAsked) -> Refund:
    """The text charges for a license and knows no refund (§ 68-6): read as in a town that says so."""
    return before_validation(asked, "§ 68-6", "Once a license was given out, the Code knows no refund")


def imprint(number: str, telephone: str) -> tuple[str, ...]:
    """§ 68-6A asks for a number alone; place and telephone are for whoever finds the dog."""
    return ("TOWN OF CHESTERTOWN", number, telephone)


def free_as(dog: Dog) -> str | None:
    """What a working dog with proof is called on its free license; None for a dog that pays.

    Seeing Eye and governmental police dogs: § 68-12C. Hearing and service dogs: LG § 13-104, which leaves out
    therapy and search dogs.
    """
    if dog.working is None or not dog.working_proof:
        return None
    return WORKING_KINDS.get(dog.working)


def _free_by(dog: Dog) -> str:
    """The section that frees the working dog."""
    return "§ 68-12C" if dog.working in ("guide", "police") else "LG § 13-104"


def notify_by(change: Change) -> NoticeDue:
    """No section counts days for a notice; after a sale the new owner may have the license transferred (§ 68-6E)."""
    return NoticeDue(None, "Ch. 68", f"Chapter 68 counts no days for a notice ({change.event})")
