"""Notifications of the browser: chosen with its permission, shown for a turn and a call on a page out of sight."""

import re
from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from tests.games.web.scenes.tournaments import TOURNAMENT_SCENES
from tests.journeys.people import PATIENCE_MS, Person
from tests.journeys.still_tables import HOST, serve

Arrive = Callable[..., Person]
# Chromium without windows asks nobody and shows nothing, so a record takes the place of what it would show. It knows
# whether it may. A page is out of sight when `away` is set.
RECORD = """
window.notified = [];
window.away = false;
Object.defineProperty(document, "hidden", { get: () => window.away });
window.Notification = class extends Notification {
  static get permission() { return sessionStorage.getItem("permission") ?? "default"; }
  static async requestPermission() {
    sessionStorage.setItem("permission", await super.requestPermission());
    return this.permission;
  }
  constructor(title, options) {
    super(title, options);
    this.record = { title, ...options, closed: false };
    window.notified.push(this.record);
  }
  close() { this.record.closed = true; super.close(); }
};
"""
GO_AWAY = "window.away = true; notified.length = 0; document.dispatchEvent(new Event('visibilitychange'))"
COME_BACK = "window.away = false; document.dispatchEvent(new Event('visibilitychange'))"
SWITCH = "Notify me of my turn while I look elsewhere"
REFUSED = "This browser does not allow notifications from the room."
CALL = """
document.getElementById("my-tables").outerHTML =
  `<section id="my-tables" class="my-tables" data-now="${Date.now()}" data-notify>
     <div class="my-tables-call" id="call-1" data-until="${Date.now() + 60000}">
       <p><b>Your seat at Brno is ready.</b></p><span class="count"></span></div></section>`
"""
# The room may have sent the player's tables meanwhile, and the call is gone with the old ones.
END_OF_CALL = "document.getElementById('call-1')?.remove(); document.getElementById('my-tables-place').append('')"


def recording(guest: Person) -> Page:
    """Records the notifications of the pages that this player opens from now on."""
    guest.context.add_init_script(RECORD)
    return guest.page


def test_a_turn_notifies_a_player_who_looks_elsewhere_until_they_come_back(somebody: Arrive) -> None:
    guest = somebody("elsewhere")
    page = recording(guest)
    guest.context.grant_permissions(["notifications"])
    guest.play_now()
    guest.sit("Prague")
    guest.tab("Me")
    with page.expect_response("**/preferences/"):
        page.get_by_label(SWITCH).press("Space")
    assert [one["title"] for one in page.evaluate("notified")] == ["Notifications are on"]
    # A turn that has begun in sight is played first.
    guest.wait_turn()
    page.evaluate(GO_AWAY)
    guest.act("f")
    page.wait_for_function("() => notified.length", timeout=PATIENCE_MS)
    (turn,) = page.evaluate("notified")
    assert turn["title"] == page.evaluate("document.body.dataset.name")
    assert re.fullmatch(r"Your turn\. (You may check\.|\S+ to call\.)", turn["body"])
    assert turn["tag"] == f"turn-{page.evaluate('document.body.dataset.table')}"
    assert not turn["closed"]
    page.evaluate(COME_BACK)
    assert page.evaluate("notified[0].closed")
    guest.act("f")
    guest.wait_turn()
    assert len(page.evaluate("notified")) == 1, "a player who sees the page is not notified"
    page.evaluate(GO_AWAY)
    guest.act("f")
    page.wait_for_function("() => notified.some((one) => one.tag.startsWith('turn'))", timeout=PATIENCE_MS)
    guest.act("f")
    page.wait_for_function("() => notified[0].closed")
    page.evaluate(COME_BACK)
    guest.leave()


def test_a_refused_permission_is_explained_and_turns_the_switch_off(somebody: Arrive) -> None:
    guest = somebody("refuser")
    page = recording(guest)
    guest.play_now()
    guest.go("/preferences/")
    switch, note = page.get_by_label(SWITCH), page.locator(".notify-choice .note")
    switch.press("Space")
    expect(note).to_contain_text(REFUSED)
    expect(switch).not_to_be_checked()

    guest.context.grant_permissions(["notifications"])
    switch.press("Space")
    expect(note).to_have_text("")
    expect(switch).to_be_checked()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    expect(page.get_by_label(SWITCH)).to_be_checked()

    page.evaluate(GO_AWAY)
    page.evaluate(CALL)
    page.wait_for_function("() => notified.length")
    assert page.evaluate("notified").pop()["title"] == "Your seat at Brno is ready."
    page.evaluate(END_OF_CALL)
    page.wait_for_function("() => notified[0].closed")

    # Another browser of the same account has not been asked.
    page.evaluate("sessionStorage.clear()")
    page.reload()
    expect(note).to_have_text("This browser has not allowed notifications yet.")
    page.get_by_role("button", name="Allow them here").press("Enter")
    expect(note).to_have_text("")
    expect(switch).to_be_checked()
    assert page.evaluate("notified.length") == 1


def test_a_browser_without_notifications_has_no_switch(browser: Browser) -> None:
    for script, there in (("", True), ("delete window.Notification", False)):
        page = browser.new_page()
        page.add_init_script(script)
        serve(page, TOURNAMENT_SCENES["tournament-turn"](), "", notes=False)
        page.goto(f"{HOST}/table/1/")
        page.locator("#table-surface:not(.unknown)").wait_for()
        assert page.locator(".notify-choice").evaluate("(choice) => !choice.hidden") is there
        page.close()
