"""The floor's page of a table on a tablet: a penalty, a void hand, players spread over other tables (F1, F5, T14)."""

import re
import time
import uuid
from collections.abc import Callable

from playwright.sync_api import expect

from tests.journeys.people import Person
from tests.journeys.room import Room

TABLET = {"width": 820, "height": 1180}


def decide(floor: Person, link: str, why: str, button: str = "") -> None:
    """Follows the link of an act, gives the reason, and confirms what will happen."""
    floor.page.get_by_role("navigation", name="Decide").get_by_role("link", name=link, exact=True).click()
    floor.page.get_by_label("Reason").fill(why)
    floor.confirm(button or link)


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
