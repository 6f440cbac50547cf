"""X1: what the version of 23 November 2026 wrote is still read: events, commands, and tournaments under way.

`older_tournaments.json` was written by that version and must not be changed: rooms have such rows. `events` and
`commands` have one of each class, `tournaments` are those of a demo with the decisions after their snapshots.
"""

from pathlib import Path

import msgspec
import pytest

from games.messaging.codec import Record, from_data, to_data
from tests.older_values import begins_with
from tournaments.engine.setup.setup import Setup
from tournaments.engine.state import commands as cm
from tournaments.engine.tournament import Tournament, decide
from tournaments.engine.views.build import public_view
from tournaments.store import codec

OLDER = msgspec.json.decode(Path(__file__).with_name("older_tournaments.json").read_bytes())
LATER = 1_800_000_000_000


def loaded(name: str) -> Tournament:
    """A tournament as a host loads it."""
    tournament = codec.restore(OLDER["tournaments"][name]["snapshot"])
    for events in OLDER["tournaments"][name]["log"]:
        for event in events:
            tournament.apply(codec.event_from_data(event))
    return tournament


@pytest.mark.parametrize("record", OLDER["events"], ids=lambda record: record[0])
def test_X1_an_older_event_is_read_with_all_its_values(record: Record) -> None:
    assert begins_with(codec.event_to_data(codec.event_from_data(record)), record)


@pytest.mark.parametrize("row", OLDER["commands"], ids=lambda row: row[0])
def test_X1_an_older_command_is_read_with_all_its_values(row: tuple[str, list[object]]) -> None:
    kind, data = row
    assert begins_with(codec.command_to_data(codec.command_from_data(kind, data)), data)


@pytest.mark.parametrize("name", OLDER["tournaments"])
def test_X1_an_older_announcement_and_snapshot_keep_all_their_values(name: str) -> None:
    setup, snapshot = OLDER["tournaments"][name]["setup"], OLDER["tournaments"][name]["snapshot"]
    assert begins_with(to_data(from_data(Setup, setup)), setup)
    assert begins_with(codec.snapshot(codec.restore(snapshot)), snapshot)


@pytest.mark.parametrize("name", OLDER["tournaments"])
def test_X1_a_tournament_that_an_older_version_began_goes_on(name: str) -> None:
    tournament = loaded(name)
    tournament.check()
    later = decide(tournament, cm.Tick(), now=LATER, random_bytes=bytes(32)).after
    later.check()
    assert public_view(later, tournament_id=1, version=1).setup.name == name
