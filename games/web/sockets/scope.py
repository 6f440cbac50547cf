"""What a socket's ASGI scope says about its client: the network address, and the language."""

from typing import TypedDict
from urllib.parse import parse_qs

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from games.web.security.client_address import address_from
from games.web.security.requests import Visitor
from games.web.sockets.frames import Line


class Scope(TypedDict, total=False):
    """The parts of a socket's scope that are used here, from the server and from the middleware around the sockets."""

    query_string: bytes
    headers: list[tuple[bytes, bytes]]
    client: tuple[str, int] | None
    cookies: dict[str, str]
    user: Visitor
    session: SessionBase
    extensions: dict[str, Line]


def address_of(scope: Scope) -> str:
    """The network address a socket comes from."""
    forwarded = dict(scope.get("headers", ())).get(b"x-forwarded-for")
    peer = scope.get("client") or ("",)
    return address_from(peer[0], forwarded.decode("latin1") if forwarded is not None else None)


def query_value(scope: Scope, name: str) -> str:
    """A value from the query of the socket's URL, empty if it is not there."""
    values = parse_qs(scope.get("query_string", b"").decode("latin1")).get(name, [""])
    return values[0]


def language_of(scope: Scope) -> str:
    """The language of a socket: that of the page which opened it, so that one page speaks one language.

    Where the page named none, it is the cookie's, as for pages, then the account's or the browser's preferred one.
    """
    header = dict(scope.get("headers", ())).get(b"accept-language", b"").decode("latin1")
    candidates = [
        query_value(scope, "language"),
        scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, ""),
        getattr(scope.get("user"), "language", ""),
        *(language for language, _ in parse_accept_lang_header(header)),
    ]
    for candidate in candidates:
        try:
            return get_supported_language_variant(candidate)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


def has_session(scope: Scope) -> bool:
    """Whether the session with which the socket was opened is still valid."""
    session = scope.get("session")
    key = session.session_key if session is not None else None
    return session is not None and key is not None and session.exists(key)
