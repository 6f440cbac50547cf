"""The network address of a client, and checked redirect paths on this site."""

import ipaddress
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

KNOWN_ADDRESSES = 4096


def address_from(peer: str, forwarded: str | None) -> str:
    """The client's network address, or its /64 network for IPv6; empty if unknown.

    `peer` is the other end of the connection, `forwarded` the X-Forwarded-For header, None without one.
    """
    text = peer
    if settings.TRUST_PROXY and forwarded is not None:
        # Only the last entry was written by our own proxy; the others are whatever the client claims.
        text = forwarded.rpartition(",")[2].strip()
    return _network(text)


@lru_cache(KNOWN_ADDRESSES)
def _network(text: str) -> str:
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped or ipaddress.ip_network((found, 64), strict=False).network_address)
    return str(found)


def address_of(request: HttpRequest) -> str:
    """The network address a request comes from."""
    return address_from(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR"))


def same_site_path(request: HttpRequest, wanted: str) -> str:
    """The path that a client asks to be redirected to; empty unless it is a path on this site."""
    is_same_site = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    # `redirect` would treat anything but a path as the name of a view.
    return wanted if is_same_site and wanted.startswith("/") else ""
