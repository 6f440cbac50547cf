"""What a socket's ASGI scope says about its client: the network address, and the language."""

from typing import TypedDict

from django.conf import settings
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from games.web.security.client_address import address_from
from games.web.security.requests import Visitor


class Scope(TypedDict, total=False):
    """The parts of a socket's scope that are used here, from the server and from the middleware around the sockets."""

    headers: list[tuple[bytes, bytes]]
    client: tuple[str, int] | None
    cookies: dict[str, str]
    user: Visitor


def address_of(scope: Scope) -> str:
    """The network address a socket comes from."""
    forwarded = dict(scope.get("headers", ())).get(b"x-forwarded-for")
    peer = scope.get("client") or ("",)
    return address_from(peer[0], forwarded.decode("latin1") if forwarded is not None else None)


def language_of(scope: Scope) -> str:
    """The language of a socket: its user's, else the cookie's or the browser's preferred one, else the default."""
    header = dict(scope.get("headers", ())).get(b"accept-language", b"").decode("latin1")
    candidates = [
        getattr(scope.get("user"), "language", ""),
        scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, ""),
        *(language for language, _ in parse_accept_lang_header(header)),
    ]
    for candidate in candidates:
        try:
            return get_supported_language_variant(candidate)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE
