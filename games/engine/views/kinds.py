"""The fixed values of view fields: table phases, seat states, last actions, and kinds of hand log lines."""

from enum import StrEnum


class TablePhase(StrEnum):
    """What the table is doing.

    `WAITING` is for players, `BETWEEN` two hands; `AGREEING` decides how many boards to run (H6), and `DEALING` runs
    out an all-in. `RACE` shows a chip race (T11), `REBUY` waits for re-buys (T12), `TOGETHER` for the other tables'
    hands (T9). `FROZEN` comes from the host. `NONE` is a page whose table has not arrived yet.
    """

    NONE = ""
    WAITING = "waiting"
    BETWEEN = "between"
    BETTING = "betting"
    AGREEING = "agreeing"
    DEALING = "dealing"
    SHOWDOWN = "showdown"
    PAUSED = "paused"
    CLOSED = "closed"
    FROZEN = "frozen"
    RACE = "race"
    REBUY = "rebuy"
    TOGETHER = "together"


class SeatState(StrEnum):
    """The state of a seat; `WAITING` is seated but not dealt in."""

    EMPTY = "empty"
    WAITING = "waiting"
    SITTING_OUT = "sitting_out"
    IN_HAND = "in_hand"
    ALL_IN = "all_in"
    FOLDED = "folded"


class Blind(StrEnum):
    """The blind a seat has in the current hand."""

    NONE = ""
    SMALL = "small"
    BIG = "big"


class Preset(StrEnum):
    """A bet size offered as a button: a part of the pot as it is after a call, or a multiple of the blind.

    A multiple is of the big blind or the last straddle, before anybody has raised it.
    """

    MIN = "min"
    TIMES_2_5 = "times_2_5"
    TIMES_3 = "times_3"
    TIMES_4 = "times_4"
    THIRD = "third"
    HALF = "half"
    TWO_THIRDS = "two_thirds"
    THREE_QUARTERS = "three_quarters"
    POT = "pot"
    MAX = "max"


class LastAction(StrEnum):
    """What a seat did last in the current betting round; `PAT` drew no cards."""

    NONE = ""
    POST = "post"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    FOLD = "fold"
    ALL_IN = "all_in"
    MUCK = "muck"
    BRING_IN = "bring_in"
    DRAW = "draw"
    PAT = "pat"


class LineCode(StrEnum):
    """The kind of a hand log line; `LogLine` lists the fields of each."""

    HAND = "hand"
    NEXT_GAME = "next_game"
    POST = "post"
    STREET = "street"
    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    BRING_IN = "bring_in"
    UP = "up"
    DRAW = "draw"
    COMMUNITY = "community"
    TIMEOUT = "timeout"
    TIME_CALLED = "time_called"
    PROTECTED = "protected"
    RETURNED = "returned"
    SHOWS = "shows"
    MUCKS = "mucks"
    AGREES = "agrees"
    RUN = "run"
    WINS = "wins"
    VOID = "void"
    RAKE = "rake"
    RABBIT_ASKED = "rabbit_asked"
    RABBIT = "rabbit"
    MOVED = "moved"
    PAUSED = "paused"
    RESUMED = "resumed"
    CLOSING = "closing"
    CLOSED = "closed"
    FROZEN = "frozen"
    RULES = "rules"
    CHANGE = "change"
    ANNOUNCED = "announced"
    REMOVED = "removed"
    KEEPS_SEAT = "keeps_seat"
    SEAT_LOST = "seat_lost"
    SEAT_OUT = "seat_out"
    MUST_MOVE = "must_move"
    UNSEATED = "unseated"
    STACK_SET = "stack_set"
    PENALTY = "penalty"
    WARNED = "warned"
    SITS_OUT = "sits_out"
    KEPT_OPEN = "kept_open"
    TOGETHER = "together"
    RACE = "race"
    RACE_CARDS = "race_cards"
    RACE_WON = "race_won"
    RACE_SAVED = "race_saved"


class PenaltyKind(StrEnum):
    """How a penalty is served: hands folded in a tournament, hands or minutes sat out at a cash table, or over."""

    FOLDED = "folded"
    HANDS = "hands"
    MINUTES = "minutes"
    OVER = "over"

    @classmethod
    def of(cls, hands: int, minutes: int, *, sits_out: bool) -> "PenaltyKind":
        """The kind of a penalty of so many hands or minutes."""
        if minutes:
            return cls.MINUTES
        if not hands:
            return cls.OVER
        return cls.HANDS if sits_out else cls.FOLDED
