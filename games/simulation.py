"""Hands played by chance alone, for measuring and for tests; nobody's money is near."""

from collections.abc import Iterator
from itertools import cycle, islice
from random import Random
from typing import NamedTuple

from games.engine.actions import Action, Call, Check, Fold, Muck, RaiseTo
from games.engine.betting import Legal
from games.engine.cards import DECK, Card
from games.engine.hand import Hand, HandPlan, Post
from games.engine.rules import Rules
from games.engine.stakes import Stakes, Structure
from games.engine.variant import Variant
from games.engine.variants import CATALOGUE

SMALL_BLIND, BIG_BLIND = 50, 100
STACK = 100 * BIG_BLIND


class Tally(NamedTuple):
    """What was played: `conserved` when every hand ended with the chips it began with."""

    hands: int
    actions: int
    conserved: bool


def random_action(legal: Legal, dice: Random) -> Action:
    """A fold a quarter of the time when there is something to call, a bet or raise a quarter, mostly small."""
    roll = dice.random()
    if roll < 0.25 and legal.call:
        return Fold()
    if roll >= 0.75 and legal.max_to:
        return RaiseTo(raise_amount(legal.min_to, legal.max_to, dice))
    return Call() if legal.call else Check()


def play(*, rules: Rules, hands: int, players: int, dice: Random) -> Tally:
    """Play hands between seats 0 to `players` - 1, each with fresh stacks of 100 big blinds; the button moves."""
    actions, conserved = 0, True
    for plan in _plans(players, hands):
        hand = Hand(rules)
        hand.begin(plan, _deck(rules.variant, players, dice))
        while (waiting := hand.waiting).kind != "done":
            while hand.to_act >= 0:
                hand.act(hand.to_act, random_action(hand.legal(), dice))
                actions += 1
            if waiting.kind == "show":
                hand.act(waiting.seat, Muck())
            elif waiting.kind == "deal":
                hand.go_on()
        conserved = conserved and sum(hand.stacks) == players * STACK
    return Tally(hands, actions, conserved)


def measured_rules(*, game: str, structure: str) -> Rules:
    """The rules that hands are measured by: online house rules, no rake; KeyError for a game not dealt here."""
    variant = CATALOGUE[game]
    for cards in (DECK[:9], DECK[:36:4]):
        # The first evaluation of a kind builds its table, which is no part of any hand.
        variant.high(cards[: variant.hole_cards], cards[variant.hole_cards :][:5])
    return Rules(variant, Stakes(Structure(structure), SMALL_BLIND, BIG_BLIND))


def raise_amount(low: int, high: int, dice: Random) -> int:
    """Mostly the smallest raise, sometimes up to three times it, seldom anything up to the largest."""
    if dice.random() < 0.75:
        return low
    return dice.randint(low, min(high, 3 * low) if dice.random() < 0.75 else high)


def _deck(variant: Variant, players: int, dice: Random) -> list[Card]:
    """A deck shuffled as deep as the hand can go; what lies below is never seen."""
    burns = sum(street.burn for street in variant.streets)
    top = dice.sample(DECK, min(52, players * variant.hole_cards + burns + variant.board_cards))
    taken = set(top)
    return top + [card for card in DECK if card not in taken]


def _plans(players: int, hands: int) -> Iterator[HandPlan]:
    """One plan for each place of the button, over and over."""
    plans = [_plan(players, button) for button in range(players)]
    return islice(cycle(plans), hands)


def _plan(players: int, button: int) -> HandPlan:
    order = tuple((button + step) % players for step in range(1, players + 1))
    # Heads-up the button has the small blind (D3).
    small, big = (order[1], order[0]) if players == 2 else order[:2]
    posts = (Post(small, "small_blind", SMALL_BLIND), Post(big, "big_blind", BIG_BLIND))
    return HandPlan(0, button, order, (STACK,) * players, posts)
