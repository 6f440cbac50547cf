"""A tournament with 27 players at three tables: two people play, on a desktop and a phone, and one watches.

House bots take the other seats. Two players cannot see everything, so random events are checked against the log.
"""

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.journeys.people import Person
from tests.journeys.room import Room
from tests.journeys.tournaments.short_tournaments import (
    MessageLog,
    announce,
    enter,
    play_until,
    recorded_events,
    run_in_room,
    tournament_bar,
    wait_for_table,
)

CALL, FOLD = "c", "fc"
OVER = "You finished in place|You have won"
QUICK = """Setup("Evening", structure(1_000, 10, breaks=[(n, 4) for n in range(1, 7)], round_cost=6)._replace(
    levels=tuple(Level(s, 2 * s, 2 * s, 10_000) for s in (25, 100, 200, 300, 500, 1000, 2000)), races=(Race(2, 100),)),
    seats=9, max_players=27, price=Price(2000, 200),
    payouts=Payouts(rows=(Row(27, (200_000, 140_000, 110_000, 80_000, 50_000, *[20_000] * 21)),)))"""
"""All places but one are paid, so hand-for-hand begins with the first hand; two such hands end a level."""
LONG = """Setup("Long evening", structure(1_000, 25, breaks=[(2, 10)]), seats=9, max_players=27,
    price=Price(2000, 200), payouts=Payouts(rows=(
    Row(27, (280_000, 180_000, 130_000, 100_000, 80_000, 70_000, 50_000, 40_000, 35_000, 35_000)),)))"""


class Evening:
    """The two players, the watcher and the messages they received."""

    def __init__(self, somebody: Callable[..., Person], room: Room, setup: str) -> None:
        self.room = room
        self.guest, self.phone, self.watcher = somebody("guest"), somebody("phone", phone=True), somebody("watcher")
        self.tournament = announce(room, setup, bots=25)
        self.watched = MessageLog(self.watcher)
        self.watcher.go(f"/tournaments/{self.tournament}/")
        for person in self.players:
            person.play_now()
        self.messages = {person: MessageLog(person) for person in self.players}
        for person in self.players:
            enter(person, self.tournament)
        for person in self.players:
            wait_for_table(person)

    @property
    def players(self) -> tuple[Person, Person]:
        """The two players."""
        return self.guest, self.phone

    def both_received(self, text: str) -> bool:
        """Whether every player who is still in has received the message."""
        return all(text in messages or OVER in messages for messages in self.messages.values())

    def over_for(self, person: Person) -> bool:
        """Whether a player has finished."""
        return OVER in self.messages[person]

    def pictures(self, step: str) -> None:
        """Saves screenshots of all three pages."""
        for person in (*self.players, self.watcher):
            person.picture(step)

    def news(self) -> str:
        """Returns the latest events on the watcher's page."""
        self.watcher.page.get_by_role("tab", name="What happened").click()
        return self.watcher.page.locator("#t-news").inner_text()

    def player(self, person: Person) -> int:
        """Returns the player's id in the log."""
        name = person.page.locator("#tournament-bar").get_attribute("data-me")
        assert name, "the bar has no player id"
        return int(name)


@pytest.fixture
def evening(somebody: Callable[..., Person], room: Room, request: pytest.FixtureRequest) -> Evening:
    """A tournament with 27 seated players."""
    return Evening(somebody, room, request.param)


@pytest.mark.parametrize("evening", [QUICK], indirect=True)
def test_a_tournament_at_three_tables(evening: Evening) -> None:
    both_fold = dict.fromkeys(evening.players, FOLD)
    # T9: everybody sees the bubble and that each table waits for the others.
    play_until(lambda: evening.both_received("wins nothing"), both_fold, what="the bubble")
    evening.pictures("bubble")
    play_until(lambda: "hand finished" in evening.watched, both_fold, what="a table that waits for the others")
    # T4, T5: a break for everybody, then a level.
    play_until(lambda: evening.both_received("^Break. All"), both_fold, what="a break")
    evening.pictures("break")
    play_until(lambda: evening.both_received("^Level [2-9]"), both_fold, what="a level")
    evening.pictures("level")
    assert "Break. All tables start again together." in evening.watched
    finish(evening)


