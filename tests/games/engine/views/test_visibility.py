"""Views of a table, rule by rule: what the public and each player see (B10, B17, C10, H2, H4, H5)."""

from collections.abc import Callable
from typing import Any

import pytest

from games.engine.cards import cards_text, parse_cards, rank
from games.engine.evaluation.categories import name_low
from games.engine.evaluation.names import Category, name_high
from games.engine.hand.actions import Discard, Show
from games.engine.table import commands as cm
from games.engine.views.kinds import LineCode, Preset
from games.engine.views.types import Choices, SeatView
from games.engine.views.visibility import with_pots
from tests.games.engine.support.builders import Room
from tests.games.engine.support.dealt_hands import deck_of
from tests.games.engine.support.views import cards_in, own_of, own_or_none, public_of, public_seat

THREE = (10_000,) * 3
HOLES = ("AsAh", "KsKh", "QsQh")
BOARD = "2c3d7h8c9d"


def dealt(*chips: int, holes: tuple[str, ...] = HOLES, board: str = BOARD, **table: Any) -> Room:
    """Deals a hand with the button in seat 0; `holes` are those of seats 1, 2 and 0."""
    return Room(*chips, first_button="first_player", **table).deal(holes, board)


# Own views


def test_an_own_view_covers_the_players_own_seat_only() -> None:
    room = dealt(*THREE)
    for player, cards in ((2, "AsAh"), (3, "KsKh"), (1, "QsQh")):
        view = own_of(room, player)
        assert (view.player, view.seat, view.cards) == (player, player - 1, parse_cards(cards))
    assert own_or_none(room, 4) is None
    assert own_or_none(room, 0) is None


def test_a_new_player_in_a_seat_does_not_see_the_cards_dealt_there() -> None:
    room = dealt(*THREE).play("fold fold")
    room.send(cm.Leave(3))
    room.sit(7, seat=2)
    view = own_of(room, 7)
    assert (view.cards, view.hand, view.name_of_hand, view.may_show) == ((), 0, None, False)
    assert public_seat(room, 7) == SeatView(2, "waiting", 7, "player 7", stack=10_000)


def test_another_player_of_the_same_name_in_the_seat_sees_no_cards_of_the_first() -> None:
    room = dealt(*THREE).play("fold fold")
    room.send(cm.Leave(3))
    room.send(cm.TakeSeat(7, "player 3", False, 2, 500))
    assert own_of(room, 7).cards == ()
    assert public_seat(room, 7).won == 0


def test_a_player_waiting_for_the_next_hand_sees_no_cards() -> None:
    room = dealt(*THREE)
    room.sit(4)
    view = own_of(room, 4)
    assert (view.cards, view.choices, view.pre_actions) == ((), None, ())


def test_C10_the_own_hand_is_named() -> None:
    room = dealt(*THREE).play("call call check")
    hand = own_of(room, 2).name_of_hand
    assert hand is not None and (hand.category, hand.ranks[0]) == (Category.ONE_PAIR, rank(parse_cards("As")[0]))


def test_C10_a_hand_shown_at_the_showdown_is_named_in_the_log() -> None:
    room = dealt(*THREE).play("fold call check " + "check check " * 3)
    (shows,) = [line for line in public_of(room).log if line.code is LineCode.SHOWS]
    assert shows.name_of_hand == public_seat(room, 2).name_of_hand == name_high(parse_cards("AsAh" + BOARD))


def test_C10_in_hi_lo_a_shown_hand_has_a_name_for_the_low_too() -> None:
    room = Room(1_000, 1_000, first_button="first_player", game="omaha8", structure="nl", run_it=1)
    room.tick()
    room.tick(deck_of("omaha8", ("As2s5h9h", "KsKhQdJd"), "3c4d7h", "Tc", "Td"))
    room.play("1000 call").finish()
    assert public_seat(room, 2).low_name == name_low(map(rank, parse_cards("7h4d3c2sAs")))
    assert public_seat(room, 1).low_name is None


# G13.


