"""A lost second factor. Whoever has theirs takes it off under their own account; for the others a manager does."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from allauth.mfa.models import Authenticator

from office.actions.staff import lock_member
from office.acts import act
from office.models import FactorReset, User
from office.refusals import refuse
from office.sent import once


@act
def reset_second_factor(*, member: User, reason: str, key: UUID, by: User, at: datetime) -> FactorReset:
    """Take off every second factor of another member of the same town, who then signs in by password alone.

    ``key`` is the form's one-time key. Refused for one's own, for another town's member, without a reason, and when
    there is none.
    """
    town = member.town
    if town is None or (by.town_id != town.pk and not by.is_superuser):
        raise refuse("other_town", "Only a manager of the same town does this.")
    if member.pk == by.pk:
        raise refuse(
            "own_factor", "Nobody resets their own: another manager does, or you remove it under your account."
        )

    def make() -> FactorReset:
        held = lock_member(member)
        if not reason.strip():
            raise refuse("no_reason", "Say why: it stands in the history from now on.", about="reason")
        factors = Authenticator.objects.filter(user=held).order_by("type", "pk")
        if not factors:
            raise refuse("no_factor", f"{held} has no second factor: the password alone signs in.")
        taken_off = ", ".join(dict.fromkeys(each.get_type_display() for each in factors))
        factors.delete()
        return FactorReset.objects.create(
            town=town, member=held, taken_off=taken_off, reason=reason.strip()[:200], by=by, at=at
        )

    return once(town, key, FactorReset, make)
