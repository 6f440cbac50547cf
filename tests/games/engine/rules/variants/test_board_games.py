"""Hold'em, Omaha and Omaha Hi-Lo as games, and boards run more than once (G1-G3, G11, P4, P5, R4, H6)."""

from collections.abc import Sequence

import pytest

from games.engine import events as ev
from games.engine.hand.queries import HandWait
from games.engine.rules.rake import RakeTerms
from tests.games.engine.support.dealt_hands import Play, play

K = [10_000] * 10


@pytest.mark.parametrize(("game", "down"), [("holdem", 2), ("omaha", 4), ("omaha8", 4)])
@pytest.mark.parametrize("players", [2, 3, 10])
def test_G1_G2_G3_G11_cards_are_dealt_in_this_order(game: str, down: int, players: int) -> None:
    """Hole cards go one at a time from the button's left; a card is burnt before the flop, the turn and the river."""
    table = play(game, K[:players])
    deck = table.hand.deck
    for seat in range(players):
        assert table.hand.hole[seat] == deck[seat : down * players : players]
    while table.hand.street < 3:
        table.play("call" if table.hand.legal().call else "check")
    assert [(event.burnt, len(event.cards)) for event in table.events_of(ev.BoardDealt)] == [(1, 3), (1, 1), (1, 1)]
    dealt = down * players
    assert table.hand.board == (*deck[dealt + 1 : dealt + 4], deck[dealt + 5], deck[dealt + 7])
    assert table.hand.stub.burnt == (deck[dealt], deck[dealt + 4], deck[dealt + 6])


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha8"])
def test_G11_the_upper_limit_is_played_on_turn_and_river(game: str) -> None:
    """Bets are at the lower limit before and on the flop, at the upper limit on the turn and river."""
    table = play(game, K[:3])
    assert table.raise_range == (200, 200)
    table.play("call call check /")
    for bet in (100, 200, 200):
        assert table.raise_range == (bet, bet)
        table.play("check check check")
    assert table.hand.changes is not None or table.hand.waiting.kind is HandWait.SHOW


HOLES = ("AhKh9c9d", "AsKs2c3d", "QcQdJcJd")


def hi_lo(actions: str, board: Sequence[str], stacks: Sequence[int] = K[:3], **table: object) -> Play:
    """Three players at Omaha Hi-Lo: ace-king, ace-king with a low, and queens."""
    return play("omaha8", stacks, actions, hands=HOLES, later=board, **table)


def down(table: Play) -> Play:
    """Everybody checks to the showdown and mucks a beaten hand."""
    while table.hand.to_act >= 0:
        table.play("check")
    return table.play("mucks")


def test_G3_P5_a_low_takes_half() -> None:
    """Seat 1 wins the low half with 7-6-4-3-2, and seat 2's queens win the high half."""
    table = down(hi_lo("call call check", ("4h6d7s", "Th", "8d")))
    assert table.awards() == [(0, "high", {2: 150}, 0), (0, "low", {1: 150}, 0)]


def test_G3_without_a_low_the_high_takes_the_pot() -> None:
    """The board does not have three low cards."""
    table = down(hi_lo("call call check", ("4hTdJs", "Th", "8d")))
    assert [half for _, half, _, _ in table.awards()] == ["all"]


@pytest.mark.parametrize(
    ("ante", "high", "low"),
    [(5, {0: 80, 1: 80}, {2: 155}), (10, {0: 85, 1: 80}, {2: 165}), (0, {0: 75, 1: 75}, {2: 150})],
)
def test_P4_P5_the_odd_unit_goes_to_the_high_half_and_then_left_of_the_button(
    ante: int, high: dict[int, int], low: dict[int, int]
) -> None:
    """A pot of 315 in units of 5 pays 160 high and 155 low; of 330, two high hands split their 165 as 85 and 80."""
    hands = ("AhKh9c9d", "AsKs8c8d", "4c6dJcJd")
    board = ("AcQd3s", "2d", "7h")
    table = play("omaha8", [2000] * 3, "call call check", hands=hands, later=board, ante=ante, chip_unit=5)
    assert down(table).awards() == [(0, "high", high, 0), (0, "low", low, 0)]


