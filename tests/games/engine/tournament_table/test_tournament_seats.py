"""Seats of a tournament table: players dealt in, turns the room takes over, cash rules that are off (T3-T14)."""

import pytest

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.hand.actions import Call, Fold
from games.engine.rules.house_rules import ETHP, SHOWDOWN
from games.engine.rules.rake import NO_RAKE
from games.engine.rules.rules import Clock, Rules
from games.engine.rules.stakes import AnteKind
from games.engine.rules.tournament import Tournament
from games.engine.rules.tournament_house_rules import for_tournament
from games.engine.rules.validation import validate
from games.engine.table import commands as cm
from games.engine.table.commands import tournament as tcm
from games.engine.table.decide import decide
from games.engine.views.types import TableView
from games.engine.views.visibility import own_view, public_view
from tests.games.engine.support.builders import Room, rules
from tests.games.engine.support.rakes import online_rake
from tests.games.engine.support.tournament_table import PAUSE, TournamentRoom, tournament_rules


def view(room: TournamentRoom) -> TableView:
    return public_view(room.table, table_id=1, version=1)


# Rules


def test_D2_H6_H7_B15_cash_only_rules_are_off_in_every_preset() -> None:
    for preset in (SHOWDOWN, ETHP):
        played = for_tournament(rules()._replace(house=preset, rake=online_rake(100)), Tournament(3), chip_unit=25)
        house = played.house
        assert (house.button, house.all_in_show, house.run_it, house.rabbit_hunt) == ("dead", True, 1, False)
        assert (house.disconnect, house.straddle, house.min_raise) == ("check_or_fold", False, "last_raise")
        assert (house.chip_unit, played.rake, played.tournament) == (25, NO_RAKE, Tournament(3))
        validate(played._replace(house=house.__class__(**{**house.to_data(), "chip_unit": 1})))
        assert Rules.from_data(played.to_data()) == played


def test_H5_all_in_hands_are_always_shown_whatever_a_cash_table_chooses() -> None:
    assert tournament_rules(all_in_show=False).house.all_in_show


def test_cash_rules_are_refused_for_a_tournament() -> None:
    good = tournament_rules()
    for bad in (
        good._replace(rake=online_rake(100)),
        good._replace(house=ETHP),
        good._replace(tournament=Tournament(0)),
    ):
        with pytest.raises(IllegalAction, match="not_for_tournaments"):
            validate(bad)


def test_a_table_never_changes_between_cash_and_tournament() -> None:
    assert TournamentRoom(1_000, 1_000).refuses(cm.ChangeRules(rules())) == "not_for_tournaments"
    assert Room(1_000, 1_000).refuses(cm.ChangeRules(tournament_rules())) == "not_for_tournaments"
    other = tournament_rules()._replace(tournament=Tournament(8))
    assert TournamentRoom(1_000, 1_000).refuses(cm.ChangeRules(other)) == "not_for_tournaments"


def test_T13_nobody_leaves_tops_up_sits_down_or_changes_seats() -> None:
    room = TournamentRoom(1_000, 1_000)
    assert room.refuses(cm.Leave(1)) == "no_leave_here"
    for ask in (
        cm.AddChips(1, 100),
        cm.TakeSeat(9, "nine", False, -1, 1_000),
        cm.ChangeSeat(1, 4),
        cm.SetStraddle(1, True),
        cm.AskRabbit(1, 1),
        cm.PostBlind(1, False),
        cm.EnterNow(1, False),
    ):
        assert room.refuses(ask) == "tournament_table"


def test_a_cash_table_refuses_commands_of_a_director() -> None:
    room = Room(1_000, 1_000)
    for order in (
        tcm.SeatEntrant(5, "five", False, -1, 100),
        tcm.UnseatEntrant(1),
        tcm.SetChips(1, 5, "penalty"),
        tcm.GiveChips(1, 5),
        tcm.RunChipRace(25, 100, (), (), (), ()),
        tcm.HoldHands(True),
        tcm.ReleaseHand(),
        tcm.SetAbsent(1, True),
    ):
        assert room.refuses(order) == "no_tournament"


# Absent players


