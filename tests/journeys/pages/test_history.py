"""Hand history in a browser: recent hands at the table, own hands, the replayer, shared links, files, results."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.people import DESKTOP, PHONE, Person

FACES = "#table-surface .card[data-c]"


def step(page: Page) -> int:
    """Returns the step that is shown."""
    return int(page.locator("#done").evaluate("bar => bar.value"))


def last(page: Page) -> int:
    """Returns the number of the last step."""
    return int(page.locator("#replay").get_attribute("data-last") or 0)


def menu(person: Person, item: str) -> None:
    """Follows a link in the menu."""
    person.page.locator("summary[aria-label=Menu]").click()
    person.page.get_by_role("link", name=item, exact=True).click()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_past_hands_are_found_and_replayed(somebody: Callable[..., Person], phone: bool) -> None:
    player = somebody("history", phone=phone)
    page = player.page
    player.play_now()
    player.sit("Prague")
    player.play_hands(2)
    player.wait_turn()
    if phone:
        player.tab("Hand")
        page.locator("#last-hands").click()
    else:
        page.keyboard.press("e")
    page.locator("#dialog[open] .last-hands li").first.wait_for()
    player.picture("last-hands")
    page.keyboard.press("Escape")
    player.leave()

    player.go("/")
    menu(player, "My hands")
    expect(page.get_by_role("heading", level=1)).to_have_text("My hands")
    assert page.locator(".my-hands tbody tr").count() >= 2
    player.picture("my-hands")
    page.locator(".search-fold summary").click()
    page.get_by_label("Pot of at least").fill("a lot")
    page.locator(".search").get_by_role("button", name="Show").click()
    expect(page.locator(".search .errorlist")).to_contain_text("This is not an amount.")
    player.picture("search")
    page.get_by_role("link", name="Show all").click()

    page.locator(".my-hands .go").first.click()
    page.locator("#replay").wait_for()
    own = page.locator("#my-hand .card[data-c]").evaluate_all("all => all.map(card => card.dataset.c)")
    assert len(own) == 2
    (area,), (steps,) = player.boxes(".replay .table-area"), player.boxes(".replay .steps")
    assert area["width"] >= steps["width"] - 1, (area, steps)
    for width, height in ((320, 568), (720, 450)):
        # The latter is 1440×900 at 200 %.
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        (area,), (steps,) = player.boxes(".replay .table-area"), player.boxes(".replay .steps")
        assert area["height"] + steps["height"] <= height, (area, steps)
    page.set_viewport_size(PHONE if phone else DESKTOP)
    player.picture("first-step")
    if phone:
        page.locator("[data-go=on]").click()
    else:
        page.keyboard.press("ArrowRight")
    assert step(page) == 1
    expect(page.locator("#hand-log .current").first).to_be_visible()
    expect(page.locator("#announcements")).not_to_be_empty()
    page.locator(".jumps .pill").last.click()
    assert step(page) == last(page)
    expect(page.locator("#status")).to_contain_text("wins")
    player.picture("last-step")
    page.keyboard.press("Home")
    assert step(page) == 0
    page.locator("[data-go=play]").click()
    page.wait_for_function("() => document.getElementById('done').value >= 1")
    page.locator("[data-go=play]").click()
    assert "step=" in page.url

    page.get_by_role("button", name="Share this hand").click()
    link = page.locator("#share").input_value()
    stranger = somebody("stranger", phone=phone)
    stranger.go(re.sub(r"https?://[^/]+", "", link))
    stranger.page.locator("#replay").wait_for()
    assert stranger.page.locator(FACES).count() == 0, "hole cards are face up before the flop"
    stranger.picture("shared")
    with page.expect_download() as download:
        page.locator(".downloads").get_by_role("link", name="Text for trackers").click()
    text = download.value.path().read_text()
    assert "*** SUMMARY ***" in text
    assert f"[{own[0]} {own[1]}]" in text

    page.locator(".downloads").scroll_into_view_if_needed()
    player.picture("takings")
    menu(player, "My hands")
    page.get_by_role("link", name="Shared", exact=True).click()
    player.picture("shared-hands")
    page.get_by_role("button", name="Stop sharing").click()
    expect(page.locator(".empty-list")).to_contain_text("You are not sharing any hands")
    stranger.ignores_errors = True
    stranger.page.reload()
    expect(stranger.page.get_by_role("heading", level=1)).to_have_text("This hand is no longer shared")
    page.get_by_role("navigation", name="My play").get_by_role("link", name="Results").click()
    expect(page.locator(".figures")).to_contain_text("VPIP")
    page.get_by_role("link", name="By time").click()
    expect(page.locator(".chart:visible")).to_have_count(1)
    player.picture("results")
    page.get_by_role("link", name="Sessions").click()
    expect(page.locator(".sittings tbody tr")).to_have_count(1)
    player.picture("sittings")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_replayer_works_without_javascript(somebody: Callable[..., Person]) -> None:
    player = somebody("plain")
    player.play_now()
    player.sit("Prague")
    player.play_hands(1)
    player.leave()
    player.go("/hands/")
    player.page.route("**/replay*.js", lambda route: route.abort())
    player.ignores_errors = True
    player.page.locator(".my-hands .go").first.click()
    player.page.locator("[data-go=on]").click()
    player.page.wait_for_url("**/?step=1")
    assert step(player.page) == 1
    expect(player.page.locator("#hand-log .current").first).to_be_visible()
