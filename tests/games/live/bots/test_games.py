"""House bots act legally in every game, beat simple players, and use their cards sensibly."""

import statistics
from collections import Counter
from random import Random

import pytest

from games.engine.cards import parse_cards
from games.engine.evaluation.rankings import Ranking
from games.engine.hand.actions import Call, Check, Discard, Fold, Muck, RaiseTo, RunIt
from games.engine.rules.house_rules import AutoMuck, DrawOpen, HouseRules, OpenPair
from games.engine.rules.variants import CATALOGUE
from games.engine.table.commands import Act
from games.engine.views.types import OwnView, TableView
from games.live.bots.decide import choose
from games.live.bots.drawing import discards
from games.live.bots.hand_strength import Outlook, outlook
from games.live.bots.known_cards import KnownCards, Opponent
from games.live.bots.runner import act_body
from games.live.bots.starting_hands import starting_hand_share
from games.messaging.player_asks import parse_ask
from tests.games.live.bots.bot_table import BIG, Decider, Moment, Room, bot, caller, folder, rules_of

TEN = ("holdem", "omaha", "omaha8", "stud", "stud8", "razz", "stud5", "draw", "double-draw", "lowball")
HOUSES = (
    HouseRules(),
    HouseRules(draw_open=DrawOpen.BET_OR_FOLD, open_pair=OpenPair.HOLDER, chip_unit=5, run_it=3),
    HouseRules(draw_open=DrawOpen.BET_OR_FOLD, open_pair=OpenPair.OFF, auto_muck=AutoMuck.SYSTEM, all_in_show=False),
)
ROOMS = [(game, structure) for game, variant in CATALOGUE.items() for structure in variant.structures]


