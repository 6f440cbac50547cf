"""Who calls and where they were going: the caller's address on the network, and a page of this room to go on to."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def address_from(peer: str, forwarded: str | None) -> str:
    """The caller's network address, of IPv6 the /64 they own; empty when it can't be told.

    `peer` is the other end of the line, `forwarded` what X-Forwarded-For says, None without it.
    """
    text = peer
    if settings.TRUST_PROXY and forwarded is not None:
        # Only the last entry was written by our own proxy; the others are whatever the caller claims.
        text = forwarded.rpartition(",")[2].strip()
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped or ipaddress.ip_network((found, 64), strict=False).network_address)
    return str(found)


def address_of(request: HttpRequest) -> str:
    """The address a request comes from."""
    return address_from(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR"))


def page_of_ours(request: HttpRequest, wanted: str) -> str:
    """The path somebody wants to go on to, empty unless it is one of this room's."""
    ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    # What is no path, `redirect` would take for the name of a page.
    return wanted if ours and wanted.startswith("/") else ""
