"""A lost second factor is taken off by a manager of the same town, with the reason, and never one's own."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.db import ProgrammingError, transaction
from django.test import Client

from office.actions import reset_second_factor
from office.models import FactorReset, User
from office.refusals import Refused
from tests.factories import PASSWORD
from tests.licensing.issuing import noon
from tests.office.setup import STAFF

pytestmark = pytest.mark.django_db


@pytest.fixture
def locked_out(clerk: User) -> User:
    """The clerk, whose telephone and recovery codes are lost."""
    for kind in (Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES):
        Authenticator.objects.create(user=clerk, type=kind, data={})
    return clerk


def reset(member: User, by: User, reason: str = "The telephone fell into the lake", key: Any = None) -> FactorReset:
    return reset_second_factor(member=member, reason=reason, key=key or uuid.uuid4(), by=by, at=noon())


def refused(member: User, by: User, **more: Any) -> str:
    with pytest.raises(Refused) as told:
        reset(member, by, **more)
    assert not FactorReset.objects.exists()
    return told.value.refusals[0].code


def test_all_of_them_go_and_the_record_says_which_and_why(locked_out: User, manager: User) -> None:
    made = reset(locked_out, manager)
    assert not Authenticator.objects.exists()
    assert (made.member, made.by, made.reason) == (locked_out, manager, "The telephone fell into the lake")
    assert "Recovery codes" in made.taken_off


def test_another_members_stay(locked_out: User, manager: User, officer: User) -> None:
    Authenticator.objects.create(user=officer, type=Authenticator.Type.TOTP, data={})
    reset(locked_out, manager)
    assert Authenticator.objects.get().user == officer


def test_sent_twice_it_is_one_reset(locked_out: User, manager: User) -> None:
    key = uuid.uuid4()
    assert reset(locked_out, manager, key=key) == reset(locked_out, manager, key=key)


def test_nobody_resets_their_own_and_none_that_is_not_there(manager: User, clerk: User) -> None:
    Authenticator.objects.create(user=manager, type=Authenticator.Type.TOTP, data={})
    assert refused(manager, manager) == "own_factor"
    assert refused(clerk, manager) == "no_factor"
    assert Authenticator.objects.count() == 1


def test_a_reason_and_the_same_town_are_needed(locked_out: User, manager: User, manager_of_chestertown: User) -> None:
    assert refused(locked_out, manager, reason="  ") == "no_reason"
    assert refused(locked_out, manager_of_chestertown) == "other_town"


def test_the_database_refuses_to_change_what_was_recorded(locked_out: User, manager: User) -> None:
    made = reset(locked_out, manager)
    with pytest.raises(ProgrammingError), transaction.atomic():
        FactorReset.objects.filter(pk=made.pk).update(reason="Another")


def test_the_page_takes_it_off_and_the_history_tells(desk: Client, locked_out: User) -> None:
    page = f"{STAFF}{locked_out.pk}/second-factor/"
    assert page in desk.get(f"{STAFF}{locked_out.pk}/change/").content.decode()
    key = desk.get(page).context["form"].initial["key"]
    assert "This field is required" in desk.post(page, {"key": key, "reason": ""}).content.decode()
    shown = desk.post(page, {"key": key, "reason": "Lost on the bus"}, follow=True).content.decode()
    assert "Second factor taken off" in shown
    assert "Lost on the bus" in shown
    assert page not in desk.get(f"{STAFF}{locked_out.pk}/change/").content.decode()


def test_the_member_signs_in_by_password_again(desk: Client, locked_out: User) -> None:
    typed, theirs = {"login": locked_out.username, "password": PASSWORD}, Client()
    assert "2fa" in theirs.post("/accounts/login/", typed)["Location"]
    page = f"{STAFF}{locked_out.pk}/second-factor/"
    desk.post(page, {"key": str(uuid.uuid4()), "reason": "Lost on the bus"})
    assert "2fa" not in Client().post("/accounts/login/", typed)["Location"]


def test_another_towns_member_is_not_found_and_a_clerk_may_not(
    client: Client, manager_of_chestertown: User, locked_out: User
) -> None:
    page = f"{STAFF}{locked_out.pk}/second-factor/"
    client.force_login(manager_of_chestertown)
    assert client.post(page, {"key": str(uuid.uuid4()), "reason": "x"}).status_code == 404
    client.force_login(locked_out)
    assert client.get(page).status_code == 403
    assert Authenticator.objects.count() == 2
