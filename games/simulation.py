"""Hands played at random through the engine, for benchmarks and tests; no money is involved."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, cycle
from random import Random
from typing import NamedTuple

from games.engine.cards import Card
from games.engine.hand.actions import Action, Call, Check, Discard, Fold, Muck, RaiseTo, RunIt
from games.engine.hand.betting import Legal
from games.engine.hand.hand import Hand, HandPlan
from games.engine.rules.button import Positions
from games.engine.rules.mixed_games import MIXES, rotation
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variant import Forced, Variant
from games.engine.rules.variants import CATALOGUE
from games.engine.table.next_hand import forced_bets

SMALL_BLIND, BIG_BLIND = 50, 100
ANTE, BRING_IN = 20, 50
STACK = 100 * BIG_BLIND
FOLD, CHECK, CALL, MUCK, ONCE = Fold(), Check(), Call(), Muck(), RunIt(1)


class SimulationResult(NamedTuple):
    """How much was played; `conserved` if every hand ended with the chips it began with."""

    hands: int
    actions: int
    conserved: bool


def random_action(legal: Legal, rng: Random) -> Action:
    """A random action: facing a bet, fold a quarter of the time; bet or raise a quarter of the time, mostly small.

    Otherwise check or call (the bring-in too, which cannot be folded), or fold where checking is not allowed.
    """
    roll, call = rng.random(), legal.call
    if roll < 0.25 and call and not legal.bring_in:
        return FOLD
    if roll >= 0.75 and legal.max_to:
        return RaiseTo(_in_steps(raise_amount(legal.min_to, legal.max_to, rng), legal))
    if call:
        return CALL
    return CHECK if legal.can_check else FOLD


def random_discard(cards: int, most: int, rng: Random) -> Discard:
    """Discard none to three cards at random places, no more than the draw allows."""
    ways = _discards(cards, int(rng.random() * (1 + min(3, most))))
    return ways[int(rng.random() * len(ways))]


def play(*, rules: Rules, hands: int, players: int, rng: Random) -> SimulationResult:
    """Play hands between seats 0 to `players` - 1, each hand with fresh stacks of 100 big blinds and a moving button.

    A rotation changes games after an orbit.
    """
    actions, conserved = 0, True
    games = [rules.playing(turn) for turn in range(max(1, len(rules.mix)))]
    tables = [(game, plans_of(game, players), Shoe(game.variant, players, rng)) for game in games]
    for number in range(hands):
        game, plans, shoe = tables[number // players % len(tables)]
        hand = Hand(game)
        hand.begin(next(plans), shoe.shuffled())
        while hand.changes is None:
            actions += _advance(hand, rng)
        conserved = conserved and sum(hand.stacks) == players * STACK
    return SimulationResult(hands, actions, conserved)


def _advance(hand: Hand, rng: Random) -> int:
    """Play what the hand waits for until it waits for something else; returns the number of betting or draw actions."""
    actions = 0
    while hand.to_act >= 0:
        hand.act(hand.to_act, random_action(hand.legal(), rng))
        actions += 1
    while hand.to_draw:
        seat = hand.to_draw[0]
        hand.act(seat, random_discard(len(hand.hole[seat]), hand.street_now.draw, rng))
        actions += 1
    if actions:
        return actions
    if hand.to_agree:
        hand.act(hand.to_agree[0], ONCE)
    elif hand.to_show:
        hand.act(hand.to_show[0], MUCK)
    else:
        hand.continue_run_out()
    return 0


def measured_rules(*, game: str, structure: str) -> Rules:
    """The rules of a benchmark: online house rules without rake; raises KeyError for an unknown game."""
    if game in MIXES:
        return rotation(game, BIG_BLIND)
    variant = CATALOGUE[game]
    blinds = variant.forced is Forced.BLINDS
    stakes = Stakes(
        Structure(structure),
        small_blind=SMALL_BLIND,
        big_blind=BIG_BLIND,
        ante=0 if blinds else ANTE,
        bring_in=BRING_IN if variant.forced is Forced.BRING_IN else 0,
    )
    return Rules(variant, stakes)


def raise_amount(low: int, high: int, rng: Random) -> int:
    """Mostly the smallest raise, sometimes up to three times that, rarely anything up to the largest."""
    if rng.random() < 0.75:
        return low
    return rng.randint(low, min(high, 3 * low) if rng.random() < 0.75 else high)


def _in_steps(amount: int, legal: Legal) -> int:
    """The amount or the next bet size below it."""
    return amount - (amount - legal.min_to) % legal.step


@cache
def _discards(cards: int, count: int) -> tuple[Discard, ...]:
    """Every way to exchange `count` of `cards` cards."""
    return tuple(map(Discard, combinations(range(cards), count)))


class Shoe:
    """A deck shuffled for each hand only as deep as the hand can deal.

    Games that can run out of cards also get spare decks; these are rarely used and are shuffled only once.
    """

    def __init__(self, variant: Variant, players: int, rng: Random) -> None:
        self._deck = list(variant.deck)
        self._roll = rng.random
        each = variant.hole_cards + sum(street.draw for street in variant.streets)
        burns = sum(street.burn for street in variant.streets)
        depth = players * each + burns + variant.board_cards
        size = len(variant.deck)
        # Each place on top of the deck, and how many cards can be swapped into it: its own and all below.
        self._top = [(place, size - place) for place in range(min(depth, size))]
        spares = variant.shuffles - 1 if depth > size else 0
        self._spares = [card for _ in range(spares) for card in rng.sample(variant.deck, size)]

    def shuffled(self) -> list[Card]:
        """The deck in a new order, followed by the spare decks."""
        deck, roll = self._deck, self._roll
        for place, below in self._top:
            other = place + int(roll() * below)
            deck[place], deck[other] = deck[other], deck[place]
        return deck + self._spares


def plans_of(rules: Rules, players: int) -> Iterator[HandPlan]:
    """A plan for each position of the button, endlessly repeated."""
    return cycle([_plan(rules, players, button) for button in range(players)])


def _plan(rules: Rules, players: int, button: int) -> HandPlan:
    order = tuple((button + step) % players for step in range(1, players + 1))
    # Heads-up the button has the small blind (D3).
    small, big = (order[1], order[0]) if players == 2 else order[:2]
    posts = forced_bets(rules, order, Positions(button, small, big))
    return HandPlan(0, button, order, (STACK,) * players, posts)
