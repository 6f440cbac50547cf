"""The time of each all-in is reported with a bust, so that tables can be compared hand-for-hand (T10)."""

from typing import Any

from games.engine.table import commands as cm
from games.engine.table import tournament_commands as tcm
from games.engine.table.decide import decide
from games.engine.table.tournament_reports import build_reports
from tests.games.engine.support.tournament_table import TournamentRoom


def busts(room: TournamentRoom) -> dict[int, dict[str, Any]]:
    """The busts that the decision ending the running hand tells of, by player."""
    while True:
        due = room.table.next_tick_at()
        assert due is not None
        room.now = max(room.now, due)
        told = build_reports(decide(room.table, cm.Tick(), now=room.now), room.now)
        room.send(cm.Tick())
        for report in told:
            if report.kind == "hand_finished":
                return {bust["player"]: bust for bust in report.data["busted"]}


def test_T10_the_time_of_each_all_in_is_reported() -> None:
    """The first acts 3 s into the turn, the second 4 s later, the winner another 5 s later."""
    room = TournamentRoom(1_000, 2_000, 3_000)
    room.deal_first_hand(0).all_fold()
    room.deal(["2c 7d", "3c 8d", "As Ah"], "Ks Qd 9s 5h 4d")
    moments: dict[int, int] = {}
    for wait in (3_000, 4_000, 5_000):
        room.now += wait
        player = room.player_to_act
        legal = room.table.hand.legal() if room.table.hand else None
        assert legal is not None
        room.play(str(legal.max_to) if legal.max_to else "call")
        moments[player] = room.now
    told = busts(room)
    assert told
    assert {player: bust["all_in_at"] for player, bust in told.items()} == {player: moments[player] for player in told}
    order = sorted(told, key=lambda player: moments[player])
    assert order == sorted(told, key=lambda player: told[player]["all_in_order"])


def test_T10_all_in_with_a_blind_is_when_the_hand_began() -> None:
    """Button, 50 of the small blind and all of the big blind; the small blind calls the rest later."""
    room = TournamentRoom(10_000, 90, 100)
    room.send(tcm.HoldHands(True))
    room.send(tcm.ReleaseHand(0, 1, 2, (0, 1, 2)))
    room.deal(["2c 7d", "3c 8d", "As Ah"], "Ks Qd 9s 5h 4d")
    began = room.table.at
    assert room.table.all_ins == {2: began}
    room.now += 4_000
    room.play("call call")
    assert list(room.table.all_ins) == [2, 1]
    told = busts(room)
    assert told[3]["all_in_at"] == began
    assert told[2]["all_in_at"] == began + 4_000
    assert told[3]["all_in_order"] < told[2]["all_in_order"]
