"""Who works in the office, and as what."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import pghistory
from django.contrib.auth.models import AbstractUser
from django.db import models

from office.history import append_only, recorded
from office.models.setup import Town


class Role(models.TextChoices):
    """The roles of a town's staff: groups of this name."""

    CLERK = "clerk", "Clerk: counter and till"
    OFFICER = "officer", "Officer: field and pound"
    TREASURER = "treasurer", "Treasurer: books and deposits"
    INSPECTOR = "inspector", "Inspector: reads everything, changes nothing"
    MANAGER = "manager", "Manager: resolutions, closed days, staff, tags in stock"


ROLES: tuple[str, ...] = tuple(Role.values)


@recorded(without=["password", "last_login"])
class User(AbstractUser):
    """A member of a town's staff; without a town, nobody's."""

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="staff", null=True, blank=True)

    class Meta(AbstractUser.Meta):
        verbose_name = "member of staff"
        verbose_name_plural = "staff"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(town__isnull=False) | models.Q(is_superuser=True) | models.Q(is_active=False),
                name="staff_belong_to_a_town",
            )
        ]

    @cached_property
    def roles(self) -> frozenset[str]:
        """The names of the roles held."""
        return frozenset(self.groups.values_list("name", flat=True))

    def has_role(self, *roles: str) -> bool:
        """Whether one of these roles is held."""
        return not self.roles.isdisjoint(roles)


@pghistory.track(pghistory.InsertEvent("given"), pghistory.DeleteEvent("taken"), obj_field=None, model_name="RoleEvent")
class RoleHeld(User.groups.through):  # type: ignore[name-defined,misc]  # made by Django
    """A role that a member of staff holds; its history says who gave it and who took it."""

    class Meta:
        proxy = True


@recorded()
class FactorReset(models.Model):
    """A member's second factor was taken off, because the telephone or key is lost: they sign in by password again."""

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="+")
    member = models.ForeignKey(User, on_delete=models.PROTECT, related_name="factor_resets")
    taken_off = models.CharField(max_length=200)
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-pk"]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.taken_off} of {self.member}"
