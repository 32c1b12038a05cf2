"""Which dog of record a dog of the pound is: its owner, cautions, papers and what became of it go with that.

Locking: the seizure, then the dog of record.
"""

from __future__ import annotations

from datetime import datetime

from impound.actions.checks import lock_seizure
from impound.actions.ends import follow_end, unfollow_end
from impound.actions.shots import file_shots
from impound.facts import standing_end, standing_redemption
from impound.models import Seizure
from licensing.actions.checks import lock_dog
from licensing.models import Dog
from office.acts import act
from office.models import User
from office.refusals import refuse


@act
def match_dog(*, seizure: Seizure, dog: Dog | None, by: User, at: datetime) -> Seizure:
    """Say which dog of record it is, with its owner of today, or that it is none.

    Cautions of the seizure and certificates of shots in the pound go with it, and so does what became of the dog.
    Raises Refused for a dog that was redeemed or adopted as the one it is on record.
    """
    locked = lock_seizure(seizure, by)
    known = lock_dog(dog, by) if dog else None
    if known is not None and known.merged_into_id is not None:
        raise refuse("merged", f"{known.name} went into another record: take that one.", about="dog")
    if known == locked.dog and (known is None or known.owner == locked.owner):
        return locked
    if standing_redemption(locked) is not None:
        raise refuse("redeemed_already", "The dog was redeemed as this one: undo the redemption first.", about="dog")
    if known != locked.dog:
        recognize(locked, known, by=by, at=at)
    locked.owner = known.owner if known else None
    locked.save(update_fields=["dog", "owner"])
    return locked


def recognize(seizure: Seizure, known: Dog | None, *, by: User, at: datetime) -> None:
    """Set the dog of record of the locked seizure, with all that goes with it but its owner; for an act that saves."""
    end = standing_end(seizure)
    if end is not None and end.adoption_id is not None:
        raise refuse("adopted_already", "The dog was adopted as this one: undo the adoption first.", about="dog")
    seizure.cautions.filter(dog=seizure.dog).update(dog=known)
    if end is not None:
        unfollow_end(seizure, end, at)
    seizure.dog = known
    if end is not None:
        follow_end(seizure, end)
    file_shots(seizure, known, by=by, at=at)
