"""Preferences, key bindings, player notes, chat moderation, floor calls and several tables in a browser."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.journeys.people import Person

Arrive = Callable[..., Person]
COUNT_TURN_SOUNDS = """
window.turnSounds = 0;
document.addEventListener("DOMContentLoaded", () => setTimeout(() => {
  if (!window.pokerroom?.sounds) return;
  const { play } = pokerroom.sounds;
  pokerroom.sounds.play = (name) => { if (name === "turn") window.turnSounds += 1; play(name); };
  pokerroom.sounds.canPlay = () => true;
}));
"""


BESIDE = """(fields) => fields.map((field) => {
  const [name, key] = [...field.querySelectorAll("label, input")].map((part) => part.getBoundingClientRect());
  return key.left >= name.right && key.top < name.bottom;
})"""


def page_data(one: Person) -> dict[str, str]:
    """Returns the data attributes of the page's body, which hold the preferences."""
    data: dict[str, str] = one.page.locator("body").evaluate("body => ({...body.dataset})")
    return data


def test_appearance_and_sounds_chosen_at_the_table_are_kept(somebody: Arrive) -> None:
    for phone in (False, True):
        guest = somebody("taster-phone" if phone else "taster", phone=phone)
        guest.play_now()
        guest.watch("Prague")
        guest.tab("Me")
        form = guest.page.locator(".preferences")
        form.locator(".felt-wine").click()
        form.locator(".back-blue").click()
        form.get_by_text("two colours").click()
        form.get_by_label("Volume").fill("35")
        form.get_by_text("chips", exact=True).last.click()
        expect(guest.page.locator("body.two-colour")).to_have_count(1)
        guest.picture("wine")
        with guest.page.expect_navigation():
            form.get_by_text("big blinds").click()
        guest.wait_until_ready()
        kept = page_data(guest)
        assert (kept["felt"], kept["back"], kept["volume"], kept["amountUnit"]) == ("wine", "blue", "35", "blinds")
        assert kept["sounds"] == "turn cards win chat"
        expect(guest.page.locator("#seat-0, #seat-1, #seat-2", has_text=re.compile(r"\d\sBB")).first).to_be_visible()


def test_keys_are_rebound_on_the_settings_page(somebody: Arrive) -> None:
    guest = somebody("binder")
    guest.play_now()
    guest.go("/accounts/settings/")
    guest.page.get_by_role("link", name="Tables", exact=True).click()
    page = guest.page
    assert all(page.eval_on_selector_all(".keys .field", BESIDE)), "every key stands beside its name"
    page.locator(".preferences .felt-blue").click()
    page.get_by_label("Fold", exact=True).fill("x")
    page.get_by_label("Check or call").fill("x")
    guest.ignores_errors = True
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".errorlist")).to_have_text("This key is already used for something else.")
    guest.picture("keys-refused")
    guest.ignores_errors = False
    page.get_by_label("Check or call").fill("v")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".message")).to_have_text("Saved.")
    guest.picture("keys")
    guest.sit("Prague")
    guest.wait_turn()
    expect(page.locator("#controls .fold kbd").first).to_have_text("X")
    expect(page.locator("#controls .call kbd").first).to_have_text("V")
    bar = guest.controls_data()
    page.keyboard.press("f")
    page.keyboard.press("c")
    assert guest.controls_data() == bar
    guest.act("v" if int(bar["price"]) < 100_00 else "x", press=True)
    guest.leave()


def test_a_note_and_a_label_are_visible_only_to_their_author(somebody: Arrive) -> None:
    one, two = somebody("noter"), somebody("noted-by", phone=True)
    for guest in (one, two):
        guest.play_now()
        guest.watch("Prague")
    plate = one.page.locator("#table-surface .seat.bot .plate").first
    number = one.page.locator("#table-surface .seat.bot").first.get_attribute("id")
    assert number
    plate.click()
    dialog = one.page.locator("#dialog")
    dialog.get_by_label("Note").fill("Calls with any pair.")
    dialog.locator(".label-violet").click()
    one.picture("card")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).not_to_be_visible()
    dot = one.page.locator(f"#labels .label.{number}.is-violet")
    expect(dot).to_be_visible()
    # Both are measured at the same moment, because plates are replaced constantly while bots play.
    label_box, plate_box = one.page.evaluate(
        "(all) => all.map((one) => document.querySelector(one).getBoundingClientRect().toJSON())",
        [f"#labels .label.{number}", f"#{number} .plate"],
    )
    assert plate_box["x"] - 12 < label_box["x"] < plate_box["x"] + 40
    assert plate_box["y"] - 12 < label_box["y"] < plate_box["y"] + 30
    one.page.reload()
    one.wait_until_ready()
    expect(dot).to_be_visible()
    expect(two.page.locator("#labels .label")).to_have_count(0)
    two.page.locator(f"#{number} .plate").click()
    expect(two.page.locator("#dialog textarea").first).to_have_value("")
    two.picture("card")


def test_a_player_is_reported_and_muted_for_chat(somebody: Arrive) -> None:
    one, two = somebody("quiet", phone=True), somebody("loud")
    for guest in (one, two):
        guest.play_now()
        guest.watch("Plzeň")
        guest.tab("Chat")
    two.page.locator(".chat-form input[name=text]").fill("buy my thing")
    two.page.locator(".chat-form button").click()
    line = one.page.locator("#chat li", has_text="buy my thing")
    expect(line).to_contain_text("watching")
    line.get_by_role("button").click()
    dialog = one.page.locator("#dialog")
    dialog.get_by_text("Report to the staff").click()
    dialog.get_by_label("What happened?").fill("Spam")
    one.picture("report")
    dialog.get_by_role("button", name="Report").click()
    expect(dialog).to_contain_text("The staff will look at it.")
    dialog.get_by_role("button", name="Close").click()
    line.get_by_role("button").click()
    dialog.get_by_label("Hide their chat").check()
    dialog.get_by_role("button", name="Save").click()
    expect(line).to_have_count(0)


