"""Licenses: who may keep which dog, from when to when, on which papers, for which money."""

from __future__ import annotations

from datetime import date
from typing import ClassVar
from uuid import UUID

from django.db import models
from django.db.models.functions import Coalesce, Greatest

from licensing.models.dogs import Dog
from licensing.models.due import THE_DOG, due_again
from licensing.models.imports import ImportRun
from licensing.models.papers import AlterationProof, RabiesCertificate, RabiesStatement, WorkingProof
from licensing.models.people import Owner
from licensing.models.search import OWNER_OF_THE_DOG, refreshed
from licensing.models.tags import Tag
from licensing.models.tallies import STREETS_OF_THE_DOG, tallied_again
from licensing.models.terms import no_overlap
from office.history import kept, recorded
from office.models import Receipt, Reversal, Town

_LAST_DAY = Coalesce("ended_on", "expires")
"""The last day that a license covers, as the database knows it."""


class LicenseQuerySet(models.QuerySet["License"]):
    """Licenses, by their term."""

    def standing(self) -> LicenseQuerySet:
        """Licenses that were not voided."""
        return self.filter(voided_at__isnull=True)

    def in_force(self, on: date) -> LicenseQuerySet:
        """Licenses that cover the day ``on``."""
        not_ended = models.Q(ended_on__isnull=True) | models.Q(ended_on__gte=on)
        return self.standing().filter(not_ended, starts__lte=on, expires__gte=on)

    def made_by(self, town: Town, key: UUID | None) -> License | None:
        """The license that the form with this one-time key made already, if any."""
        return self.filter(town=town, receipt__key=key).first() if key is not None else None

    def sharing_a_day(self, starts: date, expires: date) -> LicenseQuerySet:
        """Standing licenses that cover a day of these, both included."""
        not_cut = models.Q(ended_on__isnull=True)
        reaches = not_cut | models.Q(ended_on__gte=Greatest(models.F("starts"), models.Value(starts)))
        return self.standing().filter(reaches, starts__lte=expires, expires__gte=starts)

    def last_first(self) -> LicenseQuerySet:
        """The standing licenses, the one whose last day is the latest first; of two of one day, the one made later."""
        return self.standing().order_by(_LAST_DAY.desc(), "-pk")

    def last_each(self) -> LicenseQuerySet:
        """Of each dog the license that ``last_first`` puts first."""
        return self.standing().order_by("dog_id", _LAST_DAY.desc(), "-pk").distinct("dog_id")

    def last_of_each_dog(self) -> LicenseQuerySet:
        """Licenses that no later one of the same dog follows: the renewed and the transferred are left out."""
        here, there = _LAST_DAY, models.OuterRef("last")
        after = models.Q(last__gt=there) | models.Q(last=there, pk__gt=models.OuterRef("pk"))
        later = License.objects.standing().filter(dog=models.OuterRef("dog")).annotate(last=here).filter(after)
        return self.standing().annotate(last=here).filter(~models.Exists(later))


@recorded(without=["printed"])
class License(models.Model):
    """One term of one dog.

    ``printed`` holds the words and facts of the paper as given out, so that a reprint is the same.
    """

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="licenses")
    number = models.PositiveBigIntegerField()
    dog = models.ForeignKey(Dog, on_delete=models.PROTECT, related_name="licenses")
    holder = models.ForeignKey(Owner, on_delete=models.PROTECT, related_name="licenses")
    license_year = models.PositiveSmallIntegerField(null=True)
    starts = models.DateField()
    expires = models.DateField()
    issued_at = models.DateTimeField()
    issued_by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    receipt = models.ForeignKey(Receipt, on_delete=models.PROTECT, related_name="licenses")
    tag = models.ForeignKey(Tag, on_delete=models.PROTECT, related_name="licenses")
    renews = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="renewals")
    rabies_certificate = models.ForeignKey(RabiesCertificate, on_delete=models.PROTECT, null=True, related_name="+")
    rabies_statement = models.ForeignKey(RabiesStatement, on_delete=models.PROTECT, null=True, related_name="+")
    alteration_proof = models.ForeignKey(AlterationProof, on_delete=models.PROTECT, null=True, related_name="+")
    working_proof = models.ForeignKey(WorkingProof, on_delete=models.PROTECT, null=True, related_name="+")
    marking = models.CharField(max_length=80, blank=True)
    transferred_from = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="transfers")
    from_elsewhere = models.CharField(max_length=120, blank=True)
    taken_over = models.ForeignKey(ImportRun, on_delete=models.PROTECT, null=True, related_name="licenses")
    ended_on = models.DateField(null=True)
    ended_because = models.CharField(max_length=200, blank=True)
    printed = models.JSONField()
    voided_at = models.DateTimeField(null=True)
    voided_because = models.CharField(max_length=300, blank=True)
    reversal = models.ForeignKey(Reversal, on_delete=models.PROTECT, null=True, related_name="licenses")
    corrects = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="corrected_by")

    objects = LicenseQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-expires", "-pk"]
        indexes: ClassVar = [models.Index("town", _LAST_DAY, name="license_by_last_day")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["town", "number"], name="one_license_a_number"),
            models.CheckConstraint(condition=models.Q(expires__gte=models.F("starts")), name="license_term_forward"),
            models.UniqueConstraint(
                fields=["renews"], condition=models.Q(voided_at__isnull=True), name="one_renewal_a_license"
            ),
            models.CheckConstraint(
                condition=~models.Q(from_elsewhere="")
                | models.Q(taken_over__isnull=False)
                | (models.Q(rabies_certificate__isnull=False) ^ models.Q(rabies_statement__isnull=False)),
                name="license_rests_on_one_rabies_paper",
            ),
            models.CheckConstraint(
                condition=models.Q(ended_on__isnull=True) | ~models.Q(ended_because=""), name="license_end_has_a_reason"
            ),
            models.CheckConstraint(
                condition=models.Q(voided_at__isnull=True) | ~models.Q(voided_because=""),
                name="license_void_has_a_reason",
            ),
            no_overlap("dog"),
        ]
        triggers: ClassVar = [
            kept(),
            refreshed(OWNER_OF_THE_DOG),
            due_again(THE_DOG),
            tallied_again(STREETS_OF_THE_DOG),
        ]

    def __str__(self) -> str:
        return f"License {self.number}"

    @property
    def last_day(self) -> date:
        """The last day that the license covers: its expiry, or the day on which it was ended before."""
        return self.ended_on or self.expires

    def state(self, on: date) -> str:
        """``voided``, ``ended``, ``expired``, ``starts later`` or ``in force`` on the day ``on``."""
        if self.voided_at is not None:
            return "voided"
        if self.ended_on is not None and (on > self.ended_on or self.ended_on < self.starts):
            return "ended"
        if on < self.starts:
            return "starts later"
        return "in force" if on <= self.expires else "expired"
