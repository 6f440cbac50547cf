"""Scenes of every family of games, played by the engine, as a watcher and one player see them."""

from collections.abc import Callable
from random import Random
from typing import Any

from games.engine.hand.actions import Action, Call, Check, Discard, Fold, RaiseTo, RunIt, Show
from games.engine.hand.hand import Hand
from games.engine.rules.house_rules import HouseRules
from games.engine.rules.rules import Clock, Rules
from games.engine.rules.stakes import Structure
from games.engine.rules.usual_stakes import usual_stakes
from games.engine.rules.variants import CATALOGUE
from games.engine.table import commands as cm
from games.engine.table.decide import decide
from games.engine.table.state import Table
from games.engine.views.visibility import own_view, public_view
from tests.games.web.scenes.tables import NAMES, Scene, now

BIG = 2000
CLOCK = Clock(turn=20_000)


class Play:
    """A table with this many players, dealt by a seed; everybody calls unless a test acts for them."""

    def __init__(self, game: str, structure: str, players: int, *, seed: int = 1, stack: int = 200, **house: Any):
        variant = CATALOGUE[game]
        stakes = usual_stakes(variant, Structure(structure), BIG, unit=100)
        rules = Rules(variant, stakes, HouseRules(**{"chip_unit": 100, **house}), clock=CLOCK)
        self.rng = Random(seed)
        self.now = now()
        self.table = Table(rules, players)
        for seat in range(players):
            chips = stack * BIG + seat * 37_00 * (stack > 30)
            self.send(cm.TakeSeat(seat + 1, NAMES[seat % len(NAMES)], seat == 2, seat, chips, auto_muck=False))
        while not self.table.running:
            self.tick()

    @property
    def hand(self) -> Hand:
        """The running or last hand."""
        assert self.table.hand is not None
        return self.table.hand

    def send(self, command: cm.Command) -> None:
        """Tell the table something."""
        variant = self.table.rules.variant
        deck = None
        if isinstance(command, cm.Tick):
            decks = (self.rng.sample(variant.deck, len(variant.deck)) for _ in range(variant.shuffles))
            deck = [card for cards in decks for card in cards]
        self.table = decide(self.table, command, now=self.now, deck=deck).table

    def tick(self) -> None:
        """What is due next happens."""
        self.now = max(self.now, self.table.next_tick_at() or 0)
        self.send(cm.Tick())

    def act(self, action: Action) -> "Play":
        """The player whose turn it is does this."""
        seat = self.hand.waiting.seat
        player = self.table.seat(seat).player
        hand = self.table.hand_number
        self.send(cm.Act(player, hand, self.table.turn, self.hand.price_due, action))
        return self

    def usual(self) -> None:
        """The player whose turn it is calls, stands pat or mucks; a run-out goes on."""
        kind = self.hand.waiting.kind
        if kind == "act":
            legal = self.hand.legal()
            self.act(Call() if legal.call else Check() if legal.can_check else RaiseTo(legal.min_to))
        elif kind == "draw":
            self.act(Discard(tuple(range(self.hand.waiting.seat % 4))))
        elif kind == "show":
            self.act(Show())
        else:
            self.tick()

    def until(self, holds: Callable[[Hand], bool]) -> "Play":
        """Go on as usual until this holds."""
        for _ in range(400):
            if holds(self.hand):
                return self
            self.usual()
        raise AssertionError("never came to it")

    def street(self, number: int) -> "Play":
        """Go on until this street is open to bets, counted from 0."""
        return self.until(lambda hand: hand.street == number and hand.to_act >= 0)

    def over(self) -> "Play":
        """To the end of the hand."""
        return self.until(lambda hand: hand.changes is not None)

    def scene(self, seat: int | None = None) -> Scene:
        """What is seen now, by default also by whose turn it is; clocks as if it had just come to it."""
        watched = self.hand.waiting.seat if seat is None else seat
        shift = now() - self.now
        view = public_view(self.table, table_id=1, version=7)
        if view.turn:
            view = view._replace(turn=view.turn._replace(deadline=view.turn.deadline + shift - 6_000))
        if view.next_hand_at:
            view = view._replace(next_hand_at=view.next_hand_at + shift)
        own = own_view(self.table, watched + 1, table_id=1, version=7)
        if own and view.turn and own.turn:
            own = own._replace(deadline=view.turn.deadline)
        elif own and own.deadline:
            own = own._replace(deadline=own.deadline + shift)
        return Scene(view, own)


def stud_sixth() -> Scene:
    """Eight players with six cards each, the fullest that stud gets."""
    return Play("stud", "fl", 8, seed=4).street(3).act(RaiseTo(2 * BIG)).scene()


def stud_seventh() -> Scene:
    """Seven with seven cards each; one of them bet."""
    return Play("stud", "fl", 7, seed=5).street(4).act(RaiseTo(2 * BIG)).act(Call()).scene()


def stud_fifth() -> Scene:
    """Half of them have folded."""
    play = Play("stud8", "fl", 8, seed=9).until(lambda hand: not hand.bring_due)
    for _ in range(3):
        play.act(Fold())
    return play.street(2).scene()


def stud_bring_in() -> Scene:
    """My door card is the lowest."""
    return Play("stud", "fl", 6, seed=3).scene()


def stud_complete() -> Scene:
    """Somebody brought it in."""
    return Play("razz", "fl", 6, seed=3).act(Call()).scene()


