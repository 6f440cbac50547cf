"""A director runs an evening on a tablet beside a big screen, from a message to all to the result as CSV.

F1, F4, T14, T16, T17, T19; the books are audited at the end.
"""

import csv
from collections.abc import Callable
from io import StringIO
from pathlib import Path

from playwright.sync_api import expect

from tests.journeys.people import Person
from tests.journeys.room import Room
from tests.journeys.tournaments.director import DirectorsPage, bot_at
from tests.journeys.tournaments.short_tournaments import (
    MessageLog,
    announce,
    enter,
    play_until,
    tournament_bar,
    wait_for_table,
)

FOLD = "fc"
TABLET = {"width": 820, "height": 1180}
EVENING = """Setup("Evening", structure(100_000, 600), games=(Game("holdem", Betting.FIXED_LIMIT),), seats=5,
    max_players=5, price=Price(2000, 200), payouts=Payouts(rows=(Row(5, (500_000, 300_000, 150_000, 50_000)),)))"""
"""Five players, of whom four are paid: the first one out bursts the bubble. Nobody goes broke by chance."""


def id_of(person: Person) -> str:
    """The player's id, from the bar above the table."""
    return tournament_bar(person).get_attribute("data-me") or ""


def test_an_evening_of_the_director(somebody: Callable[..., Person], room: Room) -> None:
    tournament = announce(room, EVENING, bots=3)
    guest, phone, director = somebody("guest"), somebody("phone", phone=True), somebody("director")
    director.page.set_viewport_size(TABLET)
    desk = DirectorsPage(director, tournament)
    big = director.new_page()
    big.goto(f"/tournaments/{tournament}/screen/")
    people = (guest, phone)
    for person in people:
        person.play_now()
    messages = {person: MessageLog(person) for person in people}
    for person in people:
        enter(person, tournament)
    for person in people:
        wait_for_table(person)
    both = dict.fromkeys(people, FOLD)

    # T19: the screen shows the running clock by itself.
    expect(big.locator(".s-level")).to_contain_text("Level 1")
    expect(big.locator(".s-left")).to_contain_text(":")

    # F1: everybody reads the message at the table.
    desk.say("Dinner is at eight.")
    desk.wait_for_log("Dinner is at eight.")
    for person in people:
        expect(person.page.locator("#log, #panel-log").first).to_contain_text("Dinner is at eight.")

    # F4: the screen shows the pause with its reason.
    desk.act("Pause", "Clock", "A word with all of you")
    running = desk.page.locator("#t-tables [data-running]")
    play_until(lambda: not running.count(), both, what="idle tables")
    expect(big.locator(".s-banner")).to_contain_text("A word with all of you")

    # T14: a round is a hand for each of the five; everybody reads what is left of it above the table.
    desk.act("Penalty", "Player", "Phone at the table", player=id_of(guest), rounds="1")
    expect(tournament_bar(phone)).to_contain_text("penalty 5 hands")
    play_until(lambda: "penalty of 5 hands. Phone at the table" in messages[guest], both, what="a notice")

    # T14: on the bubble the director reads who gains before it is done.
    bot = bot_at(desk, "1", {id_of(person) for person in people})
    desk.begin("Disqualify…", "Player", "Chip dumping", player=bot)
    expect(desk.page.locator("form.office-card")).to_contain_text("The bubble bursts")
    director.picture("disqualify")
    desk.confirm()
    desk.wait_for_log("is disqualified. Chip dumping")
    expect(big.locator(".s-figures")).to_contain_text("Players left4")

    # T17: figures of the director's own; the players agree, and the director confirms.
    desk.act("Stop for a deal", "Deal", "They asked")
    expect(desk.page.locator("#t-deal")).to_contain_text("being discussed")
    desk.page.get_by_role("link", name="Own figures…").click()
    shares = desk.page.locator("input[name^=share_]")
    expect(shares).to_have_count(4)
    ours = {f"share_{id_of(person)}" for person in people}
    names: list[str] = shares.evaluate_all("fields => fields.map((field) => field.name)")
    fields = [desk.page.locator(f"[name={name}]") for name in sorted(names, key=ours.__contains__)]
    # House bots agree only to what their chips are worth, so the people give some of theirs away.
    for field, amount in zip(fields, ("35", "32", "20", "12"), strict=True):
        field.fill(amount)
    desk.page.get_by_label("reason").fill("As they wish")
    # The browser's console names the answer to a form that is refused.
    director.ignores_errors = True
    desk.page.get_by_role("button", name="Show what will happen").click()
    expect(desk.page.locator(".wrong").first).to_contain_text("is not given to anybody")
    director.ignores_errors = False
    fields[3].fill("13")
    desk.page.get_by_role("button", name="Show what will happen").click()
    director.picture("figures")
    desk.confirm()
    for person in people:
        person.go(f"/tournaments/{tournament}/")
        person.page.get_by_role("button", name="Agree to the deal").click()
    expect(desk.page.locator("#t-deal")).to_contain_text("Everybody agrees")
    desk.act("Confirm the deal", "Deal", "As they wish")
    expect(big.locator(".s-level")).to_contain_text("Finished")
    big.screenshot()

    # T16: the result as CSV has what was agreed on.
    expect(desk.page.locator("#t-head")).to_have_attribute("data-stage", "ended")
    expect(desk.page.locator(".d-acts form")).to_have_count(0)
    expect(desk.page.locator(".message").first).to_be_visible()
    desk.page.get_by_text("Screen and lists").click()
    with desk.page.expect_download() as download:
        desk.page.get_by_role("link", name="Final result as CSV").click()
    rows = list(csv.DictReader(StringIO(Path(download.value.path()).read_text("utf-8-sig"))))
    assert sorted(float(row["Prize"]) for row in rows) == [0, 13, 20, 32, 35]
    audit = room.audit()
    assert not audit.returncode, audit.stdout + audit.stderr
