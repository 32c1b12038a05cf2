"""Owners of record."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models.functions import Concat

from licensing.keys import Digits, Key
from licensing.models.due import DOGS_OF_THE_OWNER, due_again
from licensing.models.pairs import paired_again
from licensing.models.search import refreshed
from office.history import kept, recorded
from office.models import Town
from ordinances import facts

_KEYS = ["name_key", "address_key", "telephone_key", "email_key"]


class OwnerQuerySet(models.QuerySet["Owner"]):
    """Owners of a town."""

    def of(self, town: Town) -> OwnerQuerySet:
        """The town's owners, without those whose record went into another's."""
        return self.filter(town=town, merged_into__isnull=True)

    def household_of(self, owner: Owner) -> OwnerQuerySet:
        """Everyone on record at the owner's address, the owner among them; whose address is confidential, alone."""
        alone = models.Q(pk=owner.pk)
        together = models.Q(address_key=owner.address_key, confidential=False)
        wanted = alone if owner.confidential else alone | together
        return self.filter(wanted, town=owner.town_id, merged_into__isnull=True)


@recorded(without=_KEYS)
class Owner(models.Model):
    """A person (or an organization, by ``last_name`` alone) who harbors or keeps a dog.

    Those at one address are one household.
    """

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="owners")
    first_name = models.CharField(max_length=80, blank=True)
    last_name = models.CharField("last name or organization", max_length=120)
    born = models.DateField("date of birth", null=True, blank=True)
    street = models.CharField("house number and street", max_length=160)
    city = models.CharField(max_length=80)
    state = models.CharField(max_length=2)
    zip_code = models.CharField("ZIP code", max_length=10)
    resident = models.BooleanField("resident of the town", default=True)
    resident_since = models.DateField(null=True, blank=True)
    telephone = models.CharField(max_length=30, blank=True)
    email = models.EmailField("e-mail", blank=True)
    note = models.TextField(blank=True)
    confidential = models.BooleanField("address is confidential", default=False)
    merged_into = models.ForeignKey("self", on_delete=models.PROTECT, null=True, editable=False, related_name="+")
    name_key = models.GeneratedField(
        expression=Key(Concat("last_name", models.Value(" "), "first_name")),
        output_field=models.CharField(max_length=220),
        db_persist=True,
    )
    address_key = models.GeneratedField(
        expression=Key(Concat("street", models.Value(" "), "zip_code")),
        output_field=models.CharField(max_length=180),
        db_persist=True,
    )
    telephone_key = models.GeneratedField(
        expression=Digits("telephone"), output_field=models.CharField(max_length=30), db_persist=True
    )
    email_key = models.GeneratedField(
        expression=Key("email"), output_field=models.CharField(max_length=254), db_persist=True
    )

    objects = OwnerQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["name_key", "pk"]
        indexes: ClassVar = [
            models.Index(fields=["town", "address_key"], name="owner_by_address"),
            models.Index(fields=["town", "telephone_key"], name="owner_by_telephone"),
            models.Index(fields=["town", "email_key"], condition=~models.Q(email_key=""), name="owner_by_email"),
            models.Index(
                fields=["town", "born", "name_key"], condition=models.Q(born__isnull=False), name="owner_by_birth"
            ),
        ]
        constraints: ClassVar = [models.CheckConstraint(condition=~models.Q(last_name=""), name="owner_has_a_name")]
        triggers: ClassVar = [
            kept(),
            refreshed("NEW.id"),
            due_again(DOGS_OF_THE_OWNER),
            paired_again(
                "PERFORM pairs_refresh_owner(NEW.id);"
                " PERFORM pairs_refresh_dog(id) FROM licensing_dog WHERE owner_id = NEW.id ORDER BY id;"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """First and last name, as on a paper."""
        return f"{self.first_name} {self.last_name}".strip()

    @property
    def address(self) -> str:
        """The address on one line."""
        return f"{self.street}, {self.city}, {self.state} {self.zip_code}"

    def as_fact(self) -> facts.Owner:
        """The owner as the law asks."""
        return facts.Owner(born=self.born, resident=self.resident)
