"""Parses what players ask of a table; shape and size are checked before anything else."""

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from backoffice.text import clean_line
from games.engine.errors import IllegalAction
from games.engine.events.kinds import PreAction, StopPlan
from games.engine.hand.actions import Action, Call, Check, Discard, Fold, Muck, RaiseTo, RunIt, Show
from games.engine.table.commands import (
    Act,
    AskRabbit,
    CallTime,
    ChangeSeat,
    Command,
    EnterNow,
    FoldAndSitOut,
    Leave,
    PostBlind,
    SetAutoActions,
    SetPreAction,
    SetRefill,
    SetStopPlan,
    SetStraddle,
    ShowCards,
    SitIn,
    SitOut,
)
from games.models.conduct import LONGEST_CHAT

Choice = TypeVar("Choice", PreAction, StopPlan)

_LARGEST = 10**15
_MOST_CARDS = 7
_MOST_BOARDS = 3
_NO_SEAT = -1
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


class ChatAsk(NamedTuple):
    """A player's ask to post a chat line."""

    player: int
    text: str


def parse_ask(body: object, *, player: int) -> Command | ChatAsk:
    """The command or chat line a player asks for; numbers may come as text of digits, as forms send them.

    Raises IllegalAction("bad_message") for anything malformed; the engine decides whether it is allowed.
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
            kind = _choice(PreAction, body.get("kind"))
            return SetPreAction(player, _number(body, "hand"), kind, _number(body, "amount", missing=0))
        case "show":
            return ShowCards(player, _number(body, "hand"), _places(body.get("places", [])))
        case "sit_out":
            return SitOut(player)
        case "sit_in":
            return SitIn(player)
        case "leave":
            return Leave(player)
        case "habits":
            return SetAutoActions(player, _yes_or_no(body, "auto_muck"), _yes_or_no(body, "auto_post"))
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
            return SetStopPlan(player, _choice(StopPlan, body.get("plan")))
        case "fold_out":
            return FoldAndSitOut(player, *(_number(body, key) for key in ("hand", "turn", "price")))
        case "refill_off":
            return SetRefill(player, 0, 0, False)
        case _:
            return ChatAsk(player, _line(body.get("text")))


def chat_in(body: Mapping[str, object]) -> str:
    """The line that an ask would post, as its player typed it; "" if it is far too long, and for other asks."""
    text = body.get("text") if body.get("do") == "chat" else ""
    # Half a surrogate pair is text to JSON and to nobody else.
    return text.encode(errors="ignore").decode() if isinstance(text, str) and len(text) <= 4 * LONGEST_CHAT else ""


def _bad() -> IllegalAction:
    return IllegalAction("bad_message")


def _choice(choices: type[Choice], value: object) -> Choice:
    """The member of an enum that has this text."""
    if not isinstance(value, str):
        raise _bad()
    try:
        return choices(value)
    except ValueError:
        raise _bad() from None


def _number(body: Mapping[str, object], key: str, missing: int | None = None) -> int:
    value = body.get(key, missing)
    if value == "" and missing is not None:
        return missing
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= len(str(_LARGEST)):
        value = int(value)
    if type(value) is not int or not 0 <= value <= _LARGEST:
        raise _bad()
    return value


def _action(body: Mapping[str, object]) -> Action:
    name = body.get("action")
    if name == "raise":
        return RaiseTo(_raise_amount(body))
    if name == "draw":
        return Discard(_places(body.get("places", [])))
    if name == "run":
        return RunIt(_times(body))
    if not isinstance(name, str) or name not in _PLAIN_ACTIONS:
        raise _bad()
    _number(body, "amount", missing=0)
    return _PLAIN_ACTIONS[name]


def _raise_amount(body: Mapping[str, object]) -> int:
    """The amount to raise to; -1 for what is no amount, which the hand refuses with the legal range (B8)."""
    if "amount" not in body:
        raise _bad()
    try:
        return _number(body, "amount")
    except IllegalAction:
        return -1


def _places(value: object) -> tuple[int, ...]:
    rows = value if isinstance(value, list) else [value]
    if len(rows) > _MOST_CARDS:
        raise _bad()
    places = tuple(_number({"place": row}, "place") for row in rows)
    if len(set(places)) < len(places) or any(place >= _MOST_CARDS for place in places):
        raise _bad()
    return tuple(sorted(places))


def _times(body: Mapping[str, object]) -> int:
    times = _number(body, "times")
    if not 1 <= times <= _MOST_BOARDS:
        raise _bad()
    return times


def _seat(body: Mapping[str, object]) -> int:
    """A seat's number, -1 for none."""
    return _NO_SEAT if body.get("seat") in (_NO_SEAT, str(_NO_SEAT)) else _number(body, "seat")


def _yes_or_no(body: Mapping[str, object], key: str) -> bool:
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
