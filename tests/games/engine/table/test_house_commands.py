"""The end of a hand and house orders: showing, run-outs, pause, close, new rules (C1, F1, H2, H4, H5, P6, X1)."""

from dataclasses import replace

import pytest

from games.engine import events as ev
from games.engine.errors import BrokenInvariant
from games.engine.hand.actions import Show
from games.engine.rules.rules import Clock
from games.engine.table import commands as cm
from games.engine.table.decide import decide
from tests.games.engine.support.builders import (
    Room,
    deal,
    dealt_room,
    rules,
    showdown_room,
    stacked_deck,
    stored_and_loaded,
)

THREE = (10_000,) * 3
CLOCK = Clock()


# H2, H4 at the table.


def test_H2_without_auto_muck_the_player_is_asked_and_mucks_when_time_is_up() -> None:
    room = showdown_room(auto_muck=False)
    assert (room.wait_kind, room.table.wait.seat) == ("show", 2)
    assert room.table.next_tick_at() == room.now + CLOCK.show
    room.tick()
    assert room.last_events(ev.Mucked) == [ev.Mucked(2)]
    room.send(cm.Act(1, 1, 0, 0, Show()))
    assert [event.seat for event in room.last_events(ev.Shown)] == [0]
    assert not room.table.running


def test_H2_with_auto_muck_nobody_is_asked() -> None:
    room = showdown_room(auto_muck=True)
    assert [event.seat for event in room.last_events(ev.Mucked)] == [2, 0]


def test_H4_show_after_the_hand_until_the_next_begins() -> None:
    room = showdown_room(auto_muck=True)
    room.send(cm.ShowCards(3, 1, (0,)))
    assert len(room.last_events(ev.Shown)) == 1
    room.send(cm.ShowCards(3, 1, ()))
    assert room.refuses(cm.ShowCards(3, 1, ())) == "cannot_show"
    assert room.refuses(cm.ShowCards(2, 1, ())) == "cannot_show"
    room.deal()
    assert room.refuses(cm.ShowCards(1, 1, ())) == "hand_over"


def test_H4_a_new_player_in_the_winners_seat_cannot_show() -> None:
    room = dealt_room(*THREE).play("fold fold")
    room.send(cm.Leave(3))
    room.sit(7, seat=2)
    assert room.refuses(cm.ShowCards(7, 1, ())) == "cannot_show"
    assert room.refuses(cm.Act(7, 1, 1, 0, Show())) == "cannot_show"
    # The same player in another visit is no better.
    room.send(cm.Leave(7))
    room.sit(3, seat=2)
    assert room.refuses(cm.ShowCards(3, 1, ())) == "cannot_show"


def test_H4_a_winner_who_changes_seats_after_the_hand_still_shows() -> None:
    room = dealt_room(*THREE)
    room.send(cm.ChangeSeat(3, 4))
    room.play("fold fold")
    assert room.last_events(ev.SeatChanged)
    # Whoever sits in the winner's old seat now has no cards to show.
    room.send(cm.ChangeSeat(1, 2))
    assert room.refuses(cm.ShowCards(1, 1, ())) == "cannot_show"
    room.send(cm.ShowCards(3, 1, (0,)))
    assert [event.seat for event in room.last_events(ev.Shown)] == [2]


def test_H5_the_run_out_takes_its_time_street_by_street() -> None:
    room = dealt_room(1_000, 1_000).play("1000 call")
    boards = []
    while room.table.running:
        assert (room.wait_kind, room.table.next_tick_at()) == ("deal", room.now + CLOCK.run_out)
        boards.append(len(room.table.hand.board))
        room.tick()
    assert boards == [0, 3, 4, 5]


def test_the_pause_before_the_next_hand_depends_on_how_the_hand_ended() -> None:
    room = dealt_room(*THREE).play("fold fold")
    assert room.table.next_tick_at() == room.now + CLOCK.after_fold
    room = showdown_room(auto_muck=True)
    assert room.table.next_tick_at() == room.now + CLOCK.after_showdown


# Orders of the house.


def test_F1_pause_lets_the_hand_end_and_deals_no_more_until_resumed() -> None:
    room = dealt_room(*THREE)
    room.send(cm.Pause())
    assert room.ignores(cm.Pause())
    room.all_fold()
    assert room.table.next_tick_at() is None
    room.now += 1_000_000
    assert room.ignores(cm.Tick())
    assert not room.table.needs_deck(room.now)
    room.send(cm.Resume())
    assert room.ignores(cm.Resume())
    assert room.table.next_tick_at() is not None
    assert room.table.needs_deck(room.now)
    assert room.deal().table.hand_number == 2


