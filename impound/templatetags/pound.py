"""The seizures of a dog, for its page."""

from __future__ import annotations

from django import template

from impound.models import End, Seizure
from licensing.models import Dog
from ordinances.ordinance import Ground

register = template.Library()


@register.filter
def seizures(dog: Dog) -> list[tuple[Seizure, list[Ground], End | None]]:
    """How often the dog was seized, the latest first: each with its grounds and its end; two queries."""
    rows = Seizure.objects.filter(dog=dog).select_related("town").prefetch_related("ends")
    return [(each, _grounds(each), _end(each)) for each in rows]


def _grounds(seizure: Seizure) -> list[Ground]:
    known = seizure.town.ordinance(seizure.seized_on).seizure_grounds
    return [known[code] for code in seizure.grounds if code in known]


def _end(seizure: Seizure) -> End | None:
    return next((end for end in seizure.ends.all() if end.withdrawn_at is None), None)
