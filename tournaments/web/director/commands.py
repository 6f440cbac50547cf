"""The director's forms as commands of the engine."""

from collections.abc import Callable, Mapping
from typing import Any

from games.engine.errors import IllegalAction
from games.web.api import AmountError, parse_amount
from tournaments.engine.setup.structure import MINUTE
from tournaments.engine.state import commands as cm
from tournaments.engine.state.reasons import DealKind

MOST = 1_000_000_000


def command_of(post: Mapping[str, Any], why: str) -> cm.Command:
    """The command of a submitted form; raises IllegalAction for invalid input."""
    make = COMMANDS.get(post.get("do", ""))
    if make is None:
        raise IllegalAction("bad_message")
    return make(post, why)


def number(post: Mapping[str, Any], name: str) -> int:
    """A non-negative whole number from a form; 0 when empty."""
    typed = str(post.get(name, "")).strip().replace("\u2009", "").replace(" ", "")
    if not typed:
        return 0
    if not (typed.isascii() and typed.isdigit()) or len(typed) > 10:
        raise IllegalAction("bad_amount")
    return min(int(typed), MOST)


def _amount(post: Mapping[str, Any], name: str) -> int:
    """Minor units from a form; 0 when empty."""
    typed = str(post.get(name, "")).strip()
    try:
        return parse_amount(typed) if typed else 0
    except AmountError:
        raise IllegalAction("bad_amount") from None


def _start(post: Mapping[str, Any], why: str) -> cm.Command:
    """Start by draw, or with the seats given in lines "player table seat" (T3)."""
    seats = []
    for line in str(post.get("seats", ""))[:20_000].splitlines():
        parts = line.replace(",", " ").split()
        if not parts:
            continue
        if len(parts) != 3 or not all(part.isascii() and part.isdigit() and len(part) < 12 for part in parts):
            raise IllegalAction("bad_message")
        player, table, seat = map(int, parts)
        seats.append((player, table, seat - 1))
    return cm.Start(tuple(seats))


def _talk(post: Mapping[str, Any], why: str) -> cm.Command:
    return cm.OpenDealTalk()


def _propose(post: Mapping[str, Any], why: str) -> cm.Command:
    return cm.ProposeDeal(DealKind.ICM if post.get("do") == "deal:icm" else DealKind.CHIPS, _amount(post, "kept"))


COMMANDS: dict[str, Callable[[Mapping[str, Any], str], cm.Command]] = {
    "start": _start,
    "pause": lambda post, why: cm.Pause(why),
    "resume": lambda post, why: cm.Resume(),
    "next": lambda post, why: cm.NextLevel(why),
    "previous": lambda post, why: cm.PreviousLevel(why),
    "break": lambda post, why: cm.BreakNow(number(post, "minutes") * MINUTE, why),
    "break_over": lambda post, why: cm.EndBreak(why),
    "hand_on": lambda post, why: cm.SetHandForHand(True, why),
    "hand_off": lambda post, why: cm.SetHandForHand(False, why),
    "warn": lambda post, why: cm.Warn(number(post, "player"), why),
    "penalise": lambda post, why: cm.Penalise(
        number(post, "player"), number(post, "hands"), number(post, "chips"), why
    ),
    "lift": lambda post, why: cm.LiftPenalty(number(post, "player"), why),
    "disqualify": lambda post, why: cm.Disqualify(number(post, "player"), why),
    "move": lambda post, why: cm.MovePlayer(number(post, "player"), number(post, "to"), number(post, "seat") - 1, why),
    "undo_player": lambda post, why: cm.TakeBackDeferred(player=number(post, "player")),
    "break_table": lambda post, why: cm.BreakTable(number(post, "table"), why),
    "undo_table": lambda post, why: cm.TakeBackDeferred(table=number(post, "table")),
    "void": lambda post, why: cm.VoidHand(number(post, "table"), why),
    "talk": _talk,
    "deal:chips": _propose,
    "deal:icm": _propose,
    "deal:no": lambda post, why: cm.RefuseDeal(0),
    "deal:yes": lambda post, why: cm.ConfirmDeal(),
    "end": lambda post, why: cm.EndNow(why),
    "keep_on": lambda post, why: cm.TakeBackEnd(why),
    "cancel": lambda post, why: cm.Cancel(why),
    "forward": lambda post, why: cm.Cancel(why, forward=True),
}
