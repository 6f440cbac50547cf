"""The last street and the showdown of stud, and five card stud (G16-G18, H4, H5, B6, P4, P5)."""

import pytest

from games.engine import events as ev
from games.engine.cards import DECK, cards_text, parse_cards
from games.engine.events.kinds import PotHalf
from games.engine.hand.actions import Show
from games.engine.hand.showdown import odd_chip_order
from tests.games.engine.rules.variants.test_stud_games import LATER, K, four
from tests.games.engine.support.builders import rules
from tests.games.engine.support.dealt_hands import Play, play


def to_the_end(game: str, players: int) -> Play:
    """Everybody calls or checks up to the last street."""
    table = play(game, K[:1] * players)
    last = len(table.hand.rules.variant.streets) - 1
    while table.hand.street < last:
        table.play("call" if table.hand.legal().call else "check")
    return table


def test_G16_eight_players_on_seventh_street_share_a_card() -> None:
    """One card left and three burnt are too few for eight players, so one of them is dealt as a community card."""
    table = to_the_end("stud", 8)
    assert all(len(hole) == 6 for hole in table.hand.hole)
    (board,) = table.events_of(ev.BoardDealt)
    assert len(board.cards) == 1
    assert board.burnt == 0
    (shuffled,) = table.events_of(ev.StubShuffled)
    assert len(shuffled.cards) == 4
    burnt_before = [card for card in table.hand.deck[24:51] if card in shuffled.cards]
    assert board.cards[0] in burnt_before[:3]
    assert table.hand.board == board.cards
    folded = set(table.hand.stub.pile)
    assert not folded & set(shuffled.cards)


def test_G16_the_community_card_is_one_of_the_burn_cards_whatever_the_shuffle_puts_first() -> None:
    """The card left in the stub is not turned up, although it comes first in the new order."""
    hands = [cards_text(DECK[seat:24:8]) for seat in range(8)]
    table = play("stud", K[:1] * 8, hands=hands, again=("As",))
    while table.hand.street < 4:
        table.play("call" if table.hand.legal().call else "check")
    left, burnt = table.hand.deck[51], table.hand.deck[24:51:9]
    assert cards_text([left]) == "As"
    assert table.hand.board[0] in burnt


def test_G16_for_seven_players_the_burn_cards_are_shuffled_in() -> None:
    """Seven cards left and three burnt make ten: one for each player, without a further burn."""
    table = to_the_end("stud", 7)
    assert all(len(hole) == 7 for hole in table.hand.hole)
    (shuffled,) = table.events_of(ev.StubShuffled)
    assert len(shuffled.cards) == 10
    assert not list(table.events_of(ev.BoardDealt))
    assert [table.hand.hole[seat][6] for seat in range(7)] == list(shuffled.cards[:7])
    assert table.hand.stub.left == 3
    assert not table.hand.stub.burnt


def test_G16_six_players_need_no_shuffle() -> None:
    """36 cards dealt and 3 burnt leave 13, enough for six players and a burn."""
    table = to_the_end("stud", 6)
    assert not list(table.events_of(ev.StubShuffled))
    assert len(table.hand.stub.burnt) == 4


def test_G16_for_ten_players_at_five_card_stud_the_burn_cards_are_shuffled_in() -> None:
    """Twenty cards and two streets of 11 leave ten, which make twelve with the two burnt ones."""
    table = to_the_end("stud5", 10)
    assert all(len(hole) == 5 for hole in table.hand.hole)
    (shuffled,) = table.events_of(ev.StubShuffled)
    assert len(shuffled.cards) == 12
    assert table.hand.stub.left == 2
    assert all(len(up) == 4 for up in table.hand.face_up)


