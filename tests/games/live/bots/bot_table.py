"""A table of bots and simple players, run by the engine with a clock that jumps to the next due time."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import NamedTuple

from games.engine import events as ev
from games.engine.hand.actions import Action, Call, Check, Discard, Fold, Muck, RaiseTo, RunIt
from games.engine.rules.house_rules import ONLINE, HouseRules
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variant import Forced, Variant
from games.engine.rules.variants.holdem import HOLDEM
from games.engine.table import commands as cm
from games.engine.table.decide import Decision, decide
from games.engine.table.facts import Wait
from games.engine.table.state import Table
from games.engine.views.types import OwnView, TableView
from games.engine.views.visibility import own_view, public_view
from games.live.bots.decide import agrees_to_post, choose, is_asked

BIG = 100
Decider = Callable[[TableView, OwnView, Rules, Random], Action]


class Moment(NamedTuple):
    """One decision: the views of the seat, and its action."""

    view: TableView
    own: OwnView
    action: Action


def rules_of(structure: str = "nl", *, variant: Variant = HOLDEM, house: HouseRules = ONLINE) -> Rules:
    """Returns rules with blinds of 0.5 and 1, or antes of 0.2 and a bring-in of 0.5."""
    if variant.forced is Forced.BLINDS:
        return Rules(variant, Stakes(Structure(structure), BIG // 2, BIG), house)
    bring_in = BIG // 2 if variant.forced is Forced.BRING_IN else 0
    return Rules(variant, Stakes(Structure(structure), 0, BIG, BIG // 5, bring_in=bring_in), house)


def bot(view: TableView, own: OwnView, rules: Rules, rng: Random) -> Action:
    return choose(view, own, rules, rng).action


def caller(view: TableView, own: OwnView, rules: Rules, rng: Random) -> Action:
    if own.choices and own.choices.call:
        return Call()
    return _passive(view, own, rules, rng)


def folder(view: TableView, own: OwnView, rules: Rules, rng: Random) -> Action:
    if own.choices and not own.choices.can_check:
        return Call() if own.choices.call_is_bring_in else Fold()
    return _passive(view, own, rules, rng)


def _passive(view: TableView, own: OwnView, rules: Rules, rng: Random) -> Action:
    """Exchanges cards as a bot does, and bets only if it must."""
    if own.draw_limit >= 0:
        return Discard(choose(view, own, rules, rng).action.places)
    if own.asked_to_show or own.max_boards:
        return Muck() if own.asked_to_show else RunIt(1)
    assert own.choices
    return Check() if own.choices.can_check else RaiseTo(own.choices.min_to)


class Room:
    """A table with players by id in seats from 0; `watch` is called with every decision."""

    def __init__(
        self,
        rules: Rules,
        deciders: Mapping[int, Decider],
        rng: Random,
        watch: Callable[[Moment], None] = lambda moment: None,
        *,
        cards: Random | None = None,
        auto_post: bool = True,
    ) -> None:
        self.deciders, self.rng, self.watch, self.cards = deciders, rng, watch, cards or rng
        self.now = 1
        self.table = Table(rules, len(deciders))
        for player in deciders:
            self._do(cm.TakeSeat(player, f"player {player}", True, -1, 100 * BIG, False, auto_post))

    def stacks(self, stacks: Mapping[int, int]) -> None:
        """Sets the players' stacks for the next hand."""
        snapshot = self.table.snapshot()
        for seat in filter(None, snapshot.seats):
            seat.stack, seat.away_since, seat.sits_out_next, seat.awaits_deal = stacks[seat.player], 0, False, False
        if snapshot.wait.kind == "players":
            snapshot = replace(snapshot, wait=Wait("next_hand", -1, self.now, self.now))
        self.table = Table.restore(snapshot)

    def hand(self) -> ev.HandEnded:
        """Plays one hand to its end."""
        for event in self.events():
            if isinstance(event, ev.HandEnded):
                return event
        raise AssertionError("the hand never ended")

    def changes(self) -> dict[int, int]:
        """Plays one hand; returns what each player won or lost."""
        return {self.table.seat(seat).player: change for seat, change in self.hand().changes}

    def events(self) -> Iterator[ev.TableEvent]:
        for _ in range(2000):
            asked = self._asked()
            if asked:
                yield from self._ask(*asked).events
                continue
            due = self.table.next_tick_at()
            assert due is not None
            self.now = max(self.now, due)
            yield from self._do(cm.Tick()).events

    def _asked(self) -> tuple[TableView, OwnView] | None:
        """Returns the views of the first seat that is asked something."""
        if self.table.wait.kind in ("players", "next_hand", "deal"):
            return None
        for player in self.deciders:
            own = own_view(self.table, player, table_id=1, version=1)
            if own and is_asked(own):
                return public_view(self.table, table_id=1, version=1), own
        raise AssertionError("nobody knows what is asked of them")

    def _ask(self, view: TableView, own: OwnView) -> Decision:
        if own.asked_to_post:
            return self._do(cm.PostBlind(own.player, agrees_to_post(own)))
        action = self.deciders[own.player](view, own, self.table.rules, self.rng)
        self.watch(Moment(view, own, action))
        price = own.choices.call if own.choices else 0
        return self._do(cm.Act(own.player, view.hand, own.turn, price, action))

    def _do(self, command: cm.Command) -> Decision:
        deck = None
        if self.table.needs_deck(self.now):
            variant = self.table.rules.variant
            deck = [
                card for _ in range(variant.shuffles) for card in self.cards.sample(variant.deck, len(variant.deck))
            ]
        decision = decide(self.table, command, now=self.now, deck=deck)
        self.table = decision.table
        return decision
