"""The watchers of a table: a player for whom no process watches is disconnected (B15)."""

from games.live.watchers import DISCONNECTED_AFTER_MS, Watchers


def test_b15_a_player_is_disconnected_twelve_seconds_after_the_last_message() -> None:
    watchers = Watchers(1_000)
    assert watchers.is_connected(5, 1_000 + DISCONNECTED_AFTER_MS)
    assert not watchers.is_connected(5, 1_001 + DISCONNECTED_AFTER_MS)
    watchers.report(5, "one process", 20_000)
    watchers.report(5, "another", 25_000)
    assert watchers.is_connected(5, 25_000 + DISCONNECTED_AFTER_MS)
    assert not watchers.is_connected(5, 25_001 + DISCONNECTED_AFTER_MS)


def test_processes_that_are_silent_for_thirty_seconds_are_dropped() -> None:
    watchers = Watchers(1_000)
    watchers.report(5, "one process", 20_000)
    watchers.report(5, "another", 25_000)
    assert sorted(watchers.channels(5)) == ["another", "one process"]
    watchers.forget_silent(52_000)
    assert watchers.channels(5) == ["another"]
    watchers.forget_silent(80_000)
    assert watchers.players() == []
