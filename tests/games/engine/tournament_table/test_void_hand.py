"""A void hand at a tournament table: chips are restored, no card is shown, the director decides the rest (C1, F5)."""

import pytest

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.hand.actions import RaiseTo
from games.engine.table import commands as cm
from games.engine.table.commands import tournament as tcm
from games.engine.table.decide import decide
from games.engine.table.tournament_reports import build_reports
from games.engine.views.visibility import own_view, public_view
from tests.games.engine.support.tournament_table import TournamentRoom, tournament_rules


def running() -> TournamentRoom:
    """Returns a table with three players in a raised hand."""
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


def test_F5_the_director_is_notified_and_sets_the_blinds_of_the_next_hand() -> None:
    room = running()
    decision = decide(room.table, cm.VoidHand(1, "fault"), now=room.now)
    assert [(report.kind, report.data) for report in build_reports(decision, room.now)] == [
        (
            "hand_voided",
            {"hand": 1, "reason": "fault", "shown_until": room.now + room.table.rules.clock.after_showdown},
        ),
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


@pytest.mark.parametrize(("hand", "code"), [(0, "hand_over"), (2, "hand_not_begun")])
def test_F5_voiding_another_hand_has_no_effect(hand: int, code: str) -> None:
    room = running()
    with pytest.raises(IllegalAction, match=code):
        room.send(cm.VoidHand(hand, "typo"))


def test_F5_a_released_hand_is_not_void_before_its_shuffle_and_is_dealt() -> None:
    room = running().finish()
    room.send(tcm.ReleaseHand(1, 2, 0, (0, 1, 2)))
    with pytest.raises(IllegalAction, match="hand_not_begun"):
        room.send(cm.VoidHand(2, "two aces"))
    room.deal()
    assert room.table.running and room.table.hand_number == 2


def test_F5_a_hand_that_ended_correctly_stays_valid() -> None:
    room = running().finish()
    with pytest.raises(IllegalAction, match="hand_over"):
        room.send(cm.VoidHand(1, "late"))


def test_F5_the_last_hand_is_restored_when_the_director_undoes_it() -> None:
    room = running().finish()
    before = [seat.stack for seat in room.table.seats if seat]
    assert before != [10_000, 8_000, 6_000]
    room.send(cm.VoidHand(1, "two aces", last=True))
    assert [seat.stack for seat in room.table.seats if seat] == [10_000, 8_000, 6_000]
    assert room.table.awaits_director
    with pytest.raises(IllegalAction, match="void_gone"):
        room.send(cm.VoidHand(1, "again", last=True))


def test_F5_requests_waiting_for_the_end_of_the_hand_are_carried_out() -> None:
    """The requests are the rules of a new level, removing a player, and chips bought meanwhile."""
    room = running()
    room.send(cm.ChangeRules(tournament_rules(blinds=(100, 200))))
    room.send(tcm.UnseatEntrant(3))
    room.send(tcm.GiveChips(2, 500))
    room.send(cm.VoidHand(1, "fault"))
    assert room.table.rules.stakes.big_blind == 200
    assert room.table.seats[2] is None
    assert room.table.seat(1).stack == 8_500
    assert [event.chips for event in room.last_events(ev.SeatLeft)] == [6_000]


def test_F5_a_closing_table_closes_with_the_restored_chips() -> None:
    room = running()
    room.send(cm.Close())
    room.send(cm.VoidHand(1, "fault"))
    assert room.table.closed
    assert [event.chips for event in room.last_events(ev.SeatLeft)] == [10_000, 8_000, 6_000]
