"""F1: a host sums its tables up for the panel without cards, at most once a second and only while somebody looks."""

import pytest

from games.engine.views.kinds import TablePhase
from games.engine.views.types import SeatView, TableView, Turn
from games.live.hosting.floor_reports import FORGET_AFTER_MS, FloorReports
from games.messaging.floor_summary import FloorSummary
from games.messaging.messages import FloorSummaries
from tests.games.support.stepped_consumers import RecordingOutbox, SteppedClock

PAGE = "page"
ANNA, BOB = SeatView(0, player=1, name="Anna"), SeatView(1, player=2, name="Bob")


def view(turn: int = -1, *, table: int = 7, seats: tuple[SeatView, ...] = (ANNA, BOB), hand: int = 3) -> TableView:
    """A table where the seat with this number is in turn, or nobody."""
    to_act = Turn(turn, turn + 1, deadline=0, total=0, on_time_bank=False) if turn >= 0 else None
    phase = TablePhase.BETTING if to_act else TablePhase.WAITING
    return TableView(table, 5, seats, phase=phase, hand=hand, pot=300, turn=to_act)


class Reports:
    """The reports of a host with a clock that stands still and an outbox that keeps."""

    def __init__(self) -> None:
        self.clock, self.box = SteppedClock(), RecordingOutbox()
        self.reports = FloorReports(self.clock, self.box)

    def sent(self) -> list[tuple[FloorSummary, ...]]:
        """The summaries of each message since the last call."""
        messages = [sent.message for sent in self.box.take()]
        assert all(isinstance(message, FloorSummaries) for message in messages)
        return [message.tables for message in messages if isinstance(message, FloorSummaries)]


@pytest.fixture
def host() -> Reports:
    return Reports()


def test_F1_nothing_is_sent_while_nobody_looks(host: Reports) -> None:
    host.reports.note(view(0), None)
    host.reports.send_changed()
    assert host.sent() == []


def test_F1_a_process_that_begins_to_look_gets_every_table_and_then_what_changes(host: Reports) -> None:
    host.reports.note(view(0), None)
    host.reports.note(view(table=8), None)
    host.reports.watch(PAGE)
    assert [[one.table for one in tables] for tables in host.sent()] == [[7, 8]]
    host.reports.send_changed()
    host.sent()
    host.reports.send_changed()
    assert host.sent() == [], "nothing has changed"
    host.reports.note(view(1, table=8), None)
    host.reports.note(view(0, table=8), None)
    host.reports.send_changed()
    ((only,),) = host.sent()
    assert (only.table, only.turn) == (8, "Anna"), "the newest of two changes"


def test_F1_a_player_who_asks_no_more_gets_no_more(host: Reports) -> None:
    host.reports.watch(PAGE)
    host.clock.time += FORGET_AFTER_MS + 1
    host.reports.note(view(0), None)
    host.reports.send_changed()
    assert host.sent() == []


def test_F1_the_summary_names_who_is_in_turn_since_when_and_who_is_disconnected(host: Reports) -> None:
    began = host.clock.now()
    gone = ANNA._replace(connected=False)
    host.reports.note(view(0, seats=(gone, BOB, SeatView(2))), None)
    host.clock.time += 4_000
    host.reports.note(view(0, seats=(gone, BOB, SeatView(2))), None)
    host.reports.watch(PAGE)
    ((summary,),) = host.sent()
    assert summary == FloorSummary(
        table=7, phase=TablePhase.BETTING, hand=3, pot=300, seated=2,
        turn="Anna", turn_since=began, turn_away=True, away=("Anna",),
    )  # fmt: skip
    host.reports.note(view(1), None)
    host.reports.send_changed()
    ((later,),) = host.sent()
    assert (later.turn, later.turn_since, later.turn_away) == ("Bob", began + 4_000, False)


def test_F1_house_bots_are_never_disconnected(host: Reports) -> None:
    host.reports.note(view(0, seats=(ANNA._replace(bot=True, connected=False), BOB)), None)
    host.reports.watch(PAGE)
    ((summary,),) = host.sent()
    assert (summary.turn_away, summary.away) == (False, ())


def test_F1_a_table_that_has_left_the_host_is_told_no_more(host: Reports) -> None:
    host.reports.note(view(0), None)
    host.reports.forget(7)
    host.reports.watch(PAGE)
    host.reports.send_changed()
    assert host.sent() == []


def test_F1_a_summary_has_no_place_for_cards() -> None:
    assert set(FloorSummary._fields) == {
        *("table", "phase", "hand", "pot", "seated"),
        *("turn", "turn_since", "turn_away", "away"),
    }
