"""A third town, as a new one would be written: what its law says, and a refusal for what it has not."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta

from ordinances.answers import Adopting, Counted, Hold, Line, NoticeDue, Quote, Refund, Refusal, Requirement, Term
from ordinances.custody import before_disposal, held, return_refused
from ordinances.days import ONE_DAY, add_months, add_years
from ordinances.facts import (
    Adoption,
    BusinessApplication,
    Change,
    Custody,
    Disposal,
    LicenseApplication,
    Presence,
    RabiesCertificate,
    Redemption,
    RefundAsked,
    Resolution,
    Return,
    Transfer,
    Unlicensed,
    Violation,
    WorkingKind,
)
from ordinances.holidays import NEW_YORK
from ordinances.money import Money
from ordinances.ordinance import AmountSet, Asks, Ground, Ordinance, Period, Words


def _no(code: str, citation: str, message: str) -> Quote:
    return Quote(refusals=(Refusal(code, citation, message),))


class Riverton:
    """Seven dollars a year, a dollar a day in the pound, and no more law than that."""

    town = "riverton"
    name = "Village of Riverton, New York"
    in_force_from = date(2020, 1, 1)
    text = "Local Law No. 1-2019, made up for the tests"
    words = Words(
        "VILLAGE OF RIVERTON", "Village Clerk", "Dog Warden", "tag", "pound", "Board of Trustees", "River County"
    )
    asks: frozenset[Asks] = frozenset({"years"})
    license_kinds: Mapping[str, str] = {"dog": "Dog license"}
    kennel_exclusions: Mapping[str, str] = {}
    working_kinds: Mapping[WorkingKind, str] = {"guide": "Guide dog"}
    alteration_proofs: Mapping[str, str] = {}
    accepts_rabies_statement = False
    amounts: tuple[AmountSet, ...] = ()
    costs: Mapping[str, str] = {}
    statement = Ground("No costs are billed", "§ 3", "A dollar for each day begun.")
    statement_first = False
    adopter_age: int | None = None
    permanent_number = True
    seizure_grounds: Mapping[str, Ground] = {"at_large": Ground("At large", "§ 3", "Any dog at large.")}
    returns: Mapping[str, Ground] = {"handed_back": Ground("Handed back", "§ 3", "A licensed dog may go home.")}
    to_redeem: tuple[Ground, ...] = (Ground("The license", "§ 3", "A dog is licensed before it goes home."),)

    def license(self, application: LicenseApplication) -> Quote:
        """§ 1: a year for $7, from the day or from the end of the old license; free for guide dogs."""
        on, rabies = application.on, application.rabies
        if rabies is None:
            return _no("rabies_missing", "§ 2", "Bring a certificate")
        if not isinstance(rabies, RabiesCertificate):
            return _no("rabies_statement_not_accepted", "§ 2", "Bring a certificate")
        if rabies.expires < on:
            return _no("rabies_not_current", "§ 2", "Bring a current certificate")
        old_end = application.renewing if application.renewing and application.renewing >= on else on - ONE_DAY
        if on < self.renewal_opens(old_end):
            return _no("too_early", "§ 1", f"Come on {self.renewal_opens(old_end)}")
        term = Term(old_end + ONE_DAY, add_years(old_end, 1))
        if application.dog.working == "guide" and application.dog.working_proof:
            return Quote(term=term, marking="Guide dog")
        return Quote((Line("license_fee", Money.of("7.00"), "License", "§ 1", "A year"),), term)

    def redemption(self, asked: Redemption) -> Quote:
        """§ 3: a dollar for each day begun, to the owner of a licensed dog."""
        if asked.paid_at < asked.seized_at:
            return _no("paid_before_seized", "§ 3", "Correct the times")
        days = (asked.paid_at - asked.seized_at) // timedelta(days=1) + 1
        line = Line("boarding", Money.of(days), "Boarding", "§ 3", f"{days} days")
        return Quote((line,)) if asked.licensed else _no("not_licensed", "§ 3", "License the dog first")

    def hold(self, custody: Custody) -> Hold:
        """§ 4: three days."""
        if custody.court_hold:
            return Hold(None, None, None, "§ 4", "A court holds the dog")
        return held(custody, custody.clock_from + 3 * ONE_DAY, NEW_YORK, "§ 4", "Three days")

    def license_first(self, asked: Unlicensed) -> Requirement:
        """§ 3: any license, and none of a puppy."""
        duty = self.license_required(asked.presence)
        until = asked.elsewhere_until
        return duty if until is None or until < asked.presence.on else Requirement(False, None, "§ 3", "Licensed")

    def price_until(self, asked: Redemption) -> datetime | None:
        """§ 3: a day is over when the next begins."""
        begun = (asked.paid_at - asked.seized_at) // timedelta(days=1) + 1
        return asked.seized_at + timedelta(days=begun, microseconds=-1)

    def days_in_shelter(self, asked: Redemption) -> int:
        return (asked.paid_at - asked.seized_at) // timedelta(days=1) + 1

    def counted(self, seized_on: date, earlier: tuple[date, ...]) -> Counted:
        return Counted(1, (), "§ 3", "None is counted")

    def may_return(self, asked: Return) -> tuple[Refusal, ...]:
        return return_refused(asked, self.returns)

    def disposal(self, asked: Disposal) -> tuple[Refusal, ...]:
        return before_disposal(asked, self.hold(asked.custody), "§ 4")

    def license_required(self, presence: Presence) -> Requirement:
        """§ 5: from six months of age."""
        since = None if presence.dog.born is None else add_months(presence.dog.born, 6)
        return Requirement(since is None or presence.on >= since, since, "§ 5", "Six months old")

    def kennel_license(self, application: BusinessApplication) -> Quote:
        return _no("no_such_license", "§ 1", "License each dog")

    def pet_shop_license(self, application: BusinessApplication) -> Quote:
        return _no("no_such_license", "§ 1", "License each dog")

    def transfer(self, asked: Transfer) -> Quote:
        return _no("not_transferable", "§ 1", "Apply anew")

    def enumeration(self, on: date) -> Quote:
        return _no("no_enumeration", "§ 1", "License the dog")

    def refund(self, asked: RefundAsked) -> Refund:
        return Refund(asked.because == "in_error", "§ 1", "Errors alone are set right")

    def replacement_tag(self, on: date) -> Quote:
        return Quote((Line("tag_fee", Money.of("1.00"), "Tag", "§ 6", "A lost tag"),))

    def fine(self, violation: Violation) -> Quote:
        return _no("no_amount_set", "§ 7", "The Board of Trustees has set no fine")

    def adoption(self, asked: Adoption) -> Adopting:
        """§ 9: a licensed dog may be adopted."""
        no = () if asked.licensed else (Refusal("not_licensed", "§ 9", "License the dog first", "licensed"),)
        return Adopting("here", "§ 9", "Licensed first", no)

    def notify_by(self, change: Change) -> NoticeDue:
        return NoticeDue(None, "§ 8", "No days are counted")

    def check_resolution(self, resolution: Resolution) -> tuple[Refusal, ...]:
        return ()

    def periods(self, on: date, renewing: date | None) -> tuple[Period, ...]:
        return (Period(1, "1 year"),)

    def renewal_opens(self, expires: date) -> date:
        return expires - 30 * ONE_DAY

    def imprint(self, number: str, telephone: str) -> tuple[str, ...]:
        return (self.words.place, number)

    def is_business_day(self, day: date) -> bool:
        return NEW_YORK.is_business_day(day)


RIVERTON: Ordinance = Riverton()
