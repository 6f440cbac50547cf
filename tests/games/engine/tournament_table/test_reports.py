"""What a tournament table reports of players who bust, and when it waits (T9, T10)."""

from typing import Any

from games.engine.cards import parse_cards
from games.engine.hand.showdown import strength
from games.engine.table.decide import Decision
from games.engine.table.tournament_reports import ReportKind, build_reports
from tests.games.engine.support.tournament_table import TournamentRoom, cm, tcm

BOARD = "Qd 9s 5h 4d 3c"


def busts(room: TournamentRoom) -> dict[int, dict[str, Any]]:
    """What the hand's last decision reports of each player who busted."""
    found = build_reports(Decision(tuple(room.events), room.table), room.now)
    (data,) = (report.data for report in found if report.kind is ReportKind.HAND_FINISHED)
    return {bust["player"]: bust for bust in data["busted"]}


def kinds(room: TournamentRoom) -> list[str]:
    """The kinds of the last decision's reports."""
    return [report.kind for report in build_reports(Decision(tuple(room.events), room.table), room.now)]


def all_in(*holes: str) -> TournamentRoom:
    """Seats 2, 0 and 1 get these cards and go all-in one after the other; the deepest stack is that of seat 2."""
    room = TournamentRoom(1_000, 1_000, 5_000).deal_first_hand(0).all_fold().deal(holes, BOARD)
    while room.table.running:
        hand = room.table.hand
        assert hand is not None
        if hand.to_act < 0:
            room.tick()
        else:
            room.play(str(hand.legal().max_to) if hand.legal().max_to else "call")
    return room


def test_T10_of_two_who_bust_in_one_hand_the_shown_hands_the_all_ins_and_the_winner_are_reported() -> None:
    room = all_in("As Ah", "7s 2h", "Ks Kh")
    told, hand = busts(room), room.table.hand
    assert hand is not None
    assert set(told) == {1, 2}
    assert [told[player]["by"] for player in (1, 2)] == [[3], [3]]
    assert {bust["all_in_order"] for bust in told.values()} <= {1, 2, 3}
    for player, cards in ((1, "7s 2h"), (2, "Ks Kh")):
        expected = strength(hand.rules.variant, parse_cards(cards), parse_cards(BOARD)).high
        assert told[player]["strength"] == expected
    assert told[2]["strength"] > told[1]["strength"] > 0


def test_T9_a_table_reports_that_it_waits_once_no_hand_runs_and_none_begins_by_itself() -> None:
    room = TournamentRoom(1_000, 1_000, 1_000).deal_first_hand(0)
    assert kinds(room.all_fold()) == ["hand_finished"]
    room.deal()
    room.send(tcm.HoldHands(True))
    assert kinds(room) == [], "the hand still runs"
    assert kinds(room.all_fold()) == ["hand_finished", "waiting"]
    room.send(tcm.HoldHands(False))
    assert kinds(room) == []
    room.send(cm.Pause())
    assert kinds(room) == ["waiting"]
