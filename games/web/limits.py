"""How often a person may knock at this wing's doors, counted in the shared cache."""

import ipaddress

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest


def too_often(request: HttpRequest, door: str, *, most: int, seconds: int) -> bool:
    """Counts one knock; whether there were more than `most` within `seconds`."""
    return _counted(f"games.{door}.{request.user.pk or _address(request)}", most, seconds)


def too_often_from_there(request: HttpRequest, door: str, *, most: int, seconds: int) -> bool:
    """As `too_often`, for all who knock from one network address together."""
    return _counted(f"games.{door}.from.{_address(request)}", most, seconds)


def network_of(peer: str, forwarded: str) -> str:
    """A caller's network address, of IPv6 the /64 they own; empty when it can't be told. `forwarded` is a header."""
    text = peer
    if settings.TRUST_PROXY:
        # Only the last entry was written by our own proxy; the others are whatever the caller claims.
        text = (forwarded or peer).rpartition(",")[2].strip()
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped or ipaddress.ip_network((found, 64), strict=False).network_address)
    return str(found)


def _address(request: HttpRequest) -> str:
    return network_of(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))


def _counted(key: str, most: int, seconds: int) -> bool:
    cache.add(key, 0, seconds)
    try:
        return bool(cache.incr(key) > most)
    except ValueError:
        # The count ran out between the two lines.
        return False
