"""Dover's dog licenses: Licensing ¶ A to I, in the order of the ordinance."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from ordinances.answers import Line, Quote, Refund, Refusal, Requirement, Term
from ordinances.days import ONE_DAY, add_months, add_years, days_from
from ordinances.facts import (
    BusinessApplication,
    Dog,
    LicenseApplication,
    Owner,
    Presence,
    RefundAsked,
    Resolution,
    Transfer,
    WorkingKind,
)
from ordinances.money import Money
from ordinances.refunds import before_validation
from ordinances.towns.dover.amounts import AMOUNTS, BOARD, ENUMERATION_FEE, LICENSING, SURCHARGE
from ordinances.towns.dover.terms import asked_term, rabies_refused, term_refused

OF_AGE_MONTHS = 4
VISIT_DAYS = 30
FREE = f"{LICENSING} B(2); AML § 110(2)"
SENIOR_YEARS = 60
_LABELS = {amount.code: amount.label for amount in AMOUNTS}

WORKING_KINDS: Mapping[WorkingKind, str] = {
    "detection": "Detection dog",
    "guide": "Guide dog",
    "hearing": "Hearing dog",
    "police": "Police work dog",
    "service": "Service dog",
    "therapy": "Therapy dog",
    "war": "War dog",
    "search": "Working search dog",
}
ALTERATION_PROOFS: Mapping[str, str] = {
    "certificate": "Veterinarian's certificate",
    "affidavit": "Owner's affidavit under penalty of perjury",
}


def license_required(presence: Presence) -> Requirement:
    """Duty to license a dog from four months of age, younger only while at large: Licensing ¶ A(1).

    "Under the age of four months that is not at large or that is residing in a pound": the second half is read, as
    in AML § 109, to free a dog in a pound or shelter at any age. A visit exempts from all of it: ¶ I.
    """
    on, born, citation = presence.on, presence.dog.born, f"{LICENSING} A(1)"
    if presence.in_shelter:
        return Requirement(False, None, citation, "A dog in a pound or shelter needs no license")
    of_age = None if born is None else add_months(born, OF_AGE_MONTHS)
    exempt_to = None if presence.visitor is None else days_from(presence.visitor.arrived, VISIT_DAYS)
    if exempt_to is not None and (on <= exempt_to or of_age is None or of_age <= exempt_to):
        return _visitor_required(on, exempt_to, of_age)
    if of_age is None:
        return Requirement(True, None, citation, "Taken to be of age: no day of birth is known")
    if presence.at_large and on < of_age:
        return Requirement(True, on, citation, f"At large, though under four months until {of_age}")
    return Requirement(on >= of_age, of_age, citation, f"Four months old on {of_age}")


def _visitor_required(on: date, exempt_to: date, of_age: date | None) -> Requirement:
    """A dog of New York City or of another state is exempt for thirty days, its arrival not counted: Licensing ¶ I."""
    since = exempt_to + ONE_DAY
    if of_age is not None:
        since = max(since, of_age)
    return Requirement(on >= since, since, f"{LICENSING} I", f"A visitor, exempt for thirty days, through {exempt_to}")


def dog_license(application: LicenseApplication) -> Quote:
    """What a license costs and how long it runs, or all that stands in its way: Licensing ¶ A to E.

    A dog that is licensed free needs no resolution, and all other papers.
    """
    marking = free_as(application.dog)
    refusals = term_refused(application) + rabies_refused(application)
    if marking is None:
        refusals += _resolution_refused(application)
    if refusals:
        return Quote(refusals=refusals)
    term = asked_term(application)
    lines: tuple[Line, ...] = ()
    if marking is None and application.resolution is not None:
        lines = _fees(application, application.resolution, term)
    if application.found_by_enumeration:
        lines += (_enumeration_fee(application.found_by),)
    return Quote(lines, term, (), marking or "", FREE if marking else "")


def proof_of_alteration(dog: Dog) -> bool:
    """Whether the altered price applies: a certificate, one on file, or the owner's affidavit: Licensing ¶ A(4)."""
    return dog.altered and dog.alteration_proof is not None


def is_senior(owner: Owner, on: date) -> bool:
    """A resident of the Town who has reached 60 on that day (Definitions); one whose birth is unknown has not.

    Born on February 29, 60 years later on that day, or on February 28 where the year lacks it.
    """
    return owner.resident and owner.born is not None and add_years(owner.born, SENIOR_YEARS) <= on


