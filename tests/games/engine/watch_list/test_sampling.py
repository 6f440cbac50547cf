"""How good hands were: exact once all cards are out, sampled before, and the same every time (F7)."""

import pytest

from games.engine.cards import DECK, parse_cards
from games.engine.watch_list.hands import Chances, Did
from games.engine.watch_list.sampling import DEALS, assess
from tests.games.engine.watch_list.hands import hand, turn

DRY = "Kd Qs Jh 9c 9d"
LOW = "2c 3d 7h Ks Qs"


def chances(
    game: str, own: str, *rivals: str, board: str = "", up: str = "", street: int = 3, deals: int = DEALS
) -> Chances:
    """The chances of a player against rivals with these cards; `up` are the open ones of the first rival."""
    one = turn(1, Did.CHECK, range(2, 2 + len(rivals)), cards=own, board=board, street=street)
    holes = tuple(parse_cards(cards) for cards in (own, *rivals))
    shown = ((), parse_cards(up), *((),) * (len(rivals) - 1))
    (assessed,) = assess(hand(1, [one._replace(holes=holes, up=shown)], game=game), deals).turns
    assert assessed.chances is not None
    return assessed.chances


@pytest.mark.parametrize(
    ("game", "own", "rival", "board", "truth"),
    [
        ("holdem", "As Ah", "Ks Kh", "2c 5d 7h 9s Jd", 1.0),
        ("holdem", "Ks Kh", "As Ah", "2c 5d 7h 9s Jd", 0.0),
        ("holdem", "As Kh", "Ad Kc", "2c 5d 7h 9s Jd", 0.5),
        ("omaha8", "Ks Kh 2d 3c", "As Ah 4d 5c", DRY, 1.0),
        ("omaha8", "Ac 4d Kd Kh", "Qd Qh Jc Jd", LOW, 1.0),
        ("omaha8", "Ac 4d Jc Jd", "Kd Kh Qd Qh", LOW, 0.5),
        ("omaha8", "Ac 4d Kd Kh", "As 4h Qd Qh", LOW, 0.75),
        ("razz", "Ac 2d 3h 4s 5c Kd Ks", "Ad 2h 3s 4c 6d Kh Kc", "", 1.0),
        ("27sd", "2c 3d 4h 5s 7c", "2d 3h 4s 5c 8d", "", 1.0),
        ("badugi", "Ac 2d 3h 4s", "Ad 2h 3s Kd", "", 1.0),
    ],
)
def test_F7_with_all_cards_out_the_part_of_the_pot_is_exact(
    game: str, own: str, rival: str, board: str, truth: float
) -> None:
    assert chances(game, own, rival, board=board).truth == truth


def test_F7_the_truth_is_the_part_against_all_rivals_at_once() -> None:
    board = "2c 5d 7h 9s Jd"
    assert chances("holdem", "As Kh", "Ad Kc", "Ah Kd", board=board).truth == pytest.approx(1 / 3)
    assert chances("holdem", "As Kh", "Ad Kc", "Jc Jh", board=board).truth == 0


@pytest.mark.parametrize(("folded", "truth"), [("2c 3c 4c", 1.0), ("2c 3c 4c 5c", 0.5)])
def test_F7_seven_cards_still_to_come_may_be_the_whole_rest_of_the_deck_but_not_more(folded: str, truth: float) -> None:
    """Eight play seven-card stud: seven are left on sixth street, and who folded showed three or four cards."""
    royal = parse_cards("As Ks Qs Js Ts 9s")
    rest = [card for card in DECK if card not in (*royal, *parse_cards("2c 3c 4c 5c"))]
    rivals = [tuple(rest[place : place + 6]) for place in range(0, 36, 6)]
    one = turn(1, Did.CALL, range(2, 8), street=3)._replace(
        holes=(royal, *rivals), up=((), *(cards[2:] for cards in rivals)), seen=parse_cards(folded)
    )
    (assessed,) = assess(hand(1, [one], game="stud")).turns
    assert assessed.chances is not None
    assert assessed.chances.truth == truth


def test_F7_the_strength_is_against_cards_that_nobody_has_seen() -> None:
    board = "2c 5d 7h 9s Jd"
    assert chances("holdem", "Js Jh", "Td 8d", board=board) == Chances(pytest.approx(1, abs=0.1), 0)
    assert chances("holdem", "Ac 3d", "Kc 4h", board=board).truth == 1
    assert 0.2 < chances("holdem", "Ac 3d", "Kc 4h", board=board).strength < 0.8


def test_F7_the_strength_knows_open_cards_of_a_rival() -> None:
    own, rival = "Ks Kh Qd 9c 4s 3d 2h", "As Ah Ac Ad 5c 6d 7h"
    assert chances("stud", own, rival, up="Ac Ad 5c 6d", street=4).strength < 0.1
    assert chances("stud", own, rival, up="5c 6d 7h As", street=4).strength > 0.5


def test_F7_before_the_flop_aces_are_ahead_of_an_unknown_hand_and_of_kings() -> None:
    aces = chances("holdem", "As Ah", "Ks Kh", street=0, deals=4000)
    assert aces.strength == pytest.approx(0.85, abs=0.08)
    assert aces.truth == pytest.approx(0.82, abs=0.04)


def test_F7_the_same_cards_have_the_same_chances_again() -> None:
    before = chances("holdem", "As Kd", "Qs Qh", board="2c 5d 7h", street=1)
    assert before == chances("holdem", "As Kd", "Qs Qh", board="2c 5d 7h", street=1)
    assert 0.1 < before.truth < 0.45
