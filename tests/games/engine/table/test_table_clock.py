"""The clock: turns, disconnected players, prompts for blinds, restarted waits after a fault (B14, B15, D12, X2)."""

import pytest

from games.engine import events as ev
from games.engine.rules.rules import Clock
from games.engine.table import commands as cm
from games.engine.table.facts import FOR_PLAYERS
from tests.games.engine.support.builders import Room, dealt_room, full_state, showdown_room

THREE = (10_000,) * 3
CLOCK = Clock()


# B14, B15: the clock.


def test_B14_nothing_happens_before_the_turn_time_is_up() -> None:
    room = dealt_room(*THREE)
    assert room.table.next_tick_at() == room.now + CLOCK.turn
    room.now += CLOCK.turn - 1
    assert room.ignores(cm.Tick())


def test_B14_after_the_turn_time_the_bank_runs_and_then_the_room_acts() -> None:
    room = dealt_room(*THREE)
    room.tick()
    assert room.last_events(ev.BankBegan) == [ev.BankBegan(0, room.now + CLOCK.bank, room.now)]
    room.tick()
    assert room.last_events(ev.TimedOut) == [ev.TimedOut(0)]
    assert room.last_events(ev.Folded) == [ev.Folded(0)]
    assert room.seat(1).bank == 0
    assert room.player_to_act == 2


def test_B14_used_bank_time_is_deducted_and_each_hand_refills_some() -> None:
    room = dealt_room(*THREE)
    room.tick()
    room.now += 10_000
    room.play("call")
    assert room.seat(1).bank == CLOCK.bank - 10_000
    room.all_fold()
    assert room.seat(1).bank == CLOCK.bank - 10_000 + CLOCK.bank_refill
    assert room.seat(2).bank == CLOCK.bank


def test_B14_acting_within_the_turn_time_costs_no_bank_time() -> None:
    room = dealt_room(*THREE)
    room.now += CLOCK.turn - 1
    room.play("call")
    assert room.seat(1).bank == CLOCK.bank


def test_B14_without_a_bank_the_room_acts_at_once() -> None:
    room = dealt_room(*THREE, clock=Clock(bank=0, bank_refill=0))
    room.tick()
    assert room.last_events(ev.TimedOut) == [ev.TimedOut(0)]


@pytest.mark.parametrize(("timeout_action", "plays"), [("check_or_fold", ev.Checked), ("fold", ev.Folded)])
def test_B14_the_room_acts_by_timeout_action(timeout_action: str, plays: type) -> None:
    room = dealt_room(*THREE, timeout_action=timeout_action).play("call call")
    room.tick()
    room.tick()
    assert room.last_events(plays) == [plays(2)]


def test_B14_a_timed_out_player_sits_out_from_the_next_hand() -> None:
    room = dealt_room(*THREE)
    room.tick()
    room.tick()
    room.all_fold()
    assert room.last_events(ev.SatOut) == [ev.SatOut(0, "timeout", room.now)]


def test_B15_a_disconnected_player_has_a_grace_period_after_time_and_bank() -> None:
    room = dealt_room(*THREE, clock=Clock(grace=60_000))
    room.send(cm.SetConnected(1, False))
    lost = room.now
    assert room.ignores(cm.SetConnected(1, False))
    room.tick()
    room.tick()
    assert room.last_events(ev.TimedOut) == []
    assert room.table.next_tick_at() == lost + 60_000
    room.tick()
    assert room.last_events(ev.TimedOut) == [ev.TimedOut(0)]
    assert room.seat(1).bank == 0


def test_B15_a_grace_period_that_is_over_adds_no_time() -> None:
    room = dealt_room(*THREE, clock=Clock(grace=1_000))
    room.send(cm.SetConnected(1, False))
    room.tick()
    room.tick()
    assert room.last_events(ev.TimedOut) == [ev.TimedOut(0)]


def test_B15_a_player_back_before_the_turn_acts_as_usual() -> None:
    room = dealt_room(*THREE)
    room.send(cm.SetConnected(1, False))
    room.send(cm.SetConnected(1, True))
    assert room.ignores(cm.SetConnected(1, True))
    room.play("call")
    assert room.table.seat(0).disconnected_at == 0


def test_B15_an_unstable_connection_has_one_grace_period_a_turn() -> None:
    room = dealt_room(*THREE)
    began = room.now
    for _ in range(20):
        due = room.table.next_tick_at()
        assert due is not None
        room.now = due - 1
        room.send(cm.SetConnected(1, True))
        room.send(cm.SetConnected(1, False))
        room.tick()
        if room.last_events(ev.TimedOut):
            break
    assert room.last_events(ev.TimedOut) == [ev.TimedOut(0)]
    assert room.now <= began + CLOCK.turn + CLOCK.bank + CLOCK.grace


# D12: posting.


