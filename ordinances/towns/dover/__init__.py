"""Dover, New York: the Dog Licensing and Control Law, Local Law No. 3 of 2010."""

from __future__ import annotations

from collections.abc import Mapping

from ordinances.holidays import NEW_YORK
from ordinances.ordinance import Asks, Ground, Words
from ordinances.towns.dover import adoption, duties, licensing, seizure, terms
from ordinances.towns.dover.amounts import AMOUNTS, BOARD, IN_FORCE_FROM


class Dover:
    """The local law with the state's; each rule stands in the module of its heading."""

    town = "dover"
    name = "Town of Dover, New York"
    in_force_from = IN_FORCE_FROM
    text = (
        "Dog Licensing and Control Law of the Town of Dover, L.L. No. 3-2010 (adopted 12-8-2010, in force from "
        "1-1-2011), as given. The section numbers and the penalties for prohibited acts are missing from it. License "
        "fees are those of the Town Board's resolution in force on the day."
    )
    words = Words(
        place="TOWN OF DOVER",
        clerk="Town Clerk",
        officer="Dog Control Officer",
        tag="identification tag",
        shelter="animal shelter",
        board=BOARD,
        county="Dutchess County, New York",
    )
    asks: frozenset[Asks] = frozenset({"years", "enumeration", "alteration", "owner_born"})
    license_kinds: Mapping[str, str] = {"dog": "Dog license"}
    kennel_exclusions: Mapping[str, str] = {}
    working_kinds = licensing.WORKING_KINDS
    alteration_proofs = licensing.ALTERATION_PROOFS
    accepts_rabies_statement = True
    amounts = AMOUNTS
    seizure_grounds: Mapping[str, Ground] = seizure.GROUNDS
    returns: Mapping[str, Ground] = seizure.RETURNS
    costs: Mapping[str, str] = seizure.COSTS
    statement = seizure.STATEMENT
    statement_first = True
    to_redeem: tuple[Ground, ...] = seizure.TO_REDEEM
    adopter_age: int | None = adoption.ADOPTER_YEARS
    permanent_number = True

    license_required = staticmethod(licensing.license_required)
    license = staticmethod(licensing.dog_license)
    enumeration = staticmethod(licensing.enumeration)
    periods = staticmethod(terms.periods)
    renewal_opens = staticmethod(terms.renewal_opens)
    refund = staticmethod(licensing.refund)
    transfer = staticmethod(licensing.transfer)
    kennel_license = staticmethod(licensing.kennel_license)
    pet_shop_license = staticmethod(licensing.pet_shop_license)
    replacement_tag = staticmethod(duties.replacement_tag)
    imprint = staticmethod(duties.imprint)
    notify_by = staticmethod(duties.notify_by)
    hold = staticmethod(seizure.hold)
    adoption = staticmethod(adoption.adoption)
    redemption = staticmethod(seizure.redemption)
    license_first = staticmethod(seizure.license_first)
    price_until = staticmethod(seizure.price_until)
    days_in_shelter = staticmethod(seizure.days_in_shelter)
    counted = staticmethod(seizure.counted)
    may_return = staticmethod(seizure.may_return)
    disposal = staticmethod(seizure.disposal)
    fine = staticmethod(duties.fine)
    check_resolution = staticmethod(duties.check_resolution)
    is_business_day = staticmethod(NEW_YORK.is_business_day)


DOVER = Dover()
