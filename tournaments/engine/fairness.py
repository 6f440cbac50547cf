"""How fairly players are moved: hands, big blinds, missed hands and moves of each player, counted from events (T6)."""

from dataclasses import dataclass, field, replace

from tournaments.engine.state import events as ev
from tournaments.engine.state.reasons import MoveReason


@dataclass(slots=True)
class Share:
    """A player's share of the play.

    `waited` counts the hands dealt at the player's own table without the player, `doubled` the big blinds posted in two
    hands running, `forced` those of them caused by a broken table, a new round or the director. `moves` are (from
    table, to table, reason). `had_big_blind` is about the player's last hand, `forced_move` about a move since then.
    """

    hands: int = 0
    waited: int = 0
    big_blinds: int = 0
    doubled: int = 0
    forced: int = 0
    moves: list[tuple[int, int, MoveReason]] = field(default_factory=list)
    had_big_blind: bool = False
    forced_move: bool = False


class Fairness:
    """Adds up the events of a tournament: `shares` by player, `waits` as (table, hand, player)."""

    def __init__(self) -> None:
        self.shares: dict[int, Share] = {}
        self.waits: list[tuple[int, int, int]] = []
        self._seats: dict[int, dict[int, int]] = {}
        self._places: dict[int, tuple[int, int]] = {}
        self._before: dict[int, dict[int, Share]] = {}

    def count(self, event: ev.Event) -> None:
        """Count one event."""
        match event:
            case ev.Seated(player, table, seat):
                self.shares.setdefault(player, Share()).had_big_blind = False
                self._sit(player, table, seat)
            case ev.Moved(player, from_table, _, table, seat, why):
                self._stand(player)
                self._sit(player, table, seat)
                share = self.shares[player]
                share.moves.append((from_table, table, why))
                share.forced_move = share.forced_move or why is not MoveReason.BALANCE
            case ev.PlayerOut(player):
                self._stand(player)
            case ev.HandReleased():
                self._hand(event)
            case ev.BustUndone(player, table, seat) if player not in self._places:
                self._sit(player, table, seat)
            case ev.HandVoided(table, hand):
                self.shares |= self._before.pop(table)
                self.waits = [wait for wait in self.waits if wait[:2] != (table, hand)]

    def _sit(self, player: int, table: int, seat: int) -> None:
        self._seats.setdefault(table, {})[seat] = player
        self._places[player] = table, seat

    def _stand(self, player: int) -> None:
        table, seat = self._places.pop(player)
        del self._seats[table][seat]

    def _hand(self, event: ev.HandReleased) -> None:
        players = self._seats[event.table]
        self._before[event.table] = {player: replace(self.shares[player]) for player in players.values()}
        for seat, player in players.items():
            share = self.shares[player]
            if seat not in event.dealt:
                share.waited += 1
                self.waits.append((event.table, event.hand, player))
                continue
            big = seat == event.big
            if big and share.had_big_blind:
                share.doubled += 1
                share.forced += share.forced_move
            share.hands += 1
            share.big_blinds += big
            share.had_big_blind = big
            share.forced_move = False
