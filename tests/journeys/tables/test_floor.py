"""Seat changes, rabbit hunting and all-in equities in a browser."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.journeys.people import Person, to_act
from tests.journeys.room import Room

TABLE = "Levoča"
HOUSE = {"rabbit_hunt": True, "first_button": "first_player"}
CLOCK = {"show": 20_000, "after_showdown": 20_000, "run_out": 4_000}


def test_h7_d8_h5_seat_changes_rabbit_hunting_and_equities(somebody: Callable[..., Person], room: Room) -> None:
    # The pauses are long enough to check the page.
    room.open_table(TABLE, seats=9, house=HOUSE, clock=CLOCK)
    one, two = somebody("hunter"), somebody("hare", phone=True)
    for player in (one, two):
        player.play_now()
        player.sit(TABLE)
    folder = to_act(one, two)
    other = two if folder is one else one

    # D8: during a hand one seat change is requested in the panel, another by a tap on the empty seat.
    one.tab("Me")
    one.page.locator("#my-seat").get_by_role("button", name="Move to seat 9").click()
    expect(one.page.locator("#my-seat")).to_contain_text("You move to seat 9 when the hand is over.")
    one.picture("wants-seat-9")
    two.page.locator("#seat-5 button").tap()
    expect(two.page.locator("#dialog")).to_contain_text("Move to seat 6?")
    two.picture("asked-to-move")
    two.page.locator("#dialog").get_by_role("button", name="Change seat").tap()
    expect(two.page.locator("#dialog")).not_to_be_visible()

    # H7: a hand ends before the flop; one player asks, the other agrees, and both see the five undealt cards.
    folder.act("f")
    expect(one.page.locator("#log")).to_contain_text("moves to seat 9")
    folder.page.get_by_role("button", name="See what would have come").click()
    expect(folder.page.locator("#controls")).to_contain_text("The others have to agree first.")
    expect(other.page.locator("#controls")).to_contain_text("asks to see the cards that would have come.")
    assert other.page.locator(".rabbit").count() == 0
    other.picture("asked-to-agree")
    other.page.get_by_role("button", name="Agree").click()
    for player in (one, two):
        expect(player.page.locator(".rabbit .card")).to_have_count(5)
        player.picture("would-have-come")
    assert (one.seat(), two.seat()) == (8, 5)

    # H5: two all-in hands are face up with their equities, which were not shown before.
    raiser = to_act(one, two)
    caller = two if raiser is one else one
    assert raiser.page.locator(".equity").count() == 0
    raiser.page.locator("#controls .presets button").last.click()
    raiser.act("r")
    to_act(caller)
    assert caller.page.locator(".equity").count() == 0
    caller.page.locator("#controls [data-key=c]").click()
    for player in (one, two):
        expect(player.page.locator(".equity")).to_have_count(2)
        assert "%" in player.page.locator(".equity").first.inner_text()
        player.picture("all-in")
