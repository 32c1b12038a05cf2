"""Seizures and encounters as officers wrote them, and their photographs."""

from __future__ import annotations

from datetime import date
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import FilteredRelation, Q
from django.utils import timezone

from impound.models.places import Place, located
from licensing.models import Caution, Dog, Owner, Scan
from office.history import append_only, kept, recorded
from office.models import Town


class SeizureQuerySet(models.QuerySet["Seizure"]):
    """Seizures of a town, by where the dog is now."""

    def of(self, town: Town) -> SeizureQuerySet:
        """The town's seizures."""
        return self.filter(town=town)

    def held(self) -> SeizureQuerySet:
        """Seizures whose dog is still in the town's hands: not handed back and without an end."""
        standing = FilteredRelation("ends", condition=Q(ends__withdrawn_at__isnull=True))
        return self.annotate(ended=standing).filter(ended__isnull=True).exclude(course=Seizure.Course.HANDED_BACK)

    def ended(self) -> SeizureQuerySet:
        """Seizures whose dog is no longer in the town's hands: with an end that was not withdrawn."""
        return self.filter(ends__isnull=False, ends__withdrawn_at__isnull=True)

    def with_custody(self) -> SeizureQuerySet:
        """The seizures with all that lists show of a dog: one query for each kind, however many dogs."""
        rows = ("photos", "ends", "forfeitures", "redemptions__receipt", "holds", "cautions", "dog__cautions")
        return self.select_related("town", "dog", "owner", "arrival", "officer").prefetch_related(*rows)

    def impounded(self) -> SeizureQuerySet:
        """Seizures that count as impoundments: hand-backs, dogs fetched without impoundment and mistakes do not."""
        mistake = FilteredRelation("ends", condition=Q(ends__withdrawn_at__isnull=True, ends__kind="mistaken"))
        return self.filter(course=Seizure.Course.IMPOUNDED).annotate(mistake=mistake).filter(mistake__isnull=True)


