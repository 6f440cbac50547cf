"""Hands for the tests of hand histories: six players at "Prague", each hand with its own special case."""

from collections.abc import Callable
from random import Random

from games.engine.hand.actions import Action, Muck, RunIt, Show
from games.engine.hand.hand import Hand, HandPlan
from games.engine.hand.queries import HandWait
from games.engine.rules.button import Positions
from games.engine.rules.house_rules import HouseRules
from games.engine.rules.rake import RakeTerms
from games.engine.rules.variants import CATALOGUE
from games.engine.table.next_hand import forced_bets
from games.simulation import measured_rules, random_action, random_discard
from tests.games.engine.support.builders import Deal, deal
from tests.games.engine.support.dealt_hands import play

NAMES = dict(enumerate(["Alice", "Bob", "Carol", "Dan", "Eva", "Fred"]))
RAKE = RakeTerms("club", 50, cap=300, no_flop_no_drop=True)


def side_pots() -> Deal:
    """Carol straddles (D9) and is all-in, Dan posts a missed big and small blind, Eva owes a small one (D7).

    Bob and Eva play on for a side pot (P1); Bob's last bet is not called (B11).
    """
    return deal(
        [20_000, 20_000, 3_000, 20_000, 20_000, 20_000],
        "fold 600 fold fold call all-in call call / 2000 call / check check / all-in fold",
        posts=[
            *((seat, "ante", 10) for seat in range(6)),
            *((0, "small_blind", 50), (1, "big_blind", 100), (2, "straddle", 200)),
            *((3, "dead", 50), (3, "post", 100), (4, "dead", 50)),
        ],
        holes=["2c2d", "AhKd", "QsQh", "7c8c", "JdJh", "9s9h"],
        board="Ac5d5h9c2h",
        straddle=True,
        ante=10,
        rake=RAKE,
    )


def twice() -> Deal:
    """Two boards from the flop on (H6): one pot, cut in two."""
    return play(
        "holdem",
        [5_000, 5_000, 5_000],
        "fold all-in call run2 run2 run",
        hands=["AsAh", "KdKc", "7c2d"],
        later=["Kh8s3d", "4c", "9h", "", "", ""],
        structure="nl",
        run_it=2,
    )


def hi_lo() -> Deal:
    """Stud hi-lo (G5, G14): a bring-in, a completion, a fold on fifth street; high and low share the pot (P5)."""
    return play(
        "stud8",
        [5_000, 5_000, 5_000],
        "bring 100 call call / check 100 call call / check 200 call fold / check check / check check",
        hands=["KsKd2c", "As2d9h", "QcJcTs"],
        later=["Kh3sTd", "8c4h7d", "7h8d", "5cJd"],
    )


def three_draws() -> Deal:
    """Deuce to seven with three draws (G13): one stands pat, one draws to the end."""
    return play(
        "27td",
        [5_000, 5_000, 5_000],
        "fold call check / x23 x0 check 100 call / x2 pat check check / pat pat 200 call",
        hands=["2h3dKcKd9s", "8c7d5h4s2c", "AcAdQsQdJh"],
        later=["7s6d3h", "8d"],
    )


def walk() -> Deal:
    """Everybody folds to the big blind, who shows one card afterwards (H4)."""
    hand = deal([5_000, 5_000, 5_000], "fold fold", holes=["7c2d", "AhKd", "9s9h"])
    hand.events += hand.hand.act(1, Show((0,)))
    return hand


HANDS: dict[str, tuple[Callable[[], Deal], int]] = {
    "side-pots": (side_pots, 4),
    "twice": (twice, 0),
    "hi-lo": (hi_lo, 2),
    "three-draws": (three_draws, 0),
    "walk": (walk, 1),
}
"""Each hand with the seat of its viewer."""


def random_hand(game: str, rng: Random) -> Deal:
    """Plays a hand of this game with random legal actions and with short and deep stacks."""
    variant = CATALOGUE[game]
    players = rng.randint(2, min(6, variant.max_players))
    measured = measured_rules(game=game, structure=rng.choice(variant.structures))
    rules = measured._replace(house=HouseRules(run_it=3))
    order = tuple(range(players))
    blinds = Positions(order[-1], *((1, 0) if players == 2 else (0, 1)))
    stacks = tuple(rng.choice([150, 400, 1_000, 10_000]) for _ in order)
    plan = HandPlan(1, order[-1], order, stacks, forced_bets(rules, order, blinds))
    decks = [card for _ in range(variant.shuffles) for card in rng.sample(variant.deck, len(variant.deck))]
    hand = Hand(rules)
    events = hand.begin(plan, decks)
    while hand.waiting.kind is not HandWait.DONE:
        events += hand.continue_run_out() if hand.waiting.kind is HandWait.DEAL else hand.act(*_random_turn(hand, rng))
    return Deal(hand, events)


def _random_turn(hand: Hand, rng: Random) -> tuple[int, Action]:
    kind, seat = hand.waiting
    if kind == "draw":
        return seat, random_discard(len(hand.hole[seat]), hand.street_now.draw, rng)
    if kind == "agree":
        return hand.to_agree[0], RunIt(rng.choice([1, 2, 3, 3, 3]))
    if kind == "show":
        return seat, Show() if rng.random() < 0.5 else Muck()
    return seat, random_action(hand.legal(), rng)
