"""Every message that crosses a process: names of groups, what is in a message, and what a player may ask."""

import logging
from typing import Any, NamedTuple, TypeAlias

from asgiref.sync import async_to_sync
from channels.exceptions import ChannelFull
from channels.layers import get_channel_layer
from redis import RedisError

from games.codec import codec
from games.conduct import LONGEST_CHAT
from games.engine.actions import Action, Call, Check, Discard, Fold, Muck, RaiseTo, RunIt, Show
from games.engine.commands import (
    Act,
    AskRabbit,
    CallTime,
    ChangeSeat,
    Command,
    EnterNow,
    FoldAndSitOut,
    Leave,
    PostBlind,
    QueueAhead,
    SetHabits,
    SetPlan,
    SetRefill,
    SetStraddle,
    ShowCards,
    SitIn,
    SitOut,
)
from games.engine.errors import IllegalAction
from games.engine.staying import PLANS
from games.engine.views import OwnView, TableView
from games.talk import clean_line

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


class ChatAsk(NamedTuple):
    """A player's ask to say something at the table."""

    player: int
    text: str


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


def nudge_table(table_id: int) -> None:
    """Tells the host of a tournament's table to read its inbox; the lobby shows no such table."""
    _hint(asks_group(table_id), nudge_message(table=table_id))


def mine(*, user: int) -> Message:
    """To everything this player has open: the seats or the waiting lists they are in have changed."""
    return {"type": "user.mine", "user": user}


def shut(*, table: int) -> Message:
    """To everybody who watches: who may watch has changed, so come in again."""
    return {"type": "shut", "table": table}


def tell_player(user_id: int) -> None:
    """Lets a player's pages look again at their seats and waiting lists; never fails its caller."""
    _hint(user_group(user_id), mine(user=user_id))


def tell_watchers(table_id: int) -> None:
    """Lets everybody who watches come in again; never fails its caller."""
    _hint(views_group(table_id), shut(table=table_id))


def tell_lobby() -> None:
    """Lets the lobby look again; never fails its caller."""
    _hint(LOBBY, lobby(table=0))


def marks(*, player: int) -> Message:
    """To every socket of one account: what only this person has, beside the game, has changed."""
    return {"type": "user.marks", "user": player}


def tell_marks(player: int) -> None:
    """Lets a player's sockets look again at what only this person has; never fails its caller."""
    _hint(user_group(player), marks(player=player))


def nudge(table_id: int) -> None:
    """Tells the table's host to read its inbox, and the lobby to look again; never fails its caller."""
    _hint(asks_group(table_id), nudge_message(table=table_id))
    _hint(LOBBY, lobby(table=table_id))


def hint_notice(user_id: int, table_id: int) -> None:
    """Says that a notice was written for this user; never fails its caller."""
    _hint(user_group(user_id), user_notice(user=user_id, table=table_id))


def _hint(group: str, message: Message) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        async_to_sync(layer.group_send)(group, message)
    except LAYER_TROUBLE:
        logger.warning("The channel layer didn't take a hint for %s.", group)


_LARGEST = 10**15
_MOST_CARDS = 7
_MOST_BOARDS = 3
_NO_SEAT = -1
_AHEADS = frozenset({"", "fold", "check_fold", "check", "call", "call_any"})
_PLANS = frozenset({"", *PLANS})
_PLAIN_ACTIONS: dict[str, Action] = {"fold": Fold(), "check": Check(), "call": Call(), "show": Show(), "muck": Muck()}
_KEYS = {
    "act": {"hand", "turn", "price", "action", "amount", "places", "times"},
    "ahead": {"hand", "kind", "amount"},
    "show": {"hand", "places"},
    "sit_out": set[str](),
    "sit_in": set[str](),
    "leave": set[str](),
    "habits": {"auto_muck", "auto_post"},
    "post": {"agree"},
    "enter": {"now"},
    "straddle": {"on"},
    "call_time": set[str](),
    "seat_change": {"seat"},
    "rabbit": {"hand"},
    "plan": {"plan"},
    "fold_out": {"hand", "turn", "price"},
    "refill_off": set[str](),
    "chat": {"text"},
}


