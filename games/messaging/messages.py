"""Every message that crosses a process: names of groups, and what is in a message."""

import logging
from typing import Any, TypeAlias

from asgiref.sync import async_to_sync
from channels.exceptions import ChannelFull
from channels.layers import get_channel_layer
from redis import RedisError

from games.engine.views.types import OwnView, TableView
from games.messaging.codec import codec

LOBBY = "lobby"
LAYER_TROUBLE = (OSError, RedisError, ChannelFull)
"""What a send may raise when the layer is down or full: messages are hints, so senders live with it."""

logger = logging.getLogger(__name__)
Message: TypeAlias = dict[str, Any]


def asks_group(table_id: int) -> str:
    """Where a table's host listens; nobody else is in it."""
    return f"asks.{table_id}"


def views_group(table_id: int) -> str:
    """Where web processes listen to what everybody may see of a table."""
    return f"views.{table_id}"


def director_group(tournament_id: int) -> str:
    """Where the director of a tournament listens for the hint that its tables have reported."""
    return f"director.{tournament_id}"


def user_group(user_id: int) -> str:
    """Where web processes listen for what concerns one account's sockets: close them, tell them, seats have changed."""
    return f"user.{user_id}"


view_to_data, view_from_data = codec(TableView)
own_to_data, own_from_data = codec(OwnView)


def ask(*, table: int, player: int, reply: str, id: str, ask: Message) -> Message:
    """To the host: a player's ask, as the browser sent it; `reply` is the asking process's channel."""
    return {"type": "ask", "table": table, "player": player, "reply": reply, "id": id, "ask": ask}


def look(*, table: int, player: int, reply: str) -> Message:
    """To the host: this process watches the table for this player (0 = a railbird)."""
    return {"type": "look", "table": table, "player": player, "reply": reply}


def nudge_message(*, table: int) -> Message:
    """To the host: there is an order in the inbox."""
    return {"type": "nudge", "table": table}


def view(*, table: int, version: int, host: str, view: TableView, at: int = 0) -> Message:
    """To everybody who watches: the complete public view; `at` is the host's time in ms, for clocks to agree."""
    data = view_to_data(view)
    return {"type": "view", "table": table, "version": version, "host": host, "view": data, "at": at}


def own(*, table: int, player: int, version: int, view: OwnView | None) -> Message:
    """To one process that looked for this player, never to a group: the own view, None without a seat."""
    data = view and own_to_data(view)
    return {"type": "own", "table": table, "player": player, "version": version, "view": data}


def answer(
    *, table: int, player: int, id: str, ok: bool, code: str = "", detail: dict[str, int] | None = None
) -> Message:
    """To the process that asked: done, or refused with a code and its amounts."""
    return {
        "type": "answer",
        "table": table,
        "player": player,
        "id": id,
        "ok": ok,
        "code": code,
        "detail": detail or {},
    }


def gone(*, user: int) -> Message:
    """To everything this person has open: close; they have signed out, or may not come in any more."""
    return {"type": "user.gone", "user": user}


def several(messages: list[Message]) -> Message:
    """To one process: messages that waited for it together, in order."""
    return {"type": "several", "messages": messages}


def chat(*, table: int, line: Message) -> Message:
    """To everybody who watches: one line of talk."""
    return {"type": "chat", "table": table, "line": line}


def user_notice(*, user: int, table: int) -> Message:
    """To the processes with this user's sockets: there is something to tell them about this table."""
    return {"type": "user.notice", "user": user, "table": table}


def lobby(*, table: int) -> Message:
    """To everybody who looks at the lobby: something about this table has changed."""
    return {"type": "lobby", "table": table}


def reported(*, tournament: int, table: int) -> Message:
    """To the director: a table has reported, or an order was refused; the reports are in the store."""
    return {"type": "reported", "tournament": tournament, "table": table}


def mine(*, user: int) -> Message:
    """To everything this player has open: the seats or the waiting lists they are in have changed."""
    return {"type": "user.mine", "user": user}


def shut(*, table: int) -> Message:
    """To everybody who watches: who may watch has changed, so come in again."""
    return {"type": "shut", "table": table}


def marks(*, player: int) -> Message:
    """To every socket of one account: what only this person has, beside the game, has changed."""
    return {"type": "user.marks", "user": player}


def nudge(table_id: int) -> None:
    """Tells the table's host to read its inbox, and the lobby to look again; never fails its caller."""
    hint(asks_group(table_id), nudge_message(table=table_id))
    hint(LOBBY, lobby(table=table_id))


def nudge_table(table_id: int) -> None:
    """Tells the host of a tournament's table to read its inbox; the lobby shows no such table."""
    hint(asks_group(table_id), nudge_message(table=table_id))


def tell_player(user_id: int) -> None:
    """Lets a player's pages look again at their seats and waiting lists; never fails its caller."""
    hint(user_group(user_id), mine(user=user_id))


def tell_watchers(table_id: int) -> None:
    """Lets everybody who watches come in again; never fails its caller."""
    hint(views_group(table_id), shut(table=table_id))


def tell_lobby() -> None:
    """Lets the lobby look again; never fails its caller."""
    hint(LOBBY, lobby(table=0))


def tell_marks(player: int) -> None:
    """Lets a player's sockets look again at what only this person has; never fails its caller."""
    hint(user_group(player), marks(player=player))


def hint_notice(user_id: int, table_id: int) -> None:
    """Says that a notice was written for this user; never fails its caller."""
    hint(user_group(user_id), user_notice(user=user_id, table=table_id))


def hint(group: str, message: Message) -> None:
    """A message to a group, which may be lost; never fails its caller."""
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        async_to_sync(layer.group_send)(group, message)
    except LAYER_TROUBLE:
        logger.warning("The channel layer didn't take a hint for %s.", group)
