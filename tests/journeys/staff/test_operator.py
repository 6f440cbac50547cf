"""The operator opens, changes and closes a table, and voids a hand and pauses; everybody there is told in words."""

import re
import uuid
from collections.abc import Callable

from playwright.sync_api import expect

from tests.journeys.people import Person, to_act

VOID_TRIES = 5


def test_a_table_is_opened_changed_and_closed(somebody: Callable[..., Person]) -> None:
    operator, player = somebody("operator"), somebody("onlooker")
    name = f"Kosice {uuid.uuid4().hex[:4]}"
    page, lobby = operator.page, player.page
    operator.sign_in("operator")
    player.go("/")
    row = lobby.locator("#tables tr", has_text=name)
    page.locator("summary.icon").click()
    page.get_by_role("link", name="Back office").click()
    operator.picture("office")
    operator.open_table(name)
    expect(row).to_contain_text("50/100")
    player.picture("opened")
    row.get_by_role("link", name=name).click()
    player.wait_until_ready()
    expect(lobby.locator(".seat")).to_have_count(6)
    player.picture("new-table")
    page.get_by_role("link", name=name).first.click()
    page.get_by_label("Big blind or lower limit").fill("200")
    page.get_by_label("Seats", exact=True).select_option("9")
    page.get_by_label("Reason").fill("More players")
    operator.confirm("Save")
    # Whoever watches the empty table sees its new seats (K2).
    expect(lobby.locator(".seat")).to_have_count(9)
    player.go("/")
    expect(row).to_contain_text("100/200")
    operator.go("/office/tables/")
    page.get_by_role("checkbox", name=name).check()
    page.get_by_label("With the selected tables").select_option(label="Close after the current hand")
    page.get_by_role("button", name="Go on").click()
    operator.picture("asks-why")
    page.get_by_label("Reason").fill("Nobody came")
    operator.confirm("Close after the current hand")
    expect(row).to_have_count(0)
    operator.picture("closed")


def decide(operator: Person, act: str, why: str, button: str = "") -> None:
    """Decides on the floor's page of a table, by a link and the button of its page."""
    operator.page.get_by_role("navigation", name="Decide").get_by_role("link", name=act).click()
    operator.page.get_by_label("Reason").fill(why)
    operator.confirm(button or act)


def test_f5_a_hand_is_voided_from_the_floor_page(somebody: Callable[..., Person]) -> None:
    one, two, operator = somebody("dealt"), somebody("in", phone=True), somebody("floorman")
    # A separate table, because only players dealt into the hand get the notice.
    name = f"Trnava {uuid.uuid4().hex[:4]}"
    operator.sign_in("operator")
    operator.open_table(name)
    for player in (one, two):
        player.play_now()
        player.sit(name)
    to_act(one, two)
    operator.go(one.page.url.partition("?")[0])
    operator.tab("Me")
    operator.page.get_by_role("link", name="The floor's page of this table").click()
    now, done = operator.page.locator("#f-now"), operator.page.locator(".f-done")
    expect(now).to_contain_text("is being played")
    operator.picture("floor")
    # The hand may end while the reason is being typed; the command then voids it or the next one.
    for _ in range(VOID_TRIES):
        decide(operator, "Void hand", "Two aces of spades", "Void the hand")
        expect(now.locator(".f-done, .f-refused").first).to_be_visible()
        if done.count():
            break
    expect(now).to_contain_text("Two aces of spades")
    operator.picture("void")
    decide(operator, "Pause after this hand", "The cards are counted")
    expect(now.get_by_role("link", name="Resume")).to_be_visible()
    operator.page.set_viewport_size({"width": 390, "height": 844})
    operator.picture("paused-small")
    decide(operator, "Resume", "All there")
    expect(now.get_by_role("link", name="Pause after this hand")).to_be_visible()
    for player in (one, two):
        expect(player.page.locator("#notices")).to_contain_text("The floor: Two aces of spades")
        player.picture("void")
    to_act(one, two)


def test_f1_a_pause_and_new_stakes_are_told_to_everybody_in_their_language(somebody: Callable[..., Person]) -> None:
    english, czech = somebody("told"), somebody("povedeno", phone=True, language="cs")
    operator = somebody("teller")
    name = f"Senica {uuid.uuid4().hex[:4]}"
    operator.sign_in("operator")
    operator.open_table(name)
    table = operator.page.get_by_role("link", name=name).first.get_attribute("href")
    assert table is not None
    number = table.split("/")[-2]
    for person in (english, czech):
        person.go(f"/table/{number}/")
        person.wait_until_ready()
    page = operator.page
    operator.go(f"/floor/{number}/")
    decide(operator, "Pause after this hand", "Fire drill")
    expect(english.page.locator("#status")).to_contain_text("The table is paused: Fire drill")
    expect(czech.page.locator("#status")).to_contain_text("Stůl je pozastavený: Fire drill")
    expect(english.page.locator("#announcements")).to_contain_text("no new hand begins. Reason: Fire drill")
    operator.go(table)
    page.get_by_label("Big blind or lower limit").fill("200")
    page.get_by_label("Reason").fill("More players")
    operator.confirm("Save")
    expect(english.page.locator("#table-tab")).to_contain_text("100/200")
    expect(english.page).to_have_title(re.compile("100/200"))
    expect(english.page.locator("#log")).to_contain_text("Stakes: 50/100 → 100/200")
    expect(czech.page.locator("#log")).to_contain_text("Limity: 50/100 → 100/200")
    for person in (english, czech):
        person.picture("paused-and-changed")
    # Whoever comes or reloads sees the pause too; the page keeps its language while another is chosen elsewhere.
    czech.page.reload()
    expect(czech.page.locator("#status")).to_contain_text("Stůl je pozastavený: Fire drill")
