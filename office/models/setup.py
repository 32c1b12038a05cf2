"""Town details, closed days, and the amounts that a board or council set."""

from __future__ import annotations

from datetime import date
from typing import ClassVar

import pgtrigger
from django.db import models

from office.history import kept, recorded
from office.words import in_long
from ordinances import facts
from ordinances.money import Money
from ordinances.ordinance import Ordinance
from ordinances.registry import ordinance_of

_USED = """
    IF EXISTS (SELECT 1 FROM office_receiptline WHERE resolution_id = {resolution}) THEN
        RAISE EXCEPTION 'An amount in use is never edited or deleted: enter a new resolution.'
            USING ERRCODE = 'restrict_violation';
    END IF;
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    RETURN NEW;
"""


@recorded()
class Town(models.Model):
    """A town that runs its office here. ``slug`` names its law in ``ordinances.registry``."""

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=80, help_text="As it heads a paper: Town of Dover, New York")
    street = models.CharField("street address", max_length=120)
    city = models.CharField(max_length=60)
    state = models.CharField(max_length=2)
    zip_code = models.CharField("ZIP code", max_length=10)
    telephone = models.CharField(max_length=20, help_text="Goes on the tag.")
    email = models.EmailField("e-mail", blank=True)
    hours = models.CharField("office hours", max_length=120)
    license_words = models.TextField("words on the license", blank=True)
    receipt_words = models.TextField("words on the receipt", blank=True)
    demonstration = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name = "town"
        verbose_name_plural = "town details"
        triggers: ClassVar = [kept()]

    def __str__(self) -> str:
        return self.name

    @property
    def heading(self) -> dict[str, str]:
        """The details that head a paper, as they are now."""
        address = f"{self.street}, {self.city}, {self.state} {self.zip_code}"
        heading = {"name": self.name, "address": address, "telephone": self.telephone, "hours": self.hours}
        return heading | {"demonstration": "Demonstration"} if self.demonstration else heading

    def ordinance(self, on: date) -> Ordinance:
        """The town's law in force on the day ``on``; LookupError when none is known."""
        return ordinance_of(self.slug, on=on)


@recorded(removable=True)
class ClosedDay(models.Model):
    """A business day on which the office is closed all the same."""

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="closed_days")
    day = models.DateField()
    reason = models.CharField(max_length=120)

    class Meta:
        ordering: ClassVar = ["day"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["town", "day"], name="one_closing_a_day")]

    def __str__(self) -> str:
        return f"{in_long(self.day)}: {self.reason}"


class Subject(models.TextChoices):
    """What a resolution is about: it supersedes the earlier one on the same subject whole."""

    LICENSE_FEES = "license_fees", "License fees"
    IMPOUNDMENT = "impoundment", "Impoundment charges"
    FINES = "fines", "Fines"


class ResolutionQuerySet(models.QuerySet["Resolution"]):
    """Resolutions of a town, by subject and day."""

    def in_force(self, town: Town, subject: str, on: date) -> Resolution | None:
        """The resolution in force on the day ``on``: the latest that has taken effect; None when there is none."""
        found = self.filter(town=town, subject=subject, in_force_from__lte=on).prefetch_related("amounts")
        return found.order_by("-in_force_from", "-pk").first()


@recorded(removable=True)
class Resolution(models.Model):
    """What the board resolved: dated amounts with the resolution's number.

    In use it is never edited; a new one supersedes it.
    """

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="resolutions")
    subject = models.CharField(max_length=20, choices=Subject, default=Subject.LICENSE_FEES)
    number = models.CharField(max_length=60)
    adopted_on = models.DateField()
    in_force_from = models.DateField()
    note = models.CharField(max_length=200, blank=True)

    objects = ResolutionQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-in_force_from", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["town", "number", "subject"], name="one_resolution_a_number"),
        ]
        triggers: ClassVar = [
            pgtrigger.Trigger(
                name="superseded_not_edited",
                when=pgtrigger.Before,
                operation=pgtrigger.Update | pgtrigger.Delete,
                func=_USED.format(resolution="OLD.id"),
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_subject_display()}: resolution {self.number}, from {in_long(self.in_force_from)}"

    def as_fact(self) -> facts.Resolution:
        """The amounts as the law reads them."""
        amounts = {row.code: Money.of(str(row.amount)) for row in self.amounts.all()}
        return facts.Resolution(amounts=amounts, number=self.number)


@recorded(removable=True)
class ResolutionAmount(models.Model):
    """One amount of a resolution, in dollars."""

    resolution = models.ForeignKey(Resolution, on_delete=models.CASCADE, related_name="amounts")
    code = models.CharField(max_length=40)
    amount = models.DecimalField(max_digits=10, decimal_places=2)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["resolution", "code"], name="one_amount_a_code"),
            models.CheckConstraint(condition=models.Q(amount__gte=0), name="amount_not_negative"),
        ]
        triggers: ClassVar = [
            pgtrigger.Trigger(
                name="superseded_not_edited",
                when=pgtrigger.Before,
                operation=pgtrigger.Update | pgtrigger.Delete,
                func=_USED.format(resolution="OLD.resolution_id"),
            ),
            pgtrigger.Trigger(
                name="nothing_added_in_use",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert,
                func=_USED.format(resolution="NEW.resolution_id"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code}: ${self.amount}"
