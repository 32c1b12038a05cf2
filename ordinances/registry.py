"""The towns and their laws by date. A new town is one module and one line here."""

from __future__ import annotations

from datetime import date

from ordinances.ordinance import Ordinance
from ordinances.towns.chestertown import CHESTERTOWN
from ordinances.towns.dover import DOVER

ORDINANCES: dict[str, tuple[Ordinance, ...]] = {
    "dover": (DOVER,),
    "chestertown": (CHESTERTOWN,),
}


def ordinance_of(town: str, *, on: date) -> Ordinance:
    """The town's law in force on the day ``on``; LookupError when the town or its law of that day is unknown."""
    if town not in ORDINANCES:
        raise LookupError(f"no ordinance is known for the town {town!r}; known: {', '.join(sorted(ORDINANCES))}")
    in_force = [law for law in ORDINANCES[town] if law.in_force_from <= on]
    if not in_force:
        raise LookupError(f"no ordinance of {town} is known for {on.isoformat()}")
    return max(in_force, key=lambda law: law.in_force_from)
