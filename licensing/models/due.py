"""What the due list looks into: one row a dog, kept by the database itself."""

from __future__ import annotations

from typing import ClassVar

import pgtrigger
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models
from django.db.models import Q

from office.models import Town

THE_DOG = "PERFORM due_refresh(NEW.dog_id);"
DOGS_OF_THE_OWNER = "PERFORM due_refresh(id) FROM licensing_dog WHERE owner_id = NEW.id ORDER BY id;"
_PAPERS = ["certificate_to", "stated_on"]


def due_again(func: str) -> pgtrigger.Trigger:
    """Write due entries anew after each insert and change of a row; ``func`` is SQL that does so for its dogs."""
    return pgtrigger.Trigger(
        name="due_entry_refreshed",
        when=pgtrigger.After,
        operation=pgtrigger.Insert | pgtrigger.Update,
        func=func + " RETURN NULL;",
    )


class DueEntry(models.Model):
    """When the license and the papers of one dog end, with its owner's name and address to sort by.

    It exists so that a page of a long list is read from one index. The database writes it (``due_refresh`` in migration
    0001, by triggers on owners, dogs, licenses, rabies papers and visits); nothing else does. ``license`` is the last
    standing one, if the present owner holds it and it was not ended before its time. Entries of dogs that are not here
    and of records that went into another are kept and not ``listed``.
    """

    left_out_of_export: ClassVar = "The database makes it of dogs, owners, licenses and papers."

    dog = models.OneToOneField("licensing.Dog", on_delete=models.CASCADE, primary_key=True, related_name="due_entry")
    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="+", db_index=False)
    listed = models.BooleanField()
    license = models.ForeignKey(
        "licensing.License", on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    expires = models.DateField(null=True, help_text="When the license ends.")
    certificate_to = models.DateField(null=True, help_text="When the rabies certificate ends that lasts longest.")
    stated_on = models.DateField(null=True, help_text="The day of the latest veterinarian's statement.")
    visits_to = models.DateField(null=True, help_text="The last day of the latest visit.")
    born = models.DateField(null=True)
    in_kennel = models.BooleanField()
    name = models.TextField(db_collation="C", help_text="The owner's, last name first.")
    address = models.TextField(db_collation="C", help_text="Between spaces; empty if it is confidential.")

    class Meta:
        indexes: ClassVar = [
            # What the filters ask is in the indexes too, so that entries passed over are not read from the table.
            models.Index(
                fields=["town", "expires", "dog"],
                include=["address", *_PAPERS],
                condition=Q(listed=True),
                name="due_by_day",
            ),
            models.Index(
                fields=["town", "name", "expires", "dog"],
                include=["address", *_PAPERS],
                condition=Q(listed=True),
                name="due_by_name",
            ),
            models.Index(
                fields=["town", "address", "expires", "dog"],
                include=_PAPERS,
                condition=Q(listed=True),
                name="due_by_address",
            ),
            models.Index(fields=["town", "certificate_to", "dog"], condition=Q(listed=True), name="due_by_rabies"),
            GinIndex(
                "town",
                OpClass("address", "gin_trgm_ops"),
                condition=Q(listed=True),
                name="due_by_words_of_address",
                fastupdate=False,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.expires}"
