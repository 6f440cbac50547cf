"""The games besides the ten: deals, openers, limits of the rounds, and whole random hands."""

from itertools import combinations
from random import Random

import pytest

from games.engine import events as ev
from games.engine.cards import DECK, parse_cards
from games.engine.errors import BrokenInvariant, IllegalAction
from games.engine.evaluation.names import named
from games.engine.evaluation.rankings import high
from games.engine.evaluation.short_deck import SHORT_DECK
from games.engine.events.kinds import PostKind
from games.engine.hand.actions import Call, Check, Discard, Muck, RunIt
from games.engine.hand.hand import Hand, HandPlan, Post
from games.engine.hand.queries import HandWait
from games.engine.hand.state import HandState
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variant import Opener
from games.engine.rules.variants import CATALOGUE
from games.simulation import random_action, random_discard

MORE = ("27sd", "27td", "badugi", "shortdeck", "omaha5")
DRAWS = ("27sd", "27td", "badugi")
BIG_BLIND = 100


def begun(game: str, players: int, *, structure: str = "fl", seed: int = 1, stack: int = 10_000) -> Hand:
    """A hand with blinds posted; seats count from the button's left, the last one is the button."""
    variant, order, rng = CATALOGUE[game], tuple(range(players)), Random(seed)
    small, big = (1, 0) if players == 2 else (0, 1)
    posts = (Post(small, PostKind.SMALL_BLIND, BIG_BLIND // 2), Post(big, PostKind.BIG_BLIND, BIG_BLIND))
    hand = Hand(Rules(variant, Stakes(Structure(structure), BIG_BLIND // 2, BIG_BLIND)))
    deck = [card for _ in range(variant.shuffles) for card in rng.sample(variant.deck, len(variant.deck))]
    hand.begin(HandPlan(1, order[-1], order, (stack,) * players, posts), deck)
    return hand


def round_of_calls(hand: Hand) -> list[int]:
    """Everybody checks or calls; returns the seats in the order in which they acted."""
    asked = []
    while hand.to_act >= 0:
        asked.append(hand.to_act)
        hand.act(hand.to_act, Call() if hand.legal().call else Check())
    return asked


def all_cards(hand: Hand) -> list[int]:
    """Every card wherever it is: in live hands, on the board, undealt, burnt, folded or discarded."""
    held = [card for seat in hand.live for card in hand.hole[seat]]
    stub = hand.stub
    return sorted([*held, *hand.board, *stub.peek(stub.left), *stub.burnt, *stub.pile])


@pytest.mark.parametrize(
    ("game", "most", "cards", "deck", "draws"),
    [
        ("27sd", 7, 5, 52, 1),
        ("27td", 6, 5, 52, 3),
        ("badugi", 8, 4, 52, 3),
        ("shortdeck", 10, 2, 36, 0),
        ("omaha5", 8, 5, 52, 0),
    ],
)
def test_each_game_deals_these_cards(game: str, most: int, cards: int, deck: int, draws: int) -> None:
    variant = CATALOGUE[game]
    assert (variant.max_players, variant.hole_cards, len(variant.deck), variant.draws) == (most, cards, deck, draws)
    hand = begun(game, most)
    assert all(len(hand.hole[seat]) == cards for seat in range(most))
    burns = sum(street.burn for street in variant.streets)
    assert most * cards + variant.board_cards + burns <= deck


def test_no_card_below_six_is_dealt_in_short_deck() -> None:
    hand = begun("shortdeck", 10)
    assert sorted(hand.deck) == list(SHORT_DECK)
    plan = HandPlan(1, 1, (0, 1), (100, 100), ())
    with pytest.raises(BrokenInvariant, match="C1"):
        Hand(hand.rules).begin(plan, DECK)


@pytest.mark.parametrize("game", DRAWS)
@pytest.mark.parametrize("players", [2, 4])
def test_the_player_after_the_blinds_opens_and_later_the_left_of_the_button(game: str, players: int) -> None:
    hand = begun(game, players)
    assert hand.street_now.opener is Opener.AFTER_BLINDS
    first = 1 if players == 2 else 2
    assert round_of_calls(hand) == [(first + step) % players for step in range(players)]
    for _ in range(hand.rules.variant.draws):
        for seat in range(players):
            assert hand.waiting == ("draw", seat)
            hand.act(seat, Discard())
        assert round_of_calls(hand) == list(range(players))


@pytest.mark.parametrize(
    ("game", "limits"),
    [("27sd", [100, 200]), ("27td", [100, 100, 200, 200]), ("badugi", [100, 100, 200, 200])],
)
def test_each_round_is_played_at_this_limit(game: str, limits: list[int]) -> None:
    hand, seen = begun(game, 2), []
    while hand.waiting.kind in (HandWait.ACT, HandWait.DRAW):
        if hand.to_draw:
            hand.act(hand.to_draw[0], Discard())
            continue
        seen.append(hand.betting.unit_bet)
        round_of_calls(hand)
    assert seen == limits


@pytest.mark.parametrize("game", DRAWS)
def test_the_whole_hand_may_be_exchanged(game: str) -> None:
    hand = begun(game, 2)
    round_of_calls(hand)
    before, size = hand.hole[0], len(hand.hole[0])
    with pytest.raises(IllegalAction):
        hand.act(0, Discard(tuple(range(size + 1))))
    hand.act(0, Discard(tuple(range(size))))
    assert len(hand.hole[0]) == size
    assert not set(hand.hole[0]) & set(before)
    assert hand.drew[0] == size
    assert hand.face_up[0] == ()


@pytest.mark.parametrize("game", DRAWS)
def test_G13_nobody_gets_discards_back_at_a_full_table_that_exchanges_everything(game: str) -> None:
    """The stub runs out again and again, and nobody is dealt a card they discarded in the same draw."""
    variant = CATALOGUE[game]
    for seed in range(5):
        hand = begun(game, variant.max_players, seed=seed)
        shuffles = 0
        while hand.waiting.kind is not HandWait.DONE:
            if hand.to_draw:
                seat = hand.to_draw[0]
                discarded = set(hand.hole[seat])
                events = hand.act(seat, Discard(tuple(range(len(discarded)))))
                shuffles += sum(isinstance(event, ev.StubShuffled) for event in events)
                assert not discarded & set(hand.hole[seat])
                assert all_cards(hand) == list(DECK)
            elif hand.to_act >= 0:
                round_of_calls(hand)
            else:
                raise AssertionError(hand.waiting)
            if hand.to_show:
                break
        assert 0 < shuffles < variant.shuffles


@pytest.mark.parametrize("game", MORE)
@pytest.mark.parametrize("structure", ["nl", "pl", "fl"])
def test_random_hands_conserve_chips_and_cards(game: str, structure: str) -> None:
    """Chips and cards are conserved at every step, and the events alone carry the state."""
    variant, rng = CATALOGUE[game], Random(9)
    assert structure in variant.structures
    for number in range(25):
        players = rng.randint(2, variant.max_players)
        hand = begun(game, players, structure=structure, seed=number, stack=rng.choice((60, 250, 1_500, 10_000)))
        shadow = hand.copy()
        while (waiting := hand.waiting).kind is not HandWait.DONE:
            events = _step(hand, rng)
            assert events, waiting
            for event in events:
                shadow.apply(event)
            hand.check()
            if not hand.boards:
                assert all_cards(hand) == list(variant.deck)
        assert sum(hand.stacks) == sum(hand.start)
        assert (shadow.hole, shadow.stacks, shadow.board) == (hand.hole, hand.stacks, hand.board)
        _best_hand_won(hand)


def _step(hand: Hand, rng: Random) -> list[ev.HandEvent]:
    kind, seat = hand.waiting
    match kind:
        case "act":
            return hand.act(seat, random_action(hand.legal(), rng))
        case "draw":
            return hand.act(seat, random_discard(len(hand.hole[seat]), hand.street_now.draw, rng))
        case "agree":
            return hand.act(hand.to_agree[0], RunIt(rng.randint(1, 2)))
        case "show":
            return hand.act(seat, Muck())
        case _:
            return hand.continue_run_out()


def _best_hand_won(hand: HandState) -> None:
    """Check that no player at the showdown has a better hand than all winners."""
    if len(hand.live) < 2 or hand.boards:
        return
    variant = hand.rules.variant
    values = {seat: variant.high(hand.hole[seat], hand.board) or 0 for seat in hand.live}
    best = max(values.values())
    assert all(hand.won[seat] for seat in hand.live if values[seat] == best)


@pytest.mark.parametrize(
    ("game", "hole", "board", "ranks"),
    [
        ("27td", "7c5d4h3s2c", "", (5, 3, 2, 1, 0)),
        ("badugi", "4s3h2dAc", "", (2, 1, 0, 12)),
        ("omaha5", "AsAhKsKhQd", "2s3s4s9d8d", (12, 11, 2, 1, 0)),
        ("omaha5", "AsAhKsKhQd", "", None),
        ("shortdeck", "AsAh", "9s8d7c6hKd", (7,)),
    ],
)
def test_C10_hands_have_names(game: str, hole: str, board: str, ranks: tuple[int, ...] | None) -> None:
    name = named(CATALOGUE[game].high, parse_cards(hole), parse_cards(board))
    assert (name.ranks if name else None) == ranks


def test_C6_exactly_two_of_five_hole_cards_play() -> None:
    rng = Random(56)
    for _ in range(200):
        cards = rng.sample(DECK, 10)
        hole, board = cards[:5], cards[5:]
        fives = [(*two, *three) for two in combinations(hole, 2) for three in combinations(board, 3)]
        assert CATALOGUE["omaha5"].high(hole, board) == max(map(high, fives))
