"""The sign-in form in the office's words."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm
from django.conf import settings


class SignInForm(LoginForm):  # type: ignore[misc]  # allauth ships no types
    """allauth's form. It offers a reset by mail only where mail is sent."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login, password = self.fields["login"], self.fields["password"]
        login.label = "Username or e-mail"
        login.widget.attrs["autocomplete"] = "username"
        for field in (login, password):
            field.widget.attrs.pop("placeholder", None)
        if not settings.EMAIL_URL:
            password.help_text = ""
