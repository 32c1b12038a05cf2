"""Cautions: set with a reason and a source, they stand wherever the dog is shown, until they are lifted with a reason.

Locking: the dog, where the caution is of one on record.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from uuid import UUID

from licensing.actions.checks import lock_dog
from licensing.models import Caution, Dog
from office.acts import act
from office.models import User
from office.refusals import Refused, refuse
from office.sent import once
from ordinances.answers import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class CautionFacts:
    """What there is to know (one of ``Caution.Kind``), why, and who says so."""

    kind: str
    reason: str
    source: str


@act
def set_caution(*, dog: Dog | None, facts: CautionFacts, key: UUID, by: User, at: datetime) -> Caution:
    """Warn of a dog; ``key`` sent again finds the caution that it made. ``dog`` is None where it is not known yet.

    Raises Refused without a reason and a source, and where the same is said of the dog already.
    """
    if by.town is None:
        raise refuse("no_town", "Only staff of a town do this.")
    town = by.town

    def make() -> Caution:
        locked = lock_dog(dog, by) if dog else None
        refusals = tuple(_refused(locked, facts))
        if refusals:
            raise Refused(*refusals)
        return Caution.objects.create(town=town, dog=locked, by=by, at=at, **asdict(facts))

    return once(town, key, Caution, make)


@act
def lift_caution(*, caution: Caution, reason: str, by: User, at: datetime) -> Caution:
    """Lift a caution, with the reason; it stays to be seen in the history. Lifted already, it stays as it is."""
    if not reason.strip():
        raise refuse("no_reason", "Say why: the reason is kept with the record.", about="reason")
    locked = Caution.objects.select_for_update(of=("self",)).get(pk=caution.pk)
    if locked.town_id != by.town_id:
        raise refuse("other_town", "This caution is another town's.")
    if locked.lifted_at is None:
        locked.lifted_at, locked.lifted_by, locked.lifted_because = at, by, reason.strip()
        locked.save(update_fields=["lifted_at", "lifted_by", "lifted_because"])
    return locked


def _refused(dog: Dog | None, facts: CautionFacts) -> Iterable[Refusal]:
    """What is missing, a kind that there is not, and what is said already."""
    if facts.kind not in Caution.Kind.values:
        yield Refusal("no_such_caution", "Office rule", "Choose what there is to know.", "kind")
    if not facts.reason.strip():
        yield Refusal("missing", "Office rule", "Say what happened: whoever meets the dog reads it.", "reason")
    if not facts.source.strip():
        yield Refusal("missing", "Office rule", "Say who says so: a person, a court and its case, a paper.", "source")
    if dog is not None and Caution.objects.standing().filter(dog=dog, **asdict(facts)).exists():
        yield Refusal("set_already", "Office rule", f"This stands with {dog.name} already.", "kind")