@pytest.mark.skipif(not os.environ.get("EVENING"), reason="takes minutes: make evening")
@pytest.mark.parametrize("evening", [LONG], indirect=True)
def test_a_long_tournament(evening: Evening) -> None:
    both_fold = {evening.guest: FOLD, evening.phone: FOLD}
    play_until(lambda: evening.both_received("^Level 2"), both_fold, what="level 2")
    play_until(lambda: evening.both_received("Break"), both_fold, what="the break")
    finish(evening, seconds=900)


def finish(evening: Evening, seconds: float = 400) -> None:
    """Plays to the end and compares the messages with the log."""
    watcher, players = evening.watcher, evening.players
    both_call = dict.fromkeys(players, CALL)

    def final() -> bool:
        return "Final table" in watcher.page.locator("#t-banner").inner_text() or ended()

    def ended() -> bool:
        return "Finished" in watcher.page.locator("#t-head").inner_text()

    play_until(final, both_call, seconds=seconds, what="the final table")
    evening.pictures("final")
    play_until(ended, both_call, seconds=seconds, what="the end")
    play_until(lambda: all(map(evening.over_for, players)), both_call, what="a place for both")
    for person in players:
        person.picture("over")
    news = evening.news()
    watcher.picture("news")
    watcher.page.get_by_role("tab", name="Players").click()
    watcher.picture("places")
    log = recorded_events(evening.room, evening.tournament)
    compare(evening, log, news)
    audit = evening.room.audit()
    assert not audit.returncode, audit.stdout


def compare(evening: Evening, log: list[tuple[str, dict[str, object]]], news: str) -> None:
    """Checks the messages against the log (T6, T7, T9, T10, T11, T16)."""
    names = [name for name, _ in log]
    assert {"BreakBegan", "LevelBegan", "FinalTableMade", "Ended"} <= set(names)
    if "HandForHandBegan" in names:
        assert "wins nothing" in evening.watched
    assert len({data["player"] for name, data in log if name == "PlaceGiven"}) == names.count("PlaceGiven") == 27
    assert "wins the tournament." in news and "place" in news
    races = [data for name, data in log if name == "ChipsRaced" and data["cards"]]
    assert not races or "Chip race at table" in run_in_room(evening.room, EVENT_TEXTS.format(evening.tournament))
    for person in evening.players:
        me = evening.player(person)
        moves = [data for name, data in log if name == "Moved" and data["player"] == me]
        messages = evening.messages[person]
        for move in moves[-1:]:
            reasons = {"balance": "out of balance", "break": "was broken up", "final": "all seats were drawn again"}
            assert reasons[str(move["why"])] in messages, (move, messages.texts)
            assert "Your new seat: table" in messages


EVENT_TEXTS = """
from tournaments.web.text.event_text import lines_of
found = [line.text for one in api.decisions({}, limit=100000) for line in lines_of(one.events, {{}}, "PLAY")]
print(" ".join(found).replace(chr(10), " "))
"""


def test_heads_up_the_winner_and_the_runner_up_are_notified(somebody: Callable[..., Person], room: Room) -> None:
    """T15, T16: after a heads-up all-in both players see their place and prize."""
    guest, phone = somebody("guest"), somebody("phone", phone=True)
    setup = 'Setup("Duel", structure(500, 20), seats=2, max_players=2, price=Price(2000, 200))'
    tournament = announce(room, setup, bots=0)
    for person in (guest, phone):
        person.play_now()
    messages = {person: MessageLog(person) for person in (guest, phone)}
    for person in (guest, phone):
        enter(person, tournament)
    for person in (guest, phone):
        wait_for_table(person)
    shove = {guest: "ac", phone: "ac"}
    play_until(lambda: all(OVER in one for one in messages.values()), shove, what="the end of heads-up play")
    received = " ".join(text for one in messages.values() for text in one.texts)
    assert "You have won the tournament! Prize: 40" in received
    assert "You finished in place 2." in received
    for person in (guest, phone):
        expect(tournament_bar(person)).to_contain_text("Finished")
        person.picture("duel-over")
        tournament_bar(person).get_by_role("link", name="To the tournament").click()
        expect(person.page.locator("#t-own .t-place")).to_be_visible()
        person.picture("duel-lobby")
    assert not room.audit().returncode