def test_the_log_is_cleared_only_between_hands_and_the_hand_can_still_be_voided() -> None:
    room = dealt_room(*THREE)
    assert room.ignores(cm.ClearLog())
    room.all_fold()
    room.send(cm.ClearLog())
    assert room.table.public_events == []
    assert room.ignores(cm.ClearLog())
    room.send(cm.VoidHand(1, "two aces", last=True))
    assert room.table.chips() == {1: 10_000, 2: 10_000, 3: 10_000}


def test_F1_resume_deals_in_players_who_sat_down_in_the_pause() -> None:
    room = Room()
    room.send(cm.Pause())
    room.sit(1)
    room.sit(2)
    assert room.table.next_tick_at() is None
    room.send(cm.Resume())
    assert room.deal().table.running


def test_F1_close_between_hands_and_during_one() -> None:
    room = Room(*THREE)
    room.send(cm.Close())
    assert [event.chips for event in room.last_events(ev.SeatLeft)] == [10_000] * 3
    assert room.table.closed
    room = dealt_room(*THREE)
    room.send(cm.Close())
    assert room.ignores(cm.Close())
    assert room.refuses(cm.TakeSeat(8, "x", False, -1, 500)) == "table_closed"
    assert not room.table.closed
    room.send(cm.Leave(1))
    room.send(cm.AddChips(2, 77))
    room.all_fold()
    assert room.table.closed
    assert sorted((event.player, event.chips) for event in room.last_events(ev.SeatLeft)) == [
        (1, 10_000),
        (2, 10_000 - 50 + 77),
        (3, 10_050),
    ]
    assert room.table.next_tick_at() is None
    assert room.refuses(cm.TakeSeat(8, "x", False, -1, 500)) == "table_closed"


def test_F1_new_rules_wait_for_the_end_of_the_hand() -> None:
    room = dealt_room(*THREE)
    room.send(cm.ChangeRules(rules(blinds=(100, 200))))
    assert room.table.rules.stakes.big_blind == 100
    assert room.table.hand is not None
    assert room.table.hand.legal().min_to == 200
    room.all_fold()
    assert room.table.rules.stakes.big_blind == 200
    room.deal()
    assert [event.amount for event in room.table.public_events if isinstance(event, ev.Posted)] == [100, 200]


def test_F1_new_rules_between_hands_count_at_once_and_may_start_the_game() -> None:
    room = Room(50, 50, min_stack_to_play="big_blind")
    assert room.wait_kind == "players"
    room.send(cm.ChangeRules(rules()))
    assert room.deal().table.running


def test_too_many_seats_for_a_game_are_refused() -> None:
    room = Room(seats=10)
    crowded = rules()._replace(variant=replace(rules().variant, max_players=8))
    assert room.refuses(cm.ChangeRules(crowded)) == "too_many_seats"


def test_X1_a_table_between_hands_is_restored_from_its_snapshot() -> None:
    room = dealt_room(*THREE).play("fold fold")
    room.send(cm.SetConnected(2, False))
    again = stored_and_loaded(room.table)
    assert again.snapshot() == room.table.snapshot()
    deck = stacked_deck(["", "", ""])
    now = room.table.next_tick_at()
    assert now is not None
    assert (
        decide(again, cm.Tick(), now=now, deck=deck).events == decide(room.table, cm.Tick(), now=now, deck=deck).events
    )


def test_C1_an_invalid_deck_is_never_dealt() -> None:
    room = dealt_room(*THREE).all_fold()
    due = room.table.next_tick_at()
    assert due is not None
    room.now = due
    for deck in ([0] * 52, list(range(51)), [*range(51), 3]):
        with pytest.raises(BrokenInvariant):
            decide(room.table, cm.Tick(), now=room.now, deck=deck)


def test_P6_a_chip_that_appears_from_nowhere_breaks_the_invariant() -> None:
    hand = deal(THREE, "300").hand
    hand.stacks[0] += 1
    with pytest.raises(BrokenInvariant, match="P6"):
        hand.check()
    hand.stacks[0] -= 20_000
    with pytest.raises(BrokenInvariant, match="P6"):
        hand.check()
