"""Dover's adoptions from the animal shelter: Licensing ¶ G, Seizure ¶ E."""

from __future__ import annotations

from datetime import date

from ordinances.answers import Adopting, Refusal
from ordinances.days import add_years
from ordinances.facts import Adoption
from ordinances.towns.dover.amounts import LICENSING, SEIZURE

ADOPTER_YEARS = 18
RULE = f"{LICENSING} G; {SEIZURE[len('L.L. 3-2010, ') :]} E"


def adoption(asked: Adoption) -> Adopting:
    """The license comes first: "no dog can be adopted out […] without first obtaining a license", Licensing ¶ G.

    No dog, whatever its age: the exception for one under four months (¶ A(1)) is for a dog that stays in the shelter.
    The Clerk licenses residents; an adopter from elsewhere shows the license of the own town, and its number is
    recorded instead.
    """
    if asked.adopter.resident:
        because = "An adopted dog is licensed first, whatever its age"
        return Adopting("here", f"{LICENSING} G", because, _refused(asked))
    because = "An adopter from elsewhere licenses the dog at home first: that number is recorded instead"
    return Adopting("elsewhere", f"{LICENSING} G", because, _refused(asked))


def _refused(asked: Adoption) -> tuple[Refusal, ...]:
    """All that stands in the way: the hold, the adopter's age, the license."""
    refusals = _age_refused(asked)
    if not asked.available:
        message = "The owner's title is not forfeit yet: wait until the time to redeem the dog is over"
        refusals = (Refusal("not_available", f"{SEIZURE} E", message, "available"), *refusals)
    if asked.adopter.resident and not asked.licensed:
        message = "The dog is not licensed: license it to the adopter first, in the same visit"
        refusals += (Refusal("not_licensed", f"{LICENSING} G", message, "licensed"),)
    if not asked.adopter.resident and not asked.license_elsewhere:
        message = "The adopter lives elsewhere: write the number of the license from that town"
        refusals += (Refusal("not_licensed", f"{LICENSING} G", message, "license_elsewhere"),)
    return refusals


def _age_refused(asked: Adoption) -> tuple[Refusal, ...]:
    """An adopter is 18 or older. The text names no age: who applies for the license binds himself as an owner.

    A known day of birth decides, whatever else was shown. Born on February 29, 18 years later on February 28.
    """
    born = asked.adopter.born
    if born is None and not asked.shown_of_age:
        message = f"The adopter's age is not known: see proof of {ADOPTER_YEARS} years or more"
        return (Refusal("adopter_age_unknown", RULE, message, "adopter_age"),)
    if born is not None and not _of_age(born, asked.on):
        message = f"An adopter is {ADOPTER_YEARS} or older: from {add_years(born, ADOPTER_YEARS)}"
        return (Refusal("adopter_too_young", RULE, message, "adopter_age"),)
    return ()


def _of_age(born: date, on: date) -> bool:
    return add_years(born, ADOPTER_YEARS) <= on
