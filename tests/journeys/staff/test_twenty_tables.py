"""An operator opens a room of twenty tables from two templates and closes all at one of the stakes."""

import uuid
from collections.abc import Callable

from playwright.sync_api import expect

from tests.journeys.people import Person


def test_an_operator_opens_twenty_tables_and_closes_those_at_one_stake(somebody: Callable[..., Person]) -> None:
    operator, mark = somebody("manager"), f"x{uuid.uuid4().hex[:4]}"
    page = operator.page
    operator.sign_in("operator")
    for game, big_blind in (("Hold'em", "10"), ("Omaha", "74")):
        name = f"{game} {mark}"
        # One table is opened with what differs from the preset, and kept as a template.
        operator.go("/office/tables/new/")
        page.get_by_label("Name").fill(f"{name} model")
        page.get_by_label("Game", exact=True).select_option(label=game)
        page.get_by_label("Big blind or lower limit").fill(big_blind)
        page.get_by_label("Preset").select_option(label="e-Texas Hold'em Poker")
        page.get_by_text("Chips and seat").click()
        page.get_by_label("Tables at once for a player").select_option("8")
        expect(page.locator("#row-tables_per_player")).to_contain_text("e-Texas Hold'em Poker: 4")
        expect(page.locator("#hint-big_blind")).to_contain_text(f"/{big_blind}")
        operator.picture("form")
        operator.confirm("Open")
        page.get_by_role("link", name=f"{name} model").click()
        page.get_by_role("link", name="Save as a template").click()
        page.get_by_label("Name").fill(name)
        operator.confirm("Save")
        # Nine more like it.
        page.locator("tr", has_text=name).get_by_role("link", name="Open tables").click()
        page.get_by_label("Name").fill(name)
        page.get_by_label("How many to open").fill("9")
        operator.confirm("Open")
        expect(page.get_by_text("9 tables are open.")).to_be_visible()
    page.get_by_label("Search this list").fill(mark)
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator("tbody tr")).to_have_count(20)
    page.get_by_label("Stakes").select_option(label="37/74 No limit")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator("tbody tr")).to_have_count(10)
    page.get_by_role("link", name="Select the whole list").click()
    page.get_by_label("With the selected tables").select_option(label="Close after the current hand")
    operator.picture("chosen")
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("Reason").fill("The evening is over")
    operator.picture("why")
    operator.confirm("Close after the current hand")
    expect(page.get_by_text("Done at 10 tables.")).to_be_visible()
    operator.go(f"/office/tables/?q={mark}&state=open")
    expect(page.locator("tbody tr")).to_have_count(10)
    operator.picture("left")
