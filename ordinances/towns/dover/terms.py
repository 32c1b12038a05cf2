"""How long a Dover license runs, and what the rabies papers allow: Licensing ¶ A(5), E; AML § 109(1)(a)."""

from __future__ import annotations

from datetime import date, timedelta

from ordinances.answers import Refusal, Term
from ordinances.days import ONE_DAY, add_months, add_years, month_end
from ordinances.facts import LicenseApplication, RabiesCertificate, RabiesStatement
from ordinances.ordinance import Period
from ordinances.towns.dover.amounts import LICENSING

EARLY_DAYS = timedelta(days=60)
MOST_YEARS = 3
CERTIFICATE_MONTHS = 11
PAPERS = f"{LICENSING} A(5)"
TERMS = f"{LICENSING} E"
ELEVENTH_MONTH = "AML § 109(1)(a)"


def renewal_opens(expires: date) -> date:
    """Sixty days before the old license ends: Licensing ¶ E."""
    return expires - EARLY_DAYS


def _most_years(application: LicenseApplication) -> int:
    """A first license and one on a veterinarian's statement run one year; a renewal up to three: Licensing ¶ E."""
    if application.renewing is None or isinstance(application.rabies, RabiesStatement):
        return 1
    return MOST_YEARS


def periods(on: date, renewing: date | None) -> tuple[Period, ...]:
    """The years to choose from: one at first, one to three for a renewal, on whichever day: Licensing ¶ E."""
    if renewing is None:
        return (Period(1, "1 year"),)
    return (Period(1, "1 year"), Period(2, "2 years"), Period(3, "3 years"))


def _starts(application: LicenseApplication) -> date:
    """In force at once; a renewal that is not late follows the old license without a gap: Licensing ¶ E."""
    if application.renewing is None or application.renewing < application.on:
        return application.on
    return application.renewing + ONE_DAY


def asked_term(application: LicenseApplication) -> Term:
    """The days that the license asked for covers; on a statement never beyond its own year."""
    starts = _starts(application)
    expires = _term_end(application, starts, application.years)
    if isinstance(application.rabies, RabiesStatement):
        expires = min(expires, _statement_limit(application.rabies))
    return Term(starts, expires)


def _term_end(application: LicenseApplication, starts: date, years: int) -> date:
    """The last day of the license if it ran so many years.

    "One year beginning with the first day of the month following" issuance runs to the last day of the month of
    issuance, years later; a renewal in time runs on likewise from the end of the old license: Licensing ¶ E.
    """
    renewing = application.renewing
    counted_from = renewing if renewing is not None and renewing >= application.on else starts
    return month_end(add_years(counted_from, years))


def term_refused(application: LicenseApplication) -> tuple[Refusal, ...]:
    """Renewal not before its window opens, and for no other number of years than the law allows: Licensing ¶ E."""
    return _too_early(application) + _years_refused(application)


def _too_early(application: LicenseApplication) -> tuple[Refusal, ...]:
    """A renewal opens sixty days before the old license ends."""
    if application.renewing is None or application.on >= renewal_opens(application.renewing):
        return ()
    opens = renewal_opens(application.renewing)
    message = f"The license runs until {application.renewing}: it can be renewed from {opens} on"
    return (Refusal("too_early", TERMS, message, "renewing"),)


def _years_refused(application: LicenseApplication) -> tuple[Refusal, ...]:
    """One year at first or on a statement, one to three on renewal."""
    most = _most_years(application)
    if 1 <= application.years <= most:
        return ()
    if most == MOST_YEARS:
        message = "A license is renewed for 1, 2 or 3 years: choose one of these"
    elif application.renewing is None:
        message = "A first license runs one year: ask for 1 year"
    else:
        message = "On a veterinarian's statement a license runs one year: ask for 1 year, or bring a certificate"
    return (Refusal("years_not_allowed", TERMS, message, "years"),)


def rabies_refused(application: LicenseApplication) -> tuple[Refusal, ...]:
    """A certificate current on the day and long enough, or a veterinarian's statement: Licensing ¶ A(5)."""
    rabies = application.rabies
    if rabies is None:
        message = "A certificate of rabies vaccination is needed, or a veterinarian's statement against it"
        return (Refusal("rabies_missing", PAPERS, message, "rabies"),)
    if isinstance(rabies, RabiesStatement):
        return _statement_refused(application, rabies)
    return _not_current(application, rabies) + _too_short(application, rabies)


def _not_current(application: LicenseApplication, certificate: RabiesCertificate) -> tuple[Refusal, ...]:
    """A certificate counts through its last day."""
    if certificate.expires >= application.on:
        return ()
    message = f"The certificate ended on {certificate.expires}: bring one that is current on {application.on}"
    return (Refusal("rabies_not_current", PAPERS, message, "rabies"),)


def _certificate_limit(certificate: RabiesCertificate) -> date:
    """The last day of the eleventh month after the month in which the certificate ends: AML § 109(1)(a)."""
    return month_end(add_months(certificate.expires, CERTIFICATE_MONTHS))


def _too_short(application: LicenseApplication, certificate: RabiesCertificate) -> tuple[Refusal, ...]:
    """No license runs past the certificate's eleventh month: AML § 109(1)(a).

    Where the years asked for are themselves not allowed, the nearest number that is allowed is looked at: what would
    still stand in the way once the years are mended.
    """
    limit, starts = _certificate_limit(certificate), _starts(application)
    years = max(1, min(application.years, _most_years(application)))
    ends = _term_end(application, starts, years)
    if ends <= limit:
        return ()
    needed = add_months(ends.replace(day=1), -CERTIFICATE_MONTHS)
    message = (
        f"The certificate ends on {certificate.expires}; a license to {ends} needs one to {needed} or later. "
        f"{_longest(application, starts, years - 1, limit)}"
    )
    return (Refusal("rabies_term", ELEVENTH_MONTH, message, "rabies"),)


def _longest(application: LicenseApplication, starts: date, at_most: int, limit: date) -> str:
    """Names the longest term that the certificate allows, if it allows one."""
    for years in range(at_most, 0, -1):
        ends = _term_end(application, starts, years)
        if ends <= limit:
            return f"The longest term that would do is {years} {'year' if years == 1 else 'years'}, to {ends}"
    return "No term would do with this certificate: even one year is too long"


def _statement_limit(statement: RabiesStatement) -> date:
    """One year from its date, to the month's end; state law names no end, and it is the year of one license."""
    return month_end(add_years(statement.dated, 1))


def _statement_refused(application: LicenseApplication, statement: RabiesStatement) -> tuple[Refusal, ...]:
    """A statement is refused only when its year is over before the license would start."""
    limit, starts = _statement_limit(statement), _starts(application)
    if starts <= limit:
        return ()
    message = (
        f"The statement of {statement.dated} allows a license to {limit}, and this one would start on {starts}: "
        f"bring a later statement, or a certificate"
    )
    return (Refusal("rabies_term", PAPERS, message, "rabies"),)
