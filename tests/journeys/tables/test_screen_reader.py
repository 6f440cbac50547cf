"""What a screen reader says at a table: own cards, streets and showdowns with the names of their cards."""

import re
from collections.abc import Callable

from tests.journeys.people import Person

COLLECT = """
  window.spoken = [];
  const region = document.getElementById("announcements");
  new MutationObserver(() => window.spoken.push(region.textContent)).observe(region, { childList: true });
"""
CARD = r"\w+ of (clubs|diamonds|hearts|spades)"


def until_spoken(person: Person, text: str) -> str:
    """Waits until something that matches was announced; returns it."""
    person.page.wait_for_function("text => window.spoken.some((one) => new RegExp(text).test(one))", arg=text)
    spoken: list[str] = person.page.evaluate("window.spoken")
    return next(one for one in spoken if re.search(text, one))


def test_streets_showdowns_and_own_cards_are_spoken_with_the_names_of_the_cards(
    somebody: Callable[..., Person],
) -> None:
    watcher = somebody("listener")
    watcher.watch("Brno")
    watcher.page.evaluate(COLLECT)
    until_spoken(watcher, f"Flop {CARD}, {CARD}, {CARD}")
    until_spoken(watcher, f"shows {CARD}, {CARD}, [A-Z]")
    assert "Your cards" not in " ".join(watcher.page.evaluate("window.spoken"))
    watcher.play_now()
    watcher.sit("Brno")
    watcher.page.evaluate(COLLECT)
    spoken = until_spoken(watcher, f"Your cards: {CARD}, {CARD}")
    cards = watcher.page.locator("#my-hand [role=img]").first.get_attribute("aria-label")
    assert f"Your cards: {cards}" in spoken
    watcher.wait_turn()
    watcher.leave()
