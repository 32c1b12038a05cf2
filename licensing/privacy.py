"""Where someone's address is confidential, nobody sees it or the telephone but who opened it with a reason.

Every page, list and message takes an owner's address and telephone from here, never from the record itself.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from licensing.models import AddressOpening, Owner
from office.models import User

OPEN_FOR = timedelta(minutes=15)
"""So long an address stays open to the clerk who opened it."""
CONFIDENTIAL = "Address confidential"
PRIVATE = ("street", "city", "state", "zip_code", "telephone", "email")
"""The fields of an owner that are hidden with a confidential address."""


def is_open(owner: Owner, *, to: User, at: datetime) -> bool:
    """Whether this member of staff opened the confidential address with a reason a short while ago."""
    return owner.confidential and AddressOpening.objects.filter(owner=owner, by=to, at__gt=at - OPEN_FOR).exists()


def is_hidden(owner: Owner, *, opened: bool = False) -> bool:
    """Whether address, telephone and e-mail are hidden; not where they were ``opened`` with a reason."""
    return owner.confidential and not opened


def shown_address(owner: Owner, *, opened: bool = False) -> str:
    """The address on one line, or that it is confidential."""
    return CONFIDENTIAL if is_hidden(owner, opened=opened) else owner.address


def shown_street(owner: Owner, *, opened: bool = False) -> str:
    """House number and street, or that the address is confidential."""
    return CONFIDENTIAL if is_hidden(owner, opened=opened) else owner.street


def shown_place(owner: Owner, *, opened: bool = False) -> str:
    """City, state and ZIP code; nothing where the address is confidential."""
    return "" if is_hidden(owner, opened=opened) else f"{owner.city}, {owner.state} {owner.zip_code}"


def shown_telephone(owner: Owner, *, opened: bool = False) -> str:
    """The telephone; nothing where there is none or it is hidden."""
    return "" if is_hidden(owner, opened=opened) else owner.telephone


def shown_email(owner: Owner, *, opened: bool = False) -> str:
    """The e-mail address; nothing where there is none or it is hidden."""
    return "" if is_hidden(owner, opened=opened) else owner.email


def hidden_on_papers(owner: Owner) -> dict[str, str]:
    """What a paper says in place of the address, given out earlier or now, where it is confidential."""
    return {"street": CONFIDENTIAL, "place": ""} if is_hidden(owner) else {}
