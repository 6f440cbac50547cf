"""Rule H6 of the rulebook: an all-in may be run two or three times."""

from collections.abc import Sequence

import pytest

from games.engine import events as ev
from games.engine.cards import DECK, Card, parse_cards
from games.engine.errors import IllegalAction
from games.engine.events.kinds import PostKind
from games.engine.hand.actions import RunIt
from games.engine.hand.hand import Hand, HandPlan, Post
from games.engine.hand.queries import HandWait
from games.engine.rules.rake import RakeTerms
from games.engine.views.visibility import own_view, public_view
from tests.games.engine.support.builders import Deal, Room, rules
from tests.games.engine.support.rakes import SHOWDOWN_RAKE

KINGS, QUEENS = "KsKh", "QsQh"
LOW, QUEEN, KING = "2c3d7h8c9d", "2dQd4h5c9h", "3cKd6h8d9s"
"""Boards: kings win on the first and the last, and queens on the second."""


def deck_of(holes: Sequence[str], *boards: str, dealt: int = 0) -> tuple[Card, ...]:
    """A deck with these hole cards and the first board, then the other boards without the `dealt` shared cards."""
    cards: list[Card | None] = []
    hands = [parse_cards(hole) for hole in holes]
    for turn in range(len(hands[0])):
        cards += [hand[turn] for hand in hands]
    for number, board in enumerate(boards):
        known = parse_cards(board)
        for first, count in ((0, 3), (3, 1), (4, 1)):
            if not number or first >= dealt:
                cards += [None, *known[first : first + count]]
    named = [card for card in cards if card is not None]
    assert len(set(named)) == len(named), "a card is named twice"
    rest = iter([card for card in DECK if card not in named])
    cards = [next(rest) if card is None else card for card in cards]
    return (*(card for card in cards if card is not None), *rest)


def all_in(
    *stacks: int,
    actions: str = "all-in call",
    holes: Sequence[str] = (KINGS, QUEENS),
    boards: Sequence[str] = (LOW, QUEEN),
    dealt: int = 0,
    agree: Sequence[int] = (2, 2),
    **table: object,
) -> Deal:
    """Plays a hand without blinds in which all chips go in; the live players answer with these numbers of boards."""
    playing = rules(**{"blinds": (1, 2), "run_it": 2, **table})
    hand = Hand(playing)
    seats = tuple(range(len(stacks)))
    deal = Deal(hand, hand.begin(HandPlan(1, seats[-1], seats, stacks, ()), deck_of(holes, *boards, dealt=dealt)))
    deal.play(actions)
    for seat, times in zip(hand.to_agree, agree, strict=False):
        deal.events += hand.act(seat, RunIt(times))
    return deal


def paid(deal: Deal) -> list[tuple[int, int, str, int]]:
    """The amount paid for each part of each pot, as (run, pot, half, amount)."""
    return [(event.run, event.pot, event.half, event.amount) for event in deal.events_of(ev.PotWon)]


def test_H6_two_boards_split_the_pot() -> None:
    deal = all_in(100, 100).play("run")
    hand = deal.hand
    assert hand.boards == (parse_cards(LOW),)
    assert hand.board == parse_cards(QUEEN)
    assert paid(deal) == [(0, 0, "all", 100), (1, 0, "all", 100)]
    assert deal.net_won == {0: 0, 1: 0}


def test_H6_three_boards_split_the_pot() -> None:
    deal = all_in(90, 90, boards=(LOW, QUEEN, KING), agree=(3, 3), run_it=3).play("run")
    assert paid(deal) == [(0, 0, "all", 60), (1, 0, "all", 60), (2, 0, "all", 60)]
    assert deal.net_won == {0: 30, 1: -30}


@pytest.mark.parametrize(
    ("agree", "boards"), [((3, 2), 2), ((2, 3), 2), ((3, 3), 3), ((3, 9), 3), ((1,), 1), ((3, 1), 1)]
)
def test_H6_the_smallest_number_of_boards_wins(agree: tuple[int, ...], boards: int) -> None:
    deal = all_in(100, 100, boards=(LOW, QUEEN, KING), agree=agree, run_it=3)
    assert deal.hand.waiting.kind is HandWait.DEAL
    deal.play("run")
    assert len(deal.hand.boards) + 1 == boards


