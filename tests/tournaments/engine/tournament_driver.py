"""Drives a tournament from a test: short commands, fixed random bytes, and hands with a chosen outcome."""

from typing import TypeVar, Unpack

from games.engine.errors import IllegalAction
from tests.tournaments.support.setup_fields import SetupFields
from tournaments.engine.setup.payouts import Payouts, Row
from tournaments.engine.setup.setup import Price, Setup
from tournaments.engine.setup.structure import MINUTE, Level, Structure
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.tournament import Tournament
from tournaments.engine.tournament import decide, due
from tournaments.store.codec import snapshot

NOON = 1_700_000_000_000
TEN = 10 * MINUTE
LEVELS = tuple(Level(step * 50, step * 100, 0, TEN) for step in range(1, 9))
STRUCTURE = Structure(1_000, LEVELS)
PAYS = Payouts((Row(10_000, (500_000, 300_000, 200_000)),))

Kind = TypeVar("Kind", bound=tuple[object, ...])


def setup(**changes: Unpack[SetupFields]) -> Setup:
    """Three paid places, tables of three, 1,000 chips, a buy-in of 100 and a fee of 10."""
    base = Setup("Test", STRUCTURE, seats=3, starts_at=NOON, min_players=2, price=Price(100, 10), payouts=PAYS)
    made = base._replace(**changes)
    made.check()
    return made


class TournamentDriver:
    """Gives commands to a tournament and keeps all events; with `players` the tournament has started."""

    def __init__(self, announced: Setup | None = None, players: int = 0) -> None:
        self.t = Tournament(announced or setup())
        self.now = NOON
        self.count = 0
        self.events: list[ev.Event] = []
        for player in range(1, players + 1):
            self.do(cm.Enter(player, f"P{player}"))
        if players:
            self.do(cm.Tick())

    def do(self, command: cm.Command, *, after: int = 0) -> list[ev.Event]:
        """Give a command `after` ms later; its events."""
        self.now += after
        self.count += 1
        before = self.t
        decision = decide(before, command, now=self.now, random_bytes=self.count.to_bytes(32, "big"))
        self.t = decision.after
        self.events += decision.events
        self.t.check()
        self.t.check(since=before)
        return list(decision.events)

    def refused(self, command: cm.Command) -> str:
        """The code with which a command is refused, "" if it is carried out; a refusal changes nothing."""
        before = snapshot(self.t)
        try:
            self.do(command)
        except IllegalAction as refusal:
            assert snapshot(self.t) == before
            return refusal.code
        return ""

    def events_of(self, kind: type[Kind]) -> list[Kind]:
        """All events of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def stack(self, player: int) -> int:
        """A player's chips."""
        return self.t.players[player].stack

    def set_stacks(self, stacks: dict[int, int]) -> None:
        """Set stacks between hands; the chips in play follow."""
        for player, chips in stacks.items():
            self.t.players[player] = self.t.players[player]._replace(stack=chips)
        self.t.chips = sum(entrant.stack for entrant in self.t.players.values())

    def play_hand(
        self, table: int, *, winner: int = 0, busts: tuple[cm.Bust | int, ...] = (), after: int = MINUTE, shown: int = 0
    ) -> list[ev.Event]:
        """End the running hand at a table: the busts' chips go to the winner, by default the first other player.

        The table shows the end for `shown` ms.
        """
        running = self.t.tables[table]
        details = [bust if isinstance(bust, cm.Bust) else cm.Bust(bust) for bust in busts]
        losers = {bust.player for bust in details}
        dealt = [running.seats[seat] for seat in running.dealt]
        winner = winner or next(player for player in dealt if player not in losers)
        won = sum(self.stack(player) for player in losers)
        stacks = {player: 0 if player in losers else self.stack(player) for player in dealt}
        stacks[winner] += won
        details = [bust if bust.by else bust._replace(by=(winner,)) for bust in details]
        shown_until = self.now + after + shown if shown else 0
        report = cm.ReportHand(table, running.hand, tuple(stacks.items()), tuple(details), shown_until)
        return self.do(report, after=after)

    def show_end(self) -> list[ev.Event]:
        """Let the time pass in which a table shows how a hand or a chip race ended."""
        at = due(self.t)
        assert at is not None
        return self.do(cm.Tick(), after=at - self.now)

    def players_left(self) -> list[int]:
        """The players still in."""
        return [entrant.player for entrant in self.t.still_in()]

    def players_at(self, table: int) -> list[int]:
        """The players at a table, by seat."""
        return self.t.tables[table].players

    def places(self) -> dict[int, int]:
        """The places given so far, by player."""
        return {event.player: event.place for event in self.events_of(ev.PlaceGiven)}

    def prizes(self) -> dict[int, int]:
        """The prizes due so far, by player."""
        return {event.player: event.amount for event in self.events_of(ev.PrizeDue)}
