"""A seat in a browser: plans by keyboard, sitting out, top-ups, changing tables, returning."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.journeys.people import Person
from tests.journeys.room import Room

TABLE, TWIN = "Poprad", "Trenčín"
PUSH_MY_SEAT = """() => {
  const fragments = pokerroom.parse(document.getElementById("my-seat").outerHTML);
  pokerroom.dispatch("push:before", { fragments });
  const missing = pokerroom.swap(fragments);
  pokerroom.dispatch("push:after", { ids: new Set(["my-seat"]), missing });
}"""
CLOCK = re.compile(r"\d:\d\d")


def switch(person: Person, name: str) -> Locator:
    """Returns a switch of the Me tab."""
    return person.page.get_by_role("switch", name=name)


def use_seat(somebody: Callable[..., Person], *, phone: bool) -> Person:
    """Sets plans, sits out and returns, chooses automatic top-ups; returns the player."""
    player = somebody("phone" if phone else "desk", phone=phone)
    player.play_now()
    player.sit(TABLE)
    player.tab("Me")
    for name in ("Sit out at the next big blind", "Leave at the next big blind"):
        expect(switch(player, name)).to_have_attribute("aria-checked", "false")
    plan = switch(player, "Leave at the next big blind")
    plan.focus()
    # The panel is pushed again between the two: the focus stays at its button.
    player.page.evaluate(PUSH_MY_SEAT)
    player.page.keyboard.press("Enter")
    expect(plan).to_have_attribute("aria-checked", "true")
    player.page.reload()
    player.wait_until_ready()
    player.tab("Me")
    expect(plan).to_have_attribute("aria-checked", "true")
    player.picture("planned")
    plan.click()
    expect(plan).to_have_attribute("aria-checked", "false")

    switch(player, "Sit out from the next hand").click()
    expect(player.page.locator("#controls [data-ends]")).to_have_text(CLOCK)
    player.picture("out")
    player.page.locator("#controls").get_by_role("button", name="I'm back").click()
    player.page.locator("#controls:not(.is-sitting-out)").wait_for()

    player.page.get_by_role("button", name="Automatic top-ups").click()
    dialog = player.page.locator("#dialog")
    dialog.get_by_label("After every loss").check()
    dialog.get_by_label("the table's maximum").check()
    player.picture("top-ups")
    dialog.get_by_role("button", name="Save").click()
    expect(player.page.get_by_role("button", name="Automatic top-ups")).to_contain_text("up to 500")
    return player


def test_k7_k8_plans_top_ups_and_table_changes(somebody: Callable[..., Person], room: Room) -> None:
    for table in (TABLE, TWIN):
        room.open_table(table)
    for phone in (False, True):
        player = use_seat(somebody, phone=phone)
        page = player.page
        # The automatic top-up buys chips at once, because the stack is below its maximum.
        expect(page.locator("#my-seat .facts dd").first).to_have_text("500")
        page.get_by_role("button", name="Change table").click()
        page.locator("#dialog").get_by_role("button", name=TWIN).click()
        page.wait_for_url(re.compile(r"/table/\d+/$"))
        expect(page.locator(".tab.active")).to_contain_text(TWIN)
        player.wait_until_seated()
        player.tab("Me")
        expect(page.locator("#my-seat .facts dd").first).to_have_text("500")
        player.picture("moved")

        player.page.get_by_role("button", name="Leave the table").click()
        page.locator("#leave-dialog").get_by_role("button", name="Leave").click()
        player.wait_until_gone()
        page.locator("#controls").get_by_role("button", name="Take a seat").click()
        dialog = page.locator("#dialog")
        expect(dialog).to_contain_text("exactly that")
        expect(dialog.locator(".fixed b").first).to_have_text("500")
        expect(dialog.locator("[data-ends]")).to_have_text(re.compile(r"1:59:\d\d"))
        player.picture("return")
        dialog.get_by_role("button", name="Sit down").click()
        player.wait_until_seated()
        page.goto("/wallet/")
        expect(page.locator("main")).to_contain_text("500")
        player.watch(TWIN)
        player.tab("Me")
        page.get_by_role("button", name="Leave the table").click()
        page.locator("#leave-dialog").get_by_role("button", name="Leave").click()
        player.wait_until_gone()
    audit = room.audit()
    assert audit.returncode == 0, audit.stdout + audit.stderr


def test_k2_the_dialog_closes_with_the_seat_that_is_pushed(somebody: Callable[..., Person]) -> None:
    player = somebody("unanswered")
    player.play_now()
    # Nothing is heard about the order for the seat.
    player.ignores_errors = True
    player.page.route("**/orders/**", lambda route: route.abort())
    player.sit("Brno")
    player.leave()


def test_k8_a_moved_player_goes_to_the_new_table_once_however_many_pushes_come(somebody: Callable[..., Person]) -> None:
    player = somebody("moved")
    player.watch("Brno")
    asked: list[str] = []
    # The new page is slow, and the old table plays on meanwhile.
    player.page.route("**/rules/", lambda route: asked.append(route.request.url))
    player.page.evaluate(
        """() => {
          document.getElementById("notices").innerHTML = '<li data-redirect="/rules/">You move.</li>';
          const push = () => pokerroom.dispatch("push:after", { ids: new Set(), missing: [] });
          push();
          window.pushes = setInterval(push, 50);
        }"""
    )
    player.page.wait_for_timeout(500)
    assert len(asked) == 1
