"""A dog of the pound goes to its adopter: the adoption, its license and its money, and the end of custody in one.

Locking: the town's register, the seizure; then as an adoption does.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID, uuid5

from django.utils import timezone

from impound.actions.checks import lock_held, lock_seizure, mark_withdrawn, reason_given, refuse_all, refuse_withdrawn
from impound.actions.ends import EndFacts, adoption_refused, write_end
from impound.models import End, Seizure
from licensing.actions.adoptions import Payment, adopt_dog
from licensing.actions.dogs import DogFacts
from licensing.actions.papers import Facts
from licensing.actions.people import lock_register
from licensing.actions.unadopt import withdraw_adoption
from licensing.adoptions import AdoptionFacts, LicenseWanted
from licensing.models import Owner
from office.acts import act
from office.ledger import Back
from office.models import User
from office.refusals import refuse
from office.sent import once


@dataclass(frozen=True, slots=True, kw_only=True)
class PoundAdoption:
    """Who adopts the dog, what is shown, and the license wanted; ``dog`` where the dog is not on record yet."""

    adopter: Owner
    facts: AdoptionFacts
    dog: DogFacts | None = None
    papers: Sequence[Facts] = ()
    wanted: LicenseWanted | None = None


@act
def adopt_out(
    *,
    seizure: Seizure,
    asked: PoundAdoption,
    payment: Payment,
    key: UUID,
    by: User,
    at: datetime,
    confirmed: Collection[str] = (),
) -> End:
    """Adopt a dog out of the pound, licensed first where the law says so; the end names the adoption.

    ``key`` is the form's one-time key. Raises Refused before the dog's day and without the forfeiture, and as
    ``adopt_dog`` does; nothing was done then.
    """

    def make() -> End:
        lock_register(seizure.town)
        locked = lock_held(seizure, by)
        refuse_all(adoption_refused(locked, timezone.localdate(at)))
        dog = locked.dog or asked.dog
        if dog is None:
            raise refuse("no_dog", "The dog is not on record yet: describe it.", about="dog")
        adoption = adopt_dog(
            adopter=asked.adopter,
            dog=dog,
            facts=replace(asked.facts, available=True),
            papers=asked.papers,
            wanted=asked.wanted,
            payment=payment,
            key=uuid5(key, "adoption"),
            by=by,
            at=at,
            confirmed=confirmed,
        )
        told = EndFacts(kind=End.Kind.ADOPTED, at=at, to_whom=adoption.adopter.name, adoption=adoption)
        return write_end(locked, told, by=by, at=at)

    return once(seizure.town, key, End, make)


@act
def undo_adoption(*, end: End, reason: str, back: Back, key: UUID, by: User, at: datetime) -> End:
    """Undo an adoption out of the pound that was entered by mistake: the dog is held again, its title forfeit.

    The license that came with it becomes void, and its money goes ``back``. ``key`` is the form's one-time key. Raises
    Refused for an end that is no adoption, and where something later rests on the adoption; nothing was done then.
    """
    because = reason_given(reason)
    lock_seizure(end.seizure, by)
    locked = End.objects.select_for_update(of=("self",)).select_related("adoption__town").get(pk=end.pk)
    if locked.adoption is None:
        raise refuse("no_adoption", "This end is no adoption: withdraw it on its own page.")
    if locked.withdrawn_at is not None:
        refuse_withdrawn(locked.withdrawn_because, because)
        return locked
    mark_withdrawn(locked, because, at)
    withdraw_adoption(adoption=locked.adoption, reason=because, back=back, key=key, by=by, at=at)
    return locked