def test_G16_folded_cards_never_return() -> None:
    """Of eight players one folds on sixth street; one card left and three burnt are still too few for seven."""
    table = play("stud", K[:1] * 8)
    while table.hand.street < 3:
        table.play("call" if table.hand.legal().call else "check")
    table.play("200 fold call call call call call call /")
    assert len(table.hand.live) == 7
    (shuffled,) = table.events_of(ev.StubShuffled)
    assert len(shuffled.cards) == 4
    assert len(table.hand.board) == 1
    assert not set(shuffled.cards) & set(table.hand.hole[table.hand.folded[0]])


def test_G16_a_community_card_changes_nobodys_place() -> None:
    """The opener of sixth street opens seventh street too, because the card for all is in no hand showing."""
    table = to_the_end("stud", 8)
    before = [event.seat for event in table.events_of(ev.Checked)][-8]
    assert table.seat_to_act == before == table.hand.opening_seat


def test_G16_the_best_hand_showing_opens_the_last_street_when_the_opener_has_folded() -> None:
    """Not the next player to the left, who shows less."""
    hands = ("4c4d9h", "5c5d2h", "6c6dTh")
    later = ("9d3c7c", "8h4s7d", "9sKhQs", "AsKs")
    table = play(
        "stud", K[:3], "bring call call check / check check check / check check check /", hands=hands, later=later
    )
    # Seat 0 opens with three nines, bets and is raised out; seat 2 shows two sevens, seat 1 nothing.
    table.play("200 400 call fold /")
    assert table.seat_to_act == 2


def test_G16_in_razz_the_lowest_hand_showing_opens_the_last_street() -> None:
    """Seat 0 opens and folds; seat 2 shows a seven, seat 1 a king."""
    hands = ("4c4dAh", "5c5dKd", "6c6d3h")
    later = ("2d7cKc", "8h4s2s", "7d9d5h", "AsKs")
    table = play(
        "razz", K[:3], "bring call call check / check check check / check check check /", hands=hands, later=later
    )
    opener = table.seat_to_act
    table.play("200 400 call fold /")
    assert (opener, table.seat_to_act) == (0, 2)


def test_G16_the_last_card_of_five_card_stud_is_up_and_counts() -> None:
    """Seat 0 opens fourth street with an ace; fifth street pairs seat 2, who opens it."""
    hands = ("4cAh", "5cTd", "6c2h")
    later = ("9d8c3c", "Kh4sJd", "7h5dJs")
    table = play("stud5", K[:3], "bring call call check / check check check /", hands=hands, later=later)
    opener = table.seat_to_act
    table.play("check check check /")
    assert (opener, table.seat_to_act) == (0, 2)


def test_G17_the_last_raiser_shows_first() -> None:
    """The last player to bet or raise on seventh street shows first."""
    table = four("bring fold fold call check / check check / check check / check check / 200 call", *LATER)
    assert next(table.events_of(ev.ShowdownBegan)).order == (1, 2)
    table = four("bring fold fold call check / check check / check check / check check / check 200 call", *LATER)
    assert next(table.events_of(ev.ShowdownBegan)).order == (2, 1)


def test_G17_the_last_player_who_could_bet_shows_first_when_all_checked() -> None:
    """Seat 1 opens and seat 2 checks last."""
    table = four("bring fold fold call check / check check / check check / check check / check check", *LATER)
    assert next(table.events_of(ev.ShowdownBegan)).order == (2, 1)


def test_G17_an_all_in_player_could_not_bet() -> None:
    """Of three players the last is all-in and could not bet, so the one before shows first."""
    hands = ("4c4dAh", "5c5dTh", "6c6d2h")
    later = ("KhJs7c", "Qh9s8c", "Qs9d8d", "KsJc3d")
    stacks = [10_000, 10_000, 40]
    actions = "bring call call / check check / check check / check check / check check"
    table = play("stud", stacks, actions, hands=hands, later=later, ante=10)
    order = next(table.events_of(ev.ShowdownBegan)).order
    assert order[0] == 1


