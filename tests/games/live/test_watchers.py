"""The watchers of a table: a player for whom no process watches is disconnected (B15)."""

from games.live.watchers import ALL_REPORTED_MS, DISCONNECTED_AFTER_MS, GONE_AFTER_MS, SILENT_AFTER_MS, Watchers


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


def test_a_process_is_silent_after_more_than_thirty_seconds() -> None:
    watchers = Watchers(0)
    watchers.report(5, "web", 1_000)
    watchers.report(0, "web", 2_000)
    watchers.forget_silent(1_000 + SILENT_AFTER_MS)
    assert (watchers.players(), watchers.channels(5), watchers.channels(0)) == ([5], ["web"], ["web"])
    watchers.forget_silent(1_001 + SILENT_AFTER_MS)
    assert (watchers.players(), watchers.channels(5), watchers.channels(0)) == ([], [], ["web"])


def test_the_processes_are_known_once_all_had_time_to_report_and_each_is_named_once() -> None:
    watchers = Watchers(1_000)
    for player, reply in ((5, "web"), (0, "web"), (6, "other")):
        watchers.report(player, reply, 1_500)
    assert watchers.players() == [5, 6]
    assert watchers.all_channels(999 + ALL_REPORTED_MS) == []
    assert watchers.all_channels(1_000 + ALL_REPORTED_MS) == ["web", "other"]


def test_somebody_has_watched_lately_when_one_process_has() -> None:
    watchers = Watchers(1_000)
    assert not watchers.has_any(1_000, within=500)
    watchers.report(5, "web", 1_000)
    watchers.report(6, "other", 2_000)
    assert watchers.has_any(2_500, within=500)
    assert not watchers.has_any(2_501, within=500)


def test_b15_a_player_is_disconnected_four_seconds_after_the_last_socket_closed_unless_one_opens_again() -> None:
    watchers = Watchers(1_000)
    watchers.report(5, "web", 20_000)
    watchers.leave(5, "web", 29_000)
    assert watchers.is_connected(5, 29_000 + GONE_AFTER_MS), "also when the process reported long before"
    assert not watchers.is_connected(5, 29_001 + GONE_AFTER_MS)
    watchers.report(5, "web", 30_000)
    assert watchers.is_connected(5, 30_000 + DISCONNECTED_AFTER_MS)
    watchers.report(5, "another", 31_000)
    watchers.leave(5, "web", 31_000)
    assert watchers.is_connected(5, 31_000 + DISCONNECTED_AFTER_MS), "a socket of another process is open"
    watchers.leave(6, "web", 31_000)
    assert 6 not in watchers.players()