def test_H6_one_refusal_means_one_board() -> None:
    deal = all_in(100, 100, agree=(1,))
    assert deal.hand.to_agree == ()
    with pytest.raises(IllegalAction):
        deal.hand.act(1, RunIt(2))


def test_H6_never_more_boards_than_the_table_allows() -> None:
    assert len(all_in(100, 100, agree=(3, 3)).play("run").hand.boards) == 1


@pytest.mark.parametrize("times", [0, -1])
def test_H6_fewer_than_one_board_is_refused(times: int) -> None:
    deal = all_in(100, 100, agree=())
    with pytest.raises(IllegalAction):
        deal.hand.act(0, RunIt(times))
    assert deal.hand.to_agree == (0, 1)


def test_H6_only_players_still_in_the_hand_are_asked() -> None:
    stacks = (100, 100, 100)
    deal = all_in(*stacks, actions="fold all-in call", holes=("2h2s", KINGS, QUEENS), agree=())
    assert deal.hand.to_agree == (1, 2)
    with pytest.raises(IllegalAction):
        deal.hand.act(0, RunIt(2))
    deal.events += deal.hand.act(2, RunIt(2))
    with pytest.raises(IllegalAction):
        deal.hand.act(2, RunIt(1))


def test_H6_every_board_comes_from_the_same_deck_with_a_burn_before_each_street() -> None:
    deal = all_in(100, 100, boards=(LOW, QUEEN, KING), agree=(3, 3), run_it=3).play("run")
    dealt = list(deal.events_of(ev.BoardDealt))
    assert [event.burnt for event in dealt] == [1] * 9
    assert [len(event.cards) for event in dealt] == [3, 1, 1] * 3
    deck, at = deal.hand.deck, 4
    for event in dealt:
        assert event.cards == deck[at + 1 : at + 1 + len(event.cards)]
        at += 1 + len(event.cards)
    assert len(set(deal.hand.stub.burnt)) == 9


@pytest.mark.parametrize(
    ("actions", "dealt"),
    [("check check / all-in call", 3), ("check check / check check / all-in call", 4)],
)
def test_H6_cards_already_dealt_are_shared_by_all_boards(actions: str, dealt: int) -> None:
    second = LOW[: 2 * dealt] + QUEEN[2 * dealt :]
    deal = all_in(100, 100, actions=actions, boards=(LOW, second), dealt=dealt).play("run")
    first, last = (*deal.hand.boards, deal.hand.board)
    assert first[:dealt] == last[:dealt]
    assert not set(first[dealt:]) & set(last[dealt:])


ACES = "AsAh"


@pytest.mark.parametrize(
    ("game", "holes", "board", "asked"),
    [
        ("holdem", (ACES, KINGS), "AcAd2c7hTs", False),
        ("holdem", (ACES, KINGS), "2c7hTs9dJh", True),
        # Both play the straight on the board, whatever comes.
        ("holdem", ("2s3h", "2d3c"), "TcJdQhKsAh", False),
        ("omaha8", ("AsAhKcKd", "QsQhJcJd"), "AcAd7h2s9s", False),
        ("omaha8", ("AsAh2c3d", "QsQhJcJd"), "AcAd7hTs9s", False),
        ("omaha8", ("AsAhKcKd", "2c3dQsQh"), "AcAd7hTs9s", True),
    ],
)
def test_h6_nobody_is_asked_when_the_result_is_certain(
    game: str, holes: tuple[str, str], board: str, asked: bool
) -> None:
    actions = "check check / check check / all-in call"
    deal = all_in(100, 100, actions=actions, holes=holes, boards=(board,), agree=(), game=game)
    assert bool(list(deal.events_of(ev.RunOffered))) is asked


def test_h6_hands_that_are_not_face_up_are_asked_even_if_the_result_is_certain() -> None:
    actions = "check check / check check / all-in call"
    deal = all_in(100, 100, actions=actions, holes=(ACES, KINGS), boards=("AcAd2c7hTs",), agree=(), all_in_show=False)
    assert list(deal.events_of(ev.RunOffered))


