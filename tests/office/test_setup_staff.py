"""Staff: who may sign in, in which roles, and how they get their password."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from office.models import Town, User
from tests.factories import PASSWORD, UserFactory
from tests.office.setup import STAFF, errors, person_sent

pytestmark = pytest.mark.django_db


def page_of(member: User, page: str = "change") -> str:
    """An address of the member's."""
    return f"{STAFF}{member.pk}/{page}/"


def as_shown(member: User, **wanted: Any) -> dict[str, Any]:
    """The member's page as the form sends it unchanged."""
    names = {"username": member.username, "first_name": "Max", "last_name": "Manager", "email": member.email}
    return names | {"roles": sorted(member.roles), "active": "on"} | wanted


def test_the_five_roles_are_there_before_anyone_is() -> None:
    names = set(Group.objects.values_list("name", flat=True))
    assert names == {"clerk", "officer", "treasurer", "inspector", "manager"}


def test_a_new_member_belongs_to_the_managers_town_with_no_power_but_the_roles(desk: Client, dover: Town) -> None:
    sent = person_sent(roles=["clerk", "treasurer"]) | {"is_superuser": "on", "is_staff": "on", "town": "99"}
    desk.post(f"{STAFF}add/", sent)
    member = User.objects.get(username="new.clerk")
    assert (member.town, set(member.roles)) == (dover, {"clerk", "treasurer"})
    assert (member.is_superuser, member.is_staff, member.has_usable_password()) == (False, False, False)


def test_a_role_that_is_none_is_refused(desk: Client) -> None:
    assert set(errors(desk, f"{STAFF}add/", person_sent(roles=["king"]))) == {"roles"}
    assert set(errors(desk, f"{STAFF}add/", person_sent(roles=[]))) == {"roles"}


@pytest.mark.parametrize("taken", ["clerk.dover", "CLERK.Dover"])
def test_a_sign_in_name_leads_to_one_person(desk: Client, clerk: User, taken: str) -> None:
    assert set(errors(desk, f"{STAFF}add/", person_sent(username=taken))) == {"username"}


def test_an_email_address_leads_to_one_person(desk: Client, manager_of_chestertown: User) -> None:
    manager_of_chestertown.email = "one@example.org"
    manager_of_chestertown.save()
    assert set(errors(desk, f"{STAFF}add/", person_sent(email="One@example.org"))) == {"email"}


def test_a_form_sent_twice_is_one_person(desk: Client, dover: Town) -> None:
    answers = [desk.post(f"{STAFF}add/", person_sent()) for _ in range(2)]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert dover.staff.filter(username="new.clerk").count() == 1


def test_the_invitation_lets_them_set_a_password_once(desk: Client, client: Client) -> None:
    page = desk.post(f"{STAFF}add/", person_sent(), follow=True)
    address = desk.post(page.request["PATH_INFO"]).context["address"].removeprefix("http://testserver")
    stranger = Client()
    form = stranger.get(address, follow=True)
    stranger.post(form.request["PATH_INFO"], {"password1": PASSWORD, "password2": PASSWORD})
    assert User.objects.get(username="new.clerk").check_password(PASSWORD)
    assert Client().get(address, follow=True).context["token_fail"]


def test_a_second_invitation_ends_the_first(desk: Client) -> None:
    desk.post(f"{STAFF}add/", person_sent())
    page = page_of(User.objects.get(username="new.clerk"), "invitation")
    first, second = (desk.post(page).context["address"].removeprefix("http://testserver") for _ in range(2))
    assert Client().get(first, follow=True).context["token_fail"]
    assert "token_fail" not in Client().get(second, follow=True).context


def test_an_invitation_leaves_a_password_that_is_set(desk: Client, clerk: User) -> None:
    assert "/accounts/password/reset/key/" in desk.post(page_of(clerk, "invitation")).context["address"]
    clerk.refresh_from_db()
    assert clerk.check_password(PASSWORD)


def test_one_who_left_gets_no_invitation(desk: Client, clerk: User) -> None:
    User.objects.filter(pk=clerk.pk).update(is_active=False)
    answer = desk.post(page_of(clerk, "invitation"))
    assert "address" not in answer.context
    assert "may not sign in" in answer.content.decode()


def test_one_who_leaves_is_signed_out_and_kept(desk: Client, clerk: User) -> None:
    theirs = Client()
    theirs.force_login(clerk)
    assert theirs.get("/accounts/2fa/").status_code == 200
    desk.post(page_of(clerk), as_shown(clerk) | {"active": ""})
    assert theirs.get("/accounts/2fa/")["Location"].startswith("/accounts/login/")
    assert desk.post(page_of(clerk, "delete")).status_code == 403
    assert User.objects.get(pk=clerk.pk).is_active is False


@pytest.mark.parametrize(
    ("change", "field"), [({"roles": ["clerk"]}, "roles"), ({"roles": ["manager"], "active": ""}, "active")]
)
def test_the_last_manager_stays(desk: Client, manager: User, change: dict[str, Any], field: str) -> None:
    UserFactory.create(town=manager.town, role="manager", is_active=False)
    UserFactory.create(role="manager", town__slug="chestertown")
    assert "without a manager" in errors(desk, page_of(manager), as_shown(manager) | change)[field][0]


def test_a_manager_with_another_beside_may_go(desk: Client, manager: User) -> None:
    UserFactory.create(town=manager.town, role="manager")
    assert desk.post(page_of(manager), as_shown(manager, roles=["clerk"])).status_code == 302
    assert desk.get("/admin/").status_code == 403


def test_a_superuser_is_not_the_managers_to_change(desk: Client, dover: Town) -> None:
    superuser = UserFactory.create(town=dover, is_superuser=True)
    assert desk.get(page_of(superuser)).status_code == 404
    assert desk.post(page_of(superuser, "invitation")).status_code == 404


def test_the_history_tells_who_gave_and_took_which_role(desk: Client, clerk: User) -> None:
    desk.post(page_of(clerk), as_shown(clerk, roles=["officer"]))
    change = desk.get(page_of(clerk, "history")).context["changes"][0]
    assert (change.by, change.act) == ("manager.dover", "Change staff")
    assert {"Role officer given", "Role clerk taken", "First name: from nothing to Max"} <= set(change.what)
