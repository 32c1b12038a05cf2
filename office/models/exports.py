"""What was given out of the register, why and to whom: kept as it was."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from office.history import append_only
from office.models.setup import Town


class TownExport(models.Model):
    """An export of everything of the town: for what purpose, by whom (nobody of the staff: the machine's keeper)."""

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="exports")
    purpose = models.CharField(max_length=300)
    scans = models.BooleanField("with the scanned papers", default=False)
    rows = models.PositiveIntegerField("lines of the register")
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-pk"]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return self.purpose
