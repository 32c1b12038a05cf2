"""A caution of a dog that was seized: it goes with the seizure, and with the dog of record once that is known.

Locking: the seizure, then the dog of record.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from impound.actions.checks import lock_seizure
from impound.models import Seizure
from licensing.actions.cautions import CautionFacts, set_caution
from licensing.models import Caution
from office.acts import act
from office.models import User


@act
def caution_seizure(*, seizure: Seizure, facts: CautionFacts, key: UUID, by: User, at: datetime) -> Caution:
    """Warn of the dog seized; ``key`` sent again finds the caution that it made."""
    locked = lock_seizure(seizure, by)
    caution = set_caution(dog=locked.dog, facts=facts, key=key, by=by, at=at)
    locked.cautions.add(caution)
    return caution
