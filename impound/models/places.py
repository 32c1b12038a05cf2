"""Where something happened: in words, by the satellites, or both."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Place(models.Model):
    """Where an officer met a dog. ``accuracy`` is the radius in meters that the device gave with its position."""

    place = models.CharField("address or place, in words", max_length=200, blank=True)
    latitude = models.DecimalField(max_digits=9, decimal_places=6, null=True, blank=True)
    longitude = models.DecimalField(max_digits=9, decimal_places=6, null=True, blank=True)
    accuracy = models.PositiveIntegerField("accuracy in meters", null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def where(self) -> str:
        """The place in words; without them, latitude and longitude and how exact they are."""
        if self.place or self.latitude is None:
            return self.place
        exact = f" (within {self.accuracy} m)" if self.accuracy is not None else ""
        return f"{self.latitude}, {self.longitude}{exact}"


def located(name: str) -> models.CheckConstraint:
    """A place is told in words or by the satellites, and latitude and longitude come together."""
    both = Q(latitude__isnull=False, longitude__isnull=False, latitude__range=(-90, 90), longitude__range=(-180, 180))
    neither = Q(latitude__isnull=True, longitude__isnull=True)
    return models.CheckConstraint(condition=both | (neither & ~Q(place="")), name=name)