def test_P5_one_player_may_take_both_halves() -> None:
    """A player who wins the high and the low of the main pot gets all of it; the side pot is split on its own."""
    hands = ("As2s9c9d", "KsKh8c8d", "3c4dJcJd")
    board = ("5s6s7s", "Td", "Th")
    stacks = [300, 2000, 2000]
    table = play("omaha8", stacks, "300 call call", hands=hands, later=board, structure="nl", ante=0).play("300 call")
    shares = [(pot, half, won) for pot, half, won, _ in down(table).awards()]
    assert shares == [(1, "high", {2: 300}), (1, "low", {2: 300}), (0, "high", {0: 450}), (0, "low", {0: 450})]


# H6: run it twice. Three different stacks are all-in before the flop, for a main pot and a side pot.
THREE = ("AhAd", "KhKd", "QhQd")


def run(times: str, boards: Sequence[str], stacks: Sequence[int] = (1000, 1000, 400), **table: object) -> Play:
    """Plays an all-in of three players, their answers, and every board."""
    playing = play(
        *("holdem", stacks, "all-in all-in all-in"), hands=THREE, structure="nl", run_it=3, later=boards, **table
    )
    return playing.play(times).play("run")


def test_H6_everybody_in_the_hand_is_asked() -> None:
    """All players still in the hand are asked, all-in or not, and no card is dealt before they have answered."""
    table = play("holdem", (1000, 1000, 400), "all-in all-in fold", hands=THREE, structure="nl", run_it=2)
    assert table.hand.waiting.kind is HandWait.AGREE
    assert set(table.hand.to_agree) == {2, 0}
    assert not table.hand.board
    assert all(table.hand.shown[seat] for seat in (0, 2))


def test_H6_one_refusal_means_one_board() -> None:
    """One board is dealt if one player refuses, whatever the others answer."""
    table = run("run3 run1", ("2c3c4d", "7s", "8s"))
    assert table.hand.boards == ()
    assert {award[3] for award in table.awards()} == {0}


def test_H6_the_smallest_number_of_boards_wins() -> None:
    """Two boards are dealt if the players answer three, two and three."""
    table = run("run3 run2 run3", ("2c3c4d", "7s", "8s"))
    assert len(table.hand.boards) == 1
    assert table.hand.runs == 2


def test_H6_nobody_is_asked_when_the_rule_is_off() -> None:
    """One board is dealt and nobody is asked."""
    table = play("holdem", (1000, 1000), "all-in call", hands=THREE[:2], structure="nl", run_it=1)
    assert table.hand.waiting.kind is HandWait.DEAL


@pytest.mark.parametrize("game", ["stud", "draw", "razz", "lowball"])
def test_H6_only_board_games_run_several_boards(game: str) -> None:
    """Nobody is asked in stud and draw games."""
    table = play(game, (500, 500), structure="nl", run_it=3)
    table.play("all-in call")
    assert table.hand.waiting.kind in (HandWait.DEAL, HandWait.DRAW)


def test_H6_every_board_comes_from_the_same_deck_with_a_burn_before_each_street() -> None:
    """All boards come from one deck; only streets still to come are dealt again."""
    table = play("holdem", (1000, 1000, 1000), "call call check", hands=THREE, structure="nl", run_it=3)
    flop = table.hand.board
    table.play("all-in call fold run3 run3 run")
    boards = (*table.hand.boards, table.hand.board)
    assert len(boards) == 3
    assert all(board[:3] == flop for board in boards)
    new = [card for board in boards for card in board[3:]]
    deck = table.hand.deck[6 + 4 :]
    assert tuple(new) == deck[1:12:2]
    assert len(table.hand.stub.burnt) == 1 + 6


def test_H6_each_pot_is_split_by_board_with_odd_units_to_the_first() -> None:
    """Two boards split a main pot of 1203 into 602 and 601, and a side pot of 1202 into 601 and 601."""
    table = run("run2 run2 run2", (), stacks=(1002, 1002, 401))
    assert [pot.amount for pot in table.hand.pots] == [1203, 1202]
    parts: dict[tuple[int, int], int] = {}
    for pot, _, shares, board in table.awards():
        parts[pot, board] = parts.get((pot, board), 0) + sum(shares.values())
    assert parts == {(0, 0): 602, (0, 1): 601, (1, 0): 601, (1, 1): 601}


