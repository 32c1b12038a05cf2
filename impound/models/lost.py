"""Reports of lost dogs, also of those that nobody licensed here."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from impound.models.seizures import Seizure
from licensing.models import Dog
from office.history import kept, recorded
from office.models import Town


@recorded()
class LossReport(models.Model):
    """Someone misses a dog. ``dog`` is set where it is on record; its description is written down all the same."""

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="loss_reports")
    dog = models.ForeignKey(Dog, on_delete=models.PROTECT, null=True, blank=True, related_name="loss_reports")
    reporter = models.CharField("reported by", max_length=160)
    telephone = models.CharField(max_length=30)
    called = models.CharField("name of the dog", max_length=60, blank=True)
    breed = models.CharField(max_length=80)
    sex = models.CharField(max_length=6, choices=Seizure.Sex, blank=True)
    color = models.CharField("color(s)", max_length=80)
    marks = models.CharField("identification marks", max_length=200, blank=True)
    chip = models.CharField("microchip", max_length=30, blank=True)
    lost_on = models.DateField()
    place = models.CharField("last seen at", max_length=200)
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    closed_on = models.DateField(null=True)
    closed_because = models.CharField(max_length=200, blank=True)
    found = models.ForeignKey(Seizure, on_delete=models.PROTECT, null=True, related_name="loss_reports")

    class Meta:
        ordering: ClassVar = ["-lost_on", "-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(closed_on__isnull=True) | ~models.Q(closed_because=""),
                name="loss_report_closed_with_a_reason",
            )
        ]
        triggers: ClassVar = [kept()]

    def __str__(self) -> str:
        return f"{self.called or self.breed}, lost {self.lost_on.isoformat()}"
