"""The enums in table events and commands; a member equals its string, which is what a stored event contains."""

from enum import StrEnum
from typing import Final

LONGEST_REASON: Final = 300
"""The most characters of a reason that staff give (F3)."""


class PostKind(StrEnum):
    """A forced bet (D4-D12): `POST` is the live blind of an entering player, `DEAD` money goes straight to the pot."""

    ANTE = "ante"
    SMALL_BLIND = "small_blind"
    BIG_BLIND = "big_blind"
    STRADDLE = "straddle"
    POST = "post"
    DEAD = "dead"


class PotHalf(StrEnum):
    """The part of a pot that was won: all of it, or its high or low half (P5)."""

    ALL = "all"
    HIGH = "high"
    LOW = "low"


class WaitKind(StrEnum):
    """What a table waits for.

    `BANK` is a turn on the time bank or in the grace period of a lost connection, `CALLED` a turn after time was called
    (B14).
    """

    PLAYERS = "players"
    NEXT_HAND = "next_hand"
    POST = "post"
    TURN = "turn"
    BANK = "bank"
    CALLED = "called"
    DEAL = "deal"
    AGREE = "agree"
    SHOW = "show"


ON_THE_CLOCK = frozenset({WaitKind.TURN, WaitKind.BANK, WaitKind.CALLED})
"""The waits for a player to act."""


class PreAction(StrEnum):
    """An action that a player chooses before the turn comes (B10); `NONE` cancels it."""

    NONE = ""
    FOLD = "fold"
    CHECK_FOLD = "check_fold"
    CHECK = "check"
    CALL = "call"
    CALL_ANY = "call_any"


class StopPlan(StrEnum):
    """How a player plans to stop playing (K6, D11); `NONE` plays on.

    `HOUSE` is no player's choice: the seat ends after the hand, and nobody takes that back (M7).
    """

    NONE = ""
    LEAVE = "leave"
    LEAVE_AT_BLIND = "leave_blind"
    SIT_OUT_AT_BLIND = "out_blind"
    HOUSE = "house"


class SitOutReason(StrEnum):
    """Why a seat gets no cards or, in a tournament, why the room plays for it (T3, T13).

    `ABSENT` players have not arrived yet, `BARRED` ones never come back (T14); `SHORT` is a stack below the smallest
    that is dealt in (D5).
    """

    ASKED = "asked"
    TIMEOUT = "timeout"
    BROKE = "broke"
    SHORT = "short"
    DECLINED = "declined"
    ABSENT = "absent"
    DISCONNECTED = "disconnected"
    DIRECTOR = "director"
    BARRED = "barred"


LEAVES_AFTER_HAND = frozenset({StopPlan.LEAVE, StopPlan.HOUSE})
"""The plans by which the player is gone once the hand is over."""

BACK_ON_RECONNECT = frozenset({SitOutReason.ABSENT, SitOutReason.DISCONNECTED})
"""The reasons after which players play again as soon as they are connected (T3)."""


class Announcement(StrEnum):
    """What the house announces at a table; `SAYS` is a free text.

    `CLOSES_SOON` names the moment at which the table closes, in ms since the epoch.
    """

    THAWED = "thawed"
    MERGES = "merges"
    RECEIVES = "receives"
    MERGES_NOT = "merges_not"
    RECEIVES_NOT = "receives_not"
    UNLINKED = "unlinked"
    OWNER_CLOSES = "owner_closes"
    CLOSES_SOON = "closes_soon"
    CLOSING_TIME = "closing_time"
    SEATS_FROZEN = "seats_frozen"
    SEATS_GIVEN = "seats_given"
    SAYS = "says"


class VoidReason(StrEnum):
    """Why the room itself calls a hand void; staff give a reason in words.

    `FAULT`: its cards or chips did not add up (C1). `INTERRUPTED`: the table stopped during it (X2).
    """

    FAULT = "fault"
    INTERRUPTED = "interrupted"


BY_THE_ROOM = frozenset(VoidReason)


class PauseReason(StrEnum):
    """Why the room itself pauses and resumes a tournament; staff give a reason in words (T3).

    `LOST`: many players have lost their connection. `BACK`: most of them are back. `LONG`: the pause has lasted as long
    as it may.
    """

    LOST = "connections_lost"
    BACK = "connections_back"
    LONG = "connections_awaited"


class LeaveReason(StrEnum):
    """Why a player left.

    `IDLE` sat out too long (D11), `BROKE` bought no chips in time (K5), `REMOVED` lost the seat to the house.
    """

    ASKED = "asked"
    IDLE = "idle"
    BROKE = "broke"
    CLOSED = "closed"
    MOVED = "moved"
    REMOVED = "removed"
