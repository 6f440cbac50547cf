"""A director takes chips, disqualifies a player, breaks a table and ends the tournament; players see a chip race.

Fixed limits and deep stacks keep everybody in until the director acts, whatever the bots do.
"""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from games.engine.cards import card_text
from tests.journeys.people import Person
from tests.journeys.room import Room
from tests.journeys.tournaments.director import DirectorsPage
from tests.journeys.tournaments.short_tournaments import (
    MessageLog,
    announce,
    enter,
    play_until,
    recorded_events,
    tournament_bar,
    wait_for_table,
)

FOLD = "fc"
SEVEN = """Setup("Strict", structure(100_000, 600), games=(Game("holdem", Betting.FIXED_LIMIT),), seats=3,
    max_players=7, late=LateRegistration(4), price=Price(2000, 200),
    payouts=Payouts(rows=(Row(7, (600_000, 400_000)),)))"""
"""Three tables of three during late registration: with six players left, one table must break."""
RACED = """Setup("Odd chips", structure(100_000, 600)._replace(races=(Race(2, 100),),
    levels=(Level(25, 50, 0, 600_000), Level(100, 200, 0, 600_000))),
    games=(Game("holdem", Betting.FIXED_LIMIT),), seats=3, max_players=3, price=Price(2000, 200))"""
SMALL, LARGE = 25, 100
# Any: each kind of event has other fields.
EventFields = dict[str, Any]
RECORD_RACES = """
window.raced = {};
addEventListener("DOMContentLoaded", () => {
  const record = () => {
    for (const seat of document.querySelectorAll(".seat.racing")) {
      const cards = [...seat.querySelectorAll(".hand [data-c]")].map((card) => card.dataset.c);
      raced[seat.id] = { cards, gets: seat.querySelector(".seat-line.won")?.textContent ?? "" };
    }
  };
  new MutationObserver(record).observe(document.documentElement, { childList: true, subtree: true });
  record();
});
"""


def players_of(desk: DirectorsPage) -> dict[int, tuple[str, int, int]]:
    """Returns the players still in by id: name, table, seat from 0."""
    found = {}
    for option in desk.page.locator("#t-pick-player option:not([value=''])").all():
        name, _, place = option.inner_text().rpartition(" · ")
        table, _, seat = place.partition("/")
        found[int(option.get_attribute("value") or 0)] = name, int(table), int(seat) - 1
    return found


def number_of(person: Person) -> int:
    """Returns the player's id from the bar."""
    return int(tournament_bar(person).get_attribute("data-me") or 0)


def pause(desk: DirectorsPage, people: tuple[Person, ...]) -> None:
    """Pauses the tournament, so that commands take effect at once."""
    desk.act("Pause", "Clock", "A word with all of you")
    running = desk.page.locator("#t-tables [data-running]")
    expect(desk.page.locator("#t-pause")).to_have_text("Resume")
    play_until(lambda: not running.count(), dict.fromkeys(people, FOLD), what="idle tables")


def is_balanced(desk: DirectorsPage) -> bool:
    """Whether the tables differ by one player at most (T7)."""
    sizes = Counter(table for _name, table, _seat in players_of(desk).values())
    return max(sizes.values()) - min(sizes.values()) <= 1


def raced_seats(person: Person) -> dict[str, dict[str, object]]:
    """Returns the chip race as shown on the page, seat by seat."""
    raced: dict[str, dict[str, object]] = person.page.evaluate("raced")
    return raced


def events_of(log: list[tuple[str, EventFields]], kind: str) -> list[EventFields]:
    """Returns the fields of all events of a kind."""
    return [data for name, data in log if name == kind]


