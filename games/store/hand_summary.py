"""A finished hand in one row, summed up from its public events."""

from collections.abc import Iterable
from typing import NamedTuple

from games.engine import events as ev
from games.engine.cards import Card


class Digest(NamedTuple):
    """What lists say of a hand; amounts in minor units, `at` when it began (ms).

    `saw` is how many saw a second street, `board` the last one where there were several.
    """

    at: int
    players: int
    pot: int
    rake: int
    saw: int
    board: tuple[Card, ...]


def digest(events: Iterable[ev.TableEvent | None]) -> Digest:
    """Sum up the events of one hand, from its HandBegan on; secret ones may be None."""
    at = players = pot = rake = saw = 0
    live: set[int] = set()
    board: tuple[Card, ...] = ()
    shared = 0
    for event in events:
        match event:
            case ev.HandBegan():
                at, players, live = event.at, len(event.order), set(event.order)
            case ev.Folded():
                live.discard(event.seat)
            case ev.StreetBegan(street=1):
                saw = len(live)
            case ev.BoardDealt():
                board += event.cards
            case ev.RunOffered():
                shared = len(board)
            case ev.RunBegan():
                board = board[:shared]
            case ev.PotWon():
                pot += event.amount
            case ev.RakeTaken():
                rake += event.amount
    return Digest(at, players, pot + rake, rake, saw, board)