def test_G13_everybody_sees_how_many_cards_were_exchanged_and_an_ace_kept_alone() -> None:
    room = Room(*THREE, first_button="first_player", game="draw", structure="fl", ante=20)
    room.deal(("AcKcQcJc9c", "2d2h5d7d9d", "3s4s6s8sTs")).play("check check check")
    for player, places in ((2, (1, 2, 3, 4)), (3, (0,)), (1, ())):
        room.send(cm.Act(player, 1, room.table.turn, 0, Discard(places)))
    seats = [public_seat(room, player) for player in (2, 3, 1)]
    assert [seat.cards_drawn for seat in seats] == [4, 1, 0]
    assert [(cards_text(seat.face_up), seat.face_down) for seat in seats] == [("Ac", 4), ("", 5), ("", 5)]


# B17.


def test_B17_bets_are_in_front_of_the_players_until_the_round_ends() -> None:
    room = dealt(*THREE).play("300 call")
    assert [seat.bet for seat in public_of(room).seats[:3]] == [300, 300, 100]
    assert (public_of(room).pots, public_of(room).pot) == ((), 700)
    room.play("call")
    assert [seat.bet for seat in public_of(room).seats[:3]] == [0, 0, 0]
    assert (public_of(room).pots, public_of(room).pot, len(public_of(room).board)) == ((900,), 900, 3)


def test_B17_the_view_shows_stacks_button_blinds_turn_and_live_hands() -> None:
    room = dealt(*THREE).play("fold")
    view = public_of(room)
    assert [seat.stack for seat in view.seats[:3]] == [10_000, 9_950, 9_900]
    assert [seat.button for seat in view.seats[:3]] == [True, False, False]
    assert [seat.blind for seat in view.seats[:3]] == ["", "small", "big"]
    assert [seat.face_down for seat in view.seats[:3]] == [0, 2, 2]
    assert [seat.state for seat in view.seats[:4]] == ["folded", "in_hand", "in_hand", "empty"]
    assert view.turn is not None
    assert (view.turn.seat, view.turn.deadline, view.phase) == (1, room.table.next_tick_at(), "betting")


@pytest.mark.parametrize(
    ("show_pot", "structure", "shown"),
    [
        ("always", "nl", True),
        ("always", "fl", True),
        ("pot_limit_only", "nl", False),
        ("pot_limit_only", "fl", False),
        ("pot_limit_only", "pl", True),
    ],
)
def test_B17_the_pot_total_is_shown_where_the_rules_say(show_pot: str, structure: str, shown: bool) -> None:
    room = dealt(*THREE, show_pot=show_pot, structure=structure)
    assert public_of(room).pot == (150 if shown else 0)
    choices = own_of(room, 1).choices
    assert choices is not None
    names = [name for name, _ in choices.presets]
    assert ("pot" in names) is (shown and structure != "fl")
    room.play("call call check")
    assert room.table.hand is not None and len(room.table.hand.board) == 3
    view = public_of(room)
    assert (view.pots, view.pot) == (((300,), 300) if shown else ((), 0))


@pytest.mark.parametrize("big_blind", [10_000, 50])
def test_B4_the_pot_button_counts_a_short_blind_in_full(big_blind: int) -> None:
    choices = own_of(dealt(10_000, 10_000, big_blind, structure="pl"), 1).choices
    assert choices is not None
    assert (dict(choices.presets)[Preset.POT], choices.max_to) == (350, 350)


def test_B17_pot_limit_only_tells_no_side_pots_and_bots_count_them() -> None:
    room = dealt(300, 10_000, 10_000, show_pot="pot_limit_only", structure="nl")
    while room.table.hand is not None and not room.table.hand.board:
        hand = room.table.hand
        seat = hand.to_act
        room.play("300" if not hand.stacks[seat] > 300 and hand.betting.high < 300 else "call")
    view = public_of(room)
    assert (view.pots, view.pot) == ((), 0)
    counted = with_pots(view, room.table.hand)
    assert (counted.pots, counted.pot) == ((900,), 900)


