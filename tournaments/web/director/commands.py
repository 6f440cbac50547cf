"""Turns the director's forms into commands of the engine."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from games.engine.errors import IllegalAction
from games.web.api import AmountError, parse_amount
from tournaments.engine.setup.structure import MINUTE
from tournaments.engine.state import commands as cm
from tournaments.engine.state.reasons import DealKind, DeferredKind
from tournaments.web.text.typed_numbers import whole_number


def command_of(post: Mapping[str, object], why: str, currency: str) -> cm.Command:
    """The command of a submitted form, with amounts of this currency; raises IllegalAction for invalid input."""
    build = COMMANDS.get(str(post.get("do", "")))
    if build is None:
        raise IllegalAction("bad_message")
    return build({**{name: post.get(name) for name in post}, "currency": currency}, why)


def proposed_reason(do: str) -> str:
    """The reason of an act that must not wait until one is typed, "" for all others (F3)."""
    reasons = {"pause": _("A word from the director."), "resume": _("Back to the tables")}
    return reasons.get(do, "")


def _number(post: Mapping[str, object], name: str) -> int:
    """A whole number from a form; 0 when empty."""
    return whole_number(str(post.get(name, "")))


def _amount(post: Mapping[str, object], name: str) -> int:
    """Minor units from a form; 0 when empty."""
    typed = str(post.get(name, "")).strip()
    try:
        return parse_amount(typed, str(post["currency"])) if typed else 0
    except AmountError:
        raise IllegalAction("bad_amount") from None


def _start(post: Mapping[str, object], why: str) -> cm.Command:
    """Start with drawn seats, or with the seats given in lines "player table seat" (T3)."""
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


def _take_back(post: Mapping[str, object], why: str) -> cm.Command:
    """Take back the one command that a button of the list names, or all of the chosen player's."""
    named = str(post.get("named", "")).split()
    if not named:
        return cm.TakeBackDeferred(player=_number(post, "player"))
    try:
        player, kind, nth = named
        return cm.TakeBackDeferred(whole_number(player), kind=DeferredKind(kind), nth=whole_number(nth))
    except ValueError:
        raise IllegalAction("bad_message") from None


def _open_deal_talk(post: Mapping[str, object], why: str) -> cm.Command:
    return cm.OpenDealTalk()


def _propose_deal(post: Mapping[str, object], why: str) -> cm.Command:
    return cm.ProposeDeal(DealKind.ICM if post.get("do") == "deal:icm" else DealKind.CHIPS, _amount(post, "kept"))


COMMANDS: dict[str, Callable[[Mapping[str, object], str], cm.Command]] = {
    "start": _start,
    "pause": lambda post, why: cm.Pause(why),
    "resume": lambda post, why: cm.Resume(why),
    "next": lambda post, why: cm.NextLevel(why, _number(post, "seen")),
    "previous": lambda post, why: cm.PreviousLevel(why, _number(post, "seen")),
    "break": lambda post, why: cm.BreakNow(_number(post, "minutes") * MINUTE, why),
    "break_over": lambda post, why: cm.EndBreak(why),
    "hand_on": lambda post, why: cm.SetHandForHand(True, why),
    "hand_off": lambda post, why: cm.SetHandForHand(False, why),
    "tell": lambda post, why: cm.TellTables(why, _number(post, "table")),
    "warn": lambda post, why: cm.Warn(_number(post, "player"), why),
    "penalise": lambda post, why: cm.Penalise(
        _number(post, "player"),
        _number(post, "hands"),
        _number(post, "chips"),
        why,
        rounds=_number(post, "rounds"),
        time=_number(post, "minutes") * MINUTE,
    ),
    "disqualify": lambda post, why: cm.Disqualify(_number(post, "player"), why),
    "lift": lambda post, why: cm.LiftPenalty(_number(post, "player"), why),
    "move": lambda post, why: cm.MovePlayer(
        _number(post, "player"), _number(post, "to"), _number(post, "seat") - 1, why
    ),
    "undo_player": _take_back,
    "break_table": lambda post, why: cm.BreakTable(_number(post, "table"), why),
    "undo_table": lambda post, why: cm.TakeBackDeferred(table=_number(post, "table")),
    "void": lambda post, why: cm.VoidHand(_number(post, "table"), why, _number(post, "seen")),
    "talk": _open_deal_talk,
    "deal:chips": _propose_deal,
    "deal:icm": _propose_deal,
    "deal:no": lambda post, why: cm.RefuseDeal(0),
    "deal:yes": lambda post, why: cm.ConfirmDeal(str(post.get("seen", ""))),
    "end": lambda post, why: cm.EndNow(why),
    "keep_on": lambda post, why: cm.TakeBackEnd(why),
    "cancel": lambda post, why: cm.Cancel(why),
    "forward": lambda post, why: cm.Cancel(why, forward=True),
}
