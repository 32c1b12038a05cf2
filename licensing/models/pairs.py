"""Records that share something and are named alike, so that they may be one: kept by the database itself."""

from __future__ import annotations

from typing import ClassVar

import pgtrigger
from django.db import models
from django.db.models import F

from office.models import Town


def paired_again(func: str) -> pgtrigger.Trigger:
    """Look for pairs anew after each insert and change of a row; ``func`` is SQL that does so."""
    return pgtrigger.Trigger(
        name="likely_pairs_refreshed",
        when=pgtrigger.After,
        operation=pgtrigger.Insert | pgtrigger.Update,
        func=func + " RETURN NULL;",
    )


class LikelyPair(models.Model):
    """Two records of one town, ``first`` the lower number, that may be one person or one dog.

    It exists so that the likeliest of a large register are read from one index, where comparing all with all took
    seconds. The database writes it (``pairs_refresh_owner`` and ``pairs_refresh_dog`` in migration 0009, by triggers on
    owners and dogs); nothing else does. It leaves out who cannot be one, and holds some whom ``licensing.pairs``, which
    compares the names letter by letter, then leaves out too.
    """

    left_out_of_export: ClassVar = "Found by the database among owners and dogs, which are in this file."

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=5, help_text="One of ``Merge.Kind``.")
    first = models.PositiveBigIntegerField()
    second = models.PositiveBigIntegerField()
    shared = models.PositiveSmallIntegerField(help_text="How many facts are the same.")
    likeness = models.FloatField(help_text="From 0 to 1, how alike the names are written.")

    class Meta:
        indexes: ClassVar = [
            models.Index(
                "town",
                "kind",
                F("shared").desc(),
                F("likeness").desc(),
                "first",
                "second",
                name="likeliest_pairs_first",
            ),
            models.Index(fields=["kind", "second"], name="pairs_by_second"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["kind", "first", "second"], name="one_likeness_a_pair"),
            models.CheckConstraint(condition=models.Q(first__lt=F("second")), name="pair_in_its_order"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.first} and {self.second}"
