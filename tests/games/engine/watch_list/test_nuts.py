"""The nuts in every game, exactly; and who does not bet them when last to act on the last street (F7)."""

from dataclasses import replace

import pytest

from games.engine.cards import Card, parse_cards
from games.engine.evaluation.rankings import Cards
from games.engine.rules.variants import CATALOGUE
from games.engine.watch_list.flags import FlagKind
from games.engine.watch_list.hands import Did, Turn
from games.engine.watch_list.nuts import is_nuts
from games.engine.watch_list.nuts_not_bet import NutsNotBet
from tests.games.engine.watch_list.hands import flags_of, hand, turn

BOARD = "Ks Jd Ts 4s 2h"


@pytest.mark.parametrize(
    ("game", "own", "board", "rival", "nuts"),
    [
        ("holdem", "As Qs", BOARD, "", True),
        ("holdem", "Qs 3s", BOARD, "", False),
        ("holdem", "Ah Qd", BOARD, "", False),
        ("holdem", "Ah Qd", "Ks Jd Th 4s 2h", "", True),
        ("holdem", "2c 3d", "As Ks Qs Js Ts", "", False),
        ("omaha", "Ah Qc 2c 3d", "Ks Jd Ts 4h 2h", "", True),
        ("omaha", "Ah Kc 2c 3d", "Ks Jd Ts 4h 2h", "", False),
        ("omaha8", "As 2s 9c 9d", "3s 4s 8h Kd Kc", "", False),
        ("omaha8", "As 2s 3d 9d", "4s 5s 3s Kd Qc", "", False),
        ("omaha8", "6s 7s Ad 2d", "4s 5s 3s Kd Qc", "", True),
        ("omaha5", "Ah Qc 2c 3d 5d", "Ks Jd Ts 4h 2h", "", True),
        ("shortdeck", "Ah Ad", "Ac As 7d 9h Tc", "", True),
        ("shortdeck", "Ah Ad", "Ac 9s 7d 9h Tc", "", False),
        ("stud", "As Ks Qs Js Ts 2d 3d", "", "Ah Kh Qh Jh", True),
        ("stud", "Ah Ac Ad As 2c 3d 7h", "", "Kh Qh Jh Th", False),
        ("stud", "As Ks Qs Js Ts 2d 3d", "", "Ah Kh Qh 2h", True),
        ("stud", "Ah Ac Ad As 2c 3d 7h", "", "Kh Kc Qd 2h", True),
        ("razz", "Ah 2c 3d 4s 5c Kh Kd", "", "2h 3h 4h 5h", True),
        ("razz", "Ah 2c 3d 4s 6c Kh Kd", "", "2h 3h 4h 7h", False),
        ("stud5", "Ah Ac Ad As 2c", "", "Kh Kc Kd 2h", True),
        ("badugi", "Ah 2c 3d 4s", "", "", True),
        ("badugi", "Ah 2c 3d 5s", "", "", False),
        ("27td", "7h 5c 4d 3s 2c", "", "", True),
        ("27td", "8h 5c 4d 3s 2c", "", "", False),
        ("draw", "Ah Ac Ad As 2c", "", "", False),
    ],
)
def test_F7_the_nuts_are_what_no_possible_hand_beats(game: str, own: str, board: str, rival: str, nuts: bool) -> None:
    assert is_nuts(CATALOGUE[game], parse_cards(own), parse_cards(board), [parse_cards(rival)]) is nuts


@pytest.mark.parametrize(
    ("game", "own", "first"),
    [
        ("draw", "Kh Kc Kd Ks 2c", "Ac Ad Ah As"),
        ("badugi", "Qh Qc Qd Qs", "Ac Ad Ah As"),
        ("27sd", "Ah Ac Ad As Kc", "2c 2d 2h 2s"),
    ],
)
def test_F7_of_all_possible_hands_those_of_the_best_cards_are_tried_first(game: str, own: str, first: str) -> None:
    variant, tried = CATALOGUE[game], list[set[Card]]()

    def value(hole: Cards, board: Cards) -> int | None:
        tried.append(set(hole))
        return variant.high(hole, board)

    assert not is_nuts(replace(variant, high=replace(variant.high, value=value)), parse_cards(own), (), [()])
    own_hand, beaten_by = tried
    assert own_hand == {*parse_cards(own)}
    assert beaten_by >= {*parse_cards(first)}


def test_F7_what_the_player_sees_folded_counts() -> None:
    # Trip kings would win, but both other kings lie open.
    own, rival = parse_cards("Qh Qc Qd 2s 7c"), parse_cards("Kh Kc 4d 2h")

    assert not is_nuts(CATALOGUE["stud5"], own, (), [rival])
    assert is_nuts(CATALOGUE["stud5"], own, (), [rival], parse_cards("Kd Ks"))


def test_F7_checking_or_just_calling_the_nuts_last_on_the_river_is_flagged_with_its_hands() -> None:
    checked = turn(1, Did.CHECK, strength=1.0, cards="As Qs", board=BOARD)
    called = turn(1, Did.CALL, price=300, paid=300, strength=1.0, cards="As Qs", board=BOARD)
    flags = flags_of(NutsNotBet(), [hand(7, [checked]), hand(9, [called])])

    assert [(flag.kind, flag.people, flag.figure) for flag in flags] == [(FlagKind.NUTS, (1, 2), 2)]
    assert [one.number for one in flags[0].hands] == [7, 9]


@pytest.mark.parametrize(
    "honest",
    [
        turn(1, Did.RAISE, paid=300, strength=1.0, cards="As Qs", board=BOARD),
        turn(1, Did.CHECK, strength=1.0, cards="As Qs", board=BOARD, is_last=False),
        turn(1, Did.CALL, price=300, strength=1.0, cards="As Qs", board=BOARD, may_raise=False),
        turn(1, Did.CHECK, strength=1.0, cards="As Qs", board=BOARD, think_ms=-1),
        turn(1, Did.CHECK, strength=1.0, cards="As Qs", board="Ks Jd Ts 4s", street=2),
        turn(1, Did.CHECK, strength=0.95, cards="Qs 3s", board=BOARD),
    ],
    ids=["bets", "not_last", "may_not_raise", "room_played", "turn", "not_nuts"],
)
def test_F7_nothing_else_is(honest: Turn) -> None:
    assert flags_of(NutsNotBet(), [hand(number, [honest]) for number in range(5)]) == []