def test_H6_three_boards_split_the_pot_in_whole_chips() -> None:
    """Three boards split 1,000 in units of 5 into 340, 330 and 330."""
    table = play("holdem", (500, 500), "all-in call", hands=THREE[:2], structure="nl", run_it=3, chip_unit=5)
    table.play("run3 run3 run")
    assert [sum(shares.values()) for _, _, shares, _ in table.awards()] == [340, 330, 330]


def test_H6_each_board_decides_its_part_of_the_pot() -> None:
    """The kings win the second board, and with it half of the pot."""
    table = play(
        *("holdem", (500, 500), "call check"),
        hands=THREE[:2],
        later=("2c3c4d",),
        structure="nl",
        run_it=2,
    )
    table.play("all-in call run2 run2 run")
    winners = [set(shares) for _, _, shares, _ in table.awards()]
    assert len(winners) == 2
    assert sum(table.net_won.values()) == 0


def test_H6_side_pots_may_have_other_winners_than_the_main_pot() -> None:
    """Aces all-in for less win the main pot on both boards, and the kings win the side pot."""
    table = play(
        *("holdem", (400, 1000, 1000), "all-in all-in all-in"),
        hands=THREE,
        later=("2c3s4d", "7s", "8s"),
        structure="nl",
        run_it=2,
    )
    table.play("run2 run2 run2 run")
    side = [shares for pot, _, shares, _ in table.awards() if pot == 1]
    main = [shares for pot, _, shares, _ in table.awards() if pot == 0]
    assert len(side) == len(main) == 2
    assert all(0 not in shares for shares in side)
    assert sum(sum(shares.values()) for shares in main) == 1200


def test_H6_hi_lo_splits_each_part_again() -> None:
    """Each board's part of each pot is split between high and low, with the odd unit to the high half."""
    table = play(*("omaha8", (505, 505), "all-in call"), hands=("AhKh2c3d", "AsKs2d3c"), structure="nl", run_it=2)
    table.play("run2 run2 run")
    parts = {0: 505, 1: 505}
    for board, part in parts.items():
        awards = [award for award in table.awards() if award[3] == board]
        assert sum(sum(shares.values()) for _, _, shares, _ in awards) == part
        if len(awards) == 2:
            assert [(half, sum(shares.values())) for _, half, shares, _ in awards] == [("high", 253), ("low", 252)]


def test_H6_rake_is_taken_once_before_the_boards() -> None:
    """The rake is five per cent of 1,000, so 50, and the boards share 950."""
    profile = RakeTerms("test", 50)
    table = play("holdem", (500, 500), "all-in call", hands=THREE[:2], structure="nl", run_it=2, rake=profile)
    table.play("run2 run2 run")
    assert [event.amount for event in table.events_of(ev.RakeTaken)] == [50]
    assert [sum(shares.values()) for _, _, shares, _ in table.awards()] == [475, 475]


def test_H6_there_are_only_as_many_boards_as_the_deck_has_cards_for() -> None:
    """A board takes eight cards: ten players at Omaha (40 cards) leave enough for one board, nine (36) for two."""
    ten = play("omaha", [500] * 10, "all-in " * 10, structure="nl", run_it=3)
    assert ten.hand.waiting.kind is HandWait.DEAL
    nine = play("omaha", [500] * 9, "all-in " * 9, structure="nl", run_it=3)
    assert nine.hand.runs == 2
    nine.play("run3 " * 9 + "run")
    assert nine.hand.stub.left == 0
    assert len(nine.hand.boards) == 1


def test_H6_hands_are_face_up_at_the_showdown_of_several_boards() -> None:
    """They are turned up even if all-in hands stay down before the showdown (H5)."""
    table = play("holdem", (500, 500), "all-in call", hands=THREE[:2], structure="nl", run_it=2, all_in_show=False)
    assert not any(table.hand.shown)
    table.play("run2 run2 run")
    assert all(table.hand.shown[:2])
    assert table.hand.changes is not None
