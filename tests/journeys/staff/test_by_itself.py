"""What tables do by themselves, in a browser: one more opens when all are full, and a closing time is told before."""

import uuid
from collections.abc import Callable
from datetime import datetime, timedelta

from playwright.sync_api import Page, Request, Route, expect

from tests.journeys.people import Person


def _asks_for_help(request: Request) -> bool:
    return "x-fragment" in request.headers


def _type_stakes_and_buy_in(page: Page) -> None:
    """Types stakes and goes on to the buy-in before the page has its usual one: focus and selection stay there.

    A buy-in that was typed stays when the stakes change, even if it was the usual one.
    """
    big_blind, least, most = (
        page.get_by_label(label) for label in ("Big blind or lower limit", "Minimum buy-in", "Maximum buy-in")
    )
    held: list[Route] = []
    page.route(
        "**/tables/new/", lambda route: held.append(route) if _asks_for_help(route.request) else route.continue_()
    )
    big_blind.fill("40")
    with page.expect_request(_asks_for_help):
        page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(least).to_be_focused()
    held[0].continue_()
    page.unroute("**/tables/new/")
    expect(least).to_have_value("1\u202f600")
    expect(least).to_be_focused()
    page.keyboard.type("1600")
    big_blind.fill("44")
    page.keyboard.press("Tab")
    expect(page.locator("#hint-big_blind")).to_contain_text("22/44")
    expect(least).to_have_value("1600")
    expect(most).to_have_value("4\u202f000")


def test_one_more_table_opens_when_all_are_full_and_a_closing_time_is_told_at_the_table(
    somebody: Callable[..., Person],
) -> None:
    operator, one, two, watcher = (somebody(name) for name in ("manager", "first", "second", "watcher"))
    page, lobby, name = operator.page, watcher.page, f"Bardejov {uuid.uuid4().hex[:4]}x"
    operator.sign_in("operator")
    operator.go("/office/tables/new/")
    page.get_by_label("Name").fill(name)
    # Nobody else plays these stakes, so no other table has a free seat.
    _type_stakes_and_buy_in(page)
    page.get_by_label("Seats", exact=True).select_option("2")
    page.locator("summary", has_text="Opens and closes by itself").click()
    page.get_by_label("Open another like this when all are full").fill("2")
    operator.picture("option")
    operator.confirm("Open")
    watcher.go("/")
    for player in (one, two):
        player.play_now()
        player.sit(name)
    # The lobby of somebody who only looks shows the new table without a reload.
    extra = lobby.locator("#tables tr", has_text=f"{name} 1")
    expect(extra).to_contain_text("22/44")
    watcher.picture("one-more")
    closes = datetime.now() + timedelta(minutes=8)
    operator.go("/office/tables/")
    page.get_by_role("link", name=name, exact=True).click()
    page.locator("summary", has_text="Opens and closes by itself").click()
    page.get_by_label("Closes by itself at").fill(closes.strftime("%Y-%m-%dT%H:%M"))
    page.get_by_label("Reason").fill("The club closes")
    operator.confirm("Save")
    for player in (one, two):
        expect(player.page.locator("#log")).to_contain_text(closes.strftime("%H:%M"))
        player.picture("told")
