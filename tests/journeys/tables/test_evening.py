"""Three players at one table in a browser: a straddle, cards shown, time called, a board run twice."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.journeys.people import Person, to_act
from tests.journeys.room import Room

TABLE = "Hradec"
HOUSE = {"straddle": True, "run_it": 2, "first_button": "first_player"}
CLOCK = {"turn": 2_500, "bank": 90_000, "after_fold": 6_000, "after_showdown": 20_000, "show": 20_000, "run_out": 2_500}
CLOSE = f"""
from games import api
from games.models import Table
api.close_table(table_id=Table.objects.get(name={TABLE!r}).pk)
"""


def test_d11_d9_h4_b14_h6_straddling_showing_calling_time_and_running_it_twice(
    somebody: Callable[..., Person], room: Room
) -> None:
    room.open_table(TABLE, seats=3, house=HOUSE, clock=CLOCK)
    one, two, three = people = somebody("first"), somebody("second", phone=True), somebody("third")
    for player in people:
        player.play_now()
    one.sit(TABLE)
    two.sit(TABLE)
    folder = to_act(one, two)

    # D11: a player who sits down during a hand plays from the next one.
    three.sit(TABLE)
    expect(three.page.locator("#controls")).to_contain_text("You are in the next hand.")
    three.picture("coming-in")
    # D9: every player opts in to the straddle; the player left of the big blind posts it.
    for player in people:
        player.tab("Me")
        straddle = player.page.get_by_role("switch", name="Straddle whenever I can")
        straddle.click()
        expect(straddle).to_have_attribute("aria-checked", "true")
    expect(one.page.locator("#my-seat")).to_contain_text("Time bank")

    # H4: the last player in the hand wins uncalled and shows both cards to everybody.
    winner = two if folder is one else one
    folder.act("f")
    winner.page.locator("#controls").get_by_role("button", name="Show all").click()
    for player in (folder, three):
        expect(player.page.locator("#table-surface .seat .card[data-c]")).to_have_count(2)
    three.picture("shown")

    # B14: time is called on a slow player, who sees the seconds left.
    thinker = to_act(*people)
    expect(one.page.locator("#log")).to_contain_text("straddle")
    caller, other = (player for player in people if player is not thinker)
    caller.page.get_by_role("button", name="Call time on").click()
    expect(thinker.page.locator("#controls .called")).to_contain_text("Time was called on you.")
    thinker.picture("time-called")
    other.picture("time-called-seen")
    desk = one if thinker is not one else three
    expect(desk.page.locator(".seat-line.late")).to_be_visible()
    (late,), stacks = desk.boxes(".seat-line.late"), desk.boxes(".seat .stack")
    assert all(late["y"] >= stack["y"] + stack["height"] - 1 for stack in stacks if abs(stack["x"] - late["x"]) < 99)

    # H6: two all-in players agree to run it twice; everybody sees both boards.
    thinker.page.locator("#controls .presets button").last.click()
    thinker.act("r")
    callers = [to_act(caller, other)]
    callers[0].page.locator("#controls [data-key=c]").click()
    left = other if callers[0] is caller else caller
    to_act(left)
    left.page.locator("#controls [data-key=f]").click()
    for player in (thinker, callers[0]):
        player.page.locator("#controls.is-run-it").wait_for()
        player.picture("asked-to-run")
        player.page.locator("#controls .acts button", has_text="wice").click()
    for player in people:
        expect(player.page.locator("#board.several .cards")).to_have_count(2)
        expect(player.page.locator("#status")).to_contain_text("wins")
        player.picture("two-boards")
    room.shell(CLOSE)
    audit = room.audit()
    assert audit.returncode == 0, audit.stdout + audit.stderr
