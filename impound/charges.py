"""What is paid to have a dog back: the impoundment with its costs and, where the dog has none, its license.

The impoundment is charged by the law and the resolution in force on the day of the seizure: an act before a change of
fee keeps the old fee. The license is priced as at the counter, on the day of the payment.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any

from django.utils import timezone

from impound.facts import is_licensed, license_first
from impound.models import Arrival, Seizure, Statement
from licensing.facts import Asked, Priced, price
from licensing.models import Dog
from office.models import Resolution
from office.models.setup import Subject
from ordinances import facts as law
from ordinances.answers import Counted, Quote, Requirement
from ordinances.hours import elapsed
from ordinances.money import Money

_COSTS = ("rabies_vaccination", "veterinary_care", "shelter_care")


@dataclass(frozen=True, slots=True, kw_only=True)
class LicenseShown:
    """A license of elsewhere as the owner shows it: the municipality, its number and last day, and the paper seen."""

    place: str
    number: str
    expires: date
    paper: str


@dataclass(frozen=True, slots=True)
class Bill:
    """The bill with all that it rests on. ``earlier``: the first seizure of each earlier occasion of the owner.

    ``duty`` is what the law says of a dog without a license of the town; None where it has one or takes one.
    """

    asked: law.Redemption
    counted: Counted
    earlier: tuple[Seizure, ...]
    resolution: Resolution | None
    impoundment: Quote
    license: Priced | None
    duty: Requirement | None = None

    @property
    def whole(self) -> Quote:
        """One price for impoundment and license, or all that stands in the way of either."""
        license_ = self.license.quote if self.license else Quote()
        refusals = self.impoundment.refusals + license_.refusals
        if refusals:
            return Quote(refusals=refusals)
        return Quote(self.impoundment.lines + license_.lines, license_.term, marking=license_.marking)

    @property
    def hours(self) -> tuple[int, int]:
        """The hours and minutes that really went by since the seizure."""
        return divmod(int(elapsed(self.asked.seized_at, self.asked.paid_at).total_seconds()) // 60, 60)

    @property
    def kept(self) -> dict[str, Any]:
        """Which impoundment this was and which earlier ones there were, for the record."""
        rows = [
            {"seizure": each.number, "on": each.seized_on.isoformat(), "counts": counts}
            for each, counts in self.occasions
        ]
        told = {"citation": self.counted.citation, "because": self.counted.because}
        return {"number": self.counted.number, "earlier": rows, **told}

    @property
    def occasions(self) -> list[tuple[Seizure, bool]]:
        """Each earlier impoundment, and whether it counts."""
        return [(each, each.seized_on in self.counted.earlier) for each in self.earlier]


def bill_of(seizure: Seizure, wanted: Asked | None = None, *, at: datetime, shown: LicenseShown | None = None) -> Bill:
    """The bill for a payment at this moment; ``wanted`` is the license asked for with it, or one is ``shown``."""
    on, ordinance = timezone.localdate(at), seizure.town.ordinance(seizure.seized_on)
    resolution = Resolution.objects.in_force(seizure.town, Subject.IMPOUNDMENT, seizure.seized_on)
    earlier = earlier_occasions(seizure)
    licensed = wanted is not None or is_licensed(seizure.dog, on)
    duty = None if licensed or seizure.dog is None else _duty(seizure.dog, on, shown)
    freed = duty is not None and not duty.required
    asked = _asked(seizure, earlier, resolution, licensed=licensed or freed, at=at)
    return Bill(
        asked=asked,
        counted=ordinance.counted(seizure.seized_on, asked.earlier_seizures),
        earlier=earlier,
        resolution=resolution,
        impoundment=_told_why(ordinance.redemption(asked), duty if shown else None),
        license=price(wanted, town=seizure.town, on=on) if wanted is not None else None,
        duty=duty,
    )


def _duty(dog: Dog, on: date, shown: LicenseShown | None) -> Requirement:
    return license_first(dog, on, elsewhere_until=shown.expires if shown else None)


def _told_why(quote: Quote, duty: Requirement | None) -> Quote:
    """The same; a refusal for want of a license says why the one shown does not do."""
    if duty is None:
        return quote
    told = {"citation": duty.citation, "message": duty.because, "about": "elsewhere_expires"}
    refusals = (replace(each, **told) if each.code == "not_licensed" else each for each in quote.refusals)
    return replace(quote, refusals=tuple(refusals))


def price_after(
    seizure: Seizure, wanted: Asked | None, bill: Bill, shown: LicenseShown | None = None
) -> tuple[datetime, Money | None] | None:
    """Until when the price of the bill holds, and what it is then; None where it does not change by itself.

    The license in it is priced by the day, so that it may change at midnight. What is paid for a dog that was not
    fetched the same day, its arrival at the shelter decides: no amount is told.
    """
    until = seizure.town.ordinance(seizure.seized_on).price_until(bill.asked)
    tonight = datetime.combine(timezone.localdate(bill.asked.paid_at), time.max, timezone.get_default_timezone())
    for moment in sorted({tonight, until or tonight}):
        later = bill_of(seizure, wanted, at=moment + timedelta(seconds=1), shown=shown).whole
        if later.total != bill.whole.total:
            return moment, None if seizure.course == Seizure.Course.SAME_DAY else later.total
    return None


def earlier_occasions(seizure: Seizure) -> tuple[Seizure, ...]:
    """The owner's impoundments before this one, one of each occasion, the first seized; the earliest occasion first.

    What was handed back or fetched the same day without impoundment is none, and this occasion's other dogs are not.
    """
    if seizure.owner_id is None:
        return ()
    before = (
        Seizure.objects.of(seizure.town).impounded().filter(owner=seizure.owner_id, seized_at__lt=seizure.seized_at)
    )
    others = before.exclude(occasion=seizure.occasion).order_by("occasion", "seized_at", "pk").distinct("occasion")
    return tuple(sorted(others, key=lambda each: each.seized_at))


def redemption_fact(seizure: Seizure, *, at: datetime) -> law.Redemption:
    """What the law asks about the dog's time in the pound up to this moment."""
    return _asked(seizure, (), None, licensed=True, at=at)


def _asked(
    seizure: Seizure, earlier: tuple[Seizure, ...], resolution: Resolution | None, *, licensed: bool, at: datetime
) -> law.Redemption:
    arrival = Arrival.objects.filter(seizure=seizure).first()
    return law.Redemption(
        licensed=licensed,
        seized_at=seizure.seized_at,
        paid_at=at,
        sheltered_at=arrival.at if arrival else None,
        earlier_seizures=tuple(each.seized_on for each in earlier),
        returned_same_day=seizure.course == Seizure.Course.SAME_DAY,
        statement=stated(seizure.statements.first()),
        resolution=resolution.as_fact() if resolution else None,
    )


def stated(statement: Statement | None) -> law.ShelterStatement:
    """The costs of the officer's last statement, as the law asks."""
    costs = {name: getattr(statement, name, None) for name in _COSTS}
    given = {name: Money.of(str(cost)) for name, cost in costs.items() if cost is not None}
    return law.ShelterStatement(**given)
