"""Which origins may open a websocket: the host's own pages and the operator's trusted origins."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, WebSocketScope
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

Origin = tuple[str, str, int]
PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
HTTP_SCHEME = {"ws": "http", "wss": "https"}


def parse_origin(text: str) -> Origin | None:
    """Scheme, host and port of an Origin header; None for `null`, a path, a user, or anything but a plain origin."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in {"http", "https"} or not parts.hostname or text != text.strip():
        return None
    if parts.path or parts.query or parts.fragment or "@" in parts.netloc or text.endswith(("?", "#", ":")):
        return None
    return parts.scheme, parts.hostname.lower(), PORTS[parts.scheme] if port is None else port


def is_allowed(origin: str | None, *, own: Origin | None, trusted: Iterable[str]) -> bool:
    """Whether a page of `origin` may open a socket to `own`; local addresses and DEBUG make no exception."""
    parsed = parse_origin(origin) if origin else None
    if parsed is None:
        return False
    return parsed == own or any(_matches(parsed, pattern) for pattern in trusted)


def _matches(origin: Origin, pattern: str) -> bool:
    """Django's patterns for CSRF_TRUSTED_ORIGINS: a full origin, or `https://*.example.com`."""
    scheme, star, domain = pattern.partition("://*.")
    if not star:
        return parse_origin(pattern) == origin
    wanted = parse_origin(f"{scheme}://{domain}")
    if wanted is None:
        return False
    return (origin[0], origin[2]) == (wanted[0], wanted[2]) and origin[1].endswith(f".{wanted[1]}")


def own_origin(scope: WebSocketScope) -> Origin | None:
    """The origin this socket belongs to, from the Host header and the client's scheme; None for a foreign host.

    A page whose name was made to lead to the room's address would be its own host otherwise (DNS rebinding).
    """
    headers = dict(scope.get("headers", ()))
    host = headers.get(b"host", b"").decode("latin1")
    if not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return None
    scheme = HTTP_SCHEME.get(scope.get("scheme", "ws"), "http")
    proxy = getattr(settings, "SECURE_PROXY_SSL_HEADER", None)
    if proxy:
        name, value = proxy
        forwarded = headers.get(name.removeprefix("HTTP_").replace("_", "-").lower().encode(), b"")
        scheme = "https" if forwarded.decode("latin1").split(",")[0].strip() == value else "http"
    return parse_origin(f"{scheme}://{host}")


class SameOriginOnly:
    """ASGI wrapper that refuses (403) a socket whose Origin is missing, null, repeated or foreign."""

    def __init__(self, app: ASGI3Application) -> None:
        self.app = app

    async def __call__(self, scope: WebSocketScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        origins = [value for name, value in scope.get("headers", ()) if name == b"origin"]
        origin = origins[0].decode("latin1") if len(origins) == 1 else None
        if is_allowed(origin, own=own_origin(scope), trusted=settings.CSRF_TRUSTED_ORIGINS):
            await self.app(scope, receive, send)
        else:
            await WebsocketDenier()(scope, receive, send)
