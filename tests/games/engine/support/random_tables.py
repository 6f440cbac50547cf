"""Random tables before a hand of any game, and random legal actions, for the random tests."""

import os
from random import Random

from hypothesis import strategies as st

from games.engine.cards import RANKS, Card, rank
from games.engine.events.kinds import PostKind
from games.engine.hand.actions import Action, Call, Check, Discard, Fold, Muck, RaiseTo, RunIt, Show
from games.engine.hand.betting import Legal
from games.engine.hand.hand import Hand, HandPlan, Post
from games.engine.rules.house_rules import HouseRules
from games.engine.rules.rake import NO_RAKE
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import AnteKind, Stakes, Structure
from games.engine.rules.variant import Forced, Variant
from games.engine.rules.variants import CATALOGUE
from tests.games.engine.support.rakes import ETHP_RAKE, SHOWDOWN_RAKE, online_rake

BIG_BLIND = 20
FAMILIES = {
    "board": tuple(game for game in CATALOGUE.values() if game.board_cards),
    "stud": tuple(game for game in CATALOGUE.values() if game.forced is Forced.BRING_IN),
    "draw": tuple(game for game in CATALOGUE.values() if game.draws),
}
EXAMPLES = int(os.environ.get("MACHINE_EXAMPLES", "60"))
HOUSES = st.builds(
    HouseRules,
    suit_order=st.sampled_from(["shdc", "shcd"]),
    draw_open=st.sampled_from(["check_allowed", "bet_or_fold"]),
    open_pair=st.sampled_from(["anyone", "holder", "off"]),
    raise_cap=st.sampled_from([0, 2, 3, 4, 5]),
    uncapped_heads_up=st.sampled_from(["off", "two_left", "round_start"]),
    min_bet=st.sampled_from(["big_blind", "street"]),
    min_raise=st.sampled_from(["last_raise", "double", "big_blind"]),
    short_raise=st.sampled_from(["reject", "complete_at_half"]),
    chip_unit=st.sampled_from([1, 1, 5]),
    showdown_order=st.sampled_from(["last_aggressor", "first_bettor"]),
    auto_muck=st.sampled_from(["player", "system"]),
    all_in_show=st.booleans(),
    run_it=st.sampled_from([1, 2, 3]),
)
RAKES = st.sampled_from([NO_RAKE, NO_RAKE, SHOWDOWN_RAKE, ETHP_RAKE, online_rake(BIG_BLIND)])


@st.composite
def plans(draw: st.DrawFn, games: tuple[Variant, ...]) -> tuple[Rules, HandPlan]:
    """Any seats, tiny and huge stacks, antes, straddles, owed blinds, house rules and rake."""
    game = draw(st.sampled_from(games))
    order = tuple(draw(st.lists(st.integers(0, 9), min_size=2, max_size=game.max_players, unique=True)))
    stack = st.one_of(st.integers(1, 3 * BIG_BLIND), st.integers(1, 3000), st.just(100 * BIG_BLIND))
    stacks = tuple(draw(st.lists(stack, min_size=len(order), max_size=len(order))))
    structure = Structure(draw(st.sampled_from(game.structures)))
    if game.forced is Forced.BLINDS:
        ante, kind = draw(st.sampled_from([0, 0, 3, 5])), draw(st.sampled_from(list(AnteKind)))
        stakes = Stakes(structure, draw(st.sampled_from([10, 20])), BIG_BLIND, ante, kind)
        posts = draw(_blinds(order, stacks, stakes))
    else:
        bring_in = draw(st.sampled_from([5, 8, 10])) if game.forced is Forced.BRING_IN else 0
        stakes = Stakes(structure, 0, BIG_BLIND, draw(st.sampled_from([3, 5, 6])), bring_in=bring_in)
        posts = [Post(seat, PostKind.ANTE, stakes.ante) for seat in order]
    number, at = draw(st.integers(1, 999)), draw(st.sampled_from([0, 1_800_000_000_000]))
    plan = HandPlan(number, draw(st.sampled_from([order[-1], order[-1], 9])), order, stacks, tuple(posts), at)
    return Rules(game, stakes, draw(HOUSES), draw(RAKES)), plan


@st.composite
def _blinds(draw: st.DrawFn, order: tuple[int, ...], stacks: tuple[int, ...], stakes: Stakes) -> list[Post]:
    small, big = (order[1], order[0]) if len(order) == 2 else order[:2]
    posts = []
    if stakes.ante:
        payers = order if stakes.ante_kind is AnteKind.EACH else (big,)
        posts += [Post(seat, PostKind.ANTE, stakes.ante) for seat in payers]
    if len(order) == 2 or draw(st.integers(0, 4)):
        posts.append(Post(small, PostKind.SMALL_BLIND, stakes.small_blind))
    posts.append(Post(big, PostKind.BIG_BLIND, BIG_BLIND))
    if len(order) > 3:
        extra = draw(st.sampled_from(["", "", "straddle", "post", "dead"]))
        if extra == "straddle" and stacks[2] > 2 * BIG_BLIND + stakes.ante:
            posts.append(Post(order[2], PostKind.STRADDLE, 2 * BIG_BLIND))
        elif extra in ("post", "dead"):
            posts.append(Post(order[3], PostKind.POST, BIG_BLIND))
            if extra == "dead":
                posts.append(Post(order[3], PostKind.DEAD, stakes.small_blind))
    return posts


def shuffled_decks(game: Variant, rng: Random) -> tuple[Card, ...]:
    """Returns as many shuffled decks as a hand of the game may need."""
    return tuple(card for _ in range(game.shuffles) for card in rng.sample(game.deck, len(game.deck)))


def passive_action(legal: Legal) -> Action:
    """Returns the cheapest action that keeps the player in: a check, a call, the bring-in or a forced bet."""
    if legal.must_open:
        return RaiseTo(legal.min_to) if legal.min_to else Fold()
    return Call() if legal.call else Check()


def random_discard(hand: Hand, rng: Random) -> Discard:
    """Draws any exchange that the rules allow."""
    hole = hand.hole[hand.to_draw[0]]
    aces = [place for place, card in enumerate(hole) if rank(card) == RANKS.index("A")]
    if hand.rules.variant.draw_four and aces and rng.random() < 0.5:
        return Discard(tuple(place for place in range(len(hole)) if place != aces[0]))
    most = min(hand.street_now.draw, len(hole))
    return Discard(tuple(rng.sample(range(len(hole)), rng.choice((most, rng.randint(0, most))))))


def random_turn(hand: Hand, rng: Random) -> tuple[int, Action]:
    """Draws a player to act and any legal action."""
    kind, seat = hand.waiting
    if kind == "draw":
        return seat, random_discard(hand, rng)
    if kind == "agree":
        return rng.choice(hand.to_agree), RunIt(rng.choice((1, 2, 3, 3)))
    if kind == "show":
        return seat, rng.choice((Show(), Muck()))
    legal = hand.legal()
    roll = rng.random()
    if legal.max_to and roll < 0.25:
        return seat, RaiseTo(rng.choice((legal.min_to, legal.min_to, legal.max_to)))
    if (legal.call or legal.must_open) and roll > 0.88 and not legal.bring_in:
        return seat, Fold()
    return seat, passive_action(legal)
