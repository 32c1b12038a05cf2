"""The export of everything of a town: that it was made, why and by whom."""

from __future__ import annotations

from datetime import datetime

from licensing.register.writing import lines
from office.acts import act
from office.models import Town, TownExport, User


@act
def export_town(*, town: Town, purpose: str, scans: bool, by: User | None, at: datetime) -> TownExport:
    """Record that everything of the town is given out, for what purpose, with the lines of the register."""
    rows = lines(town).count()
    return TownExport.objects.create(town=town, purpose=purpose, scans=scans, rows=rows, by=by, at=at)
