"""Forms that were sent: what each made, so that a second click, a reload or a retry makes nothing more."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from office.models.setup import Town


class SentForm(models.Model):
    """The one-time key of a form and the row that it made, written by ``office.sent`` alone with that row."""

    left_out_of_export: ClassVar = "The one-time keys of forms: of no use to anyone but this database."

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="+")
    key = models.UUIDField()
    kind = models.CharField(max_length=60, help_text="What was made: licensing.Dog")
    made = models.PositiveBigIntegerField(null=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["town", "key"], name="one_row_a_form")]

    def __str__(self) -> str:
        return f"{self.kind} {self.made}"
