"""The floor's page of a table on a tablet: a penalty, players spread over other tables, a review (F1, F5, T14, H8)."""

import re
import time
import uuid
from collections.abc import Callable

from playwright.sync_api import expect

from tests.journeys.people import CARDS, Person
from tests.journeys.room import Room

TABLET = {"width": 820, "height": 1180}


def decide(floor: Person, link: str, why: str, button: str = "") -> None:
    """Follows the link of an act, gives the reason, and confirms what will happen."""
    floor.page.get_by_role("navigation", name="Decide").get_by_role("link", name=link, exact=True).click()
    floor.page.get_by_label("Reason").fill(why)
    floor.confirm(button or link)


def report(by: Person, about: Person, what: str) -> None:
    """Reports a player of the table to the staff."""
    by.page.locator(f"#seat-{about.seat()} .plate").click()
    dialog = by.page.locator("#dialog")
    dialog.get_by_text("Report to the staff").click()
    dialog.get_by_label("What happened?").fill(what)
    dialog.get_by_role("button", name="Report").click()
    expect(dialog).to_contain_text("The staff will look at it.")
    dialog.get_by_role("button", name="Close").click()


def review(floorman: Person, what: str) -> str:
    """Follows a report to its hand and sees the cards of all, once; the hand as "table #number"."""
    page = floorman.page
    floorman.go("/floor/reports/")
    page.get_by_role("row", name=what).get_by_role("link").first.click()
    page.get_by_role("link", name="with all cards").first.click()
    page.get_by_label("Suspicion").select_option("soft_play")
    page.get_by_label("Reason").fill("They check it down")
    floorman.confirm("Show all cards")
    cards = page.get_by_role("table", name="Cards of all players").locator(".card, .mini-card")
    expect(cards.first).to_be_visible()
    floorman.picture("review")
    assert cards.count() >= 4
    title = page.locator("h1").inner_text()
    page.reload()
    expect(page.get_by_role("table", name="Cards of all players")).to_have_count(0)
    return title


def test_f1_t14_the_floor_penalises_takes_back_and_spreads_a_table(somebody: Callable[..., Person], room: Room) -> None:
    floor, one, two = somebody("tablet"), somebody("spread-one"), somebody("spread-two", phone=True)
    source, target = (f"{name} {uuid.uuid4().hex[:4]}" for name in ("Lipno", "Orava"))
    page = floor.page
    page.set_viewport_size(TABLET)
    floor.sign_in("operator")
    for table in (source, target):
        floor.open_table(table)
    for player in (one, two):
        player.play_now()
        player.sit(source)
    expect(one.page.locator(CARDS)).to_have_count(2)
    number = re.search(r"/table/(\d+)/", one.page.url)
    assert number
    path = f"/floor/{number[1]}/"
    floor.go(path)
    expect(page.frame_locator(".f-live").locator("#table-surface")).to_be_visible()
    floor.picture("table")
    page.locator("#f-now .f-seats a").first.click()
    decide(floor, "Penalise", "Phone at the table")
    expect(one.page.locator("#log")).to_contain_text("Phone at the table")
    expect(two.page.locator("#log")).to_contain_text("sits out the next 1 hand")
    decisions = page.locator(".f-acts")
    expect(decisions).to_contain_text("penalised")
    page.get_by_role("link", name="Take back").first.click()
    page.get_by_label("Reason").fill("It was an alarm")
    floor.confirm("Take back")
    expect(two.page.locator("#log")).to_contain_text("It was an alarm")
    assert not room.audit().returncode
    report(one, two, "They spare each other")
    floor.go(path)
    decide(floor, "Close and spread the players", "Two short tables")
    # They move after the hand that may have begun meanwhile.
    end = time.monotonic() + 90
    while not all(target in player.page.title() for player in (one, two)):
        assert time.monotonic() < end, "the players have not moved"
        for player in (one, two):
            if player.state() == "turn":
                player.act("f")
        page.wait_for_timeout(200)
    floor.picture("spread")
    assert not room.audit().returncode
    floorman, owner = somebody("reviewer"), somebody("owner")
    floorman.page.set_viewport_size(TABLET)
    floorman.sign_in("floorman")
    reviewed = review(floorman, "They spare each other")
    assert source in reviewed
    owner.sign_in("owner")
    owner.go("/office/log/")
    expect(owner.page.get_by_role("row", name="All cards of a hand reviewed").first).to_contain_text("check it down")
    two.go("/hands/reviewed/")
    expect(two.page.get_by_role("table", name="Reviewed hands")).to_contain_text(source)
    assert not room.audit().returncode
