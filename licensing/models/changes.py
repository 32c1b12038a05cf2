"""What was reported of dogs and people, and what followed: changes, visits, merges, privacy."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from licensing.models.dogs import Dog
from licensing.models.due import THE_DOG, due_again
from licensing.models.people import Owner
from office.history import append_only, kept, recorded
from office.models import Reversal, Town


class Change(models.Model):
    """A change that an owner reported: what happened when, when the office was told, and by when it was due.

    Beside the record that it changed, so that a report that was wrong remains to be seen; it is set right by a new one,
    or marked as mistaken (``Mistake``).
    """

    class Event(models.TextChoices):
        """What can be reported."""

        SALE = "sale", "Sold or given away"
        ADDRESS = "address", "New address in town"
        LOSS = "loss", "Lost"
        THEFT = "theft", "Stolen"
        DEATH = "death", "Died"
        RECOVERY = "recovery", "Back with its owner"
        LEFT_TOWN = "left_town", "Left town"
        GONE = "gone", "No longer here"

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="changes")
    dog = models.ForeignKey(Dog, on_delete=models.PROTECT, null=True, related_name="changes")
    owner = models.ForeignKey(Owner, on_delete=models.PROTECT, related_name="changes")
    event = models.CharField(max_length=10, choices=Event)
    happened_on = models.DateField()
    reported_on = models.DateField()
    due_by = models.DateField(null=True)
    citation = models.CharField(max_length=300)
    note = models.CharField(max_length=200, blank=True)
    new_owner = models.ForeignKey(Owner, on_delete=models.PROTECT, null=True, related_name="+")
    before = models.JSONField(null=True, help_text="What the dog's record said before, and the licenses that ended.")
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(reported_on__gte=models.F("happened_on")), name="change_reported_after_it_happened"
            )
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.get_event_display()}, {self.happened_on.isoformat()}"

    @property
    def late(self) -> bool:
        """Whether the owner's notice came after the last day for it."""
        return self.due_by is not None and self.reported_on > self.due_by


class Mistake(models.Model):
    """A change that never was: entered for the wrong dog, or wrongly told. It remains, and the reason beside it."""

    change = models.OneToOneField(Change, on_delete=models.PROTECT, related_name="mistake")
    reason = models.CharField(max_length=200)
    reversal = models.ForeignKey(Reversal, on_delete=models.PROTECT, null=True, related_name="mistakes")
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [models.CheckConstraint(condition=~models.Q(reason=""), name="mistake_says_why")]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return self.reason


@recorded()
class Visit(models.Model):
    """A dog of elsewhere that is exempt for a while, to the last day that the law gives."""

    class Home(models.TextChoices):
        """Where the dog belongs."""

        NYC_RESIDENT = "nyc_resident", "Owner lives in New York City"
        NYC_LICENSED = "nyc_licensed", "Licensed by New York City"
        OUT_OF_STATE = "out_of_state_licensed", "Owner from elsewhere, licensed there"

    dog = models.ForeignKey(Dog, on_delete=models.PROTECT, related_name="visits")
    arrived = models.DateField()
    home = models.CharField(max_length=24, choices=Home)
    permission = models.CharField("written permission, its date and number", max_length=120, blank=True)
    license_elsewhere = models.CharField("license at home: place and number", max_length=120, blank=True)
    last_day = models.DateField()
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-arrived", "-pk"]
        triggers: ClassVar = [kept(), due_again(THE_DOG)]

    def __str__(self) -> str:
        return f"Visit from {self.arrived.isoformat()}, exempt through {self.last_day.isoformat()}"


class Merge(models.Model):
    """Two records made one: which was kept, which went into it, and every row that moved, so that it can be undone."""

    class Kind(models.TextChoices):
        """What was doubled."""

        OWNER = "owner", "Person"
        DOG = "dog", "Dog"

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="merges")
    kind = models.CharField(max_length=5, choices=Kind)
    kept = models.PositiveBigIntegerField()
    gone = models.PositiveBigIntegerField()
    moved = models.JSONField()
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    undone_by = models.ForeignKey("office.User", on_delete=models.PROTECT, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        triggers: ClassVar = [kept()]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.gone} into {self.kept}"


class NotTheSame(models.Model):
    """Two records looked alike and were found to be two people (or two dogs): they are not offered again.

    ``first`` is the lower number of the two.
    """

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=5, choices=Merge.Kind)
    first = models.PositiveBigIntegerField()
    second = models.PositiveBigIntegerField()
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["kind", "first", "second"], name="one_answer_a_pair")]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.first} is not {self.second}"


class AddressOpening(models.Model):
    """A clerk opened a confidential address: who, when, why."""

    owner = models.ForeignKey(Owner, on_delete=models.PROTECT, related_name="openings")
    reason = models.CharField(max_length=200)
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-pk"]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return self.reason


class PublicExport(models.Model):
    """An export of public records: for whom and what purpose, by whom, how many rows."""

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="public_exports")
    requester = models.CharField(max_length=160)
    purpose = models.CharField(max_length=300)
    rows = models.PositiveIntegerField()
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-pk"]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return self.purpose
