"""Custody of a dog: arrival at the shelter, care, notices to the owner, and what holds the dog beside the clock."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from impound.models.seizures import Seizure
from licensing.models import RabiesCertificate, Scan
from office.history import append_only, kept, recorded


@recorded()
class Arrival(models.Model):
    """The dog came to the shelter. ``kennel`` is where it stands now; moves are in its care notes."""

    seizure = models.OneToOneField(Seizure, on_delete=models.PROTECT, related_name="arrival")
    shelter = models.CharField(max_length=120)
    at = models.DateTimeField()
    received_by = models.CharField(max_length=120)
    condition = models.CharField(max_length=300)
    kennel = models.CharField("kennel number", max_length=20, blank=True)
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")

    class Meta:
        triggers: ClassVar = [kept()]

    def __str__(self) -> str:
        return f"{self.shelter}, kennel {self.kennel}" if self.kennel else self.shelter


class CareNote(models.Model):
    """What was done for a dog in custody: food, medicine, the veterinarian; what it cost; a mistake is noted anew.

    ``withdraws`` names a note that was wrong: its cost no longer counts.
    """

    class Kind(models.TextChoices):
        """What was done."""

        CARE = "care", "Fed, watered, cleaned"
        MEDICINE = "medicine", "Medicine"
        VETERINARY = "veterinary", "Veterinary care"
        RABIES = "rabies", "Rabies vaccination"
        SHELTER = "shelter", "Shelter care"
        MOVED = "moved", "Moved"
        OTHER = "other", "Other"

    seizure = models.ForeignKey(Seizure, on_delete=models.PROTECT, related_name="care_notes")
    key = models.UUIDField()
    kind = models.CharField(max_length=12, choices=Kind)
    at = models.DateTimeField()
    note = models.CharField(max_length=300, blank=True)
    cost = models.DecimalField(max_digits=8, decimal_places=2, null=True, blank=True)
    certificate = models.ForeignKey(RabiesCertificate, on_delete=models.PROTECT, null=True, related_name="+")
    shot = models.JSONField(null=True, help_text="What the certificate of a rabies vaccination says.")
    withdraws = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="withdrawn_by")
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seizure", "key"], name="one_care_note_a_form"),
            models.CheckConstraint(condition=Q(cost__isnull=True) | Q(cost__gte=0), name="care_cost_not_negative"),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return self.get_kind_display()

    @property
    def filed(self) -> bool:
        """Whether a certificate of the shot was filed with a dog of record; without a query if all is loaded."""
        return self.certificate is not None or bool(self.filings.all())


class ShotFiled(models.Model):
    """The certificate of a shot was filed later, when it was known which dog it is; each match may file it anew."""

    note = models.ForeignKey(CareNote, on_delete=models.PROTECT, related_name="filings")
    certificate = models.OneToOneField(RabiesCertificate, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["pk"]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"Filed: {self.certificate}"


class NoticeQuerySet(models.QuerySet["Notice"]):
    """Notices, by whether they count."""

    def standing(self) -> NoticeQuerySet:
        """Notices that were not withdrawn."""
        return self.filter(withdrawn_at__isnull=True)


@recorded()
class Notice(models.Model):
    """The owner was told of the seizure: in person, or by a certified letter on the day it was mailed."""

    class How(models.TextChoices):
        """How the owner was told."""

        PERSONAL = "personal", "In person"
        MAIL = "mail", "By certified mail"

    seizure = models.ForeignKey(Seizure, on_delete=models.PROTECT, related_name="notices")
    how = models.CharField(max_length=8, choices=How)
    on = models.DateField()
    told = models.CharField("who was told, or to whom it was mailed", max_length=160)
    address = models.CharField(max_length=300, blank=True)
    certified_number = models.CharField("number of the certified letter", max_length=40, blank=True)
    proof = models.CharField("proof: who served it, what was said or signed", max_length=300)
    scan = models.ForeignKey(Scan, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    letter = models.JSONField(default=dict, help_text="The letter's words as sent, so that a reprint is the same.")
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_because = models.CharField(max_length=200, blank=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["on", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(how="personal") | ~Q(certified_number=""), name="certified_letter_has_its_number"
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True) | ~Q(withdrawn_because=""), name="notice_withdrawn_with_a_reason"
            ),
        ]
        triggers: ClassVar = [kept()]

    def __str__(self) -> str:
        return f"{self.get_how_display()}, {self.on.isoformat()}"


class HoldQuerySet(models.QuerySet["Hold"]):
    """Holds, by whether they stand."""

    def standing(self) -> HoldQuerySet:
        """Holds that were not ended."""
        return self.placed().filter(ended_on__isnull=True)

    def placed(self) -> HoldQuerySet:
        """Holds that were not withdrawn as mistaken."""
        return self.filter(withdrawn_at__isnull=True)


@recorded()
class Hold(models.Model):
    """A court's hold, which stops the clock, or a quarantine with its last day."""

    class Kind(models.TextChoices):
        """What holds the dog."""

        COURT = "court", "Court"
        QUARANTINE = "quarantine", "Quarantine"

    seizure = models.ForeignKey(Seizure, on_delete=models.PROTECT, related_name="holds")
    kind = models.CharField(max_length=12, choices=Kind)
    since = models.DateField()
    until = models.DateField("last day", null=True, blank=True)
    source = models.CharField("court and case, or health officer", max_length=200)
    reason = models.CharField(max_length=300)
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    ended_on = models.DateField("decided or lifted on", null=True)
    decision = models.CharField(max_length=300, blank=True)
    destroy = models.BooleanField("the court ordered the dog destroyed", default=False)
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_because = models.CharField(max_length=200, blank=True)

    objects = HoldQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["since", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(source="") & ~Q(reason=""), name="hold_has_source_and_reason"),
            models.CheckConstraint(
                condition=Q(kind="court") | Q(until__isnull=False), name="quarantine_has_a_last_day"
            ),
            models.CheckConstraint(
                condition=Q(ended_on__isnull=True) | (~Q(decision="") & Q(ended_on__gte=models.F("since"))),
                name="hold_ended_by_a_decision",
            ),
            models.CheckConstraint(
                condition=Q(destroy=False) | Q(kind="court", ended_on__isnull=False), name="only_a_court_orders"
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True) | ~Q(withdrawn_because=""), name="hold_withdrawn_with_a_reason"
            ),
        ]
        triggers: ClassVar = [kept()]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.source}"
