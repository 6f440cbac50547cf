"""Every message between processes: its type, the group it goes to, and its form in the channel layer.

A lost message does no harm: whatever must not be lost is in the database, where the receiver reads it.
"""

import logging
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import msgspec
from channels.exceptions import ChannelFull
from channels.layers import get_channel_layer
from redis import RedisError

from games.engine.views.types import OwnView, TableView
from games.messaging.channel_layer import ChannelLayer
from games.messaging.chat import ChatEntry
from games.messaging.floor_summary import FloorSummary

LOBBY = "lobby"
"""The group of everybody who has the lobby open, and of the floor's panel: tables, seats and waiting lists."""
FIGURES = "figures"
"""The group of everybody who has the lobby open: hands are over, so averages have changed."""
FLOOR = "floor"
"""The group of the pages of the floor: calls, and what the floor has decided."""
HOSTS = "hosts"
"""The group of all hosts."""
ADDRESSES = "addresses"
"""The group of the web processes that hold sockets, told of banned network addresses."""
LAYER_ERRORS = (OSError, RedisError, ChannelFull)
"""What sending may raise when the channel layer is down or full; senders log it and continue."""

MOST_LOGGED = 5

logger = logging.getLogger(__name__)


def host_group(table_id: int) -> str:
    """The group in which only a table's host listens."""
    return f"host.{table_id}"


def views_group(table_id: int) -> str:
    """The group of the web processes that show a table."""
    return f"views.{table_id}"


def reports_group(tournament_id: int) -> str:
    """The group in which the director of a tournament is notified that its tables have reported."""
    return f"reports.{tournament_id}"


def user_group(user_id: int) -> str:
    """The group of the web processes that hold a socket of this account."""
    return f"user.{user_id}"


class _Message(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """Travels as an array: the name of its class, then its fields."""


# To a table's host


class Ask(_Message, frozen=True):
    """A player's ask, `body` as the browser sent it; the answer goes to the channel `reply`, if there is one."""

    table: int
    player: int
    body: dict[str, Any]
    """JSON from a browser, of any shape; `player_asks.parse_ask` checks it."""
    id: str = ""
    reply: str = ""


NO_VERSION = -1
"""Of whoever has no view of a table."""


class Watch(_Message, frozen=True):
    """The web process at the channel `reply` shows the table to this player (0 = to railbirds).

    It has the public view of the version `known`, which the host then need not send again. With `ends` it shows the
    table to this player no more.
    """

    table: int
    player: int
    reply: str
    known: int = NO_VERSION
    ends: bool = False


class ReadInbox(_Message, frozen=True):
    """There are orders in the table's inbox."""

    table: int


class WatchFloor(_Message, frozen=True):
    """To all hosts: the web process at the channel `reply` shows the floor's panel."""

    reply: str


class TablesReleased(_Message, frozen=True):
    """To all hosts: a host has given its tables back, so they can be leased at once, or some to another host."""


class TablesTaken(_Message, frozen=True):
    """To all hosts: the sender runs these tables now, and hears what is sent to them."""

    tables: tuple[int, ...]


# To web processes


class ViewUpdate(_Message, frozen=True):
    """The complete public view; `at` is the host's time in ms, by which browsers set their countdowns."""

    table: int
    version: int
    host: str
    view: TableView
    at: int


class OwnViewUpdate(_Message, frozen=True):
    """A player's own view, None without a seat. It goes to a process that watches for this player, never to a group."""

    table: int
    player: int
    version: int
    view: OwnView | None


class Answer(_Message, frozen=True):
    """The result of an `Ask`: done, or refused with a code and the amounts in its sentence (minor units)."""

    table: int
    player: int
    id: str
    ok: bool
    code: str = ""
    detail: dict[str, int | str] = {}


class FloorSummaries(_Message, frozen=True):
    """Tables of a host, for a process that shows the floor's panel; all of them, or those that have changed."""

    tables: tuple[FloorSummary, ...]


class ChatPosted(_Message, frozen=True):
    """A new chat line, to everybody who watches the table."""

    table: int
    entry: ChatEntry


class WatchersChanged(_Message, frozen=True):
    """Who may watch the table has changed: everybody who watches connects again."""

    table: int


class Hint(_Message, frozen=True):
    """The data that members of this group show has changed; they read it again."""

    group: str


class CloseSockets(_Message, frozen=True):
    """The user has signed out or been banned: all their sockets close.

    With `recheck` those whose session is still valid connect again.
    """

    user: int
    recheck: bool = False


class AddressBanned(_Message, frozen=True):
    """A network address was banned: every socket from there closes, also of people without an account."""

    address: str


class NoticeWritten(_Message, frozen=True):
    """There is a notice about a table, or about the room (0), for this user."""

    user: int
    table: int


class SeatsChanged(_Message, frozen=True):
    """The seats or waiting lists of this user have changed."""

    user: int


class PlayerNotesChanged(_Message, frozen=True):
    """This user's notes about players, mutes or calls for the floor have changed."""

    user: int


class Heartbeat(_Message, frozen=True):
    """Sent by a web process to itself, to notice when messages are lost."""

    number: int


Message: TypeAlias = (
    Ask
    | Watch
    | ReadInbox
    | WatchFloor
    | TablesReleased
    | TablesTaken
    | ViewUpdate
    | OwnViewUpdate
    | Answer
    | FloorSummaries
    | ChatPosted
    | WatchersChanged
    | Hint
    | CloseSockets
    | AddressBanned
    | NoticeWritten
    | SeatsChanged
    | PlayerNotesChanged
    | Heartbeat
)


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[Message, ...]).decode


