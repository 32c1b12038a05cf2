"""What was found in each street of an enumeration, summed by the database itself."""

from __future__ import annotations

from typing import ClassVar

import pgtrigger
from django.db import models

TALLIED = ("found", "unlicensed", "licensed_since", "not_on_record", "money")
THE_STREET = "PERFORM tally_street(NEW.street_id);"
STREETS_OF_THE_DOG = """
    PERFORM tally_street(street_id) FROM licensing_finding WHERE dog_id IN (NEW.dog_id, OLD.dog_id);
"""


def tallied() -> pgtrigger.Trigger:
    """Give each new street its tally."""
    func = "INSERT INTO licensing_streettally VALUES (NEW.id, 0, 0, 0, 0, 0); RETURN NULL;"
    return pgtrigger.Trigger(name="street_tallied", when=pgtrigger.After, operation=pgtrigger.Insert, func=func)


def tallied_again(func: str) -> pgtrigger.Trigger:
    """Write tallies anew before the transaction ends; ``func`` is SQL that does so for the streets of a changed row.

    At its end it waits for nothing but another one's tallies, so that no two can wait for each other.
    """
    return pgtrigger.Trigger(
        name="street_tallied_again",
        when=pgtrigger.After,
        operation=pgtrigger.Insert | pgtrigger.Update,
        timing=pgtrigger.Deferred,
        func=func + " RETURN NULL;",
    )


class StreetTally(models.Model):
    """How many dogs were found in a street, and what became of those without a license.

    It exists so that the list of enumerations reads a row a street and not one a dog. The database writes it
    (``tally_street``, by triggers on streets, findings and licenses); nothing else does. ``licensed_since`` are the
    unlicensed that a license has reached since, and ``money`` is what their licenses were charged for it.
    """

    left_out_of_export: ClassVar = "The database makes it of findings and licenses."

    street = models.OneToOneField(
        "licensing.EnumerationStreet", on_delete=models.CASCADE, primary_key=True, related_name="tally"
    )
    found = models.PositiveIntegerField()
    unlicensed = models.PositiveIntegerField()
    licensed_since = models.PositiveIntegerField()
    not_on_record = models.PositiveIntegerField()
    money = models.DecimalField(max_digits=12, decimal_places=2)

    def __str__(self) -> str:
        return f"{self.found} found, {self.unlicensed} unlicensed"
