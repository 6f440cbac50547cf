"""Room news in two languages; a table closed to watchers, with disconnection protection and three boards."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.journeys.people import Person, to_act
from tests.journeys.room import Room

TABLE = "Levice"
HOUSE = {"disconnect": "all_in_protection", "run_it": 3, "first_button": "first_player"}
# A lost connection is detected after about twelve seconds.
CLOCK = {"turn": 18_000, "bank": 0, "bank_refill": 0, "grace": 1_000, "after_showdown": 5_000, "run_out": 700}


def sit(player: Person) -> None:
    """Sits down from the closed table's page, which shows no game."""
    player.play_now()
    player.page.locator("#tables tr", has_text=TABLE).get_by_role("link", name=TABLE).click()
    expect(player.page.get_by_text("closed to watchers: you see the game once you have a seat")).to_be_visible()
    assert not player.page.locator("#table-surface").count()
    player.picture("closed")
    player.page.get_by_role("button", name="Take a seat").click()
    player.page.locator("#dialog").get_by_role("button", name="Sit down").click()
    player.wait_until_seated()


def test_k1_k14_b15_h6_news_a_closed_table_disconnection_protection_and_three_boards(
    somebody: Callable[..., Person], room: Room
) -> None:
    room.open_table(TABLE, house=HOUSE, clock=CLOCK, closed_to_watchers=True)
    desk, reader = somebody("newsdesk"), somebody("reader", phone=True, language="cs")
    reader.go("/")
    desk.sign_in("operator")
    desk.go("/admin/games/lobbynews/add/")
    desk.page.locator("#id_in_en").fill("Seven card stud tonight at eight.")
    desk.page.locator("#id_in_cs").fill("Dnes v osm sedmikaretní stud.")
    desk.page.get_by_role("button", name="Save", exact=True).click()
    expect(reader.page.locator("#room-news")).to_contain_text("Dnes v osm sedmikaretní stud.")
    reader.picture("news")
    one, two = people = somebody("inside"), somebody("inside-phone", phone=True)
    one.go("/")
    expect(one.page.locator("#room-news")).to_contain_text("Seven card stud tonight at eight.")
    expect(one.page.locator("#tables tr", has_text=TABLE)).to_contain_text("no watchers")
    for player in people:
        sit(player)

    # B15: a disconnected player with chips in the pot is treated as all-in for those chips; the other gets a notice.
    absent = to_act(one, two)
    other = two if absent is one else one
    table = absent.page.url
    absent.page.goto("about:blank")
    expect(other.page.locator("#log")).to_contain_text(re.compile("is disconnected and all-in .+, 1 time today"))
    other.picture("protected")
    absent.page.goto(table)
    absent.wait_until_seated()

    # H6: two all-in hands are run out on three boards.
    raiser = to_act(one, two)
    caller = two if raiser is one else one
    raiser.page.locator("#controls .presets button").last.click()
    raiser.act("r")
    to_act(caller).page.locator("#controls [data-key=c]").click()
    for player in people:
        player.page.locator("#controls.is-run-it").wait_for()
        player.page.locator("#controls .acts button", has_text="hree times").click()
    for player in people:
        expect(player.page.locator("#board.several .cards")).to_have_count(3)
        expect(player.page.locator("#status")).to_contain_text("wins")
        player.picture("three-boards")
