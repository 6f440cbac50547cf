"""Bluffs of bots: steals by the door card in stud, bluffs by standing pat in draws."""

from collections import Counter
from random import Random

import pytest

from games.engine.cards import parse_cards
from games.engine.hand.actions import Action, Discard, RaiseTo
from games.engine.rules.variants import CATALOGUE
from games.engine.views.types import Choices, OwnView, SeatView, TableView
from games.live.bots.bluffs import best_door, steals
from games.live.bots.decide import choose
from tests.games.live.bots.bot_table import BIG, rules_of

TRIES = 120


@pytest.mark.parametrize(
    ("game", "mine", "others", "best"),
    [
        ("stud", "As", ("Kd", "2c"), True),
        ("stud", "Ts", ("9d", ""), True),
        ("stud", "Ks", ("Kd", "2c"), False),
        ("stud", "9s", ("8d", "2c"), False),
        ("stud", "Qs", ("Kd",), False),
        ("razz", "As", ("2d", "Kc"), True),
        ("razz", "6s", ("7d",), True),
        ("razz", "7s", ("Kd",), False),
        ("razz", "4s", ("4d",), False),
        ("razz", "3s", ("Ad",), False),
        ("holdem", "", ("",), False),
    ],
)
def test_the_best_door_card_beats_all_others_and_is_high_enough(
    game: str, mine: str, others: tuple[str, ...], best: bool
) -> None:
    assert best_door(CATALOGUE[game], parse_cards(mine), [parse_cards(up) for up in others]) is best


def stud_turn(game: str, hole: str, ups: tuple[str, ...], did: tuple[str, ...]) -> Counter[type]:
    """Counts what bots do on third street with these cards, the last of which is the door card, over many seeds."""
    rules, cards = rules_of("fl", variant=CATALOGUE[game]), parse_cards(hole)
    seats = [SeatView(0, "in_hand", 3, "me", stack=100 * BIG, face_down=2, face_up=cards[-1:])]
    for number, (up, act) in enumerate(zip(ups, did, strict=True), 1):
        state = "folded" if act == "fold" else "in_hand"
        bet = BIG // 2 if act == "bring_in" else 0
        seats.append(
            SeatView(
                number,
                state,
                9 + number,
                f"p{number}",
                stack=100 * BIG,
                face_down=2,
                face_up=parse_cards(up),
                last_action=act,
                bet=bet,
            )
        )
    view = TableView(1, 1, tuple(seats), phase="betting", hand=1, street="third", pot=BIG)
    choices = Choices(BIG // 2, False, False, BIG, BIG, False, 1, (), completes_bring_in=True)
    own = OwnView(1, 1, 0, 3, 1, cards, choices=choices, stack=100 * BIG)
    return Counter(type(choose(view, own, rules, Random(seed)).action) for seed in range(TRIES))


def test_bots_with_a_bad_hand_complete_often_with_the_best_door_card_and_never_with_a_low_one() -> None:
    few = ("bring_in", "fold", "fold")
    stolen = stud_turn("stud", "6c2dTs", ("3c", "9d", "8h"), few)[RaiseTo]
    assert TRIES // 6 < stolen < TRIES * 9 // 10
    assert stud_turn("stud", "7c3d2s", ("2c", "Td", "8h"), few)[RaiseTo] == 0
    assert stud_turn("stud", "6c2dTs", ("3c", "9d", "8h"), ("bring_in", "", ""))[RaiseTo] > 0
    assert stud_turn("razz", "KcQdAs", ("Kd", "Td", "8h"), few)[RaiseTo] > TRIES // 6
    assert stud_turn("razz", "KcKhQs", ("Kd", "Td", "8h"), few)[RaiseTo] == 0


def test_bots_do_not_steal_from_many_players_or_from_a_caller() -> None:
    rng = Random(1)
    assert any(steals(2, 0, 1.0, rng) for _ in range(TRIES))
    assert not any(steals(3, 0, 1.0, rng) or steals(0, 1, 1.0, rng) for _ in range(TRIES))
    assert sum(steals(0, 0, 1.0, rng) for _ in range(TRIES)) > 2 * sum(steals(0, 0, 0.0, rng) for _ in range(TRIES))


def draw_turn(cards: str, *drew: int, street: str = "draw-1", game: str = "draw") -> Counter[int]:
    """Counts how many cards bots exchange against opponents who exchanged so many, over many seeds."""
    rules = rules_of("fl", variant=CATALOGUE[game])
    seats = [SeatView(0, "in_hand", 3, "me", stack=100 * BIG, face_down=5)]
    seats += [
        SeatView(number, "in_hand", 9 + number, f"p{number}", stack=100 * BIG, face_down=5, cards_drawn=count)
        for number, count in enumerate(drew, 1)
    ]
    view = TableView(1, 1, tuple(seats), phase="betting", hand=1, street=street, pot=BIG)
    own = OwnView(1, 1, 0, 3, 1, parse_cards(cards), draw_limit=3, stack=100 * BIG)
    counts = Counter[int]()
    for seed in range(4 * TRIES):
        action: Action = choose(view, own, rules, Random(seed)).action
        assert isinstance(action, Discard)
        counts[len(action.places)] += 1
    return counts


def test_bots_sometimes_stand_pat_with_a_bad_hand_against_one_opponent_who_drew() -> None:
    assert 0 < draw_turn("9s7d5h3c2c", 2)[0] < TRIES
    for never in (
        draw_turn("9s7d5h3c2c", 0),
        draw_turn("9s7d5h3c2c", -1),
        draw_turn("9s7d5h3c2c", 2, 3),
        draw_turn("9s7d5h3c2c", 2, street="draw-1", game="double-draw"),
        draw_turn("9s8s5s3s2c", 2),
    ):
        assert never[0] == 0


def bet_after(drew: int) -> int:
    """Returns how often a bot with nothing bets after the draw, having exchanged so many cards."""
    seats = (
        SeatView(0, "in_hand", 3, "me", stack=100 * BIG, face_down=5, cards_drawn=drew),
        SeatView(1, "in_hand", 9, "she", stack=100 * BIG, face_down=5, cards_drawn=2, last_action="check"),
    )
    view = TableView(1, 1, seats, phase="betting", hand=1, street="draw-1", pot=2 * BIG, pots=(2 * BIG,))
    choices = Choices(0, False, True, 2 * BIG, 2 * BIG, True, 1, ())
    own = OwnView(1, 1, 0, 3, 1, parse_cards("9s7d5h3c2c"), choices=choices, stack=100 * BIG)
    rules = rules_of("fl", variant=CATALOGUE["draw"])
    return sum(isinstance(choose(view, own, rules, Random(seed)).action, RaiseTo) for seed in range(TRIES))


def test_bots_mostly_bet_a_bad_hand_they_stood_pat_with() -> None:
    assert bet_after(0) > TRIES // 2
    assert bet_after(3) < TRIES // 3
