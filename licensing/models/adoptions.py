"""Dogs that left the shelter with an adopter."""

from __future__ import annotations

from datetime import date
from typing import ClassVar

from django.db import models
from django.db.models import Q

from licensing.models.dogs import Dog
from licensing.models.licenses import License
from licensing.models.people import Owner
from office.history import kept, recorded
from office.models import Town

_NOT_ELSEWHERE = Q(elsewhere_place="", elsewhere_number="")


class AdoptionQuerySet(models.QuerySet["Adoption"]):
    """Adoptions of a town."""

    def standing(self) -> AdoptionQuerySet:
        """Adoptions that were not undone as mistaken."""
        return self.filter(withdrawn_at__isnull=True)

    def between(self, town: Town, first: date, last: date) -> AdoptionQuerySet:
        """The town's adoptions of these days, both included, the latest first, with all that a list shows."""
        rows = self.standing().filter(town=town, adopted_on__range=(first, last))
        return rows.select_related("dog", "adopter", "license__tag", "license__receipt").order_by("-adopted_on", "-pk")


@recorded()
class Adoption(models.Model):
    """A dog went from the shelter to its adopter: on which license, on what identity, and whose it was before."""

    class Rests(models.TextChoices):
        """The license on which the adoption rests."""

        HERE = "here", "License of the town"
        ELSEWHERE = "elsewhere", "License of the adopter's town"
        NONE = "none", "No license needed"

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="adoptions")
    dog = models.ForeignKey(Dog, on_delete=models.PROTECT, related_name="adoptions")
    adopter = models.ForeignKey(Owner, on_delete=models.PROTECT, related_name="adoptions")
    earlier_owner = models.ForeignKey(Owner, on_delete=models.PROTECT, null=True, related_name="+")
    adopted_on = models.DateField()
    shelter = models.CharField("from", max_length=120)
    identified_by = models.CharField("identity shown", max_length=120)
    rests_on = models.CharField(max_length=9, choices=Rests)
    license = models.OneToOneField(License, on_delete=models.PROTECT, null=True, related_name="adoption")
    elsewhere_place = models.CharField("license elsewhere: place", max_length=60, blank=True)
    elsewhere_number = models.CharField("license elsewhere: number", max_length=30, blank=True)
    citation = models.CharField(max_length=120)
    because = models.CharField(max_length=200)
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    before = models.JSONField(
        null=True, help_text="What the dog's record and licenses said before, for a dog that was on record."
    )
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_because = models.CharField(max_length=200, blank=True)

    objects = AdoptionQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-pk"]
        indexes: ClassVar = [models.Index(fields=["town", "adopted_on"], name="adoption_by_day")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=(Q(rests_on="here", license__isnull=False) & _NOT_ELSEWHERE)
                | (Q(rests_on="elsewhere", license=None) & ~Q(elsewhere_place="") & ~Q(elsewhere_number=""))
                | (Q(rests_on="none", license=None) & _NOT_ELSEWHERE),
                name="adoption_rests_on_one_license",
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True) | ~Q(withdrawn_because=""),
                name="adoption_withdrawn_with_a_reason",
            ),
        ]
        triggers: ClassVar = [kept()]

    def __str__(self) -> str:
        return f"Adopted on {self.adopted_on.isoformat()} from {self.shelter}"

    @property
    def license_shown(self) -> str:
        """The license on which it rests, in words."""
        if self.license is not None:
            return f"License {self.license.number}"
        return f"{self.elsewhere_place}, license {self.elsewhere_number}" if self.elsewhere_number else "None needed"
