"""The network address of a client, and checked paths of this room to redirect to."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def address_from(peer: str, forwarded: str | None) -> str:
    """The client's network address, of IPv6 the /64 network; empty when it is unknown.

    `peer` is the other end of the connection, `forwarded` the X-Forwarded-For header, None without one.
    """
    text = peer
    if settings.TRUST_PROXY and forwarded is not None:
        # Only the last entry was written by our own proxy; the others are whatever the client claims.
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
    """The network address a request comes from."""
    return address_from(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR"))


def page_of_ours(request: HttpRequest, wanted: str) -> str:
    """The path that a client wants to be redirected to, empty unless it is a path of this room."""
    ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    # `redirect` would take anything but a path for the name of a view.
    return wanted if ours and wanted.startswith("/") else ""