def test_t14_t7_t15_penalty_disqualification_broken_table_and_early_end(
    somebody: Callable[..., Person], room: Room
) -> None:
    tournament = announce(room, SEVEN, bots=5)
    guest, phone = somebody("guest"), somebody("phone", phone=True)
    desk = DirectorsPage(somebody("director"), tournament)
    people = (guest, phone)
    for person in people:
        person.play_now()
    messages = {person: MessageLog(person) for person in people}
    for person in people:
        enter(person, tournament)
    for person in people:
        wait_for_table(person)
    pause(desk, people)
    me, other = number_of(guest), number_of(phone)

    # T14: a penalty takes whole chips only, and the player sees it.
    # The browser's console names the answer to a form that is refused.
    desk.person.ignores_errors = True
    desk.begin("Penalty", "Player", "Soft play", player=str(me), chips="510")
    expect(desk.page.locator(".wrong").first).to_contain_text("in multiples of 25")
    desk.person.ignores_errors = False
    desk.page.get_by_role("link", name="Director's page").click()
    desk.act("Penalty", "Player", "Soft play", player=str(me), chips="500")
    desk.wait_for_log("500 chips of")
    desk.wait_for_log("penalty. Soft play")
    play_until(lambda: "took 500 chips of yours. Soft play" in messages[guest], {guest: FOLD}, what="the notice")
    guest.picture("chips-taken")

    # T14: a disqualification shows what it does before it is confirmed; the player sees the reason and the place.
    desk.act("Disqualify…", "Player", "Chip dumping", player=str(other))
    desk.wait_for_log("is disqualified. Chip dumping")

    def gone() -> bool:
        return (
            "you were disqualified. Chip dumping" in messages[phone] and "nobody can enter any more" in messages[phone]
        )

    play_until(gone, {guest: FOLD}, what="the disqualification notice")
    phone.picture("disqualified")
    expect(desk.page.locator("#t-people tr.gone")).to_have_count(1)

    # T7: the guest's table is broken; the page gives the reason and opens the new seat by itself.
    # Before that the tables are balanced, which may move the guest.
    play_until(lambda: is_balanced(desk), {guest: FOLD}, what="balanced tables")
    _name, table, _seat = players_of(desk)[me]
    expect(guest.page.locator("main")).to_contain_text(f"Strict {table}")
    left = guest.page.url
    desk.act("Break this table", "Table", "Only two here", table=str(table))
    desk.wait_for_log(f"Table {table} is closed.")
    desk.wait_for_log("Only two here")

    def moved() -> bool:
        return f"Table {table} was broken up" in messages[guest] and "Your new seat: table" in messages[guest]

    play_until(moved, {guest: FOLD}, what="the reason for the new seat")
    guest.picture("table-broken")
    guest.page.wait_for_url(lambda url: url != left and "/table/" in url)
    guest.page.locator("#my-hand.seated").wait_for(state="attached")
    new = guest.page.url
    # A phone that slept through the break loads the old table's page.
    guest.page.goto(left)
    guest.page.wait_for_url(new)
    guest.page.locator("#my-hand.seated").wait_for(state="attached")
    expect(desk.page.locator("#t-tables .t-table")).to_have_count(2)
    desk.person.picture("after-the-break")

    # T15: the end is announced and running hands are finished; then places follow the chip counts and prizes are paid.
    desk.act("Resume", "Clock", "Resume")
    desk.wait_for_log("Play continues.")
    play_until(lambda: guest.state() == "turn", {guest: ""}, what="a turn of the guest")
    desk.begin("End it", "Clock", "We close at ten")
    expect(desk.page.locator("main")).to_contain_text("the places go by chips")
    desk.confirm()
    desk.wait_for_log("The end is announced")
    play_until(lambda: "ends when the current hands are over" in messages[guest], {guest: ""}, what="the notice")
    guest.picture("last-hands")
    play_until(lambda: "You (finished in place|have won)" in messages[guest], {guest: FOLD}, what="a place")
    guest.picture("ended")
    expect(desk.page.locator("#t-head")).to_contain_text("Finished")
    desk.person.picture("ended")
    compare(recorded_events(room, tournament), me, other)
    assert not room.audit().returncode


