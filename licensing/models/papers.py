"""The papers on file: rabies certificates and statements, proofs of alteration and of working dogs, and scans."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar, TypeVar

from django.db import models

from licensing.models.dogs import Dog
from licensing.models.due import THE_DOG, due_again
from office.history import append_only, kept, recorded
from office.models import Town


class Scan(models.Model):
    """A scanned paper: stored once under its digest outside the web root, served only to staff of the town."""

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="+")
    digest = models.CharField("SHA-256", max_length=64)
    content_type = models.CharField(max_length=40)
    size = models.PositiveIntegerField("bytes")
    name = models.CharField("file name as sent", max_length=200)
    at = models.DateTimeField()

    class Meta:
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return self.name


Row = TypeVar("Row", bound="Paper")


@cache
def _on_file(model: type[Row]) -> models.QuerySet[Row]:
    """What each manager of a kind begins with: a list of fifty dogs makes two hundred of them."""
    return models.QuerySet(model).filter(withdrawn_at__isnull=True)


class OnFile(models.Manager[Row]):
    """Papers that count: those that were withdrawn as misfiled or mistyped are left out, wherever one looks.

    Who wants to show them too asks ``ever``. A license still finds the paper that it was issued on.
    """

    def get_queryset(self) -> models.QuerySet[Row]:
        """The papers that were not withdrawn."""
        return _on_file(self.model).all().using(self.db)


class Paper(models.Model):
    """What every paper on file has: its dog, its day of filing, and a scan if there is one.

    A paper that was misfiled or mistyped is withdrawn, with the reason, and remains to be seen.
    """

    dog = models.ForeignKey(Dog, on_delete=models.PROTECT, related_name="%(class)ss")
    filed_on = models.DateField()
    scan = models.ForeignKey(Scan, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True, editable=False)
    withdrawn_because = models.CharField(max_length=200, blank=True, editable=False)

    objects: ClassVar[OnFile[Any]] = OnFile()
    ever: ClassVar[models.Manager[Any]] = models.Manager()

    class Meta:
        abstract = True


@recorded()
class RabiesCertificate(Paper):
    """A rabies vaccination certificate with the facts of NASPHV Form 51."""

    vaccinated_on = models.DateField()
    expires = models.DateField("next vaccination due by")
    product = models.CharField("product name", max_length=80, blank=True)
    manufacturer = models.CharField(max_length=80, blank=True)
    serial = models.CharField("serial (lot) number", max_length=40, blank=True)
    veterinarian = models.CharField(max_length=120)

    class Meta:
        ordering: ClassVar = ["-expires", "-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(expires__gt=models.F("vaccinated_on")), name="rabies_certificate_lasts"
            )
        ]
        triggers: ClassVar = [kept(), due_again(THE_DOG)]

    def __str__(self) -> str:
        return f"Rabies certificate to {self.expires.isoformat()}"


@recorded()
class RabiesStatement(Paper):
    """A veterinarian's statement that the vaccine would endanger the dog's life."""

    dated = models.DateField("date of the statement")
    reason = models.CharField(max_length=200)
    veterinarian = models.CharField(max_length=120)

    class Meta:
        ordering: ClassVar = ["-dated", "-pk"]
        triggers: ClassVar = [kept(), due_again(THE_DOG)]

    def __str__(self) -> str:
        return f"Veterinarian's statement of {self.dated.isoformat()}"


@recorded()
class AlterationProof(Paper):
    """A veterinarian's certificate of spaying or neutering, or the owner's affidavit under penalty of perjury."""

    class Kind(models.TextChoices):
        """Who signed it."""

        CERTIFICATE = "certificate", "Veterinarian's certificate"
        AFFIDAVIT = "affidavit", "Owner's affidavit"

    kind = models.CharField(max_length=12, choices=Kind)
    signed_on = models.DateField()
    signer = models.CharField("signed by", max_length=120)

    class Meta:
        ordering: ClassVar = ["-signed_on", "-pk"]
        triggers: ClassVar = [kept()]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of alteration, {self.signed_on.isoformat()}"


@recorded()
class WorkingProof(Paper):
    """Proof that the dog is a working dog of a kind that the town licenses free."""

    class Kind(models.TextChoices):
        """Working dogs of the Agriculture and Markets Law and of Maryland's code."""

        DETECTION = "detection", "Detection dog"
        GUIDE = "guide", "Guide dog"
        HEARING = "hearing", "Hearing dog"
        POLICE = "police", "Police work dog"
        SERVICE = "service", "Service dog"
        THERAPY = "therapy", "Therapy dog"
        WAR = "war", "War dog"
        SEARCH = "search", "Working search dog"

    kind = models.CharField(max_length=12, choices=Kind)
    dated = models.DateField()
    issuer = models.CharField("issued by", max_length=120)

    class Meta:
        ordering: ClassVar = ["-dated", "-pk"]
        triggers: ClassVar = [kept()]

    def __str__(self) -> str:
        return f"Proof of {self.get_kind_display().lower()}, {self.dated.isoformat()}"
