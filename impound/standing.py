"""Where a dog of the pound stands on a day: until when it is held and why, and what may be done with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.utils import timezone
from django.utils.dateformat import format as written

from impound.facts import clocks
from impound.models import Arrival, End, Forfeiture, Hold, Photo, Redemption, Seizure
from ordinances import answers

_DAY = "l, F j, Y"


@dataclass(frozen=True)
class Standing:
    """A dog of the pound on the day ``on``, of a seizure that came ``with_custody``; no query is asked here.

    ``hold`` is the ordinance's clock with its reason and its sections.
    """

    seizure: Seizure
    hold: answers.Hold
    on: date

    @cached_property
    def arrival(self) -> Arrival | None:
        """The arrival at the shelter, if there was one."""
        return getattr(self.seizure, "arrival", None)

    @cached_property
    def photo(self) -> Photo | None:
        """The first photograph."""
        return next(iter(self.seizure.photos.all()), None)

    @cached_property
    def end(self) -> End | None:
        """How custody ended, if it did."""
        return next((end for end in self.seizure.ends.all() if end.withdrawn_at is None), None)

    @cached_property
    def forfeiture(self) -> Forfeiture | None:
        """The forfeiture of the owner's title, if it stands."""
        return next((each for each in self.seizure.forfeitures.all() if each.withdrawn_at is None), None)

    @cached_property
    def redemption(self) -> Redemption | None:
        """The redemption, if the owner paid."""
        return next((each for each in self.seizure.redemptions.all() if each.undone_at is None), None)

    @cached_property
    def court(self) -> Hold | None:
        """The court's hold that has not been decided."""
        holds = (each for each in self.seizure.holds.all() if each.ended_on is None and each.withdrawn_at is None)
        return next((each for each in holds if each.kind == Hold.Kind.COURT), None)

    @cached_property
    def state(self) -> str:
        """``ended``, ``redeemed``, ``same_day``, ``court``, ``waiting``, ``held``, ``available`` or ``forfeit``."""
        if self.end is not None:
            return "ended"
        if self.redemption is not None:
            return "redeemed"
        if self.seizure.course == Seizure.Course.SAME_DAY:
            return "same_day"
        if self.hold.available_from is None:
            return "court" if self.court else "waiting"
        if self.on < self.hold.available_from:
            return "held"
        return "forfeit" if self.forfeiture else "available"

    @property
    def settled(self) -> str:
        """What the clock no longer decides: an end, a payment, a dog not impounded; empty while it decides."""
        if self.end is not None:
            return self.today
        return {"redeemed": "Paid for", "same_day": "Not impounded"}.get(self.state, "")

    @property
    def today(self) -> str:
        """What may be done today, in a sentence."""
        return getattr(self, f"_{self.state}")()  # type: ignore[no-any-return]

    def _ended(self) -> str:
        end = self.end
        if end is None:
            return ""
        whom = f": {end.to_whom}" if end.to_whom else ""
        return f"{end.get_kind_display()} on {written(timezone.localtime(end.at), _DAY)}{whom}."

    def _redeemed(self) -> str:
        number = self.redemption.receipt.number if self.redemption else ""
        return f"Paid, receipt {number}: the officer releases it."

    def _same_day(self) -> str:
        if self.seizure.seized_on == self.on:
            return "Its owner may fetch it today; else it is impounded."
        return "Not fetched on its day: record its arrival at the shelter."

    def _court(self) -> str:
        return "Held for the court: nothing is done with it until the court decides."

    def _waiting(self) -> str:
        return "Waits for the notice to its owner, who may redeem it; no clock runs yet."

    def _held(self) -> str:
        pay_by, available = self.hold.pay_by, self.hold.available_from
        if pay_by is None or available is None:
            return ""
        until = f"Its owner may pay until {written(pay_by, _DAY)}; " if self.on <= pay_by else ""
        rest = f"nothing else is done with it before {written(available, _DAY)}."
        return f"{until}{rest}" if until else f"N{rest[1:]}"

    def _available(self) -> str:
        return "The title may be declared forfeit; until then its owner may still redeem it."

    def _forfeit(self) -> str:
        return "Forfeit: it may be adopted, or handed to a humane society or shelter."


def standings(seizures: Iterable[Seizure], on: date) -> list[Standing]:
    """Each dog's standing on the day, in their order; two queries, however many dogs."""
    wanted = list(seizures)
    holds = clocks(wanted)
    return [Standing(each, holds[each.pk], on) for each in wanted]


def urgency(standing: Standing) -> tuple[bool, date, int]:
    """Orders dogs held: those that were paid for go home first, then by the day on which something may be done."""
    return standing.redemption is None, standing.hold.available_from or date.max, standing.seizure.number
