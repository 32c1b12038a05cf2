"""Identification tags: boxes in stock, and the number each dog carries."""

from __future__ import annotations

from datetime import date
from typing import ClassVar

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import BigIntegerRangeField, RangeBoundary, RangeOperators
from django.db import models
from django.db.models.functions import Coalesce

from licensing.models.dogs import Dog
from licensing.models.search import OWNER_OF_THE_DOG, refreshed
from office.history import append_only, kept, recorded
from office.models import Receipt, Town


class NumberRange(models.Func):
    """The numbers from ``first`` to ``last``, both included, as a range."""

    function = "INT8RANGE"
    output_field = BigIntegerRangeField()


class TagBoxQuerySet(models.QuerySet["TagBox"]):
    """Boxes of a town."""

    def for_year(self, town: Town, license_year: int | None) -> TagBoxQuerySet:
        """Boxes that a license of this year draws from, the lowest numbers first; a box without a year serves any."""
        year = models.Q(license_year__isnull=True) | models.Q(license_year=license_year)
        return self.filter(year, town=town).order_by(models.F("license_year").asc(nulls_last=True), "first")

    def with_issued(self) -> TagBoxQuerySet:
        """Each box with ``issued``: how many of its numbers were given out."""
        numbers = Tag.objects.filter(
            town=models.OuterRef("town"), number__range=(models.OuterRef("first"), models.OuterRef("last"))
        )
        return self.annotate(issued=_counted(numbers))

    def with_counts(self) -> TagBoxQuerySet:
        """Each box with ``spoiled`` and ``left``: how many numbers were taken out of stock, and how many are free.

        Only what lies beyond ``next_number`` is counted for ``left``: below it no number is free.
        """
        numbers = Tag.objects.filter(town=models.OuterRef("town"), number__lte=models.OuterRef("last"))
        spoiled = _counted(numbers.filter(dog=None, number__gte=models.OuterRef("first")))
        taken = _counted(numbers.filter(number__gte=models.OuterRef("next_number")))
        return self.annotate(spoiled=spoiled, left=models.F("last") + 1 - models.F("next_number") - taken)


def _counted(numbers: models.QuerySet[Tag]) -> Coalesce:
    """How many these are, in a query that names the town of the outer row."""
    counted = numbers.order_by().values("town").annotate(count=models.Count("pk")).values("count")
    return Coalesce(models.Subquery(counted), 0)


@recorded(without=["next_number"])
class TagBox(models.Model):
    """A box of tags as the engraver delivered it: numbers ``first`` to ``last``.

    ``next_number`` is the lowest that may still be free; ``last`` + 1 when the box is empty.
    """

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="tag_boxes")
    first = models.PositiveBigIntegerField("first number")
    last = models.PositiveBigIntegerField("last number")
    license_year = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="For tags made for one license year; empty where a tag is for life."
    )
    received_on = models.DateField()
    next_number = models.PositiveBigIntegerField(editable=False)

    objects = TagBoxQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["first"]
        verbose_name = "box of tags"
        verbose_name_plural = "tags in stock"
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(last__gte=models.F("first")), name="box_not_empty"),
            models.CheckConstraint(
                condition=models.Q(next_number__gte=models.F("first"))
                & models.Q(next_number__lte=models.F("last") + 1),
                name="box_next_within",
            ),
            ExclusionConstraint(
                name="no_number_in_two_boxes",
                expressions=[
                    ("town", RangeOperators.EQUAL),
                    (NumberRange("first", "last", RangeBoundary(True, True)), RangeOperators.OVERLAPS),
                ],
            ),
        ]
        triggers: ClassVar = [kept()]

    def __str__(self) -> str:
        return f"Tags {self.first} to {self.last}"

    @property
    def size(self) -> int:
        """How many tags the box held when it came."""
        return self.last - self.first + 1


class TagQuerySet(models.QuerySet["Tag"]):
    """Tags of a town."""

    def current(self) -> TagQuerySet:
        """Tags that are still a dog's number."""
        return self.filter(retired_on__isnull=True)

    def given_out(self, town: Town, since: date, until: date) -> TagQuerySet:
        """The town's tags given out to dogs from ``since`` to ``until``, both included, by day and number."""
        given_out = self.filter(town=town, dog__isnull=False, issued_on__range=(since, until))
        return given_out.order_by("issued_on", "number")

    def in_box(self, box: TagBox) -> TagQuerySet:
        """Tags whose number lies in the box."""
        return self.filter(town=box.town_id, number__range=(box.first, box.last))


@recorded()
class Tag(models.Model):
    """A number given to a dog: in the town it is never another dog's.

    ``license_year`` is set where each year brings a new tag. A number that was spoiled in stock has no dog.
    """

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="tags")
    number = models.PositiveBigIntegerField()
    dog = models.ForeignKey(Dog, on_delete=models.PROTECT, null=True, related_name="tags")
    license_year = models.PositiveSmallIntegerField(null=True, blank=True)
    issued_on = models.DateField()
    retired_on = models.DateField(null=True, blank=True)
    retired_because = models.CharField(max_length=120, blank=True)

    objects = TagQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-pk"]
        indexes: ClassVar = [
            models.Index(fields=["town", "number"], condition=models.Q(dog__isnull=True), name="spoiled_numbers"),
            models.Index(
                fields=["town", "issued_on", "number"], condition=models.Q(dog__isnull=False), name="tags_given_out"
            ),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["town", "number"], name="one_dog_a_number_for_ever"),
            models.CheckConstraint(
                condition=models.Q(dog__isnull=False)
                | (models.Q(retired_on__isnull=False) & ~models.Q(retired_because="")),
                name="tag_of_no_dog_is_spoiled",
            ),
            models.UniqueConstraint(
                fields=["dog"],
                condition=models.Q(license_year__isnull=True, retired_on__isnull=True),
                name="one_number_a_dog",
            ),
            models.UniqueConstraint(
                fields=["dog", "license_year"],
                condition=models.Q(license_year__isnull=False, retired_on__isnull=True),
                name="one_number_a_dog_and_year",
            ),
        ]
        triggers: ClassVar = [kept(), refreshed(OWNER_OF_THE_DOG)]

    def __str__(self) -> str:
        return str(self.number)


class TagReplacement(models.Model):
    """A tag made anew with the same number, why, and the receipt over it."""

    class Reason(models.TextChoices):
        """What became of the tag before."""

        LOST = "lost", "Lost"
        DAMAGED = "damaged", "Damaged"
        STOLEN = "stolen", "Stolen"

    tag = models.ForeignKey(Tag, on_delete=models.PROTECT, related_name="replacements")
    reason = models.CharField("why", max_length=10, choices=Reason)
    receipt = models.ForeignKey(Receipt, on_delete=models.PROTECT, related_name="replacements")
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-pk"]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"Tag {self.tag.number} replaced: {self.get_reason_display().lower()}"
