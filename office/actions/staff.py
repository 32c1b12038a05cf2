"""Who works in the office, and as what. A member of staff is never deleted: the records name who acted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from allauth.account import app_settings
from allauth.account.utils import user_pk_to_url_str
from django.contrib.auth.models import Group
from django.urls import reverse

from office.actions.towns import lock
from office.acts import act
from office.models import ROLES, Role, Town, User
from office.refusals import Refused, refuse
from ordinances.answers import Refusal

RULE = "Office rule"


@dataclass(frozen=True, slots=True)
class Person:
    """A member of staff as entered. One who left is not ``active`` and cannot sign in."""

    username: str
    first_name: str
    last_name: str
    email: str
    roles: frozenset[str]
    active: bool = True


@act
def add_staff(*, town: Town, person: Person, by: User, at: datetime) -> User:
    """Add a member of staff, who cannot sign in before an invitation was used; sent twice, it is one person."""
    lock(town)
    before = User.objects.filter(town=town, username=person.username).first()
    if before is not None and _as_entered(before) == person:
        return before
    member = User(town=town)
    member.set_unusable_password()
    return _write(member, person)


@act
def change_staff(*, member: User, person: Person, by: User, at: datetime) -> User:
    """Change a member's name, roles, or whether they may sign in; Refused when no manager would be left."""
    held = lock_member(member)
    keeps_managing = person.active and Role.MANAGER in person.roles
    if held.is_active and held.has_role(Role.MANAGER) and not keeps_managing and not _other_managers(held):
        about = "roles" if person.active else "active"
        message = "The town would be left without a manager: make someone else manager first."
        raise refuse("last_manager", message, about=about)
    return _write(held, person)


@act
def invite_staff(*, member: User, by: User, at: datetime) -> str:
    """The address at which the member sets a password, good once and for three days.

    For one who has no password yet, every earlier invitation ends. Refused for one who may not sign in.
    """
    held = lock_member(member)
    if not held.is_active:
        raise refuse("not_active", f"{held} may not sign in: mark them active first.")
    if not held.has_usable_password():
        held.set_unusable_password()
        held.save(update_fields=["password"])
    key = app_settings.PASSWORD_RESET_TOKEN_GENERATOR().make_token(held)
    return reverse("account_reset_password_from_key", kwargs={"uidb36": user_pk_to_url_str(held), "key": key})


def lock_member(member: User) -> User:
    """The member, locked; only one of a town's staff, never a superuser."""
    held = User.objects.select_for_update(of=("self",)).select_related("town").get(pk=member.pk)
    if held.town is None or held.is_superuser:
        raise refuse("not_staff", f"{held} is not one of a town's staff: use the command line.")
    lock(held.town)
    return held


def _other_managers(member: User) -> bool:
    others = User.objects.filter(town=member.town, is_active=True, groups__name=Role.MANAGER).exclude(pk=member.pk)
    return others.exists()


def _as_entered(member: User) -> Person:
    return Person(
        username=member.username,
        first_name=member.first_name,
        last_name=member.last_name,
        email=member.email,
        roles=member.roles,
        active=member.is_active,
    )


def _write(member: User, person: Person) -> User:
    refusals = tuple(_refused(member, person))
    if refusals:
        raise Refused(*refusals)
    member.username = person.username
    member.first_name, member.last_name = person.first_name, person.last_name
    member.email = person.email
    member.is_active = person.active
    member.save()
    member.groups.set(Group.objects.filter(name__in=person.roles))
    return User.objects.get(pk=member.pk)


def _refused(member: User, person: Person) -> Iterator[Refusal]:
    """A sign-in name and an e-mail address lead to one person; a role is one of the five."""
    others = User.objects.exclude(pk=member.pk)
    if others.filter(username__iexact=person.username).exists():
        message = f"The sign-in name {person.username} is someone's already: choose another."
        yield Refusal("username_in_use", RULE, message, "username")
    if person.email and others.filter(email__iexact=person.email).exists():
        message = f"{person.email} is someone's already, and a person may sign in by it: enter another or none."
        yield Refusal("email_in_use", RULE, message, "email")
    if not person.roles or not person.roles <= frozenset(ROLES):
        yield Refusal("no_role", RULE, "Choose one role at least: without one no page opens.", "roles")