def stud_open_pair() -> Scene:
    """A pair shows on fourth street: two sizes."""
    for seed in range(60):
        play = Play("stud", "fl", 6, seed=seed).street(1)
        if play.hand.legal().max_to > play.hand.legal().min_to:
            return play.scene()
    raise AssertionError("no pair came")


def stud_community() -> Scene:
    """Eight to the end: one card for all."""
    return Play("stud", "fl", 8, seed=6).street(4).scene()


def stud_showdown() -> Scene:
    """Everybody shows seven cards."""
    return Play("stud8", "fl", 6, seed=22).street(4).act(RaiseTo(2 * BIG)).over().scene(0)


def razz_showdown() -> Scene:
    """The lowest wins."""
    return Play("razz", "fl", 4, seed=11).street(4).act(RaiseTo(2 * BIG)).over().scene(1)


def five_stud() -> Scene:
    """Five card stud, ten players."""
    return Play("stud5", "fl", 10, seed=2).street(3).scene()


def omaha_turn() -> Scene:
    """Pot-limit Omaha, nine players, my turn on the turn."""
    return Play("omaha", "pl", 9, seed=7).street(2).act(RaiseTo(4 * BIG)).scene()


def omaha5_flop() -> Scene:
    """Five cards each."""
    return Play("omaha5", "pl", 6, seed=8).street(1).scene()


def omaha8_showdown() -> Scene:
    """High and low share the pot."""
    for seed in range(80):
        play = Play("omaha8", "fl", 6, seed=seed).street(3).act(RaiseTo(2 * BIG)).over()
        if any(line.kind == "low" for line in public_view(play.table, table_id=1, version=1).log):
            return play.scene(0)
    raise AssertionError("no low came")


def omaha_all_in(agreed: int = 0) -> Scene:
    """All-in before the flop: how many boards?"""
    play = _all_in(agreed)
    return play.scene(play.hand.to_agree[0])


def _all_in(agreed: int = 0) -> Play:
    play = Play("holdem", "nl", 3, seed=12, stack=20, run_it=3)
    play.act(RaiseTo(20 * BIG)).act(Call()).act(Call())
    for seat in play.hand.to_agree[:agreed]:
        play.send(cm.Act(seat + 1, play.table.hand_number, 0, 0, RunIt(3)))
    return play


def three_boards() -> Scene:
    """The board was run three times."""
    return _all_in(3).over().scene(0)


def two_boards_dealing() -> Scene:
    """The second of three boards is coming."""
    return _all_in(3).until(lambda hand: len(hand.boards) == 1 and len(hand.board) == 3).scene(0)


def draw_choose() -> Scene:
    """My exchange in five card draw."""
    play = Play("draw", "fl", 6, seed=3).until(lambda hand: bool(hand.to_draw))
    return play.act(Discard((0, 1, 2))).act(Discard()).scene()


def draw_after() -> Scene:
    """All have drawn in triple draw, and it is my turn."""
    play = Play("27td", "fl", 6, seed=4).street(1)
    return play.act(RaiseTo(BIG)).scene()


def draw_choose_low() -> Scene:
    """The third exchange of a deuce hand."""
    return Play("27td", "fl", 6, seed=4).until(lambda hand: hand.street == 3 and bool(hand.to_draw)).scene()


def draw_showdown() -> Scene:
    """Hands of five shown."""
    return Play("lowball", "fl", 6, seed=4).street(1).act(RaiseTo(2 * BIG)).over().scene(0)


def badugi_choose() -> Scene:
    """My exchange in badugi, eight at the table."""
    return Play("badugi", "fl", 8, seed=6).until(lambda hand: hand.street == 2 and len(hand.to_draw) == 3).scene()


def bet_or_fold() -> Scene:
    """Nobody may check before the draw here."""
    return Play("draw", "pl", 5, seed=6, draw_open="bet_or_fold").scene()


def entering(**house: Any) -> Scene:
    """A newcomer may post and play, or wait for the blind."""
    play = Play("holdem", "nl", 6, seed=6, **house).street(1)
    play.send(cm.Leave(1))
    play.over()
    number = play.table.hand_number
    while play.table.hand_number == number:
        play.tick()
    play.send(cm.TakeSeat(9, "Nováček", False, 0, 200 * BIG))
    scene = play.scene(0)
    return scene._replace(own=own_view(play.table, 9, table_id=1, version=7))


GAME_SCENES: dict[str, Callable[[], Scene]] = {
    "stud-sixth": stud_sixth,
    "stud-seventh": stud_seventh,
    "stud-fifth": stud_fifth,
    "stud-bring-in": stud_bring_in,
    "stud-complete": stud_complete,
    "stud-open-pair": stud_open_pair,
    "stud-community": stud_community,
    "stud-showdown": stud_showdown,
    "razz-showdown": razz_showdown,
    "five-stud": five_stud,
    "omaha-turn": omaha_turn,
    "omaha5-flop": omaha5_flop,
    "omaha8-showdown": omaha8_showdown,
    "all-in-agree": omaha_all_in,
    "all-in-agreed": lambda: omaha_all_in(1),
    "two-boards": two_boards_dealing,
    "three-boards": three_boards,
    "draw-choose": draw_choose,
    "draw-choose-low": draw_choose_low,
    "draw-after": draw_after,
    "draw-showdown": draw_showdown,
    "badugi-choose": badugi_choose,
    "bet-or-fold": bet_or_fold,
    "entering": lambda: entering(straddle=True),
}
