"""Every law of every town, and made-up facts to ask it about: what the properties run over."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import TypeVar

from hypothesis import settings
from hypothesis import strategies as st

from ordinances.answers import Quote
from ordinances.facts import (
    Adoption,
    BusinessApplication,
    Custody,
    Disposal,
    Dog,
    LicenseApplication,
    Notice,
    Owner,
    Presence,
    RabiesCertificate,
    RabiesStatement,
    Redemption,
    Resolution,
    ShelterStatement,
    Transfer,
    Violation,
    Visitor,
    WorkingKind,
)
from ordinances.money import Money
from ordinances.ordinance import AmountSet, Ordinance
from ordinances.registry import ORDINANCES

T = TypeVar("T")

EVERY_LAW = [law for laws in ORDINANCES.values() for law in laws]
steadily = settings(derandomize=True, deadline=None, database=None, max_examples=100)

WORKING: tuple[WorkingKind, ...] = ("guide", "hearing", "service", "war", "search", "detection", "police", "therapy")
PROVISIONS = ("unlicensed", "unidentified", "false_tag", "no_change_notice", "prohibited_act", "68-2", "68-7", "68-16")
LONG_CURRENT = RabiesCertificate(date(2099, 12, 31))

days = st.dates(date(2020, 1, 1), date(2035, 12, 31))
births = st.none() | st.dates(date(1940, 1, 1), date(2035, 12, 31))
moments = st.datetimes(datetime(2020, 1, 1), datetime(2035, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001
spans = st.timedeltas(timedelta(0), timedelta(days=40))
closings = st.frozensets(days, max_size=3)
costs = st.none() | st.integers(0, 50_000).map(Money)
dogs = st.builds(
    Dog,
    births,
    st.booleans(),
    st.sampled_from(["certificate", "affidavit", "on_file", None]),
    st.none() | st.sampled_from(WORKING),
    st.booleans(),
)
owners = st.builds(Owner, births, st.booleans())
rabies = st.none() | st.builds(RabiesCertificate, days) | st.builds(RabiesStatement, days)
notices = st.lists(st.builds(Notice, st.sampled_from(["personal", "mail"]), days), max_size=2).map(tuple)
custodies = st.builds(
    Custody, days, st.booleans(), notices, st.booleans(), closings, st.none() | days, st.none() | days
)
disposals = st.builds(
    Disposal, days, st.sampled_from(["adopted", "sheltered", "put_down"]), custodies, st.booleans(), st.booleans()
)
visitors = st.builds(
    Visitor, days, st.sampled_from(["nyc_resident", "nyc_licensed", "out_of_state_licensed"]), st.booleans()
)
presences = st.builds(Presence, days, dogs, st.booleans(), st.booleans(), st.booleans(), st.none() | visitors)
adoptions = st.builds(
    Adoption, days, dogs, owners, st.booleans(), st.booleans(), st.booleans(), st.sampled_from(["", "Easton 77"])
)


def once_a_law(build: Callable[[Ordinance], st.SearchStrategy[T]]) -> Callable[[Ordinance], st.SearchStrategy[T]]:
    """Builds a law's strategy at its first use: building it again for each example takes most of the time."""
    built: dict[int, st.SearchStrategy[T]] = {}

    def strategy(law: Ordinance) -> st.SearchStrategy[T]:
        if id(law) not in built:
            built[id(law)] = build(law)
        return built[id(law)]

    return strategy


def _within(amount: AmountSet) -> st.SearchStrategy[Money]:
    least = 0 if amount.least is None else Money.of(amount.least).cents
    most = 100_000 if amount.most is None else Money.of(amount.most).cents
    return st.integers(least, most).map(Money)


@once_a_law
def resolutions(law: Ordinance) -> st.SearchStrategy[Resolution | None]:
    """None, or amounts that a board may set, some of them missing."""
    amounts = st.fixed_dictionaries({}, optional={amount.code: _within(amount) for amount in law.amounts})
    return st.none() | st.builds(Resolution, amounts, st.just("No. 1"))


@once_a_law
def applications(law: Ordinance) -> st.SearchStrategy[LicenseApplication]:
    """Applications of every kind, most of them near the license year that they name."""
    return st.builds(
        LicenseApplication,
        days,
        dogs,
        owners,
        rabies | st.just(LONG_CURRENT),
        st.none() | days,
        st.integers(-1, 4),
        st.booleans(),
        resolutions(law),
        st.integers(2019, 2036),
        st.none() | days,
    )


def businesses() -> st.SearchStrategy[BusinessApplication]:
    """Kennels and pet shops."""
    return st.builds(BusinessApplication, days, st.integers(2019, 2036), st.integers(1, 100), st.none() | days)


@once_a_law
def redemptions(law: Ordinance) -> st.SearchStrategy[Redemption]:
    """Owners who fetch their dogs, some before they were seized."""
    return st.builds(
        lambda seized, stay, arrival, **more: Redemption(
            seized_at=seized, paid_at=seized + stay, sheltered_at=None if arrival is None else seized + arrival, **more
        ),
        moments,
        spans | st.timedeltas(timedelta(days=-2), timedelta(days=2)),
        st.none() | st.timedeltas(timedelta(0), timedelta(hours=12)),
        licensed=st.booleans() | st.just(True),
        earlier_seizures=st.lists(days, max_size=4).map(tuple),
        returned_same_day=st.booleans(),
        statement=st.builds(ShelterStatement, costs, costs, costs),
        resolution=resolutions(law),
    )


def provisions(law: Ordinance) -> list[str]:
    """Those of the known provisions that this law has."""
    return [provision for provision in PROVISIONS if _has(law, provision)]


def _has(law: Ordinance, provision: str) -> bool:
    try:
        law.fine(Violation(date(2026, 1, 1), provision))
    except ValueError:
        return False
    return True


@once_a_law
def quotes(law: Ordinance) -> st.SearchStrategy[Quote]:
    """What the law answers to every question about a price."""
    found = st.lists(days, max_size=3).map(tuple)
    fines = [
        st.builds(Violation, days, st.just(provision), found, st.integers(1, 30), resolutions(law)).map(law.fine)
        for provision in provisions(law)
    ]
    return st.one_of(
        applications(law).map(law.license),
        businesses().map(law.kennel_license),
        businesses().map(law.pet_shop_license),
        st.builds(Transfer, days, st.none() | days).map(law.transfer),
        days.map(law.replacement_tag),
        redemptions(law).map(law.redemption),
        *fines,
    )


def priced_resolution(law: Ordinance) -> Resolution:
    """Amounts that satisfy every floor and ceiling: each at its least, unaltered fees well above altered ones."""
    amounts = {amount.code: Money.of(amount.least or "0") for amount in law.amounts if amount.most is None}
    return Resolution({code: amount + Money.of(20 if "unaltered" in code else 0) for code, amount in amounts.items()})


def application(law: Ordinance, on: date, renewing: date | None, dog: Dog | None = None) -> LicenseApplication:
    """A complete application for the usual term."""
    usual = law.periods(on, renewing)[0].value
    years, year = (usual, None) if "years" in law.asks else (1, usual)
    return LicenseApplication(
        on,
        dog or Dog(),
        Owner(),
        LONG_CURRENT,
        renewing=renewing,
        years=years,
        license_year=year,
        resolution=priced_resolution(law),
    )


def codes(quote: Quote) -> list[str]:
    """All refusals' codes."""
    return [refusal.code for refusal in quote.refusals]
