"""What a web process knows of the tables of the room, while somebody looks at the floor's panel (F1)."""

from games.engine.views.kinds import TablePhase
from games.messaging.floor_summary import FloorSummary
from games.web.sockets.floor_tables import SILENT_AFTER_SECONDS, FloorTables

TABLE = 7


def test_after_a_while_without_lookers_on_hosts_get_time_to_answer() -> None:
    tables = FloorTables()
    tables.begin(0.0)
    tables.receive([FloorSummary(TABLE, TablePhase.BETTING, 3, 300, 5)], 1.0)
    assert not tables.is_silent(TABLE, 1.0 + SILENT_AFTER_SECONDS)
    assert tables.is_silent(TABLE, 1.1 + SILENT_AFTER_SECONDS)
    tables.begin(1_000.0)
    assert not tables.newest
    assert not tables.is_silent(TABLE, 1_000.0 + SILENT_AFTER_SECONDS)
    assert tables.is_silent(TABLE, 1_000.1 + SILENT_AFTER_SECONDS)
