"""What a house bot does, from what its seat may see and nothing else."""

from random import Random
from typing import NamedTuple

from games.engine.actions import BettingAction, Fold, Muck, RaiseTo, Show
from games.engine.rules import Rules
from games.engine.views import OwnView, TableView
from games.live.bot_hands import outlook, standing
from games.live.bot_play import after_flop, before_flop, temper_of
from games.live.bot_spots import Spot, read

QUICKEST, SLOWEST = 700, 2500


class Choice(NamedTuple):
    """What the bot does, after thinking for so many ms."""

    action: BettingAction | Show | Muck
    think_ms: int


def answers(own: OwnView) -> bool:
    """Whether the bot has to do something that `choose` decides: act on its turn, or show or muck (H2)."""
    return own.choices is not None or own.asked_to_show


def choose(view: TableView, own: OwnView, rules: Rules, dice: Random, *, speed: float = 1.0) -> Choice:
    """The bot's action and how long it thinks; `speed` scales the time, 0 is at once.

    Both views are of one version. Raises ValueError when nothing is asked of the seat.
    """
    if own.choices is None:
        if not own.asked_to_show:
            raise ValueError("nothing is asked of this seat")
        return Choice(Muck(), int(QUICKEST * speed))
    spot = read(view, own, own.choices, rules)
    temper = temper_of(own.player)
    action: BettingAction
    if spot.no_board:
        action = before_flop(spot, standing(rules.variant, own.cards, dice), temper, dice)
    else:
        seen = outlook(rules.variant, own.cards, view.board, spot.rivals, dice)
        action = after_flop(spot, seen, temper, dice)
    return Choice(action, int(_thinks(spot, action, dice) * speed))


def _thinks(spot: Spot, action: BettingAction, dice: Random) -> float:
    """A person's time in ms: longer the more of the stack is at stake, short for a fold before the flop."""
    if isinstance(action, Fold) and spot.no_board:
        return QUICKEST + 500 * dice.random()
    stake = action.amount if isinstance(action, RaiseTo) else spot.choices.call
    share = min(1.0, 2 * stake / max(1, spot.all_in))
    return min(SLOWEST, QUICKEST + 900 * dice.random() + 900 * share)
