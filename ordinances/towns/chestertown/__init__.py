"""Chestertown, Maryland: Chapter 68 of its Code, Dogs and Other Animals, as given (1973, 1992)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from ordinances.holidays import MARYLAND
from ordinances.ordinance import AmountSet, Asks, Ground, Words
from ordinances.towns.chestertown import adoption, fines, impoundment, license_year, licenses


class Chestertown:
    """The three Articles of Chapter 68; each rule stands in the module of its sections."""

    town = "chestertown"
    name = "Town of Chestertown, Maryland"
    in_force_from = date(1992, 6, 18)
    """The last of the three Articles was adopted on that day: from then on the text applies whole."""
    text = (
        "Code of the Town of Chestertown, Chapter 68, Dogs and Other Animals: Article I (adopted 3-19-1973), "
        "Article II (adopted 6-11-1973) and Article III (adopted 6-18-1992, Ord. No. 3-92), as given. A later town "
        "council is known to have replaced Chapter 68 with a county law, whose text is missing and is not applied."
    )
    words = Words(
        place="TOWN OF CHESTERTOWN",
        clerk="Town Manager",
        officer="Dog Control Warden",
        tag="license tag",
        shelter="dog control shelter",
        board="Mayor and Council",
        county="Kent County, Maryland",
    )
    asks: frozenset[Asks] = frozenset({"license_year", "duty_began"})
    license_kinds: Mapping[str, str] = {
        "dog": "Dog license",
        "kennel": "Kennel license",
        "pet_shop": "Pet shop license",
    }
    kennel_exclusions = licenses.KENNEL_EXCLUSIONS
    working_kinds = licenses.WORKING_KINDS
    alteration_proofs: Mapping[str, str] = {}
    accepts_rabies_statement = False
    amounts: tuple[AmountSet, ...] = fines.AMOUNTS
    seizure_grounds: Mapping[str, Ground] = impoundment.GROUNDS
    returns: Mapping[str, Ground] = impoundment.RETURNS
    costs: Mapping[str, str] = {}
    statement = impoundment.STATEMENT
    statement_first = False
    to_redeem: tuple[Ground, ...] = impoundment.TO_REDEEM
    adopter_age: int | None = None
    permanent_number = False

    license_required = staticmethod(licenses.license_required)
    license = staticmethod(licenses.dog_license)
    kennel_license = staticmethod(licenses.kennel_license)
    pet_shop_license = staticmethod(licenses.pet_shop_license)
    periods = staticmethod(license_year.license_years)
    renewal_opens = staticmethod(license_year.renewal_opens)
    refund = staticmethod(licenses.refund)
    transfer = staticmethod(licenses.transfer)
    enumeration = staticmethod(licenses.enumeration)
    replacement_tag = staticmethod(licenses.replacement_tag)
    imprint = staticmethod(licenses.imprint)
    notify_by = staticmethod(licenses.notify_by)
    hold = staticmethod(impoundment.hold)
    adoption = staticmethod(adoption.adoption)
    redemption = staticmethod(impoundment.redemption)
    license_first = staticmethod(impoundment.license_first)
    price_until = staticmethod(impoundment.price_until)
    days_in_shelter = staticmethod(impoundment.days_in_shelter)
    counted = staticmethod(impoundment.counted)
    may_return = staticmethod(impoundment.may_return)
    disposal = staticmethod(impoundment.disposal)
    fine = staticmethod(fines.fine)
    check_resolution = staticmethod(fines.check_resolution)
    is_business_day = staticmethod(MARYLAND.is_business_day)


CHESTERTOWN = Chestertown()
