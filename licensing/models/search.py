"""What the counter's search box looks into: one row an owner, kept by the database itself."""

from __future__ import annotations

from typing import ClassVar

import pgtrigger
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models

from office.models import Town

OWNER_OF_THE_DOG = "(SELECT owner_id FROM licensing_dog WHERE id = NEW.dog_id)"


def refreshed(owner: str, earlier_owner: str = "") -> pgtrigger.Trigger:
    """Write the owner's search entry anew after each insert and change of a row; ``owner`` is SQL that tells whose.

    ``earlier_owner`` is whose the row was before the change, where that can change.
    """
    func = f"PERFORM search_refresh({owner});"
    if earlier_owner:
        func += (
            f" IF TG_OP = 'UPDATE' AND {earlier_owner} <> {owner} THEN PERFORM search_refresh({earlier_owner}); END IF;"
        )
    return pgtrigger.Trigger(
        name="search_entry_refreshed",
        when=pgtrigger.After,
        operation=pgtrigger.Insert | pgtrigger.Update,
        func=func + " RETURN NULL;",
    )


class SearchEntry(models.Model):
    """The search keys of one owner and of that owner's dogs, each word between spaces.

    It exists so that words which stand in different tables ("rex smith") are found in one index. The database writes it
    (``search_refresh`` in migration 0001, by triggers on owners, dogs, tags and licenses); nothing else does.
    """

    left_out_of_export: ClassVar = "The database makes it of owners, dogs, tags and licenses."

    owner = models.OneToOneField(
        "licensing.Owner", on_delete=models.CASCADE, primary_key=True, related_name="search_entry"
    )
    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="+", db_index=False)
    name = models.TextField(db_collation="C", help_text="Last name first.")
    dogs = models.TextField(help_text="The dogs' names.")
    words = models.TextField(help_text="All there is: names, address, e-mail, telephone, tags, licenses, chips.")

    class Meta:
        indexes: ClassVar = [
            # Without fastupdate a search never has to read through what was written lately and is yet to be sorted in.
            GinIndex("town", OpClass("words", "gin_trgm_ops"), name="search_by_words", fastupdate=False),
            GinIndex("town", OpClass("name", "gin_trgm_ops"), name="search_by_name_alike", fastupdate=False),
            GinIndex("town", OpClass("dogs", "gin_trgm_ops"), name="search_by_dog_alike", fastupdate=False),
            models.Index(fields=["town", "name"], name="search_by_name"),
        ]
        triggers: ClassVar = [
            pgtrigger.Trigger(
                name="spellings_kept",
                when=pgtrigger.After,
                operation=pgtrigger.Update,
                condition=pgtrigger.AnyChange("name", "dogs"),
                func="PERFORM spellings_keep(NEW.owner_id); RETURN NULL;",
            )
        ]

    def __str__(self) -> str:
        return self.name.strip()


class Spelling(models.Model):
    """A word of the names of people or dogs on record, or a whole surname of several words.

    It exists so that names spelt alike are looked for among the few thousand that there are, not among all owners. The
    database writes it (``spellings_keep`` in migration 0009); nothing else does. A word stays when nobody bears it any
    more; one that two desks write at the same moment is there twice, as neither waits for the other.
    """

    left_out_of_export: ClassVar = "Made by the database of the names of owners and dogs, which are in this file."

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="+", db_index=False)
    word = models.TextField(db_collation="C")

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["town", "word"], name="spelling_by_word"),
            GinIndex("town", OpClass("word", "gin_trgm_ops"), name="spelling_alike", fastupdate=False),
        ]

    def __str__(self) -> str:
        return self.word
