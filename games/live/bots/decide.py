"""What a house bot does, decided only from what its seat may see."""

from random import Random
from typing import NamedTuple

from games.engine.cards import RANKS, rank
from games.engine.hand.actions import Action, BettingAction, Discard, Fold, Muck, RaiseTo, RunIt
from games.engine.rules.rules import Rules
from games.engine.views.types import OwnView, TableView
from games.live.bots.betting import first_street, later_street, style_of
from games.live.bots.bluffs import stands_pat
from games.live.bots.drawing import discards
from games.live.bots.hand_strength import outlook
from games.live.bots.situation import Situation, known_cards, read_situation
from games.live.bots.starting_hands import starting_hand_share

QUICKEST, SLOWEST = 700, 2500
ACE = RANKS.index("A")
KICKER_KEPT = 0.2


class Choice(NamedTuple):
    """What the bot does, after thinking for so many ms."""

    action: Action
    think_ms: int


def is_asked(own: OwnView) -> bool:
    """Whether the seat has to act: bet, exchange cards, show or muck, run an all-in, or post a blind.

    Or agree to a rabbit hunt (H7), which a bot always does. `agrees_to_post` decides about blinds, `choose` about
    everything else.
    """
    asked = own.choices is not None or own.draw_limit >= 0 or own.rabbit_option == "agree"
    return asked or own.asked_to_show or own.max_boards > 0 or own.asked_to_post


def agrees_to_post(own: OwnView) -> bool:
    """Whether the bot posts the blind it is asked for (D12): always, unless it is leaving."""
    return own.asked_to_post and not own.leaving


def choose(view: TableView, own: OwnView, rules: Rules, rng: Random) -> Choice:
    """The bot's action and how long it thinks.

    Both views are of one version. Raises ValueError when no action is asked of the seat.
    """
    if own.choices is None:
        think = QUICKEST + 900 * rng.random()
        return Choice(_free_action(view, own, rules, rng), int(think))
    situation = read_situation(view, own, own.choices, rules)
    style = style_of(own.player)
    action: BettingAction
    if situation.street == 0:
        action = first_street(situation, starting_hand_share(situation.cards, rng), style, rng)
    else:
        action = later_street(situation, outlook(situation.cards, rng), style, rng)
    return Choice(action, int(_thinking_ms(situation, action, rng)))


def _free_action(view: TableView, own: OwnView, rules: Rules, rng: Random) -> Action:
    """An action that costs nothing: an exchange, boards for an all-in, mucking a beaten hand."""
    if own.draw_limit >= 0:
        return Discard(_exchange(view, own, rules, rng))
    if own.max_boards:
        return RunIt(own.max_boards)
    if own.asked_to_show:
        return Muck()
    raise ValueError("nothing is asked of this seat")


def _exchange(view: TableView, own: OwnView, rules: Rules, rng: Random) -> tuple[int, ...]:
    cards = known_cards(view, own, rules)
    last = cards.street + 1 == len(rules.variant.streets)
    places = discards(rules.variant.high, own.cards, own.draw_limit, last=last)
    aces = [place for place in places if rank(own.cards[place]) == ACE]
    if (
        own.may_draw_four
        and not rules.variant.high.ace_low
        and len(places) == 3
        and aces
        and rng.random() < KICKER_KEPT
    ):
        # A bot with a pair now and then keeps an ace as kicker, which looks like three of a kind.
        return tuple(place for place in places if place not in aces[:1])
    return () if stands_pat(cards, len(places), style_of(own.player).aggression, rng) else places


def _thinking_ms(situation: Situation, action: BettingAction, rng: Random) -> float:
    """The time a person would think, in ms: longer the more of the stack is at stake, short for an early fold."""
    if isinstance(action, Fold) and situation.street == 0:
        return QUICKEST + 500 * rng.random()
    stake = action.amount if isinstance(action, RaiseTo) else situation.choices.call
    share = min(1.0, 2 * stake / max(1, situation.all_in))
    return min(SLOWEST, QUICKEST + 900 * rng.random() + 900 * share)
