"""A floorman with a tablet answers three calls at once, pauses and resumes the room, and ends the evening."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.journeys.people import Person
from tests.journeys.room import Room

TABLET = {"width": 820, "height": 1180}
CALLS = {"Prague": "Is this a string bet?", "Brno": "He saw my cards", "Ostrava": "The pot is wrong"}
RECORD_SOUNDS = "() => { window.played = []; pokerroom.sounds.play = (name) => played.push(name); }"


@pytest.fixture
def own_room(tmp_path: Path) -> Iterator[Room]:
    """A room that this journey alone may close."""
    room = Room(tmp_path)
    yield room
    room.close()
    assert "Traceback" not in room.process.output


def test_F1_F2_a_floorman_runs_the_evening_from_the_panel(browser: Browser, own_room: Room) -> None:
    guests = [Person(browser, own_room, f"guest-{table}") for table in CALLS]
    floor = Person(browser, own_room, "floor-tablet")
    page = floor.page
    page.set_viewport_size(TABLET)
    floor.sign_in("floorman")
    floor.go("/floor/")
    page.evaluate(RECORD_SOUNDS)
    for guest, (table, text) in zip(guests, CALLS.items(), strict=True):
        guest.play_now()
        guest.sit(table)
        guest.tab("Me")
        guest.page.get_by_role("button", name="Call the floor").click()
        guest.page.get_by_label("What is it about?").fill(text)
        guest.page.locator("#dialog").get_by_role("button", name="Call").click()
    expect(page.locator(".f-call")).to_have_count(3)
    expect(page).to_have_title(re.compile(r"^\(3\)"))
    # Calls that come with one push ring once.
    assert set(page.evaluate("played")) == {"bell"}
    expect(page.locator(".f-row.needs")).to_have_count(3)
    floor.picture("three-calls")
    for guest, text in zip(guests, CALLS.values(), strict=True):
        call = page.locator(".f-call", has_text=text)
        call.get_by_role("button", name="I am coming").click()
        expect(guest.page.locator("#floor-calls")).to_contain_text("is coming")
        call.get_by_role("link", name="Answer").click()
        page.locator("textarea[name=answer]").fill(f"About this: {text}")
        floor.confirm("Answer")
        expect(guest.page.locator("#floor-calls .answered")).to_contain_text("About this")
    expect(page.locator(".f-call")).to_have_count(0)
    do(floor, "Pause the room", "fire alarm")
    expect(page.locator("#f-room")).to_contain_text("The room is paused.")
    expect(page.locator(".f-row", has_text="Prague").locator(".tag", has_text="paused")).to_be_visible()
    floor.picture("paused")
    do(floor, "Resume the room", "all clear")
    expect(page.locator("#f-room p")).to_have_count(0)
    expect(page.locator(".f-row .tag", has_text="paused")).to_have_count(0)
    page.get_by_role("link", name="Close tables", exact=True).click()
    page.get_by_label("after this hand").check()
    page.get_by_label("Reason").fill("good night")
    floor.picture("end")
    floor.confirm("Close tables")
    expect(page.locator("#f-order")).to_contain_text("No table is running.")
    floor.picture("over")
    audit = own_room.audit()
    assert audit.returncode == 0, audit.stdout + audit.stderr
    people = [*guests, floor]
    for person in people:
        person.close()
    assert [error for person in people for error in person.browser_errors] == []


def do(floor: Person, act: str, why: str) -> None:
    """Carries out an act on the whole room."""
    floor.page.get_by_role("link", name=act).click()
    floor.page.get_by_label("Reason").fill(why)
    floor.confirm(act)
    expect(floor.page.locator(".office-main h1")).to_have_text("Floor")
