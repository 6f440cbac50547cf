"""What a house bot does, from what its seat may see and nothing else."""

from random import Random
from typing import NamedTuple

from games.engine.cards import RANKS, rank
from games.engine.hand.actions import Action, BettingAction, Discard, Fold, Muck, RaiseTo, RunIt
from games.engine.rules.rules import Rules
from games.engine.views.types import OwnView, TableView
from games.live.bots.betting import first_street, later_street, temper_of
from games.live.bots.bluffs import stands_pat
from games.live.bots.drawing import discards
from games.live.bots.hand_strength import outlook
from games.live.bots.situation import Spot, known, read
from games.live.bots.starting_hands import standing

QUICKEST, SLOWEST = 700, 2500
ACE = RANKS.index("A")
KICKER_KEPT = 0.2


class Choice(NamedTuple):
    """What the bot does, after thinking for so many ms."""

    action: Action
    think_ms: int


def answers(own: OwnView) -> bool:
    """Whether anything is asked of the seat: to bet, exchange cards, show or muck, run an all-in, or post a blind.

    Or to agree to show what would have come (H7), which a bot always does. A blind is answered by `agrees_to_post`,
    the rest by `choose`.
    """
    asked = own.choices is not None or own.may_draw >= 0 or own.rabbit == "agree"
    return asked or own.asked_to_show or own.asked_to_run > 0 or own.asked_to_post


def agrees_to_post(own: OwnView) -> bool:
    """Whether the bot posts the blind it is asked for (D12): always, unless it is about to go."""
    return own.asked_to_post and not own.leaving


def choose(view: TableView, own: OwnView, rules: Rules, dice: Random) -> Choice:
    """The bot's action and how long it thinks.

    Both views are of one version. Raises ValueError when no action is asked of the seat.
    """
    if own.choices is None:
        think = QUICKEST + 900 * dice.random()
        return Choice(_unpriced(view, own, rules, dice), int(think))
    spot = read(view, own, own.choices, rules)
    temper = temper_of(own.player)
    action: BettingAction
    if spot.street == 0:
        action = first_street(spot, standing(spot.cards, dice), temper, dice)
    else:
        action = later_street(spot, outlook(spot.cards, dice), temper, dice)
    return Choice(action, int(_thinks(spot, action, dice)))


def _unpriced(view: TableView, own: OwnView, rules: Rules, dice: Random) -> Action:
    """What costs nothing: an exchange, boards for an all-in, a beaten hand."""
    if own.may_draw >= 0:
        return Discard(_exchange(view, own, rules, dice))
    if own.asked_to_run:
        return RunIt(own.asked_to_run)
    if own.asked_to_show:
        return Muck()
    raise ValueError("nothing is asked of this seat")


def _exchange(view: TableView, own: OwnView, rules: Rules, dice: Random) -> tuple[int, ...]:
    cards = known(view, own, rules)
    last = cards.street + 1 == len(rules.variant.streets)
    places = discards(rules.variant.high, own.cards, own.may_draw, last=last)
    aces = [place for place in places if rank(own.cards[place]) == ACE]
    if own.draw_four and not rules.variant.high.ace_low and len(places) == 3 and aces and dice.random() < KICKER_KEPT:
        # A pair now and then keeps an ace beside it, which looks like three of a kind.
        return tuple(place for place in places if place not in aces[:1])
    return () if stands_pat(cards, len(places), temper_of(own.player).bold, dice) else places


def _thinks(spot: Spot, action: BettingAction, dice: Random) -> float:
    """A person's time in ms: longer the more of the stack is at stake, short for a fold on the first street."""
    if isinstance(action, Fold) and spot.street == 0:
        return QUICKEST + 500 * dice.random()
    stake = action.amount if isinstance(action, RaiseTo) else spot.choices.call
    share = min(1.0, 2 * stake / max(1, spot.all_in))
    return min(SLOWEST, QUICKEST + 900 * dice.random() + 900 * share)
