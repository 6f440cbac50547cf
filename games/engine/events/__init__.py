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
    AutoActionsSet,
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
    Disconnected,
    EntrySet,
    GameChanged,
    HandVoided,
    LeaveAsked,
    MovedToTable,
    Paused,
    PositionsSet,
    PreActionSet,
    RabbitAgreed,
    RabbitAsked,
    RabbitShown,
    Reconnected,
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
    StopPlanSet,
    StraddleSet,
    TableMoveSet,
    TableOnly,
    TimeCalled,
    TimedOut,
    TurnBegan,
    WaitBegan,
)
from games.engine.events.tournament import ChipsRaced, ChipsSet, HandReleased, HandsHeld, Penalised, UnseatAsked

__all__ = [
    "MAY_BE_ALL_IN",
    "SECRET",
    "AutoActionsSet",
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
    "Disconnected",
    "Drew",
    "EntrySet",
    "Exchanged",
    "Folded",
    "GameChanged",
    "HandBegan",
    "HandEnded",
    "HandEvent",
    "HandReleased",
    "HandVoided",
    "HandsHeld",
    "HandsTurnedUp",
    "LeaveAsked",
    "MovedToTable",
    "Mucked",
    "Paused",
    "Penalised",
    "PositionsSet",
    "Posted",
    "PotWon",
    "PreActionSet",
    "Protected",
    "RabbitAgreed",
    "RabbitAsked",
    "RabbitShown",
    "Raised",
    "RakeTaken",
    "Reconnected",
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
    "StopPlanSet",
    "StraddleSet",
    "StreetBegan",
    "StubShuffled",
    "TableEvent",
    "TableMoveSet",
    "TimeCalled",
    "TimedOut",
    "TurnBegan",
    "UncalledReturned",
    "UnseatAsked",
    "UpDealt",
    "WaitBegan",
    "from_data",
    "to_data",
]

TableEvent: TypeAlias = HandEvent | TableOnly

SECRET: frozenset[type] = frozenset({DeckShuffled, StubShuffled, Exchanged, PreActionSet})

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
