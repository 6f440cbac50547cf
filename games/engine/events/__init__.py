"""What happened, in the past tense; state is these folded, so storing, replaying and showing are one thing.

Every event is a plain tuple of ints, texts and tuples. Seats are table seat numbers, amounts minor units,
times milliseconds. An event in `SECRET` is never shown and is sealed where it is stored; all others may be
read by everybody: they have no field that a hidden card could sit in.
"""

from typing import Any, TypeAlias

from games.engine.events.hand import (
    Bet,
    BetsCollected,
    BoardDealt,
    BroughtIn,
    Called,
    CardsDealt,
    Checked,
    DeckShuffled,
    Drew,
    Exchanged,
    Folded,
    HandBegan,
    HandEnded,
    HandEvent,
    HandsTurnedUp,
    Mucked,
    Posted,
    PotWon,
    Protected,
    Raised,
    RakeTaken,
    RunAgreed,
    RunBegan,
    RunOffered,
    ShowdownBegan,
    Shown,
    StreetBegan,
    StubShuffled,
    UncalledReturned,
    UpDealt,
)
from games.engine.events.table import (
    AheadSet,
    BankBegan,
    BankChanged,
    BlindAgreed,
    BlindsMissed,
    ButtonDrawn,
    ChipsAdded,
    ChipsQueued,
    ChipsReturned,
    Closed,
    Closing,
    EntrySet,
    GameChanged,
    HabitsSet,
    HandVoided,
    LeaveAsked,
    LineBack,
    LineLost,
    MoveAsked,
    MovedOn,
    Paused,
    PlanSet,
    PositionsSet,
    RabbitAgreed,
    RabbitAsked,
    RabbitShown,
    RefillSet,
    Resumed,
    RulesChanged,
    SatIn,
    SatOut,
    SeatChangeAsked,
    SeatChanged,
    SeatLeft,
    SeatTaken,
    SitOutAsked,
    StraddleSet,
    TableOnly,
    TimeCalled,
    TimedOut,
    TurnBegan,
    WaitBegan,
)
from games.engine.events.tournament import ChipsRaced, ChipsSet, HandReleased, HandsHeld, Penalised, TakeAwayAsked

__all__ = [
    "MAY_BE_ALL_IN",
    "SECRET",
    "AheadSet",
    "BankBegan",
    "BankChanged",
    "Bet",
    "BetsCollected",
    "BlindAgreed",
    "BlindsMissed",
    "BoardDealt",
    "BroughtIn",
    "ButtonDrawn",
    "Called",
    "CardsDealt",
    "Checked",
    "ChipsAdded",
    "ChipsQueued",
    "ChipsRaced",
    "ChipsReturned",
    "ChipsSet",
    "Closed",
    "Closing",
    "DeckShuffled",
    "Drew",
    "EntrySet",
    "Exchanged",
    "Folded",
    "GameChanged",
    "HabitsSet",
    "HandBegan",
    "HandEnded",
    "HandEvent",
    "HandReleased",
    "HandVoided",
    "HandsHeld",
    "HandsTurnedUp",
    "LeaveAsked",
    "LineBack",
    "LineLost",
    "MoveAsked",
    "MovedOn",
    "Mucked",
    "Paused",
    "Penalised",
    "PlanSet",
    "PositionsSet",
    "Posted",
    "PotWon",
    "Protected",
    "RabbitAgreed",
    "RabbitAsked",
    "RabbitShown",
    "Raised",
    "RakeTaken",
    "RefillSet",
    "Resumed",
    "RulesChanged",
    "RunAgreed",
    "RunBegan",
    "RunOffered",
    "SatIn",
    "SatOut",
    "SeatChangeAsked",
    "SeatChanged",
    "SeatLeft",
    "SeatTaken",
    "ShowdownBegan",
    "Shown",
    "SitOutAsked",
    "StraddleSet",
    "StreetBegan",
    "StubShuffled",
    "TableEvent",
    "TakeAwayAsked",
    "TimeCalled",
    "TimedOut",
    "TurnBegan",
    "UncalledReturned",
    "UpDealt",
    "WaitBegan",
    "from_data",
    "to_data",
]

TableEvent: TypeAlias = HandEvent | TableOnly

SECRET: frozenset[type] = frozenset({DeckShuffled, StubShuffled, Exchanged, AheadSet})

MAY_BE_ALL_IN = (Posted, BroughtIn, Called, Bet, Raised)

_KINDS: dict[str, type] = {
    kind.__name__: kind
    for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")
}


def to_data(event: TableEvent) -> list[Any]:
    """An event as JSON-ready data: its name, then its fields."""
    return [type(event).__name__, *event]


def from_data(data: list[Any]) -> TableEvent:
    """The event that `to_data` wrote; raises KeyError on an unknown name."""
    return _KINDS[data[0]](*map(_frozen, data[1:]))  # type: ignore[no-any-return]


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