@pytest.mark.parametrize(("board", "asked"), [("QsQc2s3d4h", False), ("TsJs2s3d4h", True)])
def test_h6_a_side_pot_that_is_still_open_is_asked_about(board: str, asked: bool) -> None:
    actions = "check check check / check check check / all-in all-in call"
    holes = ("AsKs", "QdQh", "9c8c")
    deal = all_in(50, 100, 100, actions=actions, holes=holes, boards=(board,), agree=())
    assert bool(list(deal.events_of(ev.RunOffered))) is asked


def test_H6_nobody_is_asked_when_the_board_is_complete() -> None:
    deal = all_in(100, 100, actions="check check / check check / check check / all-in call", agree=())
    assert not list(deal.events_of(ev.RunOffered))
    assert deal.hand.changes is not None


def test_H6_nobody_is_asked_when_the_others_have_folded() -> None:
    assert not list(all_in(100, 100, actions="all-in fold", agree=()).events_of(ev.RunOffered))


def test_H6_nobody_is_asked_while_two_players_can_bet() -> None:
    holes = ("2h2s", KINGS, QUEENS)
    deal = all_in(50, 100, 100, actions="all-in call call", holes=holes, agree=())
    assert not list(deal.events_of(ev.RunOffered))
    deal.play("check check / 50 call")
    assert deal.hand.to_agree == (0, 1, 2)


def test_H6_nobody_is_asked_when_the_rule_is_off() -> None:
    deal = all_in(100, 100, agree=(), run_it=1)
    assert deal.hand.waiting.kind is HandWait.DEAL


@pytest.mark.parametrize(
    ("game", "structure", "offered"),
    [
        *[("holdem", "nl", True), ("omaha", "pl", True), ("omaha8", "pl", True), ("shortdeck", "nl", True)],
        *[("stud", "nl", False), ("stud5", "nl", False), ("draw", "nl", False), ("27sd", "nl", False)],
    ],
)
def test_H6_only_board_games_run_several_boards(game: str, structure: str, offered: bool) -> None:
    stud = {"ante": 2, "bring_in": 5} if game in ("stud", "stud5") else {"ante": 2} if game == "draw" else {}
    room = Room(30, 30, game=game, structure=structure, blinds=(5, 10), run_it=3, **stud)
    room.deal()
    asked = False
    while room.table.running:
        asked = asked or room.wait_kind == "agree"
        hand = room.table.hand
        assert hand is not None
        if hand.to_act < 0:
            room.tick()
            continue
        legal = hand.legal()
        room.play(str(legal.max_to) if legal.max_to else "call" if legal.call else "check")
    assert asked == offered


def test_H6_rake_is_taken_once() -> None:
    deal = all_in(1_001, 1_001, rake=RakeTerms("x", 50, cap=75)).play("run")
    assert [event.amount for event in deal.events_of(ev.RakeTaken)] == [75]
    # 2,002 less 75 is 1,927, whose odd unit goes to the first board.
    assert [amount for *_, amount in paid(deal)] == [964, 963]


@pytest.mark.parametrize(
    ("runs", "unit", "parts"), [(2, 1, [101, 100]), (3, 1, [67, 67, 67]), (2, 5, [101, 100]), (3, 5, [71, 65, 65])]
)
def test_H6_odd_units_go_to_the_first_board(runs: int, unit: int, parts: list[int]) -> None:
    posts = (Post(0, PostKind.DEAD, 1),)
    playing = rules(blinds=(1, 2), run_it=3, chip_unit=unit)
    hand = Hand(playing)
    deck = deck_of((KINGS, QUEENS), LOW, QUEEN, KING)
    deal = Deal(hand, hand.begin(HandPlan(1, 1, (0, 1), (101, 100), posts), deck)).play("all-in call")
    for seat in (0, 1):
        deal.events += hand.act(seat, RunIt(runs))
    assert [amount for *_, amount in paid(deal.play("run"))] == parts


def test_H6_each_side_pot_is_split_by_board_the_last_one_first() -> None:
    holes = ("AsAh", KINGS, QUEENS)
    deal = all_in(50, 150, 150, actions="all-in all-in call", holes=holes, agree=(2, 2, 2)).play("run")
    assert paid(deal) == [(0, 1, "all", 100), (0, 0, "all", 75), (1, 1, "all", 100), (1, 0, "all", 75)]
    # On the second board the queen beats the aces too.
    assert deal.net_won == {0: 25, 1: -50, 2: 25}