def sizes(room: Room) -> dict[str, int]:
    """The bet sizes of the player to act."""
    choices = own_of(room, room.player_to_act).choices
    assert choices is not None
    return dict(choices.presets)


def test_B4_multiples_of_the_blind_are_offered_until_somebody_raises() -> None:
    room = dealt(*THREE).play("call")
    assert sizes(room)["times_3"] == 300
    room.play("250")
    assert not {"times_2_5", "times_3", "times_4"} & set(sizes(room))
    assert not {"times_2_5", "times_3", "times_4"} & set(sizes(room.play("call call")))


def test_D9_with_a_straddle_they_are_multiples_of_the_straddle() -> None:
    room = Room(*[10_000] * 4, straddle=True, first_button="first_player")
    room.send(cm.SetStraddle(4, True))
    assert sizes(room.deal())["times_3"] == 600


def test_B16_bet_sizes_are_whole_chips_between_the_smallest_and_the_largest_bet() -> None:
    assert sizes(dealt(*THREE, blinds=(25, 75), chip_unit=25))["times_2_5"] == 175
    short = sizes(dealt(260, 10_000, 10_000))
    assert (short["third"], short["min"], short["times_4"], short["max"]) == (200, 200, 260, 260)


def test_B17_each_choice_with_its_price() -> None:
    choices = own_of(dealt(*THREE), 1).choices
    assert choices == Choices(
        100,
        False,
        False,
        200,
        10_000,
        False,
        1,
        (
            ("min", 200),
            *(("times_2_5", 250), ("times_3", 300), ("times_4", 400)),
            *(("third", 200), ("half", 225), ("two_thirds", 266), ("three_quarters", 287), ("pot", 350)),
            ("max", 10_000),
        ),
    )
    assert own_of(dealt(*THREE), 2).choices is None


# B10: nobody else sees a pre-action.


@pytest.mark.parametrize("kind", ["fold", "check_fold", "check", "call_any"])
def test_B10_nobody_else_sees_a_pre_action(kind: str) -> None:
    room = dealt(*THREE)
    before = [repr(public_of(room)), repr(own_or_none(room, 1)), repr(own_or_none(room, 2))]
    room.pre_action(3, kind)
    assert [repr(public_of(room)), repr(own_or_none(room, 1)), repr(own_or_none(room, 2))] == before
    assert own_of(room, 3).pre_action == kind


def test_B10_the_player_sees_the_offered_pre_actions_and_dropped_ones() -> None:
    room = dealt(*THREE)
    assert own_of(room, 3).pre_actions == ("check_fold", "check", "call_any")
    assert own_of(room, 2).pre_actions == ("fold", "call", "call_any")
    assert own_of(room, 2).pre_action_price == 50
    room.pre_action(3, "check")
    room.pre_action(2, "call", 50)
    room.play("300")
    assert own_of(room, 3).pre_action == ""
    assert (own_of(room, 2).pre_action, own_of(room, 2).pre_actions) == ("", ())


# H2, H4: what becomes public and what never.


def test_H4_exactly_the_shown_cards_are_visible() -> None:
    room = dealt(*THREE).play("fold fold")
    king, _ = parse_cards("KsKh")
    assert set(cards_in(public_of(room))) == set()
    assert own_of(room, 3).may_show
    room.send(cm.ShowCards(3, 1, (0,)))
    assert set(cards_in(public_of(room))) == {king}
    assert (public_seat(room, 3).shown, public_seat(room, 3).face_down) == ((king, -1), 1)
    assert public_seat(room, 3).name_of_hand is None
    room.send(cm.ShowCards(3, 1, (1,)))
    assert public_seat(room, 3).shown == parse_cards("KsKh")
    assert not own_of(room, 3).may_show