def compare(log: list[tuple[str, EventFields]], me: int, other: int) -> None:
    """Checks the log: chips in play, the disqualified player last, places by chips, prizes paid once."""
    taken = [(data["player"], data["chips"], data["why"]) for data in events_of(log, "ChipsRemoved")]
    assert taken[0] == (me, 500, "penalty")
    assert taken[1][0::2] == (other, "disqualified")
    assert [data["why"] for data in events_of(log, "PlayerDisqualified")] == ["Chip dumping"]
    places = {data["player"]: data["place"] for data in events_of(log, "PlaceGiven")}
    assert places[other] == 7
    assert sorted(places.values()) == [1, 2, 3, 4, 5, 6, 7]
    assert [data["why"] for data in events_of(log, "Ended")] == ["We close at ten"]
    assert {"break"} <= {data["why"] for data in events_of(log, "Moved")}
    prizes = [data["amount"] for data in events_of(log, "PrizeDue") if data["amount"]]
    assert sum(prizes) == 7 * 2000


def test_t11_a_chip_race_is_shown_card_by_card(somebody: Callable[..., Person], room: Room) -> None:
    tournament = announce(room, RACED, bots=1)
    guest, phone = somebody("guest"), somebody("phone", phone=True)
    desk = DirectorsPage(somebody("director"), tournament)
    people = (guest, phone)
    for person in people:
        person.play_now()
        person.context.add_init_script(RECORD_RACES)
        enter(person, tournament)
    for person in people:
        wait_for_table(person)
    pause(desk, people)
    players = players_of(desk)
    # One small chip fewer is in play, so at least three stacks are odd.
    bot = next(player for player in players if player not in map(number_of, people))
    desk.act("Penalty", "Player", "Showed a card", player=str(bot), chips=str(SMALL))
    desk.wait_for_log("25 chips of")
    desk.act("Next level", "Clock", "Small chips are a nuisance")
    desk.wait_for_log("Level 2 begins.")
    desk.act("Resume", "Clock", "Now they are raced")
    both = dict.fromkeys(people, FOLD)
    play_until(lambda: all(raced_seats(person) for person in people), both, what="a chip race")
    for person in people:
        person.picture("race")
    [data] = events_of(recorded_events(room, tournament), "ChipsRaced")
    assert (data["chip"], data["into"]) == (SMALL, LARGE)
    dealt = {player: [card_text(card) for whose, card in data["cards"] if whose == player] for player in players}
    paid = {*data["won"], *data["saved"]}
    for person in people:
        assert raced_seats(person) == {
            f"seat-{players[player][2]}": {"cards": cards, "gets": "gets 100" if player in paid else ""}
            for player, cards in dealt.items()
        }
    assert winners(data["cards"], -(-len(data["cards"]) * SMALL // LARGE)) == set(data["won"])
    assert all(stack % LARGE == 0 for _, stack in data["stacks"])
    guest.go(f"/tournaments/{tournament}/")
    guest.page.get_by_role("tab", name="What happened").click()
    news = guest.page.locator("#t-news li", has_text="Chip race at table 1")
    listed = news.locator(".t-card").evaluate_all(
        "all => all.map((one) => [one.querySelector('small').textContent, one.querySelector('[data-c]').dataset.c])"
    )
    assert listed == [[players[player][0], card_text(card)] for player, card in data["cards"]]
    named = re.search(r"An extra chip: (.*)\.", news.inner_text())
    assert named is not None
    assert set(named[1].split(", ")) == {players[player][0] for player in paid}
    guest.picture("race-in-the-news")


def winners(cards: list[tuple[int, int]], chips: int) -> set[int]:
    """Returns the players with the highest cards, suits in bridge order, who win one chip each (T11, C2)."""
    rank, suit = "23456789TJQKA".index, "cdhs".index
    order = sorted(cards, key=lambda row: (rank(card_text(row[1])[0]), suit(card_text(row[1])[1])))
    won: list[int] = []
    for player, _ in reversed(order):
        if player not in won and len(won) < chips:
            won.append(player)
    return set(won)
