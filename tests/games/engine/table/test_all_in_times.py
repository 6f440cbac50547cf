"""The time of each all-in is reported with a bust, so that tables can be compared hand-for-hand (T10)."""

from typing import Any

from games.engine.table import commands as cm
from games.engine.table.commands import tournament as tcm
from games.engine.table.decide import decide
from games.engine.table.tournament_reports import build_reports
from tests.games.engine.support.tournament_table import TournamentRoom


def busts(room: TournamentRoom) -> dict[int, dict[str, Any]]:
    """Plays the running hand to its end; returns the busts in its report, by player."""
    while True:
        due = room.table.next_tick_at()
        assert due is not None
        room.now = max(room.now, due)
        reports = build_reports(decide(room.table, cm.Tick(), now=room.now), room.now)
        room.send(cm.Tick())
        for report in reports:
            if report.kind == "hand_finished":
                return {bust["player"]: bust for bust in report.data["busted"]}


def test_T10_the_time_of_each_all_in_is_reported() -> None:
    """The first player acts after 3 s, the second after another 4 s, the winner after another 5 s."""
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
    busted = busts(room)
    assert busted
    assert {player: bust["all_in_at"] for player, bust in busted.items()} == {
        player: moments[player] for player in busted
    }
    order = sorted(busted, key=lambda player: moments[player])
    assert order == sorted(busted, key=lambda player: busted[player]["all_in_order"])


def test_T10_an_all_in_blind_has_the_start_of_the_hand_as_its_time() -> None:
    """The big blind is all-in with the blind; the small blind is all-in with a later call."""
    room = TournamentRoom(10_000, 90, 100)
    room.send(tcm.HoldHands(True))
    room.send(tcm.ReleaseHand(0, 1, 2, (0, 1, 2)))
    room.deal(["2c 7d", "3c 8d", "As Ah"], "Ks Qd 9s 5h 4d")
    began = room.table.hand_began_at
    assert room.table.all_ins == {2: began}
    room.now += 4_000
    room.play("call call")
    assert list(room.table.all_ins) == [2, 1]
    busted = busts(room)
    assert busted[3]["all_in_at"] == began
    assert busted[2]["all_in_at"] == began + 4_000
    assert busted[3]["all_in_order"] < busted[2]["all_in_order"]
