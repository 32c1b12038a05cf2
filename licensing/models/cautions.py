"""Cautions: what whoever meets a dog must know, with its reason and its source."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from licensing.models.dogs import Dog
from office.history import kept, recorded
from office.models import Town


class CautionQuerySet(models.QuerySet["Caution"]):
    """Cautions, by whether they stand."""

    def standing(self) -> CautionQuerySet:
        """Cautions that were not lifted, the earliest first."""
        return self.filter(lifted_at__isnull=True).order_by("pk")


@recorded()
class Caution(models.Model):
    """A warning about a dog, set by staff; it stands wherever the dog is shown until it is lifted.

    A dog that was seized and is not known yet has none of record: its caution is named by the seizure.
    """

    class Kind(models.TextChoices):
        """What there is to know."""

        BIT = "bit", "Bit a person"
        DANGEROUS = "dangerous", "Dangerous by court"
        VICIOUS = "vicious", "Fierce or vicious"
        FEARFUL = "fearful", "Fearful"
        CONTAGIOUS = "contagious", "Contagious"

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="cautions")
    dog = models.ForeignKey(Dog, on_delete=models.PROTECT, null=True, blank=True, related_name="cautions")
    kind = models.CharField(max_length=12, choices=Kind)
    reason = models.CharField(max_length=300)
    source = models.CharField(max_length=200, help_text="Who says so: a person, a court and its case, a paper.")
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey("office.User", on_delete=models.PROTECT, null=True, related_name="+")
    lifted_because = models.CharField(max_length=300, blank=True)

    objects = CautionQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~models.Q(reason="") & ~models.Q(source=""), name="caution_has_reason_and_source"
            ),
            models.CheckConstraint(
                condition=models.Q(lifted_at__isnull=True) | ~models.Q(lifted_because=""),
                name="caution_lifted_with_a_reason",
            ),
        ]
        triggers: ClassVar = [kept()]

    def __str__(self) -> str:
        return self.get_kind_display()