def test_T3_an_absent_player_is_dealt_in_posts_and_is_folded_after_a_pause() -> None:
    room = TournamentRoom(1_000, 1_000)
    room.enter(3, 1_000, away="absent")
    room.deal_first_hand(0)
    assert room.dealt_seats() == [0, 1, 2]
    assert [(event.seat, event.kind) for event in room.last_events(ev.Posted)] == [(1, "small_blind"), (2, "big_blind")]
    room.play("call call")
    assert room.table.wait.seat == 2
    assert room.table.wait.deadline - room.now == PAUSE
    room.tick()
    assert room.last_events(ev.Checked) and not room.last_events(ev.TimedOut) and not room.last_events(ev.BankBegan)
    room.play("100")
    room.tick()
    assert room.last_events(ev.Folded)
    assert room.seat(3).stack == 1_000
    room.all_fold()
    assert room.seat(3).stack == 900


def test_T3_without_a_pause_the_room_acts_at_once() -> None:
    room = TournamentRoom(1_000, 1_000, 1_000, pause=0)
    for player in (1, 2, 3):
        room.set_absent(player)
    room.deal()
    assert not room.table.running
    assert [len(room.last_events(kind)) for kind in (ev.HandBegan, ev.Folded, ev.HandEnded, ev.TurnBegan)] == [
        1,
        2,
        1,
        0,
    ]


def test_T13_a_player_who_stays_away_is_blinded_off() -> None:
    room = TournamentRoom(500, 500)
    room.set_absent(2)
    while room.wait_kind != "players":
        room.deal()
        while room.table.running:
            legal = room.table.hand.legal() if room.table.hand.to_act == 0 else None
            room.play(str(legal.max_to) if legal.max_to else "check") if legal else room.tick()
    assert [seat.stack for seat in room.table.seats if seat] == [1_000]
    assert room.table.hand_number < 20


def test_T3_at_once_takes_over_in_the_running_hand_with_the_whole_time() -> None:
    room = TournamentRoom(1_000, 1_000, 1_000, clock=Clock(turn=20_000))
    room.set_absent(1)
    room.deal_first_hand(0)
    assert (room.table.wait.seat, room.table.wait.deadline - room.now) == (0, PAUSE)
    assert room.refuses(room.act_command("call")) == "room_plays"
    room.now += 300
    room.send(cm.SitIn(1))
    assert (room.table.wait.seat, room.table.wait.deadline - room.now) == (0, 20_000)
    room.play("call")


def test_T3_under_next_hand_a_player_absent_at_the_deal_has_a_dead_hand() -> None:
    room = TournamentRoom(1_000, 1_000, 1_000, late="next_hand")
    room.set_absent(3)
    room.deal_first_hand(0)
    room.send(cm.SitIn(3))
    room.play("call call")
    assert room.refuses(room.act_command("check")) == "room_plays"
    assert room.table.wait.deadline - room.now == PAUSE
    room.tick()
    assert room.last_events(ev.Folded), "a dead hand is folded also where checking is free"
    room.play("fold")
    room.deal().play("call")
    assert room.player_to_act != 3 or room.table.wait.deadline - room.now > PAUSE


@pytest.mark.parametrize("away", ["absent", "asked"])
def test_T3_absent_players_return_on_connecting_and_sitting_out_players_on_asking(away: str) -> None:
    room = TournamentRoom(1_000, 1_000)
    room.enter(3, 1_000, away=away)
    room.send(cm.SetConnected(3, False))
    room.send(cm.SetConnected(3, True))
    assert room.seat(3).sitting_out == (away == "asked")
    if away == "asked":
        room.send(cm.SitIn(3))
    assert not room.seat(3).sitting_out


def test_T3_B15_a_disconnected_player_times_out_once_and_returns_on_reconnecting() -> None:
    room = TournamentRoom(1_000, 1_000, 1_000, clock=Clock(turn=1_000, bank=0, bank_refill=0, grace=2_000))
    room.deal_first_hand(0).play("call call check")
    small = room.player_to_act
    room.send(cm.SetConnected(small, False))
    while not room.last_events(ev.TimedOut):
        room.tick()
    room.play("check check")
    assert (room.player_to_act, room.table.wait.deadline - room.now) == (small, PAUSE)
    room.tick()
    room.play("check check").finish()
    assert room.seat(small).sitting_out
    room.send(cm.SetConnected(small, True))
    assert not room.seat(small).sitting_out


