"""How often one address, and anyone about one tag, may ask: a window of time that slides, kept in the cache."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from ipaddress import IPv6Address, ip_address, ip_network

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``most`` questions in any ``seconds``."""

    name: str
    most: int
    seconds: int


PER_ADDRESS = Limit("address", most=30, seconds=10 * 60)
PER_TAG = Limit("tag", most=10, seconds=60 * 60)


def wait_before(limit: Limit, who: str, *, now: float) -> int:
    """Count a question; 0 when it is within the limit, else how many seconds to wait, and then it is not counted."""
    place = f"window/{limit.name}/{sha256(who.encode()).hexdigest()}"
    with _alone():
        asked = [moment for moment in cache.get(place, []) if moment > now - limit.seconds]
        if len(asked) >= limit.most:
            return int(asked[0] + limit.seconds - now) + 1
        cache.set(place, [*asked, now], timeout=limit.seconds)
    return 0


def address_of(request: HttpRequest) -> str:
    """Where the question comes from, as sign-in sees it: a proxy's word counts only where TRUSTED_PROXIES says so.

    One subscriber has a whole /64 of IPv6, which counts as one address.
    """
    address = ip_address(get_adapter().get_client_ip(request))
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network((address, 64), strict=False))
    return str(address)


@contextmanager
def _alone() -> Iterator[None]:
    """One count at a time among this machine's workers: the cache alone would lose some of many at once."""
    settings.VAR.mkdir(parents=True, exist_ok=True)
    with (settings.VAR / "window.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
