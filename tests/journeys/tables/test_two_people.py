"""Two players at one table: a hand to showdown, chat, and connections lost during a hand."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import expect

from tests.journeys.people import CARDS, Person, to_act

TABLE = "Bratislava"
DEADLINE = "document.querySelector('#controls .turnbar')?.dataset.until"


def sit_both(somebody: Callable[..., Person], first: str, second: str) -> tuple[Person, Person]:
    """Seats two demo players at the empty table and waits until the first is dealt in."""
    pair = somebody(first), somebody(second)
    for person in pair:
        person.sign_in(person.name)
        person.sit(TABLE)
    pair[0].page.locator(CARDS).first.wait_for()
    return pair


def next_to_act(pair: tuple[Person, Person]) -> Person | None:
    """Waits for the player to act and returns them; None when the hand is over."""
    one, end = pair[0].page, time.monotonic() + 120
    while not one.locator("#status.won").count():
        for person in pair:
            if person.state() == "turn":
                return person
        assert time.monotonic() < end, one.locator("#table-surface").inner_text()
        one.wait_for_timeout(50)
    return None


def test_two_players_play_heads_up_to_a_showdown_and_chat(somebody: Callable[..., Person]) -> None:
    pair = alice, bob = sit_both(somebody, "alice", "bob")
    # The first hands may begin before both are seated, so the test uses the next one.
    acted: set[str] = set()
    while person := next_to_act(pair):
        acted.add(person.name)
        expect(person.page.locator(".strength b")).to_have_text(re.compile(r"\w"))
        person.picture("turn")
        person.act("c")
    assert acted == {"alice", "bob"}
    outcomes = []
    for person in pair:
        expect(person.page.locator("#status.won")).to_contain_text(re.compile(r"(alice|bob) wins .+ with ", re.I))
        expect(person.page.locator(".seat .card.plays, #my-hand .card.plays").first).to_be_attached()
        outcomes.append((person.page.locator("#status").inner_text(), person.page.locator("#board").inner_html()))
    assert outcomes[0] == outcomes[1]
    assert alice.page.locator("#log").inner_text() == bob.page.locator("#log").inner_text()
    alice.picture("showdown")
    bob.picture("showdown")
    for person, text in ((alice, "Good hand, Bob!"), (bob, "<b>Thanks</b> & good luck")):
        person.tab("Chat")
        person.page.get_by_placeholder("Say something").fill(text)
        person.page.keyboard.press("Enter")
        for listener in pair:
            expect(listener.page.locator("#chat")).to_contain_text(text)
    expect(alice.page.get_by_role("tab", name="Chat").locator(".badge")).not_to_be_visible()
    alice.picture("chat")
    leave_both(pair)


def leave_both(pair: tuple[Person, Person]) -> None:
    """Lets both players leave at once, so that neither waits for the other's clock."""
    for person in pair:
        person.ask_to_leave()
    for person in pair:
        person.wait_until_gone()


def seat_cards_and_deadline(person: Person) -> tuple[str, list[str], str]:
    """Returns the player's seat, cards and deadline."""
    seat = person.page.locator("#my-hand").get_attribute("class") or ""
    return seat, person.cards(), person.page.evaluate(DEADLINE)


CLOSE_SOCKET = """() => new Promise((told) => {
  const status = document.getElementById("connection-status");
  document.addEventListener("socket:closed", () => told(status.textContent), { once: true });
  window.sockets.at(-1).close();
})"""
"""Tells what the page says before it connects again, which may be at once."""


def test_a_reload_or_reconnection_restores_seat_cards_and_clock(somebody: Callable[..., Person]) -> None:
    pair = sit_both(somebody, "charlie", "dana")
    person = to_act(*pair)
    other = next(one for one in pair if one is not person)
    before = seat_cards_and_deadline(person)
    assert len(before[1]) == 2
    assert before[2]
    person.page.reload()
    person.wait_turn()
    assert seat_cards_and_deadline(person) == before
    person.picture("reloaded")
    assert person.page.evaluate(CLOSE_SOCKET) == "Reconnecting…"
    person.page.locator("#connection-status").wait_for(state="hidden")
    person.wait_turn()
    assert seat_cards_and_deadline(person) == before
    person.ignores_errors = True
    person.context.set_offline(True)
    person.page.evaluate("window.sockets.at(-1).close()")
    person.page.locator("#connection-status").wait_for()
    person.picture("line-lost")
    # A button pressed meanwhile waits for the connection.
    person.page.keyboard.press("c")
    person.context.set_offline(False)
    other.wait_turn()
    person.ignores_errors = False
    leave_both(pair)
