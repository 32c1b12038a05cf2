"""From rows to the facts that the law asks for: the clock of a dog held, what its care cost, whose it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db.models import DateField, QuerySet, Value

from impound.models import CareNote, End, Forfeiture, Hold, Notice, Redemption, Seizure, Statement
from licensing.keys import compact, key
from licensing.models import Dog, License
from licensing.visits import visitor_fact
from office.models import ClosedDay, Town
from ordinances import answers
from ordinances import facts as law
from ordinances.money import Money

CHARGED: dict[str, str] = {
    CareNote.Kind.RABIES: "rabies_vaccination",
    CareNote.Kind.MEDICINE: "veterinary_care",
    CareNote.Kind.VETERINARY: "veterinary_care",
    CareNote.Kind.CARE: "shelter_care",
    CareNote.Kind.SHELTER: "shelter_care",
}
"""Under which cost of the officer's statement a kind of care goes; other kinds have no cost."""
_LARGEST_NUMBER = 2**63 - 1
_HOW: dict[str, law.HowNotified] = {"personal": "personal", "mail": "mail"}
_NO_DAY = Value(None, output_field=DateField())


class _Row(NamedTuple):
    """A notice or a hold of a seizure: its kind and its days."""

    seizure: int
    what: str
    since: date
    until: date | None
    ended: date | None


def custody_of(seizure: Seizure) -> law.Custody:
    """What the law asks about a dog's time in the pound."""
    return custodies([seizure])[seizure.pk]


def clock(seizure: Seizure) -> answers.Hold:
    """Until when the dog is held and from which day something may be done with it, by the law of the seizure's day."""
    return clocks([seizure])[seizure.pk]


def clocks(seizures: Iterable[Seizure]) -> dict[int, answers.Hold]:
    """The clock of each seizure, by its primary key, in two queries if their towns are loaded."""
    wanted = list(seizures)
    facts = custodies(wanted)
    return {each.pk: each.town.ordinance(each.seized_on).hold(facts[each.pk]) for each in wanted}


def custodies(seizures: Sequence[Seizure]) -> dict[int, law.Custody]:
    """``custody_of`` for each seizure, by its primary key, in two queries."""
    rows: dict[int, list[_Row]] = defaultdict(list)
    for row in _notices_and_holds([each.pk for each in seizures]):
        rows[row.seizure].append(row)
    closed = _closed(seizures)
    return {each.pk: _custody(each, rows[each.pk], frozenset(closed[each.town_id])) for each in seizures}


def _notices_and_holds(seizures: Collection[int]) -> Iterable[_Row]:
    """The notices that stand and every hold, in one query."""
    notices = Notice.objects.standing().filter(seizure__in=seizures).order_by()
    holds = Hold.objects.placed().filter(seizure__in=seizures).order_by()
    told = notices.values_list("seizure_id", "how", "on", _NO_DAY, _NO_DAY)
    both = told.union(holds.values_list("seizure_id", "kind", "since", "until", "ended_on"), all=True)
    return (_Row(*row) for row in both)


def _closed(seizures: Sequence[Seizure]) -> dict[int, set[date]]:
    """The days on which each town's office is closed, from the earliest seizure on."""
    closed: dict[int, set[date]] = defaultdict(set)
    first = min((each.seized_on for each in seizures), default=date.max)
    days = ClosedDay.objects.filter(town__in={each.town_id for each in seizures}, day__gte=first)
    for town, day in days.values_list("town", "day"):
        closed[town].add(day)
    return closed


def _custody(seizure: Seizure, rows: Iterable[_Row], closed: frozenset[date]) -> law.Custody:
    """The facts of one dog. A chip alone identifies none; a quarantine that was lifted ends on that day."""
    courts = [row for row in rows if row.what == Hold.Kind.COURT]
    quarantined = (min(row.until, row.ended or row.until) for row in rows if row.until and row not in courts)
    return law.Custody(
        seized_on=seizure.seized_on,
        identified=seizure.wears_tag,
        notices=tuple(law.Notice(_HOW[row.what], row.since) for row in rows if row.what in _HOW),
        court_hold=any(row.ended is None for row in courts),
        closed=closed,
        court_decided_on=max((row.ended for row in courts if row.ended), default=None),
        quarantined_until=max(quarantined, default=None),
    )


def costs_of(seizure: Seizure) -> law.ShelterStatement:
    """What the dog's care cost by the notes that were not withdrawn, each kind None where there was none."""
    notes = seizure.care_notes.filter(withdrawn_by__isnull=True, cost__isnull=False)
    costs: dict[str, Money] = {}
    for kind, cost in notes.values_list("kind", "cost"):
        under = CHARGED[kind]
        costs[under] = costs.get(under, Money(0)) + Money.of(str(cost))
    return law.ShelterStatement(**costs)


def costs_since(seizure: Seizure, statement: Statement) -> bool:
    """Whether care that cost something was noted for a time after the statement."""
    notes = seizure.care_notes.filter(withdraws__isnull=True, withdrawn_by__isnull=True, at__gt=statement.at)
    return notes.filter(cost__gt=0).exists()


def dog_worn(town: Town, tag: str, chip: str) -> Dog | None:
    """The dog of record that a tag of the town, as read, or a chip belongs to; None where they name none, or two.

    A tag is the town's if it names nothing but a number, or the town and a number.
    """
    dogs = Dog.objects.of(town).select_related("owner")
    found = {dog.pk: dog for dog in _dogs_by_tag(town, dogs, tag)}
    if number := compact(chip):
        found |= {dog.pk: dog for dog in dogs.filter(chip_key=number).exclude(chip="")}
    return found.popitem()[1] if len(found) == 1 else None


def _dogs_by_tag(town: Town, dogs: QuerySet[Dog, Any], tag: str) -> Iterable[Dog]:
    own = {*key(f"{town.name} {town.slug}").split(), "no", "tag", "license"}
    words = [word for word in key(tag).split() if word not in own]
    if len(words) != 1 or not words[0].isdecimal() or int(words[0]) > _LARGEST_NUMBER:
        return ()
    return dogs.filter(tags__number=int(words[0])).distinct()


def is_licensed(dog: Dog | None, on: date) -> bool:
    """Whether a license of the dog is in force on the day."""
    return dog is not None and License.objects.in_force(on).filter(dog=dog).exists()


def license_first(dog: Dog, on: date, *, elsewhere_until: date | None = None) -> answers.Requirement:
    """Whether the dog, without a license of the town in force, is licensed before it is redeemed on the day."""
    kennel = dog.kennel.licensed(on) if dog.kennel else None
    visit = dog.visits.filter(arrived__lte=on, last_day__gte=on).first()
    presence = law.Presence(on, law.Dog(born=dog.born), in_kennel=kennel is not None, visitor=visitor_fact(visit))
    return dog.town.ordinance(on).license_first(law.Unlicensed(presence, dog.owner.resident, elsewhere_until))


def standing_end(seizure: Seizure) -> End | None:
    """How custody ended, if it did."""
    return End.objects.standing().filter(seizure=seizure).first()


def standing_forfeiture(seizure: Seizure) -> Forfeiture | None:
    """The forfeiture of the owner's title, if it was recorded and not withdrawn."""
    return Forfeiture.objects.filter(seizure=seizure, withdrawn_at__isnull=True).first()


def standing_redemption(seizure: Seizure) -> Redemption | None:
    """The redemption, if the owner paid and it was not undone."""
    return Redemption.objects.standing().filter(seizure=seizure).first()