def test_H4_the_cards_of_a_winner_who_changes_seats_after_the_hand_go_along() -> None:
    room = dealt(*THREE)
    room.send(cm.ChangeSeat(3, 4))
    room.play("fold fold")
    mine = own_of(room, 3)
    assert (mine.seat, mine.cards, mine.may_show) == (4, parse_cards("KsKh"), True)
    assert (public_seat(room, 3).seat, public_seat(room, 3).face_down) == (4, 2)
    room.send(cm.ChangeSeat(1, 2))
    room.send(cm.ShowCards(3, 1, ()))
    assert (public_seat(room, 3).shown, public_seat(room, 3).face_down) == (parse_cards("KsKh"), 0)
    assert public_seat(room, 1).shown == ()
    assert not own_of(room, 3).may_show


def test_H2_mucked_and_folded_hands_never_appear() -> None:
    room = dealt(*THREE).play("fold call check " + "check check " * 3)
    assert not room.table.running
    # Player 2 had the aces and showed; player 3 mucked kings, player 1 folded queens.
    assert set(cards_in(public_of(room))) == set(parse_cards("AsAh" + BOARD))
    assert [seat.face_down for seat in public_of(room).seats[:3]] == [0, 0, 0]
    assert not own_of(room, 1).may_show
    assert own_of(room, 3).may_show


def test_H5_all_in_hands_are_visible_and_the_board_as_it_is_dealt() -> None:
    room = dealt(1_000, 1_000, 5_000).play("fold 1000 call")
    hands = set(parse_cards("AsAh KsKh"))
    for cards in (0, 3, 4, 5):
        assert set(cards_in(public_of(room))) == hands | set(parse_cards(BOARD)[:cards])
        assert (public_of(room).phase, public_seat(room, 2).state) == ("dealing", "all_in")
        room.tick()


@pytest.mark.parametrize(
    ("make", "phase"),
    [
        (lambda: Room(), "waiting"),
        (lambda: Room(*THREE), "between"),
        (lambda: dealt(*THREE), "betting"),
        (lambda: dealt(1_000, 1_000, holes=HOLES[:2]).play("1000 call"), "dealing"),
    ],
)
def test_each_phase_of_the_table_is_shown(make: Callable[[], Room], phase: str) -> None:
    room = make()
    assert public_of(room).phase == phase
    room.send(cm.Pause())
    assert public_of(room).phase == ("paused" if phase in ("waiting", "between") else phase)


def test_a_closed_table_has_the_phase_closed() -> None:
    room = Room(*THREE)
    room.send(cm.Close())
    assert public_of(room).phase == "closed"


def test_D12_H2_only_the_awaited_player_is_asked() -> None:
    room = Room(*THREE, first_button="first_player")
    room.send(cm.SetAutoActions(2, True, False))
    room.tick()
    room.tick()
    assert [own_of(room, player).asked_to_post for player in (1, 2, 3)] == [False, True, False]
    assert own_of(room, 2).deadline == room.table.next_tick_at()
    assert own_of(room, 1).deadline == 0


def test_C10_tabled_hands_are_named() -> None:
    room = dealt(*THREE).play("fold call check " + "check check " * 3)
    assert (name := public_seat(room, 2).name_of_hand) is not None
    assert name == own_of(room, 2).name_of_hand


def test_H2_the_cards_that_won_are_marked_once_the_hand_is_over_and_only_in_hands_shown_whole() -> None:
    room = dealt(*THREE).play("call call check " + "check check check " * 3)

    def marked() -> dict[int, str]:
        return {seat.player: cards_text(seat.winning_cards) for seat in public_of(room).seats if seat.winning_cards}

    while room.table.running:
        assert not marked(), "nothing is won yet"
        room.tick()
    assert marked() == {2: "AsAh9d8c7h"}


def test_H4_a_winner_who_shows_one_card_has_no_winning_cards_marked() -> None:
    room = dealt(*THREE).play("call call check 300 fold fold")
    room.send(room.act_command("show", player=2)._replace(action=Show((0,))))
    seat = public_seat(room, 2)
    assert (cards_text(seat.shown[:1]), seat.shown[1], seat.winning_cards) == ("As", -1, ())