def test_D12_a_player_without_auto_post_is_asked_before_the_deal() -> None:
    room = Room(*THREE, first_button="first_player")
    room.send(cm.SetAutoActions(2, True, False))
    room.tick()
    room.tick()
    assert (room.wait_kind, room.table.wait.seat) == ("post", 1)
    assert room.table.hand is None
    assert room.refuses(cm.PostBlind(3, True)) == "no_blind_due"
    room.send(cm.PostBlind(2, True))
    assert room.refuses(cm.PostBlind(2, True)) == "no_blind_due"
    room.tick()
    assert room.last_events(ev.Posted)[0] == ev.Posted(1, "small_blind", 50, False)


@pytest.mark.parametrize("answers", [True, False])
def test_D12_declining_or_not_answering_sits_the_player_out(answers: bool) -> None:
    room = Room(*THREE, first_button="first_player")
    room.send(cm.SetAutoActions(3, True, False))
    room.tick()
    room.tick()
    assert (room.wait_kind, room.table.wait.seat) == ("post", 2)
    if answers:
        room.send(cm.PostBlind(3, False))
    else:
        room.tick()
    assert room.last_events(ev.SatOut) == [ev.SatOut(2, "declined", room.now)]
    room.deal()
    assert set(room.table.hand.order) == {0, 1}


def test_D12_a_player_is_asked_for_each_blind_and_only_when_one_is_due() -> None:
    room = dealt_room(*THREE).all_fold()
    room.send(cm.SetAutoActions(2, True, False))
    asked = []
    for _ in range(3):
        while room.table.hand is None or not room.table.running:
            room.tick()
            if room.wait_kind == "post":
                asked.append(room.table.positions)
                room.send(cm.PostBlind(2, True))
        room.all_fold()
    assert len(asked) == 2


@pytest.mark.parametrize("command", [cm.Leave(3), cm.SitOut(3), cm.ChangeSeat(3, 4)])
def test_D12_leaving_the_seat_while_asked_does_not_hold_up_the_deal(command: cm.Command) -> None:
    room = Room(*THREE, first_button="first_player")
    room.send(cm.SetAutoActions(3, True, False))
    room.tick()
    room.tick()
    room.send(command)
    assert (room.wait_kind, room.table.next_tick_at()) == ("next_hand", room.now)


def test_D12_a_player_who_turns_auto_post_on_while_asked_is_dealt_in() -> None:
    room = Room(*THREE, first_button="first_player")
    room.send(cm.SetAutoActions(3, True, False))
    room.tick()
    room.tick()
    room.send(cm.SetAutoActions(3, True, True))
    assert set(room.deal().table.hand.order) == {0, 1, 2}


def test_D12_a_player_asked_for_a_blind_does_not_sit_out_if_no_hand_is_dealt() -> None:
    for command in (cm.Pause(), cm.Leave(1)):
        room = Room(10_000, 10_000, first_button="first_player")
        room.send(cm.SetAutoActions(2, True, False))
        room.tick()
        room.tick()
        assert room.wait_kind == "post"
        room.send(command)
        room.tick()
        assert not room.seat(2).sitting_out


# X2: after a fault.


@pytest.mark.parametrize("stage", ["turn", "bank", "deal", "show", "next_hand", "post"])
def test_X2_after_a_fault_every_wait_starts_again(stage: str) -> None:
    room = {
        "turn": lambda: dealt_room(*THREE),
        "bank": lambda: dealt_room(*THREE),
        "deal": lambda: dealt_room(1_000, 1_000).play("1000 call"),
        "show": lambda: showdown_room(auto_muck=False),
        "next_hand": lambda: dealt_room(*THREE).all_fold(),
        "post": lambda: Room(*THREE, first_button="first_player"),
    }[stage]()
    if stage == "post":
        room.send(cm.SetAutoActions(2, True, False))
        room.tick()
    if stage in ("bank", "post"):
        room.tick()
    assert room.wait_kind == stage
    before = full_state(room.table)
    room.now += 3_600_000
    room.send(cm.Recover())
    due = room.table.next_tick_at()
    assert due is not None
    assert due > room.now
    assert room.wait_kind == ("turn" if stage == "bank" else stage)
    # Nothing but the clock has changed.
    assert {**full_state(room.table), "wait": None} == {**before, "wait": None}


def test_X2_a_table_whose_players_are_ready_goes_on_after_a_fault_and_one_with_a_single_player_waits() -> None:
    """Whatever kept it waiting before, nobody may have to sit out and in again to start it."""
    for players, kind in ((THREE, "next_hand"), (THREE[:1], "players")):
        room = Room(*players)
        room.table.wait = FOR_PLAYERS
        room.send(cm.Recover())
        assert room.wait_kind == kind


def test_X2_a_turn_may_be_answered_after_a_fault() -> None:
    room = dealt_room(*THREE)
    click = room.act_command("call")
    room.now += 3_600_000
    room.send(cm.Recover())
    assert room.last_events(ev.TurnBegan) == [ev.TurnBegan(click.turn, 0, room.now + CLOCK.turn, room.now)]
    room.send(click)