def test_T13_a_connected_player_who_times_out_returns_only_on_asking() -> None:
    room = TournamentRoom(1_000, 1_000, 1_000)
    room.deal_first_hand(0)
    late = room.player_to_act
    while not room.last_events(ev.TimedOut):
        room.tick()
    room.all_fold()
    assert room.seat(late).sitting_out
    room.send(cm.SetConnected(late, False))
    room.send(cm.SetConnected(late, True))
    assert room.seat(late).sitting_out
    room.send(cm.SitIn(late))
    assert not room.seat(late).sitting_out


def test_T13_D11_nobody_is_stood_up_for_sitting_out() -> None:
    room = TournamentRoom(1_000, 1_000, clock=Clock(sit_out=1_000))
    room.send(cm.SitOut(1))
    room.send(cm.Pause())
    assert room.table.next_tick_at() is None
    room.now += 10**7
    assert room.ignores(cm.Tick())


def test_T13_D12_blinds_are_posted_without_asking() -> None:
    room = TournamentRoom(1_000, 1_000)
    room.send(cm.SetAutoActions(1, True, False))
    room.send(cm.SetAutoActions(2, True, False))
    room.deal()
    assert len(room.last_events(ev.Posted)) == 2


def shown_penalty(room: TournamentRoom, seat: int) -> tuple[int, int, int]:
    """The hands, the end and the time left of the penalty that everybody sees at a seat."""
    view = public_view(room.table, table_id=1, version=1).seats[seat]
    return view.penalty_hands, view.penalty_until, view.penalty_left


def test_T14_a_penalty_in_minutes_is_shown_as_the_director_measures_it() -> None:
    """The table shows the time and never ends it by itself, also not with a penalty in hands beside it."""
    room = TournamentRoom(1_000, 1_000, 1_000)
    until = room.now + 60_000
    room.send(tcm.HoldHands(True))
    room.send(tcm.SetPenaltyClock(2, until, 0))
    room.send(cm.Penalise(2, 3))
    assert shown_penalty(room, 1) == (3, until, 0)
    assert room.ignores(tcm.SetPenaltyClock(2, until, 0))
    room.now = until + 1
    assert room.ignores(cm.Tick())
    assert (room.table.next_tick_at(), room.table.ready()) == (None, [0, 1, 2])
    room.send(tcm.SetPenaltyClock(2, 0, 30_000))
    assert shown_penalty(room, 1) == (3, 0, 30_000), "a pause stops the time"
    room.send(tcm.SetPenaltyClock(2, 0, 0))
    assert shown_penalty(room, 1) == (3, 0, 0)
    assert room.refuses(tcm.SetPenaltyClock(2, until, 1)) == "bad_message"


def test_T14_a_penalty_is_dealt_in_blinded_and_folded_for_so_many_hands() -> None:
    room = TournamentRoom(1_000, 1_000, 1_000)
    room.deal_first_hand(0)
    room.send(cm.Penalise(2, 2))
    room.play("call")
    assert room.player_to_act == 2
    assert room.table.wait.deadline - room.now > PAUSE, "the running hand is still played"
    room.all_fold()
    for left in (1, 0):
        room.deal()
        assert (1 in room.dealt_seats(), room.seat(2).penalty, room.seat(2).dead_hand) == (True, left, True)
        assert shown_penalty(room, 1) == (left + 1, 0, 0), "everybody sees the running hand counted"
        while room.player_to_act != 2:
            room.play("call")
        assert room.table.wait.deadline - room.now == PAUSE
        room.tick()
        assert room.last_events(ev.Folded) == [ev.Folded(1)]
        room.all_fold()
    room.deal()
    assert not room.seat(2).dead_hand
    assert room.seat(2).stack == 1_000 - 50 - 100, "the small blind before it, the big blind in it"


def test_T14_a_barred_player_never_comes_back() -> None:
    room = TournamentRoom(1_000, 1_000)
    room.set_absent(1, barred=True)
    assert room.refuses(cm.SitIn(1)) == "room_plays"
    room.send(cm.SetConnected(1, False))
    room.send(cm.SetConnected(1, True))
    assert room.seat(1).sitting_out
    room.set_absent(1, False)
    assert not room.seat(1).sitting_out


