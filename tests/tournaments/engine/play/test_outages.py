"""T3, F4: the room pauses a tournament whose players lose their connection at once, until most of them are back."""

from collections.abc import Iterable
from typing import Unpack

import pytest

from games.engine.events.kinds import PauseReason
from tests.tournaments.engine.tournament_driver import TournamentDriver, setup
from tests.tournaments.support.setup_fields import SetupFields
from tournaments.engine.play import outages
from tournaments.engine.setup.house_rules import HouseRules, MassOutage
from tournaments.engine.setup.structure import MINUTE
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.tournament import Tournament
from tournaments.engine.state.tournament_state import Stage
from tournaments.engine.tournament import due
from tournaments.store.codec import restore, snapshot

SECOND = 1_000


class Connections(TournamentDriver):
    """A tournament whose tables tell the room who is disconnected; nothing is lost in its first minute."""

    def __init__(self, players: int, *, bots: Iterable[int] = (), **changes: Unpack[SetupFields]) -> None:
        super().__init__(setup(**changes), players)
        self.bots = set(bots)
        self.disconnected: dict[int, int] = {}
        self.now += MINUTE

    def lose(self, *players: int, absent: bool = False) -> None:
        """These players are disconnected from now on; with `absent` they were not there before either."""
        self.disconnected |= dict.fromkeys(players, 0 if absent else self.now)

    def find(self, *players: int) -> None:
        """These players are connected again."""
        for player in players:
            del self.disconnected[player]

    def look(self, *, after: int = 0) -> list[ev.Event]:
        """The room looks at the connections `after` ms later; the events of what it decides."""
        self.now += after
        command = outages.command_due(self.t, self.disconnected, self.bots, self.now)
        return [] if command is None else self.do(command)

    def tick(self) -> list[ev.Event]:
        """What is due next happens."""
        at = due(self.t)
        assert at is not None
        return self.do(cm.Tick(), after=at - self.now)


def test_T3_play_pauses_when_more_than_half_lose_their_connection_at_once() -> None:
    game = Connections(6)
    game.lose(1, 2, 3)
    assert not game.look(), "three of six are not more than half"
    game.lose(4)
    events = game.look(after=2 * SECOND)
    assert ev.Paused(PauseReason.LOST) in events
    assert ev.ConnectionsLost((1, 2, 3, 4), game.now, game.now + 5 * MINUTE) in events
    assert game.t.paused
    assert not game.t.clock.ends, "the clock stands"
    assert not game.look(after=SECOND), "it is decided once"


def test_T3_no_hand_begins_in_the_pause_and_running_hands_are_played_out() -> None:
    game = Connections(6)
    game.lose(1, 2, 3, 4)
    game.look()
    for table in (1, 2):
        assert not [event for event in game.play_hand(table) if isinstance(event, ev.HandReleased)]
    assert game.t.all_idle


@pytest.mark.parametrize(
    ("players", "lost", "pauses"),
    [
        pytest.param(2, (1,), False, id="one of two"),
        pytest.param(2, (1, 2), True, id="both of two"),
        pytest.param(3, (1, 2), False, id="two of three"),
        pytest.param(3, (1, 2, 3), True, id="all three"),
        pytest.param(4, (1, 2), False, id="two of four"),
        pytest.param(4, (1, 2, 3), True, id="three of four"),
        pytest.param(5, (1, 2, 3), True, id="three of five"),
    ],
)
def test_T3_few_players_who_go_are_no_outage(players: int, lost: tuple[int, ...], pauses: bool) -> None:
    game = Connections(players)
    game.lose(*lost)
    assert bool(game.look()) is pauses


def test_T3_absent_players_and_house_bots_do_not_count() -> None:
    game = Connections(12, bots=(9, 10, 11, 12))
    game.lose(1, 2, 3, 4, absent=True)
    assert not game.look(), "those who never came are no outage"
    game.lose(5, 6)
    assert not game.look(), "two of the four people who were there"
    game.lose(7)
    assert ev.Paused(PauseReason.LOST) in game.look()
    assert game.t.outage is not None
    assert game.t.outage.players == (5, 6, 7)


def test_T3_T13_who_has_left_the_tournament_to_the_room_does_not_count() -> None:
    game = Connections(6)
    for player in (1, 2):
        game.do(cm.Leave(player))
    game.lose(1, 3, 4)
    assert not game.look(), "two of the four who play"
    game.find(1)
    game.lose(5)
    assert game.look(), "three of the four, also while those who have left are connected"


def test_T3_players_who_go_one_after_another_are_no_outage() -> None:
    game = Connections(6)
    for player in range(1, 7):
        game.lose(player)
        assert not game.look(after=20 * SECOND)


def test_T3_play_goes_on_soon_after_three_quarters_are_back() -> None:
    game = Connections(6)
    game.lose(1, 2, 3, 4)
    game.look()
    for table in (1, 2):
        game.play_hand(table)
    game.find(1, 2)
    assert not game.look(after=SECOND)
    game.find(3)
    assert game.look(after=SECOND) == [ev.ConnectionsBack(game.now + 10 * SECOND)]
    assert not game.look(after=SECOND), "it is told once"
    events = game.tick()
    assert events[0] == ev.Resumed(PauseReason.BACK, game.now)
    assert {event.table for event in events if isinstance(event, ev.HandReleased)} == {1, 2}
    assert game.t.clock.ends
    assert not game.look(after=SECOND), "who is still missing is no new outage"


def test_T3_play_goes_on_after_five_minutes_at_the_latest() -> None:
    game = Connections(6)
    game.lose(1, 2, 3, 4)
    game.look()
    before = game.now
    assert game.tick()[0] == ev.Resumed(PauseReason.LONG, before + 5 * MINUTE)
    assert not game.look(after=SECOND)


