"""A void hand at a tournament table: chips are restored, cards are gone, the director decides what follows (C1, F5)."""

import pytest

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.hand.actions import RaiseTo
from games.engine.table import commands as cm
from games.engine.table import tournament_commands as tcm
from games.engine.table.decide import decide
from games.engine.table.tournament_reports import build_reports
from games.engine.views.visibility import own_view, public_view
from tests.games.engine.support.tournament_table import TournamentRoom, tournament_rules


def running() -> TournamentRoom:
    """Three players in a hand in which one has raised, at a table that waits for its director."""
    room = TournamentRoom(10_000, 8_000, 6_000)
    room.send(tcm.HoldHands(True))
    room.send(tcm.ReleaseHand(0, 1, 2, (0, 1, 2)))
    room.deal()
    hand = room.table.hand
    assert hand is not None
    player = room.table.seat(hand.to_act).player
    room.send(cm.Act(player, hand.number, room.table.turn, hand.legal().call, RaiseTo(3_000)))
    return room


def test_F5_all_chips_go_back_and_the_table_waits_for_its_director() -> None:
    room = running()
    before = [seat.stack for seat in room.table.seats if seat]
    room.send(cm.VoidHand(1, "two aces of spades"))
    assert [seat.stack for seat in room.table.seats if seat] == before == [10_000, 8_000, 6_000]
    assert not room.table.running
    assert room.table.awaits_director
    assert room.table.hand is None
    assert room.replayed.snapshot() == room.table.snapshot(), "folded from the log it is the same"


def test_F5_the_director_hears_it_and_the_next_hand_has_the_blinds_it_says() -> None:
    room = running()
    decision = decide(room.table, cm.VoidHand(1, "fault"), now=room.now)
    assert [(told.kind, told.data) for told in build_reports(decision, room.now)] == [
        ("hand_voided", {"hand": 1, "reason": "fault"}),
        ("waiting", {"hand": 1}),
    ]
    room.send(cm.VoidHand(1, "fault"))
    room.send(tcm.ReleaseHand(0, 1, 2, (0, 1, 2)))
    room.deal()
    assert room.table.hand_number == 2
    assert room.positions() == (0, 1, 2)
    assert sum(event.amount for event in room.last_events(ev.Posted)) == 150


def test_F5_no_card_of_the_void_hand_is_shown_and_the_log_gives_the_reason() -> None:
    room = running()
    room.send(cm.VoidHand(1, "fault"))
    view = public_view(room.table, table_id=1, version=9)
    assert [(line.code, line.amount) for line in view.log] == [("void", 1)]
    assert all(not seat.face_down and not seat.bet for seat in view.seats)
    own = own_view(room.table, 1, table_id=1, version=9)
    assert own is not None and own.cards == () and own.stack == 10_000


@pytest.mark.parametrize("hand", [0, 2])
def test_F5_another_hand_is_not_touched(hand: int) -> None:
    room = running()
    with pytest.raises(IllegalAction, match="hand_over"):
        room.send(cm.VoidHand(hand, "typo"))


def test_F5_a_hand_that_ended_right_stands() -> None:
    room = running().finish()
    with pytest.raises(IllegalAction, match="hand_over"):
        room.send(cm.VoidHand(1, "late"))


def test_F5_the_last_hand_goes_back_when_its_director_has_undone_it() -> None:
    room = running().finish()
    before = [seat.stack for seat in room.table.seats if seat]
    assert before != [10_000, 8_000, 6_000]
    room.send(cm.VoidHand(1, "two aces", last=True))
    assert [seat.stack for seat in room.table.seats if seat] == [10_000, 8_000, 6_000]
    assert room.table.awaits_director
    with pytest.raises(IllegalAction, match="void_gone"):
        room.send(cm.VoidHand(1, "again", last=True))


def test_F5_requests_waiting_for_the_end_of_the_hand_are_carried_out() -> None:
    """A new level's rules, a player to be taken away, chips bought meanwhile."""
    room = running()
    room.send(cm.ChangeRules(tournament_rules(blinds=(100, 200))))
    room.send(tcm.UnseatEntrant(3))
    room.send(tcm.GiveChips(2, 500))
    room.send(cm.VoidHand(1, "fault"))
    assert room.table.rules.stakes.big_blind == 200
    assert room.table.seats[2] is None
    assert room.table.seat(1).stack == 8_500
    assert [event.chips for event in room.last_events(ev.SeatLeft)] == [6_000]


def test_F5_a_table_that_closes_does_so_with_the_chips_as_they_were() -> None:
    room = running()
    room.send(cm.Close())
    room.send(cm.VoidHand(1, "fault"))
    assert room.table.closed
    assert [event.chips for event in room.last_events(ev.SeatLeft)] == [10_000, 8_000, 6_000]
