"""Sums up a finished hand from its public events."""

from collections.abc import Iterable
from typing import NamedTuple

from games.engine import events as ev
from games.engine.cards import Card
from games.models import Hand


class HandSummary(NamedTuple):
    """A hand as lists show it; amounts in minor units, `began_at` in ms.

    `second_street_players` is how many players saw the second street, `board` the last board if there were several.
    """

    began_at: int
    players: int
    pot: int
    rake: int
    second_street_players: int
    board: tuple[Card, ...]


def summarize_hand(events: Iterable[ev.TableEvent | None]) -> HandSummary:
    """Sums up the events of one hand, from its HandBegan on; secret ones may be None."""
    began_at = players = pot = rake = second_street_players = 0
    live: set[int] = set()
    board: tuple[Card, ...] = ()
    shared = board
    for event in events:
        match event:
            case ev.HandBegan():
                began_at, players, live = event.at, len(event.order), set(event.order)
            case ev.Folded():
                live.discard(event.seat)
            case ev.StreetBegan(street=1):
                second_street_players = len(live)
            case ev.BoardDealt():
                board += event.cards
            case ev.RunOffered():
                shared = board
            case ev.RunBegan():
                board = shared
            case ev.PotWon():
                pot += event.amount
            case ev.RakeTaken():
                rake += event.amount
    return HandSummary(began_at, players, pot + rake, rake, second_street_players, board)


def second_street_permille(hand: Hand) -> int:
    """How many in a thousand of the players dealt in saw the second street."""
    return 1000 * hand.second_street_players // hand.players