def test_T3_the_end_of_the_pause_is_never_later_than_five_minutes() -> None:
    game = Connections(6)
    game.lose(1, 2, 3, 4)
    game.look()
    until = game.now + 5 * MINUTE
    game.find(1, 2, 3)
    assert game.look(after=5 * MINUTE - SECOND) == [ev.ConnectionsBack(until)]


def test_T3_players_who_go_out_in_the_running_hand_are_not_waited_for() -> None:
    game = Connections(8, seats=4)
    game.lose(1, 2, 3, 4, 5)
    game.look()
    table = game.t.players[1].table
    mates = [player for player in game.players_at(table) if player != 1]
    game.play_hand(table, winner=next(player for player in mates if player > 5), busts=(1,))
    game.find(2, 3, 4)
    assert game.look(), "one of the other four is missing"


def test_F4_a_director_who_resumes_is_not_overruled_for_the_same_outage() -> None:
    game = Connections(6)
    game.lose(1, 2, 3, 4)
    game.look()
    game.do(cm.Resume("they play from the hall"), after=SECOND)
    assert game.t.outage is None
    assert not game.look(after=SECOND)
    game.find(1, 2, 3, 4)
    game.look(after=MINUTE)
    game.lose(1, 2, 3, 4)
    assert game.look(), "another outage"


def test_F4_a_pause_of_the_directors_is_neither_begun_nor_ended_by_the_room() -> None:
    game = Connections(6)
    game.do(cm.Pause("dinner"))
    game.lose(1, 2, 3, 4)
    assert not game.look()
    game.find(1, 2, 3, 4)
    assert not game.look(after=MINUTE)
    game.do(cm.Tick(), after=10 * MINUTE)
    assert game.t.pause_reason == "dinner"
    game.lose(1, 2, 3, 4)
    game.do(cm.Resume(), after=SECOND)
    assert not game.look(), "the director saw these"


def test_F4_a_director_takes_the_pause_over() -> None:
    game = Connections(6)
    game.lose(1, 2, 3, 4)
    game.look()
    game.do(cm.Pause("until tomorrow"))
    assert (game.t.paused, game.t.pause_reason, game.t.outage) == (True, "until tomorrow", None)
    game.find(1, 2, 3, 4)
    assert not game.look(after=SECOND)
    game.do(cm.Tick(), after=10 * MINUTE)
    assert game.t.paused
    assert not game.do(cm.Pause("again")), "there is nothing more to take over"


def test_T3_the_room_pauses_three_times_an_hour_at_most() -> None:
    game = Connections(6)
    for _ in range(3):
        game.now += SECOND
        game.lose(1, 2, 3, 4)
        assert game.look(after=SECOND)
        game.find(1, 2, 3, 4)
        game.look(after=SECOND)
        game.tick()
    game.now += SECOND
    game.lose(1, 2, 3, 4)
    assert not game.look(after=SECOND)
    game.now += 60 * MINUTE
    game.lose(1, 2, 3, 4)
    assert game.look(after=SECOND)


def test_T5_players_may_go_in_a_break() -> None:
    game = Connections(6)
    game.do(cm.BreakNow(MINUTE))
    for table in (1, 2):
        game.play_hand(table)
    game.lose(1, 2, 3, 4)
    assert not game.look(after=SECOND)
    game.do(cm.Tick(), after=2 * MINUTE)
    assert not game.look(after=SECOND), "nor are they an outage when the break is over"


def test_T5_a_break_announced_before_the_outage_comes_in_the_pause() -> None:
    game = Connections(6)
    game.lose(1, 2, 3, 4)
    game.look()
    game.do(cm.BreakNow(10 * MINUTE))
    for table in (1, 2):
        game.play_hand(table)
    assert game.t.current_break.until
    game.do(cm.Tick(), after=5 * MINUTE)
    assert not game.t.paused
    assert game.t.hands_held, "the break goes on"


def test_T9_hand_for_hand_goes_on_after_the_pause() -> None:
    game = Connections(6)
    game.do(cm.SetHandForHand(True, "money"))
    game.lose(1, 2, 3, 4)
    game.look()
    for table in (1, 2):
        game.play_hand(table)
    game.find(1, 2, 3, 4)
    game.look(after=SECOND)
    events = game.tick()
    released = [event for event in events if isinstance(event, ev.HandReleased)]
    assert [(event.table, event.hand_for_hand) for event in released] == [(1, True), (2, True)]
    assert not game.t.clock.ends


def test_T15_a_paused_tournament_can_be_cancelled_and_is_not_looked_at_any_more() -> None:
    game = Connections(6)
    game.lose(1, 2, 3, 4)
    game.look()
    game.do(cm.Cancel("no connections"))
    assert game.t.stage is Stage.CANCELLED
    assert not game.look()


def test_T3_nothing_pauses_before_the_start() -> None:
    game = TournamentDriver()
    for player in (1, 2, 3):
        game.do(cm.Enter(player, f"P{player}"))
    lost = dict.fromkeys((1, 2, 3), game.now)
    assert outages.command_due(game.t, lost, (), game.now) is None


def test_T3_a_tournament_may_play_on() -> None:
    game = Connections(6, house=HouseRules(mass_outage=MassOutage.PLAY_ON))
    game.lose(1, 2, 3, 4)
    assert not game.look()


def test_X1_the_pause_is_kept_with_the_state() -> None:
    game = Connections(6)
    game.lose(1, 2, 3, 4)
    game.look()
    kept: Tournament = restore(snapshot(game.t))
    assert (kept.outage, kept.outages, kept.paused) == (game.t.outage, game.t.outages, True)
