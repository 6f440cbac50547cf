"""The fixed words of the views: seat states, last acts, and the kinds of lines in the hand log."""

from enum import StrEnum


class SeatState(StrEnum):
    """The state of a seat; `WAITING` is seated but not dealt in."""

    EMPTY = "empty"
    WAITING = "waiting"
    SITTING_OUT = "sitting_out"
    IN_HAND = "in_hand"
    ALL_IN = "all_in"
    FOLDED = "folded"


class LastAct(StrEnum):
    """What a seat did last in this round; `PAT` drew no cards."""

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
    """What a line of the hand log tells; `LogLine` says what its fields hold for each."""

    HAND = "hand"
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
    RACE = "race"
    RACE_CARDS = "race_cards"
    RACE_WON = "race_won"
    RACE_SAVED = "race_saved"