def test_G18_five_card_stud_is_played_street_by_street() -> None:
    """The bring-in is on second street; the lower limit applies on second and third street, the upper from fourth."""
    hands = ("AcJh", "KcTh", "Qc2h")
    later = ("3c3d4s", "5c5d6s", "7c7d8s")
    table = play("stud5", K[:3], hands=hands, later=later)
    assert (table.street, table.seat_to_act, table.hand.legal().bring_in) == ("second", 2, True)
    table.play("bring call call check /")
    assert table.raise_range == (100, 100)
    table.play("check check check /")
    assert table.raise_range == (200, 200)
    table.play("check check check /")
    assert table.raise_range == (200, 200)
    assert (table.street, table.hole_cards(0), len(table.hand.face_up[0])) == ("fifth", "AcJh3c5c7c", 4)
    assert len(table.hand.stub.burnt) == 3
    table.play("check check check mucks")
    assert table.net_won == {0: 80, 1: -40, 2: -40}


def test_H5_a_down_card_of_an_all_in_hand_is_dealt_face_up() -> None:
    """After an all-in on third street all further cards are face up, the seventh card included."""
    table = four("bring all-in fold fold call", *LATER, stacks=[10_000, 10_000, 10_000, 80])
    table.play("run")
    assert len(list(table.events_of(ev.HandsTurnedUp))) == 2
    assert all(len(table.hand.shown[seat]) == 7 for seat in table.hand.live)
    assert table.hand.changes is not None


def test_P4_the_odd_chip_in_stud_goes_to_the_highest_card_by_suit() -> None:
    """Of two equal straights the one with the ace of spades gets the odd chip, whatever the seats."""
    hands = ("AhKdQc", "AsKcQd", "2c3d4h")
    later = ("JcJd5s", "TcTd7s", "2d3s", "4c4s")
    table = play("stud", K[:3], "bring call call check /", hands=hands, later=later, ante=11)
    table.play("check check check / 200 call fold / check check / check check")
    ((_, _, shares, _),) = table.awards()
    assert sum(shares.values()) % 2 == 1
    assert shares[1] == shares[0] + 1


def test_P4_the_odd_chip_in_razz_goes_to_the_highest_card_of_the_low() -> None:
    """Of two equal lows, 8-6-4-3-2, the one with the eight of spades gets the odd chip."""
    hands = ("8h6c4c", "8s6d4d", "KcQdKh")
    later = ("3c3dJs", "2c2dJd", "9cTd", "9hTh")
    table = play("razz", K[:3], "bring call call check / check check check /", hands=hands, later=later, ante=11)
    table.play("200 call fold / check check / check check")
    ((_, _, shares, _),) = table.awards()
    assert shares[1] == shares[0] + 1


def test_P4_P5_the_odd_unit_in_stud_hi_lo_goes_to_the_high_half() -> None:
    """The odd unit of the pot goes to the high half; one player may win both halves."""
    hands = ("AcAdAh", "2c4d8h", "9sTdKh")
    later = ("KcKs9c", "9d6cJs", "Qh5dQs", "Qd3h")
    table = play("stud8", K[:3], hands=hands, later=later, ante=11)
    table.play("bring call call check / check check check / check check check /")
    while table.hand.to_act >= 0:
        table.play("fold" if table.seat_to_act == 2 and table.to_call else "check" if not table.to_call else "call")
    pots = {half: shares for _, half, shares, _ in table.awards()}
    assert pots == {"high": {0: 62}, "low": {1: 61}}


@pytest.mark.parametrize("game", ["stud", "stud8", "razz", "stud5"])
def test_B6_the_smallest_bet_is_the_lower_limit_in_games_with_an_ante(game: str) -> None:
    """This holds on every street, even where the table doubles the smallest bet on the turn and river (`min_bet`)."""
    table = play(game, K[:2], "bring call check", structure="nl", min_bet="street")
    for _ in table.hand.rules.variant.streets[1:]:
        assert table.raise_range[0] == 100
        table.play("check check")


