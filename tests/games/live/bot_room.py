"""A table of deciding players, run by the real engine with a clock that jumps to the next thing due."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import NamedTuple

from games.engine import commands as cm
from games.engine import events as ev
from games.engine.actions import Action, BettingAction, Call, Check, Fold
from games.engine.cards import DECK
from games.engine.rules import Rules
from games.engine.sight import own_view, public_view
from games.engine.stakes import Stakes, Structure
from games.engine.table import Decision, decide
from games.engine.table_state import Table
from games.engine.variant import Variant
from games.engine.variants.holdem import HOLDEM
from games.engine.views import OwnView, TableView
from games.live.bots import choose

BIG = 100
Decider = Callable[[TableView, OwnView, Rules, Random], Action]


class Moment(NamedTuple):
    """One decision: what the seat saw and what it did."""

    view: TableView
    own: OwnView
    action: Action


def rules_of(structure: str = "nl", *, variant: Variant = HOLDEM) -> Rules:
    return Rules(variant, Stakes(Structure(structure), BIG // 2, BIG))


def bot(view: TableView, own: OwnView, rules: Rules, dice: Random) -> Action:
    return choose(view, own, rules, dice).action


def caller(view: TableView, own: OwnView, rules: Rules, dice: Random) -> BettingAction:
    assert own.choices
    return Check() if own.choices.can_check else Call()


def folder(view: TableView, own: OwnView, rules: Rules, dice: Random) -> BettingAction:
    assert own.choices
    return Check() if own.choices.can_check else Fold()


class Room:
    """Players by id in seats from 0; `watch` is called with every decision made."""

    def __init__(
        self,
        rules: Rules,
        deciders: Mapping[int, Decider],
        dice: Random,
        watch: Callable[[Moment], None] = lambda moment: None,
    ) -> None:
        self.deciders, self.dice, self.watch = deciders, dice, watch
        self.now = 1
        self.table = Table(rules, len(deciders))
        for player in deciders:
            self._do(cm.TakeSeat(player, f"player {player}", True, -1, 100 * BIG))

    def stacks(self, stacks: Mapping[int, int]) -> None:
        """Give players these stacks for the next hand, whatever they have."""
        data = self.table.snapshot()
        for seat in data["seats"]:
            seat.update(stack=stacks[seat["player"]], away_since=0, sits_out_next=False, fresh=False)
        if data["wait"][0] == "players":
            data["wait"] = ["next_hand", -1, self.now, self.now]
        self.table = Table.restore(data)

    def hand(self) -> ev.HandEnded:
        """Play one hand to its end."""
        for event in self.events():
            if isinstance(event, ev.HandEnded):
                return event
        raise AssertionError("the hand never ended")

    def changes(self) -> dict[int, int]:
        """Play one hand: what each player won or lost."""
        return {self.table.seat(seat).player: change for seat, change in self.hand().changes}

    def events(self) -> Iterator[ev.TableEvent]:
        for _ in range(2000):
            table = self.table
            if table.wait.kind in ("turn", "show"):
                yield from self._ask(table).events
                continue
            due = table.due()
            assert due is not None
            self.now = max(self.now, due)
            yield from self._do(cm.Tick()).events

    def _ask(self, table: Table) -> Decision:
        player = table.seat(table.wait.seat).player
        view = public_view(table, table_id=1, version=1)
        own = own_view(table, player, table_id=1, version=1)
        assert own
        action = self.deciders[player](view, own, table.rules, self.dice)
        self.watch(Moment(view, own, action))
        price = own.choices.call if own.choices else 0
        return self._do(cm.Act(player, view.hand, own.turn, price, action))

    def _do(self, command: cm.Command) -> Decision:
        deck = None
        if self.table.needs_deck(self.now):
            deck = list(DECK)
            self.dice.shuffle(deck)
        decision = decide(self.table, command, now=self.now, deck=deck)
        self.table = decision.after
        return decision
