"""Helpers for the tournament journeys: short tournaments, and what players do and wait for."""

import json
import re
import time
from collections.abc import Callable

from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.journeys.people import PATIENCE_MS, Person
from tests.journeys.room import Room

PRELUDE = """
import json
from games.engine.rules.stakes import Structure as Betting
from tournaments import api
from tournaments.engine.state import events as ev
from tournaments.engine.setup.payouts import Payouts, Row
from games.messaging.codec import to_data
from tournaments.engine.setup.setup import AddOn, Game, LateRegistration, Price, Rebuy, Setup
from tournaments.engine.setup.structure import Break, Level, Race, Structure, usual_races
from tournaments.engine.setup.templates import CHIPS, SMALL_BLINDS

def structure(stack, seconds, breaks=(), round_cost=4):
    levels = tuple(Level(s, 2 * s, 2 * s if n > 2 else 0, seconds * 1000) for n, s in enumerate(SMALL_BLINDS, 1))
    breaks = tuple(Break(after, length * 1000) for after, length in breaks)
    races = usual_races(levels, CHIPS)
    return Structure(stack, levels, breaks, chips=CHIPS, races=races, round_cost=round_cost * 1000)

"""


def run_in_room(room: Room, code: str) -> str:
    """Runs code in the room's shell and returns the last printed line."""
    return room.shell(PRELUDE + code)


def announce(room: Room, setup: str, *, bots: int) -> int:
    """Announces `setup`, given as code, with this many house bots; returns the tournament's id."""
    return int(run_in_room(room, f"print(api.announce(setup={setup}, bots={bots}))"))


def recorded_events(room: Room, tournament: int) -> list[tuple[str, dict[str, object]]]:
    """Returns the tournament's log as event names and fields, oldest first."""
    code = (
        f"lines = api.decisions({tournament}, limit=100000)\n"
        "events = [event for line in reversed(lines) for event in line.events]\n"
        "print(json.dumps([(type(one).__name__, dict(zip(one._fields, to_data(one)))) for one in events]))"
    )
    return [(name, fields) for name, fields in json.loads(run_in_room(room, code))]


def tournament_bar(person: Person) -> Locator:
    """Returns the tournament bar above the table."""
    return person.page.locator("section#tournament-bar")


def enter(person: Person, tournament: int) -> None:
    """Opens the tournament's page and registers."""
    person.go(f"/tournaments/{tournament}/")
    person.page.get_by_role("button", name=re.compile("^Register for")).click()
    person.page.wait_for_url(lambda url: "entered" in url or "/table/" in url)


def wait_for_table(person: Person) -> None:
    """Waits until the page opens the player's table by itself."""
    person.page.wait_for_url("**/table/**")
    tournament_bar(person).wait_for()


class MessageLog:
    """Collects the tournament messages a player receives, on the tournament's page and at its tables."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.texts: list[str] = []
        person.page.expose_function("recordMessage", self._record)
        person.context.add_init_script(RECORD_MESSAGES)

    def _record(self, text: str) -> None:
        if text not in self.texts:
            self.texts.append(text)

    def __contains__(self, pattern: str) -> bool:
        return any(re.search(pattern, line) for line in self.texts)


RECORD_MESSAGES = """
addEventListener("DOMContentLoaded", () => {
  const record = () => {
    const messages = ".tb-message:not([hidden]), .tb-note, #status .reason, #t-banner, .t-table .tag";
    for (const line of document.querySelectorAll(messages))
      window.recordMessage?.(line.textContent.trim().replace(/\\s+/g, " "));
  };
  const changes = {childList: true, subtree: true, attributes: true, attributeFilter: ["hidden"]};
  new MutationObserver(record).observe(document.documentElement, changes);
  record();
});
"""


def play(person: Person, keys: str) -> bool:
    """Takes the player's turn with the first possible key: "a" is all-in, "f" folds unless checking is free."""
    state = person.state()
    if state not in ("turn", "show-or-muck"):
        return False
    try:
        if state == "show-or-muck":
            person.page.get_by_role("button", name="Muck").click(timeout=1_000)
        else:
            _press(person, keys)
    except (PlaywrightTimeout, StopIteration):
        # The turn ended before the key press, by the room's clock.
        return False
    return True


def _press(person: Person, keys: str) -> None:
    controls = person.page.locator("#controls")
    free = not person.facing()
    for key in keys:
        if key == "f" and free:
            continue
        if key == "a" and controls.locator("[data-key=r]").count():
            presets = controls.get_by_role("button", name="All-in", exact=True)
            if presets.count():
                presets.first.click(timeout=1_000)
            key = "r"
        button = controls.locator(f"[data-key={key}]")
        if button.count():
            return button.click(timeout=1_000)
    raise StopIteration


def _page(person: Person) -> str:
    return f"{person.name}: {person.page.url} {person.page.locator('main').inner_text()[:400]}"


def play_until(
    done: Callable[[], object], players: dict[Person, str], *, what: str, seconds: float = PATIENCE_MS / 1000
) -> None:
    """Lets players play by their keys until a condition holds; fails if that takes too long."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "\n".join([f"did not happen: {what}", *(_page(one) for one in players)])
        for person, keys in players.items():
            play(person, keys)
        next(iter(players)).page.wait_for_timeout(80)
