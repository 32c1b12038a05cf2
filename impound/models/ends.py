"""How custody ends: the officer's statement, the redemption, forfeiture, and the end itself."""

from __future__ import annotations

from typing import ClassVar

import pgtrigger
from django.db import models
from django.db.models import Q

from impound.models.custody import Hold
from impound.models.seizures import Seizure
from impound.models.triggers import NO_DOG_HELD, NOT_BEFORE_ITS_DAY, NOT_UNDONE_AFTER_RELEASE, RECEIPT_FIRST
from licensing.models import Adoption, License, Owner
from office.history import append_only, kept, recorded
from office.models import Receipt, Town

_AS_THE_TOWN_OWNS_IT = ["adopted", "sheltered", "put_down"]


class Statement(models.Model):
    """The officer's statement for the Clerk: the days in the shelter and the costs. The last one counts."""

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="statements")
    number = models.PositiveBigIntegerField()
    key = models.UUIDField()
    seizure = models.ForeignKey(Seizure, on_delete=models.PROTECT, related_name="statements")
    days = models.PositiveIntegerField("days in the shelter")
    rabies_vaccination = models.DecimalField(max_digits=8, decimal_places=2, null=True)
    veterinary_care = models.DecimalField(max_digits=8, decimal_places=2, null=True)
    shelter_care = models.DecimalField(max_digits=8, decimal_places=2, null=True)
    printed = models.JSONField(help_text="The statement's words as given out, so that a reprint is the same.")
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["town", "number"], name="one_statement_a_number"),
            models.UniqueConstraint(fields=["town", "key"], name="one_statement_a_form"),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"Statement {self.number}"


class RedemptionQuerySet(models.QuerySet["Redemption"]):
    """Redemptions, by whether they stand."""

    def standing(self) -> RedemptionQuerySet:
        """Redemptions that were not undone."""
        return self.filter(undone_at__isnull=True)


@recorded()
class Redemption(models.Model):
    """The owner paid for the dog: the receipt that the officer releases it on."""

    seizure = models.ForeignKey(Seizure, on_delete=models.PROTECT, related_name="redemptions")
    statement = models.ForeignKey(Statement, on_delete=models.PROTECT, null=True, related_name="redemptions")
    receipt = models.OneToOneField(Receipt, on_delete=models.PROTECT, related_name="redemption")
    license = models.ForeignKey(License, on_delete=models.PROTECT, null=True, related_name="redemptions")
    redeemer = models.ForeignKey(Owner, on_delete=models.PROTECT, related_name="redemptions")
    ownership_shown = models.CharField("proof of ownership", max_length=200)
    identity_shown = models.CharField("proof of identity", max_length=200)
    elsewhere_place = models.CharField("license of elsewhere: municipality", max_length=60, blank=True)
    elsewhere_number = models.CharField("license of elsewhere: number", max_length=30, blank=True)
    elsewhere_expires = models.DateField("license of elsewhere: last day", null=True)
    elsewhere_paper = models.CharField("license of elsewhere: paper seen", max_length=120, blank=True)
    no_license_because = models.CharField("why no license of the town was needed", max_length=300, blank=True)
    counted = models.JSONField(help_text="Which impoundment this was, and the earlier ones that counted.")
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)
    undone_because = models.CharField(max_length=200, blank=True)

    objects = RedemptionQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["seizure"], condition=Q(undone_at__isnull=True), name="one_redemption_a_seizure"
            ),
            models.CheckConstraint(
                condition=~Q(ownership_shown="") & ~Q(identity_shown=""), name="redemption_on_proof"
            ),
            models.CheckConstraint(
                condition=Q(elsewhere_place="", elsewhere_number="", elsewhere_expires=None, elsewhere_paper="")
                | (
                    ~Q(elsewhere_place="")
                    & ~Q(elsewhere_number="")
                    & ~Q(elsewhere_paper="")
                    & Q(elsewhere_expires__isnull=False)
                    & ~Q(no_license_because="")
                ),
                name="license_of_elsewhere_shown_whole",
            ),
        ]
        triggers: ClassVar = [
            kept(),
            pgtrigger.Trigger(
                name="not_undone_after_release",
                when=pgtrigger.Before,
                operation=pgtrigger.Update,
                func=NOT_UNDONE_AFTER_RELEASE,
            ),
        ]

    def __str__(self) -> str:
        return f"Redemption of {self.seizure}"

    @property
    def elsewhere(self) -> str:
        """The license of elsewhere that was shown, in words."""
        if self.elsewhere_expires is None:
            return ""
        return f"{self.elsewhere_place}, No. {self.elsewhere_number}, to {self.elsewhere_expires.isoformat()}"

    @property
    def released(self) -> End | None:
        """The release on its receipt, if the dog was released; without a query for a seizure with its ends."""
        ends = (each for each in self.seizure.ends.all() if each.withdrawn_at is None)
        return next((each for each in ends if each.receipt_id == self.receipt_id), None)


