"""Acts of the staff by the keyboard alone, from the link of the act to its confirmation."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.journeys.people import Person
from tests.journeys.tables.test_keyboard import tab_to

SHOW, CONFIRM = "main form button:not([name])", "main form button[name=confirmed]"


def act_by_keys(person: Person, act: str) -> None:
    """Follows the link of an act, types the reason, asks what will happen and confirms it, without the mouse."""
    keyboard = person.page.keyboard
    skip_to(person, f"a[href$='/act/{act}/']")
    keyboard.press("Enter")
    person.page.locator(SHOW).wait_for()
    skip_to(person, "main [name=reason]")
    keyboard.type("Fire drill")
    tab_to(person, SHOW)
    keyboard.press("Enter")
    person.page.locator(CONFIRM).wait_for()
    skip_to(person, CONFIRM)
    keyboard.press("Enter")


def skip_to(person: Person, selector: str) -> None:
    """Leaves the menu out by the link to the content, the first of a page that has just been opened."""
    tab_to(person, ".skip")
    person.page.keyboard.press("Enter")
    tab_to(person, selector)


def test_a_floorman_pauses_and_resumes_a_table_with_the_keyboard_alone(somebody: Callable[..., Person]) -> None:
    floorman = somebody("keys-of-the-floor")
    floorman.sign_in("floorman")
    floorman.go("/")
    table = floorman.page.locator("#tables a[href*='/table/']").last.get_attribute("href")
    assert table
    floorman.go(table.partition("?")[0].replace("/table/", "/floor/"))
    now = floorman.page.locator("#f-now")
    act_by_keys(floorman, "pause")
    expect(now.get_by_role("link", name="Resume")).to_be_visible()
    floorman.page.reload()
    act_by_keys(floorman, "resume")
    expect(now.get_by_role("link", name="Pause after this hand")).to_be_visible()
