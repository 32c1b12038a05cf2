"""Every page is closed to strangers, but for those named here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

PUBLIC = {
    "health",
    "check",
    "check_code",
    "no_reset_by_mail",
    "account_login",
    "account_logout",
    "account_signup",
    "account_inactive",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key",
    "account_reset_password_from_key_done",
    "account_confirm_email",
    "account_confirm_login_code",
    "account_email_verification_sent",
    "mfa_authenticate",
    "login",
}
"""allauth's pages before sign-in; ``login`` is the set-up's own door, which leads to allauth's."""


def patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    """Every address below the resolver."""
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            yield from patterns(entry)
        else:
            yield entry


def is_closed(view: Any) -> bool:
    """What LoginRequiredMiddleware asks of a view."""
    return bool(getattr(view, "login_required", True))


def test_only_the_named_pages_are_open_to_a_stranger() -> None:
    open_pages = {str(page.name or page.pattern) for page in patterns(get_resolver()) if not is_closed(page.callback)}
    assert open_pages == PUBLIC


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address", ["/", "/counter/", "/admin/", "/admin/office/user/", "/accounts/2fa/", "/accounts/password/change/"]
)
def test_a_stranger_is_led_to_the_sign_in(client: Client, address: str) -> None:
    response = client.get(address)
    if response.status_code != 404:  # an address that does not exist yet leads nowhere
        assert response.status_code == 302
        assert response["Location"].startswith(("/accounts/login/", "/admin/login/"))


@pytest.mark.django_db
def test_where_no_mail_is_sent_no_reset_by_mail_is_offered(client: Client) -> None:
    assert "Forgot" not in client.get("/accounts/login/").content.decode()
    assert "manager can set a new password" in client.get("/accounts/password/reset/").content.decode()


@pytest.mark.django_db
def test_nobody_signs_up(client: Client) -> None:
    data = {"username": "visitor", "password1": "a long word for tests", "password2": "a long word for tests"}
    assert "closed" in client.post("/accounts/signup/", data).content.decode()
    assert "_auth_user_id" not in client.session