@recorded()
class Forfeiture(models.Model):
    """The owner's title was declared forfeit, on the clock's days as they were then; never automatic."""

    seizure = models.ForeignKey(Seizure, on_delete=models.PROTECT, related_name="forfeitures")
    on = models.DateField()
    last_day = models.DateField()
    pay_by = models.DateField()
    available_from = models.DateField()
    citation = models.CharField(max_length=300)
    because = models.TextField()
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_because = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["seizure"], condition=Q(withdrawn_at__isnull=True), name="one_forfeiture_a_seizure"
            ),
            models.CheckConstraint(
                condition=Q(on__gte=models.F("available_from"))
                & Q(available_from__gt=models.F("pay_by"))
                & Q(pay_by__gte=models.F("last_day")),
                name="forfeit_not_before_its_day",
            ),
        ]
        triggers: ClassVar = [kept()]

    def __str__(self) -> str:
        return f"Forfeit on {self.on.isoformat()}"


class EndQuerySet(models.QuerySet["End"]):
    """Ends, by whether they stand."""

    def standing(self) -> EndQuerySet:
        """Ends that were not withdrawn as mistaken."""
        return self.filter(withdrawn_at__isnull=True)


@recorded()
class End(models.Model):
    """How custody of the dog ended. The database asks for the receipt of a release and the day of a disposal."""

    class Kind(models.TextChoices):
        """What became of the dog."""

        REDEEMED = "redeemed", "Redeemed by its owner"
        ADOPTED = "adopted", "Adopted"
        SHELTERED = "sheltered", "Handed to a humane society or shelter"
        RETURNED = "returned", "Returned without impoundment"
        DIED = "died", "Died"
        PUT_DOWN = "put_down", "Put down"
        ESCAPED = "escaped", "Escaped"
        MISTAKEN = "mistaken", "Written by mistake: no dog was taken"

    seizure = models.ForeignKey(Seizure, on_delete=models.PROTECT, related_name="ends")
    kind = models.CharField(max_length=12, choices=Kind)
    at = models.DateTimeField()
    to_whom = models.CharField("handed to", max_length=200, blank=True)
    receipt = models.ForeignKey(Receipt, on_delete=models.PROTECT, null=True, related_name="+")
    forfeiture = models.ForeignKey(Forfeiture, on_delete=models.PROTECT, null=True, related_name="ends")
    order = models.ForeignKey(
        Hold, on_delete=models.PROTECT, null=True, related_name="ends", verbose_name="court order"
    )
    adoption = models.ForeignKey(Adoption, on_delete=models.PROTECT, null=True, related_name="+")
    approval = models.CharField("approval of the board, and its day", max_length=200, blank=True)
    note = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    recorded_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_because = models.CharField(max_length=200, blank=True)

    objects = EndQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["seizure"], condition=Q(withdrawn_at__isnull=True), name="one_end_a_seizure"
            ),
            models.CheckConstraint(
                condition=~Q(kind="redeemed") | Q(receipt__isnull=False), name="no_release_without_receipt"
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=_AS_THE_TOWN_OWNS_IT) | Q(forfeiture__isnull=False) | Q(order__isnull=False),
                name="no_disposal_without_forfeiture_or_order",
            ),
            models.CheckConstraint(
                condition=Q(order__isnull=True) | Q(kind="put_down"), name="a_court_orders_only_destruction"
            ),
            models.CheckConstraint(
                condition=Q(kind="adopted", adoption__isnull=False) | (~Q(kind="adopted") & Q(adoption__isnull=True)),
                name="no_adoption_without_its_record",
            ),
            models.UniqueConstraint(
                fields=["adoption"], condition=Q(withdrawn_at__isnull=True), name="one_end_an_adoption"
            ),
        ]
        triggers: ClassVar = [
            kept(),
            pgtrigger.Trigger(
                name="receipt_first",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert | pgtrigger.Update,
                func=RECEIPT_FIRST,
            ),
            pgtrigger.Trigger(
                name="not_before_its_day",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert | pgtrigger.Update,
                func=NOT_BEFORE_ITS_DAY,
            ),
        ]

    def __str__(self) -> str:
        return self.get_kind_display()


class AdoptionFromPound(Adoption):
    """An adoption as the pound sees it: the database takes none of a dog that is still held for its owner."""

    class Meta:
        proxy = True
        triggers: ClassVar = [
            pgtrigger.Trigger(name="no_dog_held", when=pgtrigger.Before, operation=pgtrigger.Insert, func=NO_DOG_HELD)
        ]
