"""The floor merges two tables with a seated player; the lobby marks a must-move table (K8)."""

import re
import uuid
from collections.abc import Callable

from playwright.sync_api import expect

from tests.journeys.people import Person


def wait_for_move(player: Person, table: str) -> None:
    """Waits until the player's page has opened the new seat."""
    expect(player.page).to_have_title(re.compile(table))
    player.wait_until_seated()


def test_k8_players_move_to_the_main_table_and_to_the_table_that_theirs_is_merged_into(
    somebody: Callable[..., Person],
) -> None:
    floor, player, phone = somebody("merger"), somebody("merged"), somebody("merged-phone", phone=True)
    main, feeder, last = (f"{name} {uuid.uuid4().hex[:4]}" for name in ("Most", "Cheb", "Zlin"))
    page = floor.page
    floor.sign_in("operator")
    for table in (main, last):
        floor.open_table(table)
    floor.open_table(feeder, feeds=main)
    player.play_now()
    row = player.page.locator("#tables tr", has_text=f"must-move table of {main}")
    expect(row).to_contain_text(feeder)
    player.picture("lobby")
    phone.go("/")
    phone.picture("lobby")
    player.watch(feeder)
    player.tab("Rules")
    expect(player.page.locator("#panel-rules")).to_contain_text(f"This is the must-move table of {main}.")
    player.picture("rules")
    # The main table has free seats, so a player who sits down here moves on at once.
    player.go("/")
    row.get_by_role("link", name="Sit down").click()
    player.page.locator("#dialog").get_by_role("button", name="Sit down").click()
    wait_for_move(player, main)
    player.picture("moved-on")
    page.goto("/office/tables/")
    page.get_by_role("link", name=main, exact=True).click()
    page.get_by_role("link", name="Merge into another table…").click()
    page.get_by_label("To table").select_option(label=last)
    page.get_by_label("Reason").fill("two short tables")
    floor.picture("merge")
    floor.confirm("Merge into another table")
    expect(page.locator(".f-acts")).to_contain_text(f"Into table: {last}")
    wait_for_move(player, last)
    expect(player.page.locator("#my-tables")).not_to_contain_text(main)
    page.reload()
    floor.picture("merged")
