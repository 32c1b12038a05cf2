"""What a dog needs on a day, by when and by which section: the law is asked, the database is not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from licensing.enumerations import fee_line
from licensing.facts import rabies_fact, renewable
from licensing.models import Dog, License, RabiesCertificate, RabiesStatement
from licensing.visits import visitor_fact
from ordinances import facts
from ordinances.answers import Refusal
from ordinances.days import ONE_DAY
from ordinances.ordinance import Ordinance

Code = Literal[
    "none", "exempt", "later", "license", "licensed", "renew", "expired", "rabies_soon", "rabies", "enumerated"
]
Urgency = Literal["fine", "soon", "now"]
SOON = timedelta(days=60)
"""A rabies certificate that ends within these days is named before it has ended."""


@dataclass(frozen=True, slots=True)
class Need:
    """One thing a dog needs, or why it needs none. ``day`` is by when, since when or from when, as ``text`` says."""

    code: Code
    urgency: Urgency
    text: str
    citation: str = ""
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Needs:
    """What the dog needs for its license, what for rabies (None: nothing), and what a clerk can do now."""

    license: Need
    rabies: Need | None = None
    enumerated: Need | None = None
    """What an enumeration found, which the license will be charged for."""
    act: Literal["", "License", "Renew"] = ""

    @property
    def is_due(self) -> bool:
        """Whether the license is to be had or renewed now."""
        return bool(self.act) and self.license.urgency != "fine"

    @property
    def all(self) -> tuple[Need, ...]:
        """The needs in the order in which they are read out."""
        return tuple(need for need in (self.license, self.rabies, self.enumerated) if need is not None)


def needs_of(dog: Dog, *, on: date, law: Ordinance) -> Needs:
    """What the dog needs on the day ``on`` by the town's law; no query for a dog that came ``with_papers``."""
    if not dog.is_here:
        since = f" since {dog.status_on}" if dog.status_on else ""
        return Needs(Need("none", "fine", f"{dog.get_status_display()}{since}: needs nothing", day=dog.status_on))
    last = last_standing(dog)
    license_ = _license(dog, last, on, law)
    if license_.code in ("exempt", "later"):
        return Needs(license_, act="License" if license_.code == "later" else "")
    act: Literal["", "License", "Renew"] = "License" if license_.code == "license" else "Renew"
    rabies = _rabies(dog, last if act == "Renew" else None, on, law)
    return Needs(license_, rabies, _enumerated(dog, on, law), "" if license_.code == "licensed" else act)


def last_standing(dog: Dog) -> License | None:
    """The license that ends last of those that were not voided."""
    standing = (row for row in dog.licenses.all() if row.voided_at is None)
    return max(standing, key=lambda row: (row.last_day, row.pk), default=None)


def _license(dog: Dog, last: License | None, on: date, law: Ordinance) -> Need:
    kennel = dog.kennel.licensed(on) if dog.kennel else None
    visit = max(dog.visits.all(), key=lambda row: row.arrived, default=None)
    presence = facts.Presence(on, facts.Dog(born=dog.born), in_kennel=kennel is not None, visitor=visitor_fact(visit))
    required = law.license_required(presence)
    if kennel is not None and not required.required:
        text = f"Part of {dog.kennel}, which is licensed to {kennel.last_day}: no license of its own needed"
        return Need("exempt", "fine", text, required.citation, kennel.last_day)
    if visit is not None and on <= visit.last_day and not required.required:
        text = f"Exempt as visitor through {visit.last_day}"
        return Need("exempt", "fine", text, required.citation, visit.last_day)
    if last is not None and renewable(dog, last):
        return _renewal(last, on, law, required.citation)
    if required.required:
        since = f" since {required.since}" if required.since else ""
        again = "; its license was an earlier owner's" if last is not None and last.holder_id != dog.owner_id else ""
        return Need("license", "now", f"License required{since}{again}", required.citation, required.since)
    if required.since is not None:
        return Need("later", "fine", f"License required from {required.since}", required.citation, required.since)
    return Need("exempt", "fine", f"No license needed: {required.because}", required.citation)


def _enumerated(dog: Dog, on: date, law: Ordinance) -> Need | None:
    """What follows from the latest enumeration that found the dog unlicensed, until it is licensed."""
    found = next((each for each in dog.findings.all() if each.is_open(dog.licenses.all())), None)
    line = fee_line(law, on) if found is not None else None
    if found is None or line is None:
        return None
    text = f"Found unlicensed by {found.told}: ${line.amount} with its license"
    return Need("enumerated", "now", text, line.citation, found.found_on)


def _renewal(last: License, on: date, law: Ordinance, citation: str) -> Need:
    """Between a license and the next: nothing until renewal opens, then renew by the last day, then it has expired."""
    opens = law.renewal_opens(last.expires)
    if on > last.expires:
        return Need("expired", "now", f"License expired on {last.expires}", citation, last.expires)
    if on >= opens:
        return Need("renew", "soon", f"Renew by {last.expires}", citation, last.expires)
    return Need("licensed", "fine", f"Licensed to {last.expires}; renewal opens {opens}", citation, last.expires)


def _rabies(dog: Dog, renews: License | None, on: date, law: Ordinance) -> Need | None:
    """What the law would say of the rabies paper on file, if a license were asked for today; or when it ends soon."""
    paper = rabies_paper(dog, law)
    refusal = _rabies_refusal(paper, renews, on, law)
    if isinstance(paper, RabiesCertificate) and paper.expires >= on:
        if paper.expires > on + SOON:
            return None
        then = _rabies_refusal(paper, renews, paper.expires + ONE_DAY, law)
        return Need("rabies_soon", "soon", f"Rabies certificate ends {paper.expires}", _cited(then), paper.expires)
    if isinstance(paper, RabiesCertificate):
        return Need("rabies", "now", f"Rabies certificate ended {paper.expires}", _cited(refusal), paper.expires)
    if refusal is None:
        return None
    text = "No rabies certificate on file" if paper is None else refusal.message
    return Need("rabies", "now", text, _cited(refusal))


def rabies_paper(dog: Dog, law: Ordinance) -> RabiesCertificate | RabiesStatement | None:
    """The paper that serves longest: the certificate that ends last, unless a statement that the law takes is newer."""
    return longest(dog.rabiescertificates.all(), dog.rabiesstatements.all(), law)


def longest(
    certificates: Iterable[RabiesCertificate], statements: Iterable[RabiesStatement], law: Ordinance
) -> RabiesCertificate | RabiesStatement | None:
    """The one of these papers that serves longest by the town's law."""
    certificate = max(certificates, key=lambda row: row.expires, default=None)
    statement = max(statements, key=lambda row: row.dated, default=None)
    if statement is None or certificate is None:
        return certificate or statement
    return statement if law.accepts_rabies_statement and statement.dated > certificate.expires else certificate


def _rabies_refusal(
    paper: RabiesCertificate | RabiesStatement | None, renews: License | None, on: date, law: Ordinance
) -> Refusal | None:
    """How the law would refuse the paper on the day ``on``, whatever else it might refuse."""
    renewing = renews.expires if renews else None
    period = law.periods(on, renewing)[0].value
    by_year = "license_year" in law.asks
    application = facts.LicenseApplication(
        on=on,
        dog=facts.Dog(),
        owner=facts.Owner(),
        rabies=rabies_fact(paper),
        renewing=renewing,
        years=1 if by_year else period,
        license_year=period if by_year else None,
    )
    found = (refusal for refusal in law.license(application).refusals if refusal.code.startswith("rabies"))
    return next(found, None)


def _cited(refusal: Refusal | None) -> str:
    return refusal.citation if refusal else ""