def test_P5_a_half_without_a_chip_is_not_paid() -> None:
    """A pot too small to split goes to the high half, and no event is written for the low half."""
    hands = ("2c3c4c", "KcKdKh")
    later = ("5d9d", "7sTd", "JhJs", "Qc9s")
    table = play("stud8", [1, 1], hands=hands, later=later, chip_unit=5).play("run mucks")
    assert table.awards() == [(0, "high", {1: 2}, 0)]


def test_H4_a_card_already_face_up_is_not_shown_again() -> None:
    """A player may show one card and later all; showing them again changes nothing."""
    table = four("bring fold fold fold")
    assert len(table.hand.act(2, Show((0,)))) == 1
    assert table.hand.act(2, Show((0,))) == []
    assert len(table.hand.act(2, Show())) == 1
    assert not table.hand.may_show(2)


def test_H4_a_player_who_shows_one_card_does_not_turn_the_up_cards_down() -> None:
    """The winner shows the second card beside the two that all have seen; the first stays face down."""
    table = four("bring fold fold call check / 100 fold", "3c3d")
    (winner,) = table.hand.live
    hole = table.hand.hole[winner]
    (shown,) = table.hand.act(winner, Show((1,)))
    assert shown.cards == (-1, *hole[1:])


def test_H4_an_up_card_is_not_shown_again() -> None:
    table = four("bring fold fold fold")
    assert table.hand.act(2, Show((2,))) == []
    assert table.hand.may_show(2)


@pytest.mark.parametrize(
    ("game", "half"), [("razz", PotHalf.ALL), ("stud8", PotHalf.LOW)], ids=["razz", "the low half of stud hi-lo"]
)
def test_P4_an_ace_that_counts_low_is_not_the_highest_card_for_the_odd_chip(game: str, half: PotHalf) -> None:
    """Of two lows 8-6-4-3-A the one with the eight of spades is first, not the one with the ace of spades."""
    low = rules(structure="fl", game=game, ante=10, bring_in=30)
    hole = tuple(map(parse_cards, ("8s6c4c3cAhKdQd", "8h6d4d3dAsKcQc")))
    assert odd_chip_order(low, hole, ())((0, 1), half) == (0, 1)
    assert odd_chip_order(low, hole[::-1], ())((0, 1), half) == (1, 0)


def test_P4_in_a_high_hand_the_ace_is_the_highest_card_for_the_odd_chip() -> None:
    high = rules(structure="fl", game="stud", ante=10, bring_in=30)
    hole = tuple(map(parse_cards, ("KsQcJcTcAh3d2d", "KhQdJdTdAs3c2c")))
    assert odd_chip_order(high, hole, ())((0, 1), PotHalf.ALL) == (1, 0)


@pytest.mark.parametrize(("order", "first"), [("shdc", 0), ("shcd", 1)])
def test_P4_C2_the_suit_order_of_the_table_decides_between_two_equally_high_cards(order: str, first: int) -> None:
    """The ace of diamonds is above the ace of clubs, or below it."""
    stud = rules(structure="fl", game="stud", ante=10, bring_in=30, suit_order=order)
    hole = tuple(map(parse_cards, ("KsQcJcTcAd3h2d", "KhQdJdTdAc3c2c")))
    assert odd_chip_order(stud, hole, ())((0, 1), PotHalf.ALL)[0] == first


def test_P4_C2_G16_a_community_card_does_not_stand_for_a_higher_suit_in_the_own_hand() -> None:
    """Both play ace high; where clubs are above diamonds, the own ace of clubs is above the ace of diamonds for all."""
    stud = rules(structure="fl", game="stud", ante=10, bring_in=30, suit_order="shcd")
    hole = tuple(map(parse_cards, ("KsQcJcTc3h2d", "KhQdJdTdAc3c")))
    assert odd_chip_order(stud, hole, parse_cards("Ad"))((0, 1), PotHalf.ALL) == (1, 0)
