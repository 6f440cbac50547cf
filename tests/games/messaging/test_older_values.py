"""X1: what the version of 23 November 2026 wrote is still read: events, orders, and tables in the middle of a hand.

`older_tables.json` was written by that version and must not be changed: rooms have such rows. `events` has one of each
class, `tables` are those of a demo with the decisions after their snapshots, hidden cards included.
"""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.engine.events.hand import RakeTaken
from games.engine.table.facts import TableSnapshot
from games.engine.table.state import Table
from games.messaging.codec import Record, event_from_data, event_to_data, state_from_data, state_to_data
from games.models import Order
from games.store.table_log import command_for
from tests.games.engine.support.builders import Room
from tests.older_values import begins_with

OLDER = msgspec.json.decode(Path(__file__).with_name("older_tables.json").read_bytes())
IN_A_HAND = {"Prague", "Nitra", "Ostrava", "Poprad", "Six for the road 1 (#4)"}


def loaded(name: str) -> Table:
    """A table as a host loads it."""
    table = Table.restore(state_from_data(TableSnapshot, OLDER["tables"][name]["snapshot"]))
    for events in OLDER["tables"][name]["log"]:
        for event in events:
            table.apply(event_from_data(event))
    return table


@pytest.mark.parametrize("record", OLDER["events"], ids=lambda record: record[0])
def test_X1_an_older_event_is_read_with_all_its_values(record: Record) -> None:
    assert begins_with(event_to_data(event_from_data(record)), record)


@pytest.mark.parametrize("row", OLDER["orders"], ids=lambda row: row[0])
def test_X1_an_older_order_is_still_carried_out(row: tuple[str, int | None, int, dict[str, Any]]) -> None:
    kind, player, amount, payload = row
    command_for(Order(kind=kind, player_id=player, amount=amount, payload=payload))


@pytest.mark.parametrize("name", OLDER["tables"])
def test_X1_an_older_snapshot_keeps_all_its_values(name: str) -> None:
    snapshot = OLDER["tables"][name]["snapshot"]
    assert begins_with(state_to_data(state_from_data(TableSnapshot, snapshot)), snapshot)


@pytest.mark.parametrize("name", OLDER["tables"])
def test_X1_a_hand_that_an_older_version_dealt_is_played_to_its_end(name: str) -> None:
    room = Room()
    room.table, room.replayed, room.now = loaded(name), loaded(name), max(1, loaded(name).wait.deadline)
    assert room.table.running == (name in IN_A_HAND)
    before = sum(room.table.chips().values())
    raked = 0
    while room.table.running:
        for event in room.tick():
            raked += event.amount if isinstance(event, RakeTaken) else 0
    assert sum(room.table.chips().values()) == before - raked
