"""Section H of the rulebook, H1-H5: the order of showing, the winners and the hidden hands."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import events as ev
from games.engine.cards import parse_cards
from games.engine.hand.actions import Show
from games.engine.hand.pots import Pot
from games.engine.hand.queries import HandWait
from games.engine.hand.showdown import Strength, beaten, show_order, winners
from tests.games.engine.support.builders import Deal, deal

THREE = (10_000,) * 3
BOARD = "2c3d7h8c9d"
RISING = ("JsJh", "QsQh", "KsKh", "AsAh")
FALLING = RISING[::-1]
TO_THE_RIVER = "call call check / check check check / check check check / "


def river(actions: str, holes: tuple[str, ...] = RISING, **table: Any) -> Deal:
    """Plays three players to the river, then `actions`."""
    return deal(THREE, TO_THE_RIVER + actions, holes=holes[:3], board=BOARD, **table)


def order_of(hand: Deal) -> tuple[int, ...]:
    """The order of showing at the showdown."""
    (began,) = hand.events_of(ev.ShowdownBegan)
    return tuple(began.order)


# H1: the order.


@pytest.mark.parametrize(("rule", "order"), [("last_aggressor", (2, 0, 1)), ("first_bettor", (1, 2, 0))])
def test_H1_after_bet_raise_and_call_the_order_follows_the_house_rule(rule: str, order: tuple[int, ...]) -> None:
    assert order_of(river("check 100 300 call call", showdown_order=rule)) == order


@pytest.mark.parametrize("rule", ["last_aggressor", "first_bettor"])
def test_H1_a_called_bettor_shows_first(rule: str) -> None:
    assert order_of(river("check 100 call call", showdown_order=rule)) == (1, 2, 0)


@pytest.mark.parametrize("rule", ["last_aggressor", "first_bettor"])
def test_H1_the_first_player_to_act_shows_first_when_nobody_bet_on_the_last_round(rule: str) -> None:
    assert order_of(river("check check check", showdown_order=rule)) == (0, 1, 2)


@pytest.mark.parametrize("rule", ["last_aggressor", "first_bettor"])
def test_H1_a_bet_on_an_earlier_round_does_not_count(rule: str) -> None:
    actions = "call call check / check 100 call call / check check check / check check check"
    assert order_of(deal(THREE, actions, showdown_order=rule)) == (0, 1, 2)


@pytest.mark.parametrize(("rule", "order"), [("last_aggressor", (2, 0, 1)), ("first_bettor", (1, 2, 0))])
def test_H1_an_all_in_below_a_full_raise_is_the_last_raise_too(rule: str, order: tuple[int, ...]) -> None:
    hand = deal((10_000, 10_000, 250), TO_THE_RIVER + "check 100 all-in call call", showdown_order=rule)
    assert order_of(hand) == order


def test_H1_the_first_seat_shows_first_when_the_first_bettor_has_folded() -> None:
    assert order_of(river("check 100 300 call fold", showdown_order="first_bettor")) == (0, 2)


def test_H1_players_of_the_side_pot_show_first() -> None:
    # Nobody bets on the river; seat 0 is all-in for less.
    actions = "300 call call / check check / check check / check check"
    hand = deal((300, 10_000, 10_000), actions, all_in_show=False)
    assert order_of(hand) == (0, 1, 2)
    actions = "call call call check / 200 call call call / 300 700 call call / check check check"
    hand = deal((600, 10_000, 10_000, 10_000), actions)
    assert order_of(hand) == (1, 2, 3, 0)


def test_H1_players_of_the_last_side_pot_show_before_all_others() -> None:
    pots = [Pot(100, (0, 1, 2, 3)), Pot(50, (0, 1, 3)), Pot(20, (1, 3))]
    for first, order in ((0, (1, 3, 0, 2)), (1, (1, 3, 0, 2)), (2, (3, 1, 0, 2)), (3, (3, 1, 0, 2))):
        assert show_order(range(4), pots, first=first) == order


# H2: mucking.


def test_H2_a_beaten_hand_may_be_mucked() -> None:
    hand = river("check check check", FALLING)
    assert hand.hand.waiting == ("show", 1)
    assert hand.shown == [0]
    hand.play("muck")
    assert hand.hand.waiting == ("show", 2)
    hand.play("muck")
    assert hand.shown == [0]
    assert hand.net_won[0] == 200


def test_H2_a_beaten_player_may_choose_to_show() -> None:
    hand = river("check check check", FALLING).play("muck show")
    assert hand.shown == [0, 2]


def test_H2_only_the_player_to_show_decides() -> None:
    hand = river("check check check", FALLING)
    for seat in (0, 2):
        for word in ("muck", "show"):
            assert hand.refuses(word, seat).code == "cannot_show"


def test_H2_a_hand_that_is_not_beaten_is_shown_without_asking() -> None:
    hand = river("check check check", RISING)
    assert hand.shown == [0, 1, 2]
    assert hand.net_won[2] == 200


def test_H2_a_hand_that_splits_the_pot_is_shown() -> None:
    hand = deal(THREE, TO_THE_RIVER + "check check check", board="AcKdQhJsTc")
    assert hand.shown == [0, 1, 2]
    assert hand.net_won == {0: 0, 1: 0, 2: 0}


def test_H2_the_system_mucks_a_beaten_hand_at_once() -> None:
    hand = river("check check check", FALLING, auto_muck="system")
    assert [event.seat for event in hand.events_of(ev.Mucked)] == [1, 2]
    assert hand.shown == [0]
    # Its owner may still show it.
    hand.hand.act(2, Show())
    assert hand.hand.shown[2] == parse_cards("QsQh")


def test_H2_a_hand_beaten_in_only_one_pot_is_shown() -> None:
    # Seat 0 is all-in and has the best hand; seat 1 loses the main pot to seat 0 but wins the side pot.
    actions = "call call call check / 200 call call call / 300 700 call fold / check check"
    hand = deal((600, 10_000, 10_000, 10_000), actions, holes=FALLING, board=BOARD)
    assert hand.shown == [1]
    assert hand.hand.waiting == ("show", 2)
    hand.play("muck")
    assert hand.shown == [1, 0]


def test_H2_a_hand_is_beaten_only_when_it_is_beaten_in_every_pot() -> None:
    pots = [Pot(100, (0, 1, 2)), Pot(50, (1, 2))]
    strengths = {0: Strength(9, None), 1: Strength(5, None), 2: Strength(3, None)}
    assert not beaten(1, pots, strengths, [0])
    assert not beaten(2, pots, strengths, [0])
    assert beaten(2, pots, strengths, [0, 1])


def test_H2_a_hi_lo_hand_is_not_beaten_while_it_may_win_the_low() -> None:
    pots = [Pot(100, (0, 1, 2))]
    strengths = {0: Strength(9, None), 1: Strength(5, 5), 2: Strength(3, 9)}
    assert not beaten(1, pots, strengths, [0])
    assert beaten(1, pots, strengths, [0, 2])
    assert not beaten(0, pots, strengths, [1, 2])


# H3: cards speak.


def test_H3_the_best_hand_wins_whoever_holds_it() -> None:
    assert winners(Pot(10, (0, 1, 2)), {0: Strength(1, 0), 1: Strength(7, 0), 2: Strength(7, 0)}, "high") == (1, 2)


def test_H3_a_player_outside_the_pot_cannot_win_it() -> None:
    assert winners(Pot(10, (0, 2)), {0: Strength(1, 0), 1: Strength(7, 0), 2: Strength(0, 0)}, "high") == (0,)


# H4: showing after the hand.


def test_H4_the_last_player_left_wins_unseen_and_may_show() -> None:
    hand = deal(THREE, "300 fold fold", holes=RISING[:3])
    assert hand.shown == []
    assert list(hand.events_of(ev.ShowdownBegan)) == []
    assert hand.hand.may_show(2)
    assert hand.hand.act(2, Show()) == [ev.Shown(2, parse_cards("KsKh"))]
    assert not hand.hand.may_show(2)


def test_H4_the_winner_may_show_one_card_or_all() -> None:
    king, other = parse_cards("KsKh")
    for places, cards in (((0,), (king, -1)), ((1,), (-1, other)), ((1, 0), (king, other)), ((), (king, other))):
        hand = deal(THREE, "300 fold fold", holes=RISING[:3]).hand
        asked: tuple[int, ...] = places
        assert hand.act(2, Show(asked)) == [ev.Shown(2, cards)]
        # The other player may show, too.
        assert hand.may_show(2) is (-1 in cards)
        if -1 in cards:
            assert hand.act(2, Show((1 - asked[0],))) == [ev.Shown(2, (king, other))]


def test_H4_folded_hands_may_not_be_shown() -> None:
    hand = deal(THREE, "300 fold fold")
    for seat in (0, 1):
        assert not hand.hand.may_show(seat)
        assert hand.refuses("show", seat).code == "cannot_show"


def test_H4_no_cards_are_shown_before_the_betting_has_ended() -> None:
    hand = deal(THREE, "300 fold")
    for seat in (0, 1, 2):
        assert not hand.hand.may_show(seat)
        assert hand.refuses("show", seat).code == "cannot_show"


def test_H4_a_mucked_hand_may_be_shown_and_a_shown_hand_not_again() -> None:
    hand = river("check check check", FALLING).play("muck muck")
    assert [hand.hand.may_show(seat) for seat in range(3)] == [False, True, True]


def test_H4_a_card_position_that_does_not_exist_is_refused() -> None:
    hand = deal(THREE, "300 fold fold").hand
    for places in ((2,), (-1,), (0, 7)):
        with pytest.raises(Exception, match="cannot_show"):
            hand.act(2, Show(places))
    assert hand.shown[2] == ()


# H5: all-in.


def test_H5_hands_are_turned_up_at_once_and_the_board_runs_out_street_by_street() -> None:
    hand = deal((1_000, 2_000), "1000 call", holes=RISING[:2], board=BOARD)
    (turned,) = hand.events_of(ev.HandsTurnedUp)
    assert dict(turned.hands) == {0: parse_cards("JsJh"), 1: parse_cards("QsQh")}
    seen = []
    while hand.hand.waiting.kind is HandWait.DEAL:
        seen.append(len(hand.hand.board))
        hand.play("deal")
    assert seen == [0, 3, 4, 5]
    assert hand.net_won == {0: -1_000, 1: 1_000}
    # The hands are already face up, so nobody is asked and no card is shown twice.
    assert hand.shown == []
    assert len(list(hand.events_of(ev.HandsTurnedUp))) == 1


def test_H5_all_in_hands_stay_face_down_until_the_showdown_when_the_rule_is_off() -> None:
    hand = deal((1_000, 2_000), "1000 call", holes=RISING[:2], board=BOARD, all_in_show=False)
    assert list(hand.events_of(ev.HandsTurnedUp)) == []
    hand.play("deal deal deal")
    assert hand.shown == []
    hand.play("deal")
    assert hand.shown == [0, 1]


def test_H5_hands_stay_face_down_while_two_players_can_bet() -> None:
    hand = deal((300, 10_000, 10_000), "300 all-in call / check check / check check /")
    assert list(hand.events_of(ev.HandsTurnedUp)) == []
    hand.play("check 500 fold")
    # Only one player has chips now, so the hands are turned up.
    assert [sorted(dict(event.hands)) for event in hand.events_of(ev.HandsTurnedUp)] == [[0, 2]]


def test_H5_folded_hands_are_not_turned_up() -> None:
    hand = deal((1_000, 1_000, 1_000), "fold all-in call")
    (turned,) = hand.events_of(ev.HandsTurnedUp)
    assert sorted(dict(turned.hands)) == [0, 1]


def test_H5_players_all_in_from_the_blinds_are_turned_up() -> None:
    hand = deal((40, 80), holes=RISING[:2], board=BOARD)
    assert hand.hand.waiting.kind is HandWait.DEAL
    hand.play("run")
    assert hand.net_won == {0: -40, 1: 40}


@given(stacks=st.lists(st.integers(1, 40), min_size=2, max_size=10))
def test_H5_the_hand_ends_whatever_the_stacks(stacks: list[int]) -> None:
    hand = deal(stacks, blinds=(5, 10), ante=2)
    while hand.seat_to_act >= 0:
        hand.play("all-in")
    hand.play("run")
    while hand.hand.waiting.kind is HandWait.SHOW:
        hand.play("muck")
    assert sum(hand.net_won.values()) == 0