def _rate_codes(application: LicenseApplication, amounts: Mapping[str, Money]) -> tuple[str, str]:
    """The amounts that apply: the fee's code and the surcharge's. A senior rate only where the resolution has it."""
    rate = "altered" if proof_of_alteration(application.dog) else "unaltered"
    senior_rate = "senior_altered" if rate == "altered" else "senior_unaltered"
    if senior_rate in amounts and is_senior(application.owner, application.on):
        return senior_rate, f"surcharge_{rate}"
    return rate, f"surcharge_{rate}"


def _resolution_refused(application: LicenseApplication) -> tuple[Refusal, ...]:
    """No price without the Town Board's annual resolution, nor without an amount in it: Licensing ¶ B(1)."""
    resolution = application.resolution
    citation = f"{LICENSING} B(1)"
    if resolution is None:
        message = f"No resolution on license fees is in force on {application.on}: the {BOARD} sets them annually"
        return (Refusal("no_resolution", citation, message, "resolution"),)
    missing = [code for code in _rate_codes(application, resolution.amounts) if code not in resolution.amounts]
    return tuple(Refusal("no_amount_set", citation, amount_missing(code), "resolution") for code in missing)


def refund(asked: RefundAsked) -> Refund:
    """No refund "once an application has been validated": Licensing ¶ C."""
    return before_validation(asked, f"{LICENSING} C", "Once an application has been validated, no refund is made")


def amount_missing(code: str) -> str:
    """Says which amount is missing, and that the Town Board sets it."""
    return f"The resolution lacks the amount {code} ({_LABELS[code]}): the {BOARD} sets it by resolution"


def _fees(application: LicenseApplication, resolution: Resolution, term: Term) -> tuple[Line, ...]:
    """The fee by resolution (Licensing ¶ B(1)) and the state's surcharge (AML § 110(3)), each for every year.

    A fee that the resolution sets at 0.00 is a fee all the same: only working dogs are freed of the surcharge, which
    is the state's money and not the Town's to waive (AML § 110(2)).
    """
    fee_code, surcharge_code = _rate_codes(application, resolution.amounts)
    fee, surcharge = resolution.amounts[fee_code], resolution.amounts[surcharge_code]
    years, number = application.years, resolution.number
    because = _why_rate(application.dog, fee_code)
    return (
        Line(
            "license_fee",
            fee * years,
            "License fee",
            f"{LICENSING} B(1)",
            f"{because}: {fee} × {years}, to {term.expires}",
            number,
        ),
        Line(
            "state_surcharge",
            surcharge * years,
            "State surcharge",
            SURCHARGE,
            f"Animal population control: {surcharge} × {years}",
            number,
        ),
    )


def _why_rate(dog: Dog, fee_code: str) -> str:
    """Names the rate, and why a dog said to be altered pays the other one: Licensing ¶ A(4)."""
    because = _LABELS[fee_code].removeprefix("License fee, ").capitalize()
    if dog.altered and dog.alteration_proof is None:
        because += ", as no certificate or affidavit of its alteration was given"
    return because


def free_as(dog: Dog) -> str | None:
    """What a working dog with proof is called on its free license; None for a dog that pays: Licensing ¶ B(2)."""
    if dog.working is None or not dog.working_proof:
        return None
    return WORKING_KINDS.get(dog.working)


def enumeration(on: date) -> Quote:
    """What an enumeration costs the owner of a dog that it found unlicensed: Licensing ¶ B(3). One price every day."""
    return Quote((_enumeration_fee(f"an enumeration on or before {on}"),))


def _enumeration_fee(found_by: str) -> Line:
    """Five dollars "in addition to other applicable fees", also where there are none: Licensing ¶ B(3)."""
    because = f"Found unlicensed by {found_by}" if found_by else "An enumeration found the dog unlicensed"
    return Line("enumeration_fee", ENUMERATION_FEE, "Enumeration fee", f"{LICENSING} B(3)", because)


def transfer(asked: Transfer) -> Quote:
    """No license passes to a new owner, who applies anew: Licensing ¶ F."""
    message = f"A license is not transferable: the new owner applies for one on {asked.on}; the dog keeps its number"
    return Quote(refusals=(Refusal("not_transferable", f"{LICENSING} F", message),))


def kennel_license(application: BusinessApplication) -> Quote:
    """The Town issues no kennel license: Licensing ¶ H."""
    return _no_such_license("kennel", application)


def pet_shop_license(application: BusinessApplication) -> Quote:
    """All dogs are licensed individually, a shop's too: Licensing ¶ H."""
    return _no_such_license("pet shop", application)


def _no_such_license(kind: str, application: BusinessApplication) -> Quote:
    message = f"There is no {kind} license in Dover on {application.on}: license each dog by itself"
    return Quote(refusals=(Refusal("no_such_license", f"{LICENSING} H", message),))
