"""Enumerations: the streets of a count of dogs, what was found at each house, and what followed from it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date
from typing import ClassVar

from django.db import models
from django.db.models.functions import Coalesce

from licensing.models.dogs import Dog
from licensing.models.licenses import License
from licensing.models.tallies import TALLIED, THE_STREET, tallied, tallied_again
from office.history import kept, recorded
from office.models import Town


class EnumerationQuerySet(models.QuerySet["Enumeration"]):
    """Enumerations of a town."""

    def with_progress(self) -> EnumerationQuerySet:
        """Each with its streets, those done, and the sums of what was found in them."""
        walked = models.Q(streets__done_on__isnull=False)
        sums = {name: models.Sum(f"streets__tally__{name}", default=0) for name in TALLIED}
        streets = models.Count("streets")
        done = models.Count("streets", filter=walked)
        return self.annotate(streets_all=streets, streets_done=done, **sums).order_by("-starts_on", "-pk")


@recorded()
class Enumeration(models.Model):
    """A count of the town's dogs, from house to house, to find those without a license."""

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="enumerations")
    name = models.CharField(max_length=80)
    starts_on = models.DateField()
    ended_on = models.DateField(null=True)
    note = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    objects = EnumerationQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-starts_on", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["town", "name"], name="one_enumeration_a_name"),
            models.CheckConstraint(
                condition=models.Q(ended_on__isnull=True) | models.Q(ended_on__gte=models.F("starts_on")),
                name="enumeration_ends_after_its_start",
            ),
        ]
        triggers: ClassVar = [kept()]

    def __str__(self) -> str:
        return f"Enumeration of {self.name}"


@recorded()
class EnumerationStreet(models.Model):
    """A street to be walked; ``done_on`` once every house was asked."""

    enumeration = models.ForeignKey(Enumeration, on_delete=models.PROTECT, related_name="streets")
    name = models.CharField(max_length=120)
    done_on = models.DateField(null=True)
    done_by = models.ForeignKey("office.User", on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering: ClassVar = ["name", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["enumeration", "name"], name="one_street_a_name"),
            models.CheckConstraint(
                condition=models.Q(done_on__isnull=True, done_by__isnull=True)
                | models.Q(done_on__isnull=False, done_by__isnull=False),
                name="street_done_by_someone",
            ),
        ]
        triggers: ClassVar = [kept(), tallied()]

    def __str__(self) -> str:
        return self.name


class FindingQuerySet(models.QuerySet["Finding"]):
    """Dogs found."""

    def standing(self) -> FindingQuerySet:
        """Findings that were not withdrawn."""
        return self.filter(withdrawn_on__isnull=True)

    def unlicensed(self) -> FindingQuerySet:
        """Dogs that had to have a license on the day and had none."""
        return self.standing().filter(result=Finding.Result.UNLICENSED)

    def open_for(self, dogs: Collection[Dog], on: date) -> FindingQuerySet:
        """The findings that licenses of these dogs on the day ``on`` are charged for, the latest first."""
        found = self.unlicensed().filter(dog__in=dogs, found_on__lte=on)
        found = found.exclude(_SETTLED | models.Exists(_reaching_licenses()))
        return found.select_related("enumeration").order_by("-found_on", "-pk")

    def with_since(self) -> FindingQuerySet:
        """Each with ``since``: whether a license has reached the dog since it was found without one."""
        return self.annotate(since=models.Q(_SETTLED) | models.Exists(_reaching_licenses()))


_SETTLED = models.Q(settled_by__isnull=False, settled_by__voided_at__isnull=True)
"""Licensed since, with the fee; a license that was voided settles nothing."""


def _reaching_licenses() -> models.QuerySet[License]:
    """Standing licenses of the dog found that cover the day or a later one."""
    last_day = Coalesce("ended_on", "expires")
    return (
        License.objects.standing()
        .alias(last=last_day)
        .filter(dog=models.OuterRef("dog"), last__gte=models.OuterRef("found_on"))
    )


@recorded()
class Finding(models.Model):
    """A dog found at a house on a day, and what the law said of it: the enumerator's word, with the register's.

    ``dog`` is None as long as it is not on record; then ``description`` and ``person`` are what was told. The license
    that ended the state is ``settled_by``, and ``fee`` what it was charged.
    """

    class Result(models.TextChoices):
        """How the dog stood on the day."""

        UNLICENSED = "unlicensed", "Unlicensed"
        LICENSED = "licensed", "Licensed"
        EXEMPT = "exempt", "No license needed"
        UNKNOWN = "unknown", "Not on record"

    enumeration = models.ForeignKey(Enumeration, on_delete=models.PROTECT, related_name="findings")
    street = models.ForeignKey(EnumerationStreet, on_delete=models.PROTECT, related_name="findings")
    house = models.CharField("house number", max_length=40)
    found_on = models.DateField()
    dog = models.ForeignKey(Dog, on_delete=models.PROTECT, null=True, blank=True, related_name="findings")
    description = models.CharField("dog as described", max_length=160, blank=True)
    person = models.CharField("owner as told", max_length=160, blank=True)
    result = models.CharField(max_length=10, choices=Result)
    because = models.CharField(max_length=300, blank=True)
    citation = models.CharField(max_length=300, blank=True)
    settled_by = models.ForeignKey(License, on_delete=models.PROTECT, null=True, related_name="findings")
    fee = models.DecimalField(max_digits=10, decimal_places=2, null=True)
    withdrawn_on = models.DateField(null=True)
    withdrawn_because = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    objects = FindingQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-found_on", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["enumeration", "dog"],
                condition=models.Q(withdrawn_on__isnull=True),
                name="one_finding_a_dog_and_enumeration",
            ),
            models.CheckConstraint(
                condition=models.Q(dog__isnull=False) | (models.Q(result="unknown") & ~models.Q(description="")),
                name="finding_of_a_dog_or_a_description",
            ),
            models.CheckConstraint(
                condition=models.Q(dog__isnull=True) | ~models.Q(result="unknown"), name="finding_of_a_dog_is_judged"
            ),
            models.CheckConstraint(
                condition=models.Q(settled_by__isnull=True, fee__isnull=True)
                | models.Q(settled_by__isnull=False, fee__gte=0, result="unlicensed"),
                name="finding_settled_with_its_fee",
            ),
            models.CheckConstraint(
                condition=models.Q(withdrawn_on__isnull=True) | ~models.Q(withdrawn_because=""),
                name="finding_withdrawn_with_a_reason",
            ),
        ]
        triggers: ClassVar = [kept(), tallied_again(THE_STREET)]

    def __str__(self) -> str:
        return f"{self.get_result_display()} in an enumeration on {self.found_on.isoformat()}"

    @property
    def is_unlicensed(self) -> bool:
        """Whether the dog had to have a license on the day and had none."""
        return self.result == self.Result.UNLICENSED

    @property
    def told(self) -> str:
        """By which enumeration and when it was found, for prices and lists."""
        return f"the enumeration of {self.enumeration.name} on {self.found_on.isoformat()}"

    @property
    def is_hidden(self) -> bool:
        """Whether the dog's owner has a confidential address: the house then stands nowhere beside the dog."""
        return self.dog is not None and self.dog.owner.confidential

    def is_open(self, licenses: Iterable[License]) -> bool:
        """Whether none of the licenses of a dog found unlicensed has reached it since, as ``open_for`` says."""
        if not self.is_unlicensed or self.withdrawn_on is not None:
            return False
        standing = [row for row in licenses if row.voided_at is None]
        return not any(row.pk == self.settled_by_id or row.last_day >= self.found_on for row in standing)