def test_H6_hi_lo_splits_each_part_again() -> None:
    high, low = "KsKhQdJd", "As2s5h9h"
    boards = ("3c4d7hTcTd", "KdQc8s9c2d")
    deal = all_in(
        100,
        100,
        game="omaha8",
        structure="pl",
        actions="",
        holes=(high, low),
        boards=boards,
        agree=(),
    )
    while deal.hand.to_act >= 0:
        deal.play(str(deal.raise_range[1]) if deal.may_raise else "call" if deal.to_call else "check")
    for seat in (0, 1):
        deal.events += deal.hand.act(seat, RunIt(2))
    deal.play("run")
    # The first board has a low, the second none.
    assert paid(deal) == [(0, 0, "high", 50), (0, 0, "low", 50), (1, 0, "all", 100)]


def test_H6_hands_are_face_up_before_several_boards_are_compared() -> None:
    deal = all_in(100, 100, all_in_show=False).play("run")
    assert len(list(deal.events_of(ev.HandsTurnedUp))) == 1
    assert not list(deal.events_of(ev.Mucked))


# At the table.


def at_the_table(run_it: int = 2) -> Room:
    """Plays to where two players are all-in before the flop and asked how many boards to run."""
    room = Room(1_000, 1_000, 5_000, first_button="first_player", run_it=run_it)
    return room.deal().play("1000 call fold")


def test_H6_everybody_in_the_hand_is_asked_and_nobody_else() -> None:
    room = at_the_table(3)
    assert room.wait_kind == "agree"
    views = [own_view(room.table, player, table_id=1, version=1) for player in (1, 2, 3)]
    assert [view.max_boards for view in views if view] == [3, 3, 0]
    assert public_view(room.table, table_id=1, version=1).phase == "agreeing"
    room.send(room.act_command("run 2", player=1))
    views = [own_view(room.table, player, table_id=1, version=1) for player in (1, 2, 3)]
    assert [view.max_boards for view in views if view] == [0, 2, 0]


def test_H6_both_players_agree_at_the_table() -> None:
    room = at_the_table()
    room.send(room.act_command("run 2", player=2))
    assert room.wait_kind == "agree"
    room.send(room.act_command("run 2", player=1))
    assert room.wait_kind == "deal"
    room.finish()
    view = public_view(room.table, table_id=1, version=1)
    assert [len(board) for board in (*view.boards, view.board)] == [5, 5]


def test_H6_no_answer_means_one_board() -> None:
    room = at_the_table()
    due = room.table.next_tick_at()
    assert due == room.now + room.table.rules.clock.show
    room.send(room.act_command("run 2", player=1))
    # An answer of one does not give the other more time.
    assert room.table.next_tick_at() == due
    room.tick()
    assert room.last_events(ev.RunAgreed) == [ev.RunAgreed(1, 1)]
    room.finish()
    assert public_view(room.table, table_id=1, version=1).boards == ()


def test_H6_an_answer_out_of_turn_or_after_a_refusal_is_refused() -> None:
    room = at_the_table()
    assert room.refuses(room.act_command("run 2", player=3)) == "not_your_turn"
    room.send(room.act_command("run 1", player=1))
    assert room.wait_kind == "deal"
    assert room.refuses(room.act_command("run 2", player=2)) == "not_your_turn"


def test_H6_a_player_who_leaves_meanwhile_is_still_asked() -> None:
    from games.engine.table import commands as cm

    room = at_the_table()
    room.send(cm.Leave(1))
    assert room.wait_kind == "agree"
    room.finish()
    assert room.table.player_seat(1) is None


def test_H6_the_rake_of_the_showdown_preset_is_taken_once() -> None:
    deal = all_in(40_000, 40_000, rake=SHOWDOWN_RAKE, chip_unit=500).play("run")
    assert sum(event.amount for event in deal.events_of(ev.RakeTaken)) == 4_000
    assert sum(deal.net_won.values()) == -4_000