def parse_ask(body: object, *, player: int) -> Command | ChatAsk:
    """What a player asks, checked in shape and size; numbers may come as digits, as forms send them.

    Raises IllegalAction("bad_message") for anything else; whether it is allowed, the engine decides.
    """
    if not isinstance(body, dict) or not isinstance(do := body.get("do"), str) or do not in _KEYS:
        raise _bad()
    if body.keys() - _KEYS[do] - {"do"}:
        raise _bad()
    match do:
        case "act":
            hand, turn, price = _number(body, "hand"), _number(body, "turn"), _number(body, "price")
            return Act(player, hand, turn, price, _action(body))
        case "ahead":
            kind = body.get("kind")
            if not isinstance(kind, str) or kind not in _AHEADS:
                raise _bad()
            return QueueAhead(player, _number(body, "hand"), kind, _number(body, "amount", missing=0))
        case "show":
            return ShowCards(player, _number(body, "hand"), _places(body.get("places", [])))
        case "sit_out":
            return SitOut(player)
        case "sit_in":
            return SitIn(player)
        case "leave":
            return Leave(player)
        case "habits":
            return SetHabits(player, _yes_or_no(body, "auto_muck"), _yes_or_no(body, "auto_post"))
        case "post":
            return PostBlind(player, _yes_or_no(body, "agree"))
        case "enter":
            return EnterNow(player, _yes_or_no(body, "now"))
        case "straddle":
            return SetStraddle(player, _yes_or_no(body, "on"))
        case "call_time":
            return CallTime(player)
        case "seat_change":
            return ChangeSeat(player, _seat(body))
        case "rabbit":
            return AskRabbit(player, _number(body, "hand"))
        case "plan":
            plan = body.get("plan")
            if not isinstance(plan, str) or plan not in _PLANS:
                raise _bad()
            return SetPlan(player, plan)
        case "fold_out":
            return FoldAndSitOut(player, *(_number(body, key) for key in ("hand", "turn", "price")))
        case "refill_off":
            return SetRefill(player, 0, 0, False)
        case _:
            return ChatAsk(player, _line(body.get("text")))


def _bad() -> IllegalAction:
    return IllegalAction("bad_message")


def _number(body: Message, key: str, missing: int | None = None) -> int:
    value = body.get(key, missing)
    if value == "" and missing is not None:
        return missing
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= len(str(_LARGEST)):
        value = int(value)
    if type(value) is not int or not 0 <= value <= _LARGEST:
        raise _bad()
    return value


def _action(body: Message) -> Action:
    name = body.get("action")
    if name == "raise":
        return RaiseTo(_number(body, "amount"))
    if name == "draw":
        return Discard(_places(body.get("places", [])))
    if name == "run":
        return RunIt(_times(body))
    if not isinstance(name, str) or name not in _PLAIN_ACTIONS:
        raise _bad()
    _number(body, "amount", missing=0)
    return _PLAIN_ACTIONS[name]


def _places(value: object) -> tuple[int, ...]:
    rows = value if isinstance(value, list) else [value]
    if len(rows) > _MOST_CARDS:
        raise _bad()
    places = tuple(_number({"place": row}, "place") for row in rows)
    if len(set(places)) < len(places) or any(place >= _MOST_CARDS for place in places):
        raise _bad()
    return tuple(sorted(places))


def _times(body: Message) -> int:
    times = _number(body, "times")
    if not 1 <= times <= _MOST_BOARDS:
        raise _bad()
    return times


def _seat(body: Message) -> int:
    """A seat's number, -1 for none."""
    return _NO_SEAT if body.get("seat") in (_NO_SEAT, str(_NO_SEAT)) else _number(body, "seat")


def _yes_or_no(body: Message, key: str) -> bool:
    value = body.get(key, False)
    if value in (True, "1", "on", "true", 1):
        return True
    if value in (False, "0", "off", "false", "", 0):
        return False
    raise _bad()


def _line(value: object) -> str:
    if not isinstance(value, str) or len(value) > 4 * LONGEST_CHAT:
        raise _bad()
    try:
        # Half a surrogate pair is text to JSON and to nobody else.
        value.encode()
    except UnicodeEncodeError:
        raise _bad() from None
    line = clean_line(value)
    if not 0 < len(line) <= LONGEST_CHAT:
        raise _bad()
    return line
