"""Who opens a socket: their address, session and account, read before anything else, for a crowd together."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias, cast

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, WebSocketScope
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.http import parse_cookie
from django.utils.crypto import constant_time_compare

from games.web.api import Visitor, together_as_newcomers
from games.web.sockets.push_socket import CloseCode
from games.web.sockets.scope import Scope, address_of
from pokerroom.address_bans import bans_of
from pokerroom.models import User
from pokerroom.sessions.store import SessionStore, sessions_of
from pokerroom.sessions.verified import lacks_code

SocketApp: TypeAlias = Callable[[WebSocketScope, ASGIReceiveCallable, ASGISendCallable], Awaitable[None]]


class _Comer(NamedTuple):
    """The session and the account of whoever opens a socket."""

    session: SessionStore
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
        key = cookies.get(settings.SESSION_COOKIE_NAME, "")
        comer = await together_as_newcomers(_read, (address_of(cast(Scope, scope)), key))
        if comer is not None:
            known = {**scope, "cookies": cookies, "session": comer.session, "user": comer.user}
            await self.app(cast(WebSocketScope, known), receive, send)
            return
        await receive()
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        await send({"type": "websocket.close", "code": CloseCode.BANNED.value, "reason": None})


def _read(comers: Sequence[tuple[str, str]]) -> list[_Comer | None]:
    """The session and account of each who comes from an address with a session's key; None if the address is banned."""
    banned = bans_of({address for address, _ in comers})
    sessions = sessions_of({key for _, key in comers if key})
    accounts = User.objects.each({owner for session in sessions.values() if (owner := _owner_of(session))})
    return [None if address in banned else _comer(sessions.get(key), accounts) for address, key in comers]


def _comer(found: SessionStore | None, accounts: Mapping[int, User]) -> _Comer:
    session = SessionStore() if found is None else found
    account = accounts.get(_owner_of(session))
    if account is None or not account.is_active:
        return _Comer(session, AnonymousUser())
    signed = session.get(HASH_SESSION_KEY)
    if signed and constant_time_compare(signed, account.get_session_auth_hash()):
        return _Comer(session, AnonymousUser() if lacks_code(session, account) else account)
    # It is from before the password was changed.
    session.flush()
    return _Comer(session, AnonymousUser())


def _owner_of(session: SessionStore) -> int:
    """The id of the account that a session belongs to, 0 for none."""
    is_signed_in = session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
    return int(session.get(SESSION_KEY, 0)) if is_signed_in else 0