def test_f2_the_floor_is_called_from_the_table_and_answers(somebody: Arrive) -> None:
    guest, staff = somebody("caller"), somebody("floor")
    guest.play_now()
    guest.watch("Brno")
    guest.tab("Me")
    guest.page.get_by_role("button", name="Call the floor").click()
    guest.page.get_by_label("What is it about?").fill("Is this a string bet?")
    guest.page.locator("#dialog").get_by_role("button", name="Call").click()
    expect(guest.page.locator("#floor-calls")).to_contain_text("Is this a string bet?")
    guest.picture("floor-called")
    staff.sign_in("floorman")
    staff.go("/floor/calls/")
    call = staff.page.locator(".f-call", has_text="Is this a string bet?")
    call.get_by_role("button", name="I am coming").click()
    expect(guest.page.locator("#floor-calls")).to_contain_text("is coming")
    call.get_by_role("link", name="Answer").click()
    staff.page.locator("textarea[name=answer]").fill("No: one message is one action.")
    staff.page.get_by_role("button", name="Show what will happen").click()
    staff.page.get_by_role("button", name="Answer").click()
    expect(guest.page.locator("#floor-calls .answered")).to_contain_text("one message is one action")
    guest.picture("floor-answered")
    guest.page.locator("#floor-calls").get_by_role("button", name="Close").click()
    expect(guest.page.locator("#floor-calls p")).to_have_count(0)


def test_of_two_tiled_tables_the_one_with_the_turn_comes_forward(somebody: Arrive) -> None:
    for phone in (False, True):
        guest = somebody("tiler-phone" if phone else "tiler", phone=phone)
        guest.play_now()
        for table in ("Prague", "Brno"):
            guest.sit(table)
        guest.go("/tables/")
        tiles = guest.page.locator(".tile")
        expect(tiles).to_have_count(2)
        acted = set()
        for _ in range(60):
            tile = guest.page.locator(".tile.calls.front")
            tile.wait_for()
            name = tile.get_attribute("aria-label")
            assert name
            expect(guest.page).to_have_title(re.compile("^Your turn"))
            if name not in acted:
                guest.picture(f"tiles-{name}")
            frame = tile.locator("iframe").content_frame
            key = frame.locator("#controls:not(.sent) [data-key=f]")
            if key.count():
                key.click()
                if frame.locator("#fold-dialog[open]").count():
                    frame.locator("#fold-dialog .call").click()
            elif frame.locator("#controls [aria-pressed=false]", has_text="Post").count():
                frame.locator("#controls [aria-pressed=false]", has_text="Post").click()
            acted.add(name)
            if acted == {"Prague", "Brno"}:
                break
            guest.page.wait_for_timeout(300)
        assert acted == {"Prague", "Brno"}
        for table in ("Prague", "Brno"):
            guest.watch(table)
            guest.leave()


def test_every_tab_shows_which_other_table_waits_for_the_player(somebody: Arrive) -> None:
    guest = somebody("tabber")
    guest.play_now()
    guest.sit("Prague")
    lobby = guest.new_page()
    guest.page, first = lobby, guest.page
    guest.sit("Brno")
    second = guest.page
    guest.page = first
    guest.wait_turn()
    expect(second.locator(".bar .tab.calls", has_text="Prague")).to_be_visible()
    expect(second).to_have_title(re.compile("Your turn"))
    guest.act("f")
    expect(second.locator(".bar .tab.calls", has_text="Prague")).to_have_count(0)
    second.evaluate(
        "pokerroom.swap(pokerroom.parse(document.getElementById('my-tables').outerHTML.replaceAll('10/20', '30/60')))"
    )
    expect(second.locator(".bar .tab", has_text="Prague")).to_contain_text("30/60")
    guest.leave()
    guest.page = second
    guest.leave()


def turn_sounds(*pages: Page) -> int:
    """Returns how many turn sounds all pages together have played."""
    return sum(page.evaluate("window.turnSounds") for page in pages)


def test_a_turn_sounds_once_across_all_tabs(somebody: Arrive) -> None:
    guest = somebody("sounder")
    guest.context.add_init_script(COUNT_TURN_SOUNDS)
    guest.play_now()
    guest.sit("Prague")
    first = guest.page
    second = guest.new_page()
    second.goto(first.url)
    second.locator("#table-surface:not(.unknown)").wait_for()
    for page in (first, second):
        page.evaluate("window.turnSounds = 0")
    turns = set()
    for _ in range(3):
        bar = guest.wait_turn()
        turns.add((bar["hand"], bar["turn"]))
        end = time.monotonic() + 15
        while turn_sounds(first, second) < len(turns) - 1 and time.monotonic() < end:
            guest.page.wait_for_timeout(50)
        # Allows time for a second sound of the same turn.
        guest.page.wait_for_timeout(400)
        sounded = turn_sounds(first, second)
        assert sounded in (len(turns), len(turns) - 1)
        guest.act("f")
    assert sounded
    guest.leave()
