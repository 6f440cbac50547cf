"""A guest registers for a sit-and-go with house bots and is taken to the table; another player watches on a phone."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.journeys.people import Person
from tests.journeys.room import Room

ANNOUNCE = """
from tournaments import api
from tournaments.engine.setup.setup import Price, Setup
from tournaments.engine.setup.templates import TEMPLATES
setup = Setup("Journey Six", TEMPLATES["hyper"], seats=6, max_players=6, price=Price(2000, 200))
print(api.announce(setup=setup, bots=5))
"""


def test_a_guest_registers_for_a_sit_and_go_and_is_seated(somebody: Callable[..., Person], room: Room) -> None:
    tournament = int(room.shell(ANNOUNCE))
    guest, phone = somebody("guest"), somebody("phone", phone=True)
    guest.go("/")
    guest.play_now()
    guest.page.get_by_role("navigation", name="Rooms").get_by_role("link", name="Tournaments").click()
    guest.page.get_by_role("link", name="Journey Six").click()
    guest.picture("tournament-open")
    phone.go(f"/tournaments/{tournament}/")
    expect(phone.page.get_by_role("heading", name="Journey Six")).to_be_visible()
    guest.page.get_by_role("button", name="Register for 22").click()
    guest.page.wait_for_url("**/table/**")
    bar = guest.page.locator("section#tournament-bar")
    expect(bar).to_contain_text("Level 1")
    expect(bar).to_contain_text("of 6")
    guest.page.locator("#my-hand.seated").wait_for()
    guest.picture("tournament-table")
    expect(phone.page.locator("#t-clock")).to_contain_text("Level")
    expect(phone.page.locator("#t-standings tbody tr")).to_have_count(6)
    phone.picture("tournament-running")
    phone.page.get_by_role("tab", name="Tables").click()
    expect(phone.page.locator("#t-tables")).to_contain_text("Final table")


def test_the_list_follows_a_tournament_without_being_loaded_again_and_keeps_the_focus(
    somebody: Callable[..., Person], room: Room
) -> None:
    watcher, guest = somebody("watcher"), somebody("guest")
    loaded: list[str] = []
    watcher.go("/tournaments/")
    watcher.page.on("request", lambda request: loaded.append(request.url))
    tournament = int(room.shell(ANNOUNCE.replace("Journey Six", "Listed Six")))
    row = watcher.page.locator(f"#t-row-{tournament}")
    expect(row).to_contain_text("Registering")
    link = row.get_by_role("link", name="Register")
    link.focus()
    guest.go("/")
    guest.play_now()
    guest.page.goto(f"/tournaments/{tournament}/")
    guest.page.get_by_role("button", name="Register for 22").click()
    guest.page.wait_for_url("**/table/**")
    # Late registration is not open in this tournament.
    expect(row).to_contain_text("Running")
    expect(row.get_by_role("link", name="Open")).to_be_focused()
    numbers = watcher.page.locator("#t-schedule tbody tr[id]").evaluate_all(
        "rows => rows.map((row) => row.id.slice(6))"
    )
    expect(watcher.page.locator("#t-listed")).to_have_attribute("data-rows", " ".join(numbers))
    watcher.picture("tournament-list")
    assert loaded == []
