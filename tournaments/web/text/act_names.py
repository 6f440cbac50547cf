"""What directors' acts are called in the log of acts, and the values that they change (F4)."""

from datetime import UTC, datetime

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from backoffice.api import ChangeText
from tournaments.lifecycle.freeze import THAW
from tournaments.store.staff_acts import PAUSED_BY_ROOM, RESUMED_BY_ROOM, act_of

COMMANDS = {
    "Start": _("Tournament started"),
    "ChangeSetup": _("Announcement of a tournament changed"),
    "ChangeHouseRules": _("Rules of a running tournament changed"),
    "Pause": _("Tournament paused"),
    "Resume": _("Tournament resumed"),
    "NextLevel": _("Next level begun"),
    "PreviousLevel": _("Went back a level"),
    "BreakNow": _("Break announced"),
    "EndBreak": _("Break ended"),
    "MovePlayer": _("Player moved"),
    "BreakTable": _("Tournament table broken"),
    "SetHandForHand": _("Hand-for-hand switched"),
    "TellTables": _("Tables of a tournament told"),
    "Warn": _("Player warned"),
    "Penalise": _("Player penalised"),
    "LiftPenalty": _("Penalty lifted"),
    "Disqualify": _("Player disqualified"),
    "TakeBackDeferred": _("Decision taken back"),
    "VoidHand": _("Hand of a tournament void"),
    "OpenDealTalk": _("Deal talk opened"),
    "ProposeDeal": _("Deal proposed"),
    "RefuseDeal": _("Deal refused"),
    "ConfirmDeal": _("Deal confirmed"),
    "EndNow": _("Tournament ended early"),
    "TakeBackEnd": _("End of a tournament taken back"),
    "Cancel": _("Tournament cancelled"),
    THAW: _("Stopped tournament continued"),
}
ACT_NAMES = {
    **{act_of(command): name for command, name in COMMANDS.items()},
    PAUSED_BY_ROOM: _("Tournament paused for lost connections"),
    RESUMED_BY_ROOM: _("Tournament resumed after lost connections"),
    "tournament.announced": _("Tournament announced"),
    "schedule.added": _("Schedule added"),
    "schedule.switched": _("Schedule switched"),
}
VALUES = {
    "name": _("name"),
    "games": _("games"),
    "structure": _("structure"),
    "every": _("repeats"),
    "seats": _("seats"),
    "final_seats": _("seats at the final table"),
    "min_players": _("fewest players"),
    "max_players": _("most players"),
    "starts_at": _("start"),
    "ends_at": _("announced end"),
    "price": _("price"),
    "late": _("late registration"),
    "rebuy": _("re-buys"),
    "addon": _("add-on"),
    "payouts": _("payouts"),
    "preset": _("preset"),
    "house": _("rules of the tournament"),
    "table_house": _("rules of its tables"),
    "clock": _("clock"),
    "password": _("password"),
    "is_on": _("switched on"),
    "on": _("switched on"),
    "table": _("table"),
    "seat": _("seat"),
    "hands": _("hands"),
    "rounds": _("rounds"),
    "time": _("time"),
    "chips": _("chips"),
    "length": _("length"),
    "shares": _("shares"),
    "kept": _("kept to play for"),
    "forward": _("paid forward"),
}
MOMENTS = ("starts_at", "ends_at")


def act_change(_subject: str, what: str, before: str, after: str) -> ChangeText:
    """A change of a director's act in words."""
    return ChangeText(capfirst(str(VALUES.get(what, what))), _value(what, before), _value(what, after))


def _value(what: str, value: str) -> str:
    if what in MOMENTS and value.isdecimal():
        at = datetime.fromtimestamp(int(value) / 1000, UTC)
        return date_format(localtime(at), "SHORT_DATETIME_FORMAT") if int(value) else ""
    if what in ("length", "time") and value.isdecimal():
        return f"{int(value) // 60_000} min"
    return str({"on": _("yes"), "off": _("no")}.get(value, value))
