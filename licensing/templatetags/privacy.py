"""An owner's address, telephone and e-mail for templates, hidden where they are confidential."""

from __future__ import annotations

from django import template

from licensing.privacy import shown_address, shown_email, shown_place, shown_street, shown_telephone

register = template.Library()
register.filter("address", shown_address)
register.filter("street", shown_street)
register.filter("place", shown_place)
register.filter("telephone", shown_telephone)
register.filter("email", shown_email)
