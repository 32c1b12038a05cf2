"""How sign-in differs from allauth's own: accounts are made by the office's manager, never by a visitor."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class OfficeAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    """allauth's adapter with the door for newcomers shut."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Nobody signs up."""
        return False