def played(game: str, structure: str, house: HouseRules, *, hands: int, seed: int) -> list[Moment]:
    """Every decision of bots over some hands with random stacks, at tables of two to all the game seats."""
    rng, moments = Random(seed), list[Moment]()
    for seats in {2, 4, CATALOGUE[game].max_players}:
        rules = rules_of(structure, variant=CATALOGUE[game], house=house)
        room = Room(rules, dict.fromkeys(range(1, seats + 1), bot), rng, moments.append)
        for _ in range(hands):
            unit = house.chip_unit
            stacks = {
                player: unit * rng.randint(1, rng.choice((100, 3000, 20_000)) // unit) for player in room.deciders
            }
            room.stacks(stacks)
            room.hand()
            assert sum(room.table.chips().values()) == sum(stacks.values())
    return moments


def assert_legal(moment: Moment) -> None:
    """Asserts that the action is legal, that a free check is never folded, and that a bring-in is always made."""
    choices, action, own = moment.own.choices, moment.action, moment.own
    if choices is None:
        if own.draw_limit >= 0:
            assert isinstance(action, Discard)
            assert len(action.places) <= own.draw_limit
        else:
            assert isinstance(action, Muck if own.asked_to_show else RunIt)
    elif isinstance(action, RaiseTo):
        assert 0 < choices.min_to <= action.amount <= choices.max_to
        assert (action.amount - choices.min_to) % choices.step == 0 or action.amount == choices.max_to
    elif choices.can_check:
        assert isinstance(action, Check)
    elif choices.call_is_bring_in:
        assert isinstance(action, Call)
    else:
        assert isinstance(action, Fold) or (isinstance(action, Call) and choices.call)


@pytest.mark.parametrize(("game", "structure"), ROOMS)
def test_bots_are_legal_and_hands_finish_in_every_game_and_structure(game: str, structure: str) -> None:
    kinds = Counter[type]()
    for seed, house in enumerate(HOUSES):
        moments = played(game, structure, house, hands=3, seed=seed)
        for moment in moments:
            assert_legal(moment)
            body = act_body(moment.view, moment.own, moment.action)
            asked = parse_ask(body, player=moment.own.player)
            assert isinstance(asked, Act)
            assert asked.action == moment.action
        kinds.update(type(moment.action) for moment in moments)
    assert sum(kinds.values()) > 100
    assert {Fold, Call, RaiseTo} <= set(kinds)
    assert (Discard in kinds) == (CATALOGUE[game].draws > 0)


def match(game: str, structure: str, decks: int) -> dict[Decider, int]:
    """Returns what two bots, a caller and a folder win; each deck is played with everybody in every seat."""
    roles: list[Decider] = [bot, bot, caller, folder]
    won = dict.fromkeys(roles, 0)
    for deck in range(decks):
        for turn in range(len(roles)):
            seated = roles[turn:] + roles[:turn]
            rules = rules_of(structure, variant=CATALOGUE[game])
            room = Room(rules, dict(enumerate(seated, start=1)), Random(turn), cards=Random(f"1{deck}"))
            for player, change in room.changes().items():
                won[seated[player - 1]] += change
    return won


@pytest.mark.parametrize("game", TEN)
def test_bots_beat_players_who_always_call_or_always_fold(game: str) -> None:
    # Half pots are won in small steps, so fixed limit needs fewer hands.
    structure, decks = ("fl", 70) if game == "omaha8" else ("nl", 32)
    won = match(game, structure, decks)
    assert sum(won.values()) == 0
    assert won[caller] < 0
    assert won[folder] < -decks * BIG // 4
    assert won[bot] > decks * BIG // 2


# Exchanging cards

HIGH, LOW = CATALOGUE["draw"].high, CATALOGUE["lowball"].high


def discarded_cards(ranking: Ranking, cards: str, *, most: int = 3, last: bool = True) -> str:
    hand = parse_cards(cards)
    codes = [cards.replace(" ", "")[2 * place : 2 * place + 2] for place in discards(ranking, hand, most, last=last)]
    return " ".join(codes)


@pytest.mark.parametrize(
    ("cards", "gone"),
    [
        ("Ks9s7s4s2s", ""),
        ("9s8d7h6c5c", ""),
        ("KsKdKh6c6d", ""),
        ("KsKdKhKc6d", ""),
        ("AsAd9h7c2c", "9h 7c 2c"),
        ("3s3dAh7c2c", "Ah 7c 2c"),
        ("AsAdKhKc2c", "2c"),
        ("9s9d9hKc2c", "Kc 2c"),
        ("2s2d3h4c5c", "3h 4c 5c"),
        ("2s2d2h3c4c", "3c 4c"),
        ("AsAdAhKcKd", ""),
        ("Ks9s7s4s2d", "2d"),
        ("9s8d7h6c2d", "2d"),
        ("KsQdJhTc2d", "2d"),
        ("AsKdQhJc2d", "Qh Jc 2d"),
        ("Ah9s7d4c2d", "7d 4c 2d"),
    ],
)
def test_draw_keeps_made_hands_groups_and_four_to_a_flush_or_straight_g13(cards: str, gone: str) -> None:
    assert discarded_cards(HIGH, cards) == gone


@pytest.mark.parametrize(
    ("cards", "last", "gone"),
    [
        ("As2d3h4c5c", True, ""),
        ("As2d3h4cKc", True, "Kc"),
        ("As2d3h4c4d", True, "4d"),
        ("Ts8d7h4c2d", True, ""),
        ("Ts8d7h4c2d", False, "Ts"),
        ("KsQdJh4c2d", True, "Ks Qd Jh"),
        ("KsKdJhTc2d", True, "Ks Kd Jh"),
    ],
)
def test_lowball_hands_discard_high_and_paired_cards(cards: str, last: bool, gone: str) -> None:
    assert discarded_cards(LOW, cards, last=last) == gone


def test_other_low_games_draw_to_their_own_best_hand() -> None:
    for game, cards, gone in (
        ("27sd", "7s5d4h3c2c", ""),
        ("27sd", "As5d4h3c2c", "As"),
        ("27sd", "6s5d4h3c2c", "6s"),
        ("27sd", "8s7s5s3s2s", "8s"),
        ("badugi", "As2d3h4c", ""),
        ("badugi", "As2d3h4h", "4h"),
        ("badugi", "AsAd3h4h", "As 4h"),
    ):
        if game in CATALOGUE:
            variant = CATALOGUE[game]
            most = max(street.draw for street in variant.streets)
            assert discarded_cards(variant.high, cards, most=most) in (gone, gone.replace("As", "Ad")), (game, cards)


def test_a_pair_sometimes_keeps_an_ace_beside_it_and_only_high_games_do() -> None:
    def drawn(game: str, cards: str) -> Counter[int]:
        view = TableView(table=1, version=1, seats=(), street="draw-1")
        own = OwnView(1, 1, 0, 1, cards=parse_cards(cards), draw_limit=3, may_draw_four=True)
        counts = Counter[int]()
        for seed in range(100):
            action = choose(view, own, rules_of("fl", variant=CATALOGUE[game]), Random(seed)).action
            assert isinstance(action, Discard)
            counts[len(action.places)] += 1
        return counts

    assert 5 < drawn("draw", "9s9dAh7c2c")[2] < 40
    assert drawn("draw", "9s9dKh7c2c") == {3: 100}
    assert drawn("lowball", "KsKdQhAcAd") == {3: 100}


# The value of cards


def outlook_of(game: str, street: int, hole: str, board: str = "", *opponents: Opponent, seen: str = "") -> Outlook:
    known = KnownCards(
        CATALOGUE[game],
        street,
        parse_cards(hole),
        parse_cards(board),
        frozenset(parse_cards(seen)),
        opponents or (Opponent(),),
    )
    looks = [outlook(known, Random(seed)) for seed in range(20)]
    return Outlook(statistics.mean(each.wins for each in looks), statistics.mean(each.ahead for each in looks))


def start(game: str, cards: str, *opponents: Opponent) -> float:
    known = KnownCards(CATALOGUE[game], 0, parse_cards(cards), opponents=opponents or (Opponent(),))
    return statistics.mean(starting_hand_share(known, Random(seed)) for seed in range(20))


@pytest.mark.parametrize(
    ("game", "good", "fair", "bad"),
    [
        ("omaha", "AsAhKsKh", "JsTh9s8h", "2s2h2d7c"),
        ("omaha8", "AsAh2s3h", "As2c3s9d", "Kd8c7s3h"),
        ("stud", "AsAhAd", "9s9h2d", "Qs7h2d"),
        ("stud8", "As2s3s", "5s4h3d", "Ks9h7d"),
        ("razz", "As2h3d", "8s6h4d", "KsKdQd"),
        ("stud5", "AsAh", "AsTd", "7s2d"),
        ("draw", "AsAhKsKhQd", "AsAh9d7c2c", "9s8d6h3c2d"),
        ("lowball", "As2h3d4c5c", "As2h3d4cKc", "KsKhQdJcJd"),
    ],
)
def test_starting_hands_are_ranked_as_players_rank_them(game: str, good: str, fair: str, bad: str) -> None:
    assert start(game, good) < 0.1
    assert start(game, good) < start(game, fair) < 0.4
    assert start(game, bad) > 0.6


def test_c6_only_two_of_four_cards_play() -> None:
    # A king of hearts alone makes no flush on four hearts, and a set plays as one.
    assert outlook_of("omaha", 3, "KhQsJs2c", "AhTh7h4h3d").wins < 0.4
    assert outlook_of("omaha", 3, "KhQhJs2c", "AhTh7h4h3d").wins > 0.95


def test_p5_half_the_pot_counts_half_and_a_scoop_all_of_it() -> None:
    assert outlook_of("omaha8", 3, "As2d7cJs", "3h4h8hKcQs", Opponent(4)).wins == pytest.approx(0.5, abs=0.12)
    assert outlook_of("omaha8", 3, "Ah2hTc9s", "3h4h8hKcKs").wins > 0.8
    low = outlook_of("stud8", 4, "As2d3h4c7sJdQh", "", Opponent(1, parse_cards("KsKdQsJs")))
    assert 0.4 < low.wins < 0.7


def test_strong_up_cards_and_dead_cards_lower_the_outlook() -> None:
    mine = "Ks9sKd7h"
    weak = outlook_of("stud", 1, mine, "", Opponent(1, parse_cards("2d7c")))
    strong = outlook_of("stud", 1, mine, "", Opponent(1, parse_cards("AdAc")))
    assert strong.wins < weak.wins - 0.2
    four_spades = "As9s6s2s7h"
    full = outlook_of("stud", 2, four_spades, "", Opponent(1, parse_cards("KdJcTh")))
    out = outlook_of("stud", 2, four_spades, "", Opponent(1, parse_cards("KdJcTh")), seen="KsQsJsTs8s5s")
    assert out.wins < full.wins - 0.04
    assert outlook_of("razz", 2, "As2d3h4c8s", "", Opponent(1, parse_cards("KsKdQs"))).wins > 0.9


def test_an_opponent_who_stands_pat_lowers_the_outlook_and_one_who_draws_three_does_not() -> None:
    pairs = "AsAhKsKh9d"
    pat, three = (outlook_of("draw", 1, pairs, "", Opponent(1, drew=drew)) for drew in (0, 3))
    assert pat.wins < 0.2
    assert three.wins > 0.75


def test_a_bot_that_must_open_bets_or_folds_g12_and_a_bring_in_is_never_folded_g14() -> None:
    house = HouseRules(draw_open=DrawOpen.BET_OR_FOLD)
    opened = [
        moment
        for seed in range(4)
        for moment in played("draw", "fl", house, hands=8, seed=seed)
        if moment.own.choices and not moment.own.choices.call and not moment.own.choices.can_check
    ]
    assert {type(moment.action) for moment in opened} == {RaiseTo, Fold}
    brought = [
        moment
        for game in ("stud", "razz")
        for moment in played(game, "fl", house, hands=8, seed=1)
        if moment.own.choices and moment.own.choices.call_is_bring_in
    ]
    assert len(brought) > 30
    assert {type(moment.action) for moment in brought} <= {Call, RaiseTo}


def test_bots_agree_to_several_boards_h6_and_post_blinds_when_asked_d12() -> None:
    rng, moments = Random(1), list[Moment]()
    for game in ("holdem", "omaha"):
        rules = rules_of(variant=CATALOGUE[game], house=HouseRules(run_it=3))
        room = Room(rules, dict.fromkeys((1, 2, 3), bot), rng, moments.append, auto_post=False)
        for _ in range(30):
            room.stacks(dict.fromkeys(room.deciders, 6 * BIG))
            assert len(room.hand().changes) == 3
    ran = [moment for moment in moments if moment.own.max_boards]
    assert ran
    assert {moment.action for moment in ran} == {RunIt(3)}
