"""Scenes outside of betting: equity of all-in hands, called time, rabbit hunts and seat changes."""

from collections.abc import Callable

from games.engine.hand.actions import Call, Fold, RaiseTo
from games.engine.hand.hand import Hand
from games.engine.table import commands as cm
from games.engine.views.all_in_equity import all_in_spot, with_equities
from games.engine.views.types import TableView
from games.live.equity_runner import equity_of
from tests.games.web.scenes.games import BIG, Play
from tests.games.web.scenes.tables import Scene, now


def with_odds(view: TableView, hand: Hand) -> TableView:
    """The view as the host sends it once the equity is computed."""
    undealt = hand.stub.left + len(hand.stub.burnt)
    spot = all_in_spot(view, game=hand.rules.variant.code, undealt=undealt)
    return with_equities(view, equity_of(spot)) if spot else view


def all_in(game: str = "holdem", players: int = 3, *, seed: int = 12, cards: int = 3, **house: int) -> Scene:
    """Everybody is all-in with this many cards on the board, and the hands show their equity."""
    structure = "pl" if game.startswith("omaha") else "nl"
    play = Play(game, structure, players, seed=seed, stack=20, **{"run_it": 1, **house})
    while play.hand.to_act >= 0:
        legal = play.hand.legal()
        play.act(RaiseTo(legal.max_to) if legal.max_to else Call())
    play.until(lambda hand: len(hand.board) >= cards)
    scene = play.scene(0)
    return scene._replace(view=with_odds(scene.view, play.hand))


def stud_all_in() -> Scene:
    """Four of six are all-in at stud; two up cards were folded."""
    play = Play("stud8", "fl", 6, seed=9, stack=3).until(lambda hand: not hand.bring_due)
    play.act(Fold()).act(Fold())
    while play.hand.to_act >= 0:
        legal = play.hand.legal()
        play.act(RaiseTo(legal.max_to) if legal.max_to else Call())
    scene = play.scene(play.hand.live[0])
    return scene._replace(view=with_odds(scene.view, play.hand))


def time_pressure(*, called: bool, is_mine: bool) -> Scene:
    """The player to act is in the time bank, or time was called on them; seen by them or by an opponent."""
    play = Play("holdem", "nl", 7, seed=3).street(1)
    slow = play.hand.to_act
    other = next(seat for seat in play.hand.live if seat != slow)
    play.tick()
    if called:
        play.send(cm.CallTime(other + 1))
    scene = play.scene(slow if is_mine else other)
    assert scene.view.turn is not None
    until = now() + (8_700 if called else 15_000)
    own = scene.own._replace(deadline=until) if is_mine and scene.own else scene.own
    return Scene(scene.view._replace(turn=scene.view.turn._replace(deadline=until)), own)


def rabbit(*players: int, seat: int, fee: int = 0, flop: bool = True) -> Scene:
    """A hand ended early and these players asked for the rest of the board; seen from a seat."""
    play = Play("holdem", "nl", 6, seed=21, rabbit_hunt=True, rabbit_fee=fee)
    if flop:
        play.street(1)
    play.act(RaiseTo(4 * BIG))
    while play.table.running:
        play.act(Fold())
    for player in players:
        play.send(cm.AskRabbit(player, play.table.hand_number))
    return play.scene(seat)


def moving() -> Scene:
    """During a hand, the player has asked to change to one of the free seats."""
    play = Play("holdem", "nl", 9, seed=4).street(1)
    for player in (2, 5, 8):
        play.send(cm.Leave(player))
    play.over()
    number = play.table.hand_number
    while play.table.hand_number == number or not play.table.running:
        play.tick()
    play.send(cm.ChangeSeat(1, 4))
    return play.scene(0)


FLOOR_SCENES: dict[str, Callable[[], Scene]] = {
    "all-in-flop": all_in,
    "all-in-preflop": lambda: all_in(players=2, cards=0),
    "all-in-nine": lambda: all_in(players=9, cards=4),
    "all-in-omaha8": lambda: all_in("omaha8", 3, cards=3),
    "all-in-stud": stud_all_in,
    "bank": lambda: time_pressure(called=False, is_mine=False),
    "called": lambda: time_pressure(called=True, is_mine=False),
    "called-on-me": lambda: time_pressure(called=True, is_mine=True),
    "rabbit-ask": lambda: rabbit(seat=2, fee=500),
    "rabbit-agree": lambda: rabbit(4, seat=2),
    "rabbit-shown": lambda: rabbit(1, 2, 3, 4, 5, 6, seat=2),
    "rabbit-five": lambda: rabbit(1, 2, 3, 4, 5, 6, seat=2, flop=False),
    "moving": moving,
}