def pack(*messages: Message) -> dict[str, object]:
    """Messages in order, as the channel layer carries them together."""
    return {"type": "messages", "body": _encode(messages)}


def unpack(packed: Mapping[str, object]) -> tuple[Message, ...]:
    """The messages that the channel layer delivered, none for anything that `pack` did not write."""
    body = packed.get("body")
    if not isinstance(body, bytes):
        return ()
    try:
        return _decode(body)
    except msgspec.DecodeError:
        return ()


def notify(group: str, message: Message | None = None) -> None:
    """Sends a group a message, a `Hint` unless one is given; it may be lost. Never fails its caller."""
    notify_all((group, message or Hint(group)))


def notify_all(*messages: tuple[str, Message]) -> None:
    """Sends each of these groups its message in one go; any may be lost. Never fails its caller."""
    layer: ChannelLayer | None = get_channel_layer()
    if layer is None or not messages:
        return
    try:
        layer.publish([(group, pack(message)) for group, message in messages])
    except LAYER_ERRORS:
        groups = ", ".join(group for group, _ in messages[:MOST_LOGGED])
        logger.warning("The channel layer did not take %s messages, for %s.", len(messages), groups)


def notify_host(table_id: int) -> None:
    """Has the table's host read its inbox."""
    notify(host_group(table_id), ReadInbox(table_id))


def notify_hosts(tables: Iterable[int]) -> None:
    """Has the hosts of these tables read their inboxes."""
    notify_all(*((host_group(table), ReadInbox(table)) for table in tables))


def notify_host_and_lobby(*tables: int) -> None:
    """Has the host of each table read its inbox, and lobby pages reload their tables."""
    notify_all(*((host_group(table), ReadInbox(table)) for table in tables), (LOBBY, Hint(LOBBY)))


def notify_lobby() -> None:
    """Has lobby pages reload their tables."""
    notify(LOBBY)


def notify_floor() -> None:
    """Has the pages of the floor read again what they show."""
    notify(FLOOR)


def notify_seats_changed(*users: int) -> None:
    """Has the pages of each player reload their seats and waiting lists."""
    notify_all(*((user_group(user), SeatsChanged(user)) for user in users))


def notify_watchers_changed(table_id: int) -> None:
    """Has everybody who watches a table connect again."""
    notify(views_group(table_id), WatchersChanged(table_id))


def notify_player_notes_changed(user_id: int) -> None:
    """Has a player's pages reload their notes, mutes and calls."""
    notify(user_group(user_id), PlayerNotesChanged(user_id))


def notify_notice_written(user_id: int, table_id: int) -> None:
    """Has a player's pages show a notice about a table."""
    notify(user_group(user_id), NoticeWritten(user_id, table_id))


def notify_close_sockets(user_id: int) -> None:
    """Closes everything this user has open."""
    notify(user_group(user_id), CloseSockets(user_id))


def notify_access_changed(user_id: int) -> None:
    """Closes what this user has open; pages whose session and address may still enter connect again."""
    notify(user_group(user_id), CloseSockets(user_id, recheck=True))


def notify_address_banned(address: str) -> None:
    """Closes everything that is open from this network address."""
    notify(ADDRESSES, AddressBanned(address))