@recorded()
class Seizure(Place):
    """A dog taken by an officer: what was seen, when, where, on which grounds.

    ``client_id`` is the identity that the officer's tablet gave it before anything was sent; ``occasion`` is shared by
    dogs that were taken on one occasion. ``wears_tag``: an identification tag was on the dog; a chip alone is none.
    What was written in the field stays as it was written; an act with a reason amends it.
    """

    class Sex(models.TextChoices):
        """As far as it could be told."""

        FEMALE = "female", "Female"
        MALE = "male", "Male"
        UNKNOWN = "", "Not told"

    class Course(models.TextChoices):
        """What was done with the dog."""

        IMPOUNDED = "impounded", "Impounded"
        SAME_DAY = "same_day", "Kept for its owner to fetch the same day, not impounded"
        HANDED_BACK = "handed_back", "Handed straight back to its owner"

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="seizures")
    number = models.PositiveBigIntegerField("control number")
    client_id = models.UUIDField()
    occasion = models.UUIDField()
    seized_at = models.DateTimeField()
    officer = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    grounds = ArrayField(models.CharField(max_length=40), help_text="Codes of the ordinance's grounds.")
    course = models.CharField(max_length=12, choices=Course, default=Course.IMPOUNDED)
    called = models.CharField("name, if known", max_length=60, blank=True)
    breed = models.CharField(max_length=80)
    sex = models.CharField(max_length=6, choices=Sex, blank=True)
    color = models.CharField("color(s)", max_length=80)
    age = models.CharField("age, as it seems", max_length=40, blank=True)
    marks = models.CharField("identification marks", max_length=200, blank=True)
    wears_tag = models.BooleanField("an identification tag is on the dog", default=False)
    tag_read = models.CharField("tag, as read", max_length=40, blank=True)
    chip = models.CharField("microchip", max_length=30, blank=True)
    dog = models.ForeignKey(Dog, on_delete=models.PROTECT, null=True, blank=True, related_name="seizures")
    owner = models.ForeignKey(Owner, on_delete=models.PROTECT, null=True, blank=True, related_name="seizures")
    owner_told = models.CharField("owner, as told", max_length=300, blank=True)
    handed_over_by = models.CharField("handed over by", max_length=160, blank=True)
    handed_back_to = models.CharField(max_length=160, blank=True)
    signature = models.ForeignKey(Scan, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    note = models.TextField(blank=True)
    written_at = models.DateTimeField(help_text="When the officer wrote it, by the tablet's clock.")
    received_at = models.DateTimeField(help_text="When the office received it.")
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    cautions = models.ManyToManyField(Caution, related_name="seizures")

    objects = SeizureQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-seized_at", "-pk"]
        indexes: ClassVar = [
            models.Index(fields=["town", "seized_at"], name="seizure_by_time"),
            models.Index(fields=["owner", "seized_at"], name="seizure_by_owner"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["town", "number"], name="one_seizure_a_number"),
            models.UniqueConstraint(fields=["town", "client_id"], name="one_seizure_a_client_id"),
            models.CheckConstraint(condition=Q(grounds__len__gt=0), name="seizure_has_grounds"),
            models.CheckConstraint(
                condition=~Q(course="handed_back") | ~Q(handed_back_to=""), name="hand_back_names_the_person"
            ),
            located("seizure_has_a_place"),
        ]
        triggers: ClassVar = [kept()]

    def __str__(self) -> str:
        return f"Seizure {self.number}"

    @property
    def seized_on(self) -> date:
        """The town's local day of the seizure."""
        return timezone.localdate(self.seized_at)

    @property
    def warnings(self) -> list[Caution]:
        """The cautions that stand, of the dog of record and of the seizure; without a query in ``with_custody``."""
        of_record = self.dog.cautions.all() if self.dog else ()
        standing = {each.pk: each for each in (*of_record, *self.cautions.all()) if each.lifted_at is None}
        return list(standing.values())

    @property
    def title(self) -> str:
        """What the dog is called in a heading: its name, as of record or as told, or what it looks like."""
        return (self.dog.name if self.dog else "") or self.called or self.breed

    @property
    def description(self) -> str:
        """Breed, color and sex in a few words."""
        told = self.get_sex_display().lower() if self.sex else ""
        return ", ".join(filter(None, (self.breed, self.color, told)))


@recorded()
class Encounter(Place):
    """An officer met a dog or its owner and took nothing: a talk, or a notice left at a door."""

    class Kind(models.TextChoices):
        """What it was."""

        ENCOUNTER = "encounter", "Encounter"
        DOOR_NOTICE = "door_notice", "Notice left at the door"

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="encounters")
    client_id = models.UUIDField()
    kind = models.CharField(max_length=12, choices=Kind)
    at = models.DateTimeField()
    officer = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    dog = models.ForeignKey(Dog, on_delete=models.PROTECT, null=True, blank=True, related_name="encounters")
    owner = models.ForeignKey(Owner, on_delete=models.PROTECT, null=True, blank=True, related_name="encounters")
    told = models.CharField("dog and person, as told", max_length=300, blank=True)
    note = models.TextField()
    written_at = models.DateTimeField()
    received_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["town", "client_id"], name="one_encounter_a_client_id"),
            located("encounter_has_a_place"),
        ]
        triggers: ClassVar = [kept()]

    def __str__(self) -> str:
        return self.get_kind_display()


class Photo(models.Model):
    """A photograph of a dog seized or met; each of several is one row."""

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="+")
    client_id = models.UUIDField()
    seizure = models.ForeignKey(Seizure, on_delete=models.PROTECT, null=True, related_name="photos")
    encounter = models.ForeignKey(Encounter, on_delete=models.PROTECT, null=True, related_name="photos")
    scan = models.ForeignKey(Scan, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["town", "client_id"], name="one_photo_a_client_id"),
            models.CheckConstraint(
                condition=Q(seizure__isnull=False) ^ Q(encounter__isnull=False), name="photo_is_of_one_record"
            ),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return self.scan.name
