"""Dogs of record."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models

from licensing.keys import Compact, Key
from licensing.models.due import due_again
from licensing.models.pairs import paired_again
from licensing.models.people import Owner
from licensing.models.search import refreshed
from office.history import kept, recorded
from office.models import Town

if TYPE_CHECKING:
    from licensing.models.cautions import Caution
    from licensing.models.tags import Tag


class DogQuerySet(models.QuerySet["Dog"]):
    """Dogs of a town."""

    def of(self, town: Town) -> DogQuerySet:
        """The town's dogs, without those whose record went into another's."""
        return self.filter(town=town, merged_into__isnull=True)

    def here(self) -> DogQuerySet:
        """Dogs that are with their owner, or lost and sought: those that licenses and notices are about."""
        return self.filter(status__in=[Dog.Status.HERE, Dog.Status.LOST], merged_into__isnull=True)

    def with_papers(self) -> DogQuerySet:
        """The dogs with their owners, tags, licenses and papers: one query for each kind, however many dogs."""
        papers = ("rabiescertificates", "rabiesstatements", "alterationproofs", "workingproofs")
        return self.select_related("owner", "kennel").prefetch_related(
            "tags", "licenses", "visits", "kennel__licenses", "findings__enumeration", "cautions", *papers
        )


@recorded(without=["name_key", "chip_key"])
class Dog(models.Model):
    """A dog and its owner of record. ``born`` is a known day; ``birth_year`` alone, all that is known."""

    class Sex(models.TextChoices):
        """The dog's sex."""

        FEMALE = "female", "Female"
        MALE = "male", "Male"

    class Status(models.TextChoices):
        """Where the dog is, as reported."""

        HERE = "here", "With its owner"
        LOST = "lost", "Lost or stolen"
        GONE = "gone", "No longer here"
        MOVED = "moved", "Moved away"
        DEAD = "dead", "Dead"

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="dogs")
    owner = models.ForeignKey(Owner, on_delete=models.PROTECT, related_name="dogs")
    name = models.CharField(max_length=60)
    sex = models.CharField(max_length=6, choices=Sex)
    altered = models.BooleanField("spayed or neutered", default=False)
    breed = models.CharField(max_length=80)
    color = models.CharField("color(s)", max_length=80)
    markings = models.CharField("other identification marks", max_length=200, blank=True)
    born = models.DateField("date of birth", null=True, blank=True)
    birth_year = models.PositiveSmallIntegerField("year of birth, actual or approximate", null=True, blank=True)
    chip = models.CharField("microchip", max_length=30, blank=True)
    kennel = models.ForeignKey(
        "licensing.Business", on_delete=models.PROTECT, null=True, blank=True, related_name="dogs"
    )
    acquired_on = models.DateField("with this owner since", null=True, blank=True)
    status = models.CharField(max_length=8, choices=Status, default=Status.HERE)
    status_on = models.DateField("since", null=True, blank=True)
    merged_into = models.ForeignKey("self", on_delete=models.PROTECT, null=True, editable=False, related_name="+")
    name_key = models.GeneratedField(
        expression=Key("name"), output_field=models.CharField(max_length=80), db_persist=True
    )
    chip_key = models.GeneratedField(
        expression=Compact("chip"), output_field=models.CharField(max_length=30), db_persist=True
    )

    objects = DogQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["name_key", "pk"]
        indexes: ClassVar = [models.Index(fields=["town"], condition=models.Q(status="lost"), name="dogs_lost")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(born__isnull=True)
                | models.Q(birth_year__isnull=True)
                | models.Q(birth_year=models.F("born__year")),
                name="dog_born_in_its_year",
            ),
            models.UniqueConstraint(fields=["town", "chip_key"], condition=~models.Q(chip=""), name="one_dog_a_chip"),
        ]
        triggers: ClassVar = [
            kept(),
            refreshed("NEW.owner_id", "OLD.owner_id"),
            due_again("PERFORM due_refresh(NEW.id);"),
            paired_again("PERFORM pairs_refresh_dog(NEW.id);"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_here(self) -> bool:
        """Whether licenses and notices are about this dog: it is with its owner, or lost and sought."""
        return self.status in (self.Status.HERE, self.Status.LOST)

    @property
    def tag(self) -> Tag | None:
        """The number it carries now, the last given; of a dog that came ``with_papers``, without a query."""
        return max((tag for tag in self.tags.all() if tag.retired_on is None), key=lambda tag: tag.pk, default=None)

    @property
    def warnings(self) -> list[Caution]:
        """The cautions that stand; of a dog that came ``with_papers``, without a query."""
        return [caution for caution in self.cautions.all() if caution.lifted_at is None]

    @property
    def description(self) -> str:
        """Breed, color and sex in a few words: ``Beagle, brown and white, spayed female``."""
        altered = {"female": "spayed ", "male": "neutered "}[self.sex] if self.altered else ""
        return f"{self.breed}, {self.color}, {altered}{self.get_sex_display().lower()}"
