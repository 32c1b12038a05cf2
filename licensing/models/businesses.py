"""Kennels and pet shops."""

from __future__ import annotations

from datetime import date
from typing import ClassVar
from uuid import UUID

from django.db import models

from licensing.models.people import Owner
from licensing.models.terms import no_overlap
from office.history import kept, recorded
from office.models import Receipt, Town


@recorded()
class Business(models.Model):
    """A kennel or a pet shop: its operator, its place, and for a kennel the most dogs it may house."""

    class Kind(models.TextChoices):
        """What is licensed."""

        KENNEL = "kennel", "Kennel"
        PET_SHOP = "pet_shop", "Pet shop"

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="businesses")
    kind = models.CharField(max_length=10, choices=Kind)
    name = models.CharField(max_length=120)
    operator = models.ForeignKey(Owner, on_delete=models.PROTECT, related_name="businesses")
    location = models.CharField(max_length=160)
    maximum_dogs = models.PositiveIntegerField(null=True, blank=True)
    procured_on = models.DateField("operated since", null=True, blank=True)
    excluded_because = models.CharField("excluded from licensing as (§ 68-12A)", max_length=160, blank=True)
    closed_on = models.DateField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["name", "pk"]
        verbose_name_plural = "businesses"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(kind="pet_shop", maximum_dogs__isnull=True)
                | models.Q(kind="kennel", maximum_dogs__gte=1),
                name="kennel_has_its_maximum",
            )
        ]
        triggers: ClassVar = [kept()]

    def __str__(self) -> str:
        return self.name

    @property
    def title(self) -> str:
        """Its name and what it is: ``High Street Kennels (kennel)``."""
        return f"{self.name} ({self.get_kind_display().lower()})"

    @property
    def is_open(self) -> bool:
        """Whether the business still goes on."""
        return self.closed_on is None

    def licensed(self, on: date) -> BusinessLicense | None:
        """The license in force on the day ``on``; of a business that came with its licenses, without a query."""
        return next((row for row in self.licenses.all() if row.state(on) == "in force"), None)


class BusinessLicenseQuerySet(models.QuerySet["BusinessLicense"]):
    """Licenses of kennels and pet shops, by their term."""

    def standing(self) -> BusinessLicenseQuerySet:
        """Licenses that were not voided."""
        return self.filter(voided_at__isnull=True)

    def in_force(self, on: date) -> BusinessLicenseQuerySet:
        """Licenses that cover the day ``on``: not revoked or transferred before it."""
        not_ended = models.Q(ended_on__isnull=True) | models.Q(ended_on__gte=on)
        return self.standing().filter(not_ended, starts__lte=on, expires__gte=on)

    def made_by(self, town: Town, key: UUID | None) -> BusinessLicenseQuerySet:
        """The licenses that the form with this one-time key made already; none without a key."""
        return self.filter(town=town, receipt__key=key) if key is not None else self.none()


@recorded(without=["printed"])
class BusinessLicense(models.Model):
    """One license year of a kennel or pet shop. Its number is of the same count as the dog licenses' numbers.

    ``maximum_dogs`` is the most that this license authorizes; ``ended_on`` cuts the term short (revoked, transferred).
    """

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="business_licenses")
    number = models.PositiveBigIntegerField()
    business = models.ForeignKey(Business, on_delete=models.PROTECT, related_name="licenses")
    holder = models.ForeignKey(Owner, on_delete=models.PROTECT, related_name="business_licenses")
    maximum_dogs = models.PositiveIntegerField(null=True)
    license_year = models.PositiveSmallIntegerField()
    starts = models.DateField()
    expires = models.DateField()
    issued_at = models.DateTimeField()
    issued_by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    receipt = models.ForeignKey(Receipt, on_delete=models.PROTECT, related_name="business_licenses")
    transferred_from = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="transfers")
    printed = models.JSONField()
    ended_on = models.DateField(null=True)
    ended_because = models.CharField(max_length=200, blank=True)
    revoked = models.BooleanField(default=False)
    voided_at = models.DateTimeField(null=True)
    voided_because = models.CharField(max_length=200, blank=True)

    objects = BusinessLicenseQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-expires", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["town", "number"], name="one_business_license_a_number"),
            models.CheckConstraint(
                condition=models.Q(expires__gte=models.F("starts")), name="business_license_term_forward"
            ),
            models.CheckConstraint(
                condition=models.Q(ended_on__isnull=True) | ~models.Q(ended_because=""),
                name="business_license_end_has_a_reason",
            ),
            no_overlap("business"),
        ]
        triggers: ClassVar = [kept()]

    def __str__(self) -> str:
        return f"License {self.number}"

    @property
    def last_day(self) -> date:
        """The last day that the license covers: its expiry, or the day before it was revoked or transferred."""
        return self.ended_on or self.expires

    def state(self, on: date) -> str:
        """``voided``, ``revoked``, ``transferred``, ``starts later``, ``in force`` or ``expired`` on the day ``on``."""
        if self.voided_at is not None:
            return "voided"
        if self.ended_on is not None and on > self.ended_on:
            return "revoked" if self.revoked else "transferred"
        if on < self.starts:
            return "starts later"
        return "in force" if on <= self.expires else "expired"
