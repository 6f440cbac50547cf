"""Shared by the tournament journeys: announcements that end quickly, and what people do and wait for."""

import json
import re
import time
from collections.abc import Callable

from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as TooLate

from tests.journeys.people import Person
from tests.journeys.room import Room

BEGIN = """
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
    rests = tuple(Break(after, length * 1000) for after, length in breaks)
    races = usual_races(levels, CHIPS)
    return Structure(stack, levels, rests, chips=CHIPS, races=races, round_cost=round_cost * 1000)

"""


def in_the_room(room: Room, code: str) -> str:
    """Runs code in a shell of the room; the last printed line."""
    return room.shell(BEGIN + code)


def announce(room: Room, setup: str, *, bots: int) -> int:
    """Announces `setup`, given as code, with this many house bots; the tournament's id."""
    return int(in_the_room(room, f"print(api.announce(setup={setup}, bots={bots}))"))


def happened(room: Room, tournament: int) -> list[tuple[str, dict[str, object]]]:
    """The tournament's log as event names and fields, oldest first."""
    code = (
        f"lines = api.decisions({tournament}, limit=100000)\n"
        "told = [event for line in reversed(lines) for event in line.events]\n"
        "print(json.dumps([(type(one).__name__, dict(zip(one._fields, to_data(one)))) for one in told]))"
    )
    return [(name, said) for name, said in json.loads(in_the_room(room, code))]


def bar(person: Person) -> Locator:
    """The tournament bar above the table."""
    return person.page.locator("section#tournament-bar")


def enter(person: Person, tournament: int) -> None:
    """Opens the tournament's page and registers."""
    person.go(f"/tournaments/{tournament}/")
    person.page.get_by_role("button", name=re.compile("^Register for")).click()
    person.page.wait_for_url(lambda url: "entered" in url or "/table/" in url)


def at_table(person: Person) -> None:
    """Waits until the seat has opened by itself."""
    person.page.wait_for_url("**/table/**", timeout=60_000)
    bar(person).wait_for()


class Told:
    """Collects a tournament's messages to a person, on its page and at its tables."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.seen: list[str] = []
        person.page.expose_function("keepTold", self._keep)
        person.context.add_init_script(WATCH)

    def _keep(self, words: str) -> None:
        if words not in self.seen:
            self.seen.append(words)

    def __contains__(self, words: str) -> bool:
        return any(re.search(words, line) for line in self.seen)


WATCH = """
addEventListener("DOMContentLoaded", () => {
  const look = () => {
    const told = ".tb-say:not([hidden]), .tb-note, #status .reason, #t-banner, .t-table .tag";
    for (const line of document.querySelectorAll(told))
      window.keepTold?.(line.textContent.trim().replace(/\\s+/g, " "));
  };
  const what = {childList: true, subtree: true, attributes: true, attributeFilter: ["hidden"]};
  new MutationObserver(look).observe(document.documentElement, what);
  look();
});
"""


def play(person: Person, keys: str) -> bool:
    """Takes the player's turn with the first of these keys that is possible: a is all-in, f is fold unless checking is
    free.
    """
    state = person.state()
    if state not in ("turn", "show-or-muck"):
        return False
    try:
        if state == "show-or-muck":
            person.page.get_by_role("button", name="Muck").click(timeout=1_000)
        else:
            _press(person, keys)
    except (TooLate, StopIteration):
        # The turn was over before the key press; the room has its own clock.
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


def play_until(done: Callable[[], object], players: dict[Person, str], *, seconds: float, what: str) -> None:
    """Lets people play by their keys until a condition holds; fails when it takes too long."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "\n".join([f"never came: {what}", *(_page(one) for one in players)])
        for person, keys in players.items():
            play(person, keys)
        next(iter(players)).page.wait_for_timeout(80)
