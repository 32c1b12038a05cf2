"""The towns and their laws by date. A new town is one module and one line here."""

from __future__ import annotations

from datetime import date

from ordinances.ordinance import Ordinance
from ordinances.towns.chestertown import CHESTERTOWN
from ordinances.towns.dover import DOVER

# Each town's versions stand in the order of the days from which they are in force.
ORDINANCES: dict[str, tuple[Ordinance, ...]] = {
    "dover": (DOVER,),
    "chestertown": (CHESTERTOWN,),
}


def ordinance_of(town: str, *, on: date) -> Ordinance:
    """The town's law in force on the day ``on``; LookupError when the town or its law of that day is unknown."""
    if town not in ORDINANCES:
        raise LookupError(f"no ordinance is known for the town {town!r}; known: {', '.join(sorted(ORDINANCES))}")
    for law in reversed(ORDINANCES[town]):
        if law.in_force_from <= on:
            return law
    raise LookupError(f"no ordinance of {town} is known for {on.isoformat()}")