@pytest.mark.parametrize("away", ["absent", "disconnected"])
def test_M7_T13_a_player_who_is_marked_away_while_not_there_does_not_play_again_by_connecting(away: str) -> None:
    room = TournamentRoom(1_000, 1_000)
    room.enter(3, 1_000, away=away)
    room.set_absent(3)
    assert room.last_events(ev.SatOut)[-1].reason == "director"
    room.send(cm.SetConnected(3, False))
    room.send(cm.SetConnected(3, True))
    assert room.seat(3).sitting_out
    assert room.set_absent(3) == (), "once is enough"
    room.set_absent(3, False)
    assert not room.seat(3).sitting_out


def test_T13_the_room_takes_over_the_turn_of_a_player_marked_away() -> None:
    room = TournamentRoom(1_000, 1_000, 1_000)
    room.deal_first_hand(0)
    room.set_absent(room.player_to_act)
    assert room.table.wait.deadline - room.now == PAUSE
    room.tick()
    assert room.last_events(ev.Folded)


def test_B14_any_connected_player_not_sitting_out_may_call_time() -> None:
    room = TournamentRoom(*[1_000] * 5)
    room.deal_first_hand(0)
    room.play("fold fold")
    folded, gone, out = 4, 5, 2
    room.send(cm.SetConnected(gone, False))
    room.set_absent(out)
    room.tick()
    assert room.wait_kind == "bank"
    for player in (gone, out, room.player_to_act):
        assert room.refuses(cm.CallTime(player)) == "cannot_call_time"
    room.send(cm.CallTime(folded))
    assert room.wait_kind == "called"


# Views


def test_T13_an_away_player_is_marked_and_offered_no_action() -> None:
    room = TournamentRoom(1_000, 1_000, 1_000)
    room.set_absent(1)
    room.deal_first_hand(0)
    seats = view(room).seats
    assert [seat.away for seat in seats[:3]] == [True, False, False]
    assert seats[0].state == "in_hand"
    mine = own_view(room.table, 1, table_id=1, version=1)
    assert (mine.choices, mine.pre_actions, mine.room_plays, mine.tournament) == (None, (), True, 7)
    assert mine.cards
    assert view(room).tournament == 7
    other = own_view(room.table, 2, table_id=1, version=1)
    assert other.pre_actions and not other.room_plays


def test_H5_hands_of_a_called_all_in_are_tabled_once_betting_is_over() -> None:
    room = TournamentRoom(300, 1_000, 1_000)
    room.deal_first_hand(0)
    room.play("300 call call check check check check check check")
    assert room.last_events(ev.HandsTurnedUp) and not room.last_events(ev.Mucked)
    assert {seat for event in room.last_events(ev.HandsTurnedUp) for seat, _ in event.hands} == {0, 1, 2}


# Levels, pauses, antes


def test_T4_a_new_level_begins_with_the_next_hand() -> None:
    room = TournamentRoom(5_000, 5_000, 5_000)
    room.deal()
    level = tournament_rules(blinds=(100, 200), ante=200, ante_kind="big_blind")
    room.send(cm.ChangeRules(level))
    assert room.table.rules.stakes.big_blind == 100
    room.all_fold().deal()
    assert room.table.rules.stakes.big_blind == 200
    assert [(event.kind, event.amount) for event in room.last_events(ev.Posted)] == [
        ("small_blind", 100),
        ("big_blind", 200),
        ("ante", 200),
    ]


def test_D10_antes_are_posted_for_away_players_too() -> None:
    room = TournamentRoom(5_000, 5_000, 5_000, ante=10)
    assert room.table.rules.stakes.ante_kind is AnteKind.EACH
    room.set_absent(2)
    room.deal()
    assert sum(event.kind == "ante" for event in room.last_events(ev.Posted)) == 3


def test_T5_a_pause_begins_after_the_hand_and_ends_with_resume() -> None:
    room = TournamentRoom(5_000, 5_000)
    room.deal()
    room.send(cm.Pause())
    room.all_fold()
    assert room.table.next_tick_at() is None
    assert view(room).phase == "paused"
    room.send(cm.Resume())
    room.deal()
    assert room.table.hand_number == 2


def test_actions_work_as_at_any_table() -> None:
    room = TournamentRoom(5_000, 5_000)
    room.deal()
    ask = room.act_command("call")
    assert isinstance(ask.action, Call)
    room.send(ask)
    with pytest.raises(IllegalAction):
        decide(room.table, ask._replace(action=Fold()), now=room.now)
