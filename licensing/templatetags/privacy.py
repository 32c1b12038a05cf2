"""An owner's address, telephone and e-mail for templates, hidden where they are confidential."""

from __future__ import annotations

from django import template

from licensing.models import Owner
from licensing.privacy import shown_address, shown_email, shown_place, shown_street, shown_telephone

register = template.Library()
register.filter("address", shown_address)
register.filter("street", shown_street)
register.filter("place", shown_place)
register.filter("telephone", shown_telephone)
register.filter("email", shown_email)


@register.filter
def opened_street(owner: Owner) -> str:
    """House number and street, for a page that decided to show them."""
    return shown_street(owner, opened=True)


@register.filter
def opened_place(owner: Owner) -> str:
    """City, state and ZIP code, for a page that decided to show them."""
    return shown_place(owner, opened=True)


@register.filter
def opened_telephone(owner: Owner) -> str:
    """The telephone, for a page that decided to show it."""
    return shown_telephone(owner, opened=True)


@register.filter
def opened_email(owner: Owner) -> str:
    """The e-mail address, for a page that decided to show it."""
    return shown_email(owner, opened=True)
