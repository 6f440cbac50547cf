"""What a screen reader says at a table: own cards, streets and showdowns with the names of their cards."""

import re
from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from tests.games.web.scenes.floor import time_pressure
from tests.games.web.scenes.tables import not_my_turn
from tests.journeys.people import Person
from tests.journeys.still_tables import HOST, serve
from tests.journeys.tables.test_table_layout import free_check

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


ADD_LINES = """(lines) => {
  document.getElementById("log").append(...lines.map((line) => {
    const item = document.createElement("li");
    item.innerHTML = line;
    return item;
  }));
  pokerroom.announcer.readNews();
  return document.getElementById("announcements").textContent;
}"""
FLOP = 'Flop <span role="img" aria-label="ace of spades"></span><span role="img" aria-label="two of clubs"></span>'
SPOKEN_FLOP = "Flop ace of spades, two of clubs"


def watched_table(browser: Browser) -> Page:
    """A table's page whose news so far were read."""
    page = browser.new_page()
    serve(page, not_my_turn())
    page.goto(f"{HOST}/table/1/")
    page.locator("#table-surface:not(.unknown)").wait_for()
    page.evaluate(ADD_LINES, [])
    return page


def test_news_are_read_as_whole_sentences_in_the_order_in_which_they_happened(browser: Browser) -> None:
    page = watched_table(browser)
    spoken = page.evaluate(ADD_LINES, ["Ada bets <b>40</b>", "Bob calls <b>40</b>", FLOP])
    assert spoken == f"Ada bets 40. Bob calls 40. {SPOKEN_FLOP}"
    assert page.evaluate(ADD_LINES, ["Ada checks"]) == "Ada checks", "what was read is not read again"
    page.close()


def test_a_dialog_is_named_by_its_title_or_its_question(browser: Browser) -> None:
    page = browser.new_page()
    serve(page, free_check(6))
    page.goto(f"{HOST}/table/1/")
    page.locator("#table-surface:not(.unknown)").wait_for()
    page.keyboard.press("f")
    expect(page.get_by_role("dialog", name="Checking is free. Fold anyway?")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator(".seat .plate").first.click()
    expect(page.get_by_role("dialog", name="Markéta", exact=True)).to_be_visible()
    page.close()


def test_the_note_about_the_connection_is_there_before_it_speaks(browser: Browser) -> None:
    page = watched_table(browser)
    note = page.get_by_role("status").and_(page.locator("#connection-status"))
    expect(note).to_have_count(1)
    expect(note).to_be_hidden()
    page.context.set_offline(True)
    expect(note).to_be_visible()
    page.close()


def test_a_time_bank_that_begins_is_said_once(browser: Browser) -> None:
    page = browser.new_page()
    serve(page, time_pressure(called=False, is_mine=True))
    page.goto(f"{HOST}/table/1/")
    page.locator("#table-surface:not(.unknown)").wait_for()
    spoken = page.locator("#announcements").inner_text()
    assert spoken.endswith(". Your time bank is running. Your turn. You may check.")
    assert page.evaluate(ADD_LINES, ["Ada checks"]) == "Ada checks"
    page.close()


def test_the_action_that_ends_a_street_of_stud_is_read_before_the_cards_of_the_next(browser: Browser) -> None:
    page = watched_table(browser)
    cards = [f'{name} <span role="img" aria-label="ace of spades"></span>' for name in ("Ada", "Bob", "Eva")]
    spoken = page.evaluate(ADD_LINES, ["Bob folds", "Fifth street", *cards])
    assert spoken == "Bob folds. Fifth street. Ada ace of spades. Bob ace of spades. Eva ace of spades"
    page.close()


def test_many_news_at_once_are_cut_to_the_last_ones_and_every_line_with_cards(browser: Browser) -> None:
    page = watched_table(browser)
    spoken = page.evaluate(ADD_LINES, [FLOP, *(f"Player {number} checks" for number in range(1, 9))])
    assert spoken == ". ".join([SPOKEN_FLOP, *(f"Player {number} checks" for number in (6, 7, 8))])
    page.close()
