"""Why the rules seat, move, close, remove or end something, and the kinds of deals and deferred commands."""

from enum import StrEnum


class SeatReason(StrEnum):
    """Why a player got a seat (T3, T12)."""

    DRAW = "draw"
    SET = "set"
    LATE = "late"
    AGAIN = "again"


class MoveReason(StrEnum):
    """Why a player moved to another seat (T6, T7)."""

    BALANCE = "balance"
    BREAK = "break"
    FINAL = "final"
    ROUND = "round"
    DIRECTOR = "director"


class CloseReason(StrEnum):
    """Why a table closed (T7)."""

    BROKEN = "broken"
    FINAL = "final"
    ROUND = "round"


class RemovalReason(StrEnum):
    """Why chips went out of play (T13, T14)."""

    PENALTY = "penalty"
    DISQUALIFIED = "disqualified"
    SURRENDER = "surrender"


class OutReason(StrEnum):
    """Why a player is out (T10, T13, T14)."""

    BUST = "bust"
    LEFT = "left"
    DISQUALIFIED = "disqualified"


class CancelReason(StrEnum):
    """Why the rules cancel a tournament; a director's own reason is free text (T15)."""

    TOO_FEW = "too_few"


class EndReason(StrEnum):
    """Why the rules end a tournament; a director's own reason is free text (T15, T17)."""

    WON = "won"
    SATELLITE = "satellite"
    DEAL = "deal"
    TIME = "time"


class BreakReason(StrEnum):
    """Why the rules take a break; a director's own reason is free text (T5)."""

    LEVEL = "level"
    HOUR = "hour"


class HandForHandReason(StrEnum):
    """Why the rules switch hand-for-hand on or off; a director's own reason is free text (T9)."""

    BUBBLE = "bubble"
    FINAL = "final"


def own_words(why: str, of_rules: type[StrEnum]) -> str:
    """The director's own words; "" for a reason of the rules."""
    return "" if why in tuple(of_rules) else why


class DeferredKind(StrEnum):
    """The kinds of commands that wait for the end of a hand (T13, T14, F4)."""

    MOVE = "move"
    PENALISE = "penalise"
    DISQUALIFY = "disqualify"
    LEAVE = "leave"


class DealKind(StrEnum):
    """How a deal shares the prizes: chip-chop, the independent chip model or the players' own figures (T17)."""

    CHIPS = "chips"
    ICM = "icm"
    OWN = "own"
