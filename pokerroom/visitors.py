"""Who opens a socket: their address, session and account, read together before anything else of the socket."""

from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias, cast

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, WebSocketScope
from channels.auth import get_user
from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.http import parse_cookie

from games.web.api import Visitor, as_newcomer
from games.web.sockets.push_socket import CloseCode
from games.web.sockets.scope import Scope, address_of
from pokerroom.address_bans import ban_of

SocketApp: TypeAlias = Callable[[WebSocketScope, ASGIReceiveCallable, ASGISendCallable], Awaitable[None]]
# Channels wraps this function in a thread of its own; here it shares one with what else is read.
_user_of: Callable[[dict[str, Any]], Visitor] = get_user.func


class _Comer(NamedTuple):
    """The session and the account of who opens a socket."""

    session: SessionBase
    user: Visitor


class KnownVisitors:
    """ASGI wrapper that puts `cookies`, `session` and `user` into a socket's scope, as Channels' own wrappers do.

    It closes a socket from a banned address (F8), so that its page reloads and says why.
    """

    def __init__(self, app: SocketApp) -> None:
        self.app = app

    async def __call__(self, scope: WebSocketScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        header = dict(scope["headers"]).get(b"cookie", b"").decode("latin1")
        cookies = parse_cookie(header)
        comer = await as_newcomer(_read, address_of(cast(Scope, scope)), cookies.get(settings.SESSION_COOKIE_NAME))
        if comer is not None:
            known = {**scope, "cookies": cookies, "session": comer.session, "user": comer.user}
            await self.app(cast(WebSocketScope, known), receive, send)
            return
        await receive()
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        await send({"type": "websocket.close", "code": CloseCode.BANNED.value, "reason": None})


def _read(address: str, session_key: str | None) -> _Comer | None:
    """The session and account of who comes from this address; None if it is banned."""
    if ban_of(address) is not None:
        return None
    session: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    return _Comer(session, _user_of({"session": session}))
