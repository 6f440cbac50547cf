"""The owner follows a figure of the month down to one hand, at a table that is closed to watchers (M6)."""

import json
import re
from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from playwright.sync_api import Browser, expect

from tests.journeys.people import Person, minor_units
from tests.journeys.room import Room

TABLE = "Karlštejn"
PLAYED = f"""
from django.core.management import call_command
from games.models import Table
from pokerroom.demo import month
month.TABLES = month.TABLES[:2]
month.play_month.__kwdefaults__.update(days=1, rounds=4)
call_command("seed_demo", month=True)
Table.objects.filter(name={TABLE!r}).update(closed_to_watchers=True)
"""
"""A club that played two tables yesterday evening, and today."""
CARDS = """
import json
from games.engine.cards import card_text
from games.engine.history.perspective import own_cards
from games.engine.rules.rules import Rules
from games.models import Hand
from tests.games.support.played_hands import all_events_of_hand, shown_cards
found = {{}}
for hand in Hand.objects.filter(table={table}, void=False):
    events = all_events_of_hand({table}, hand.number)
    shown, rules = shown_cards(events), Rules.from_data(hand.rules_data)
    dealt = {{card for seat, *_ in hand.results for card in own_cards(rules, events, seat).dealt}}
    found[hand.number] = [[card_text(card) for card in cards] for cards in (shown, dealt - shown)]
print(json.dumps(found))
"""
"""The cards of each hand that the whole table saw, and those that it did not see."""


@pytest.fixture
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A room of its own, without hosts, so that no hand is added while its figures are read."""
    room = Room(tmp_path_factory.mktemp("owner"), "--no-tables", prepare=PLAYED)
    yield room
    room.close()
    assert "Traceback" not in room.process.output


def test_m6_an_owner_follows_a_figure_of_the_month_down_to_one_hand(browser: Browser, played: Room) -> None:
    owner = Person(browser, played, "owner")
    page = owner.page
    owner.sign_in("owner")
    owner.go("/office/")
    owner.picture("today")
    expect(page.get_by_role("link", name="CZK", exact=True)).to_have_attribute("aria-current", "true")
    page.get_by_role("link", name="Rake of fourteen days").click()
    # Thirty days, as this month may have begun today.
    last = date.fromisoformat(page.get_by_label("To").input_value())
    page.get_by_label("From").fill(str(last - timedelta(days=29)))
    page.get_by_role("button", name="Show").click()
    days = rows(owner)
    expect(page.locator("main")).to_contain_text("Kč")
    owner.picture("month")

    day = next(name for name, rake in days.items() if rake)
    page.get_by_role("link", name=day, exact=True).click()
    assert sum(rows(owner).values()) == days[day]
    page.get_by_role("link", name="Table", exact=True).click()
    tables = rows(owner)
    assert sum(tables.values()) == days[day]
    owner.picture("day")

    page.get_by_role("link", name=TABLE, exact=True).click()
    hands = rows(owner)
    assert sum(hands.values()) == tables[TABLE]
    owner.picture("table")

    address = page.get_by_role("link", name=next(iter(hands)), exact=True).get_attribute("href")
    assert address
    cards = json.loads(played.shell(CARDS.format(table=address.split("/")[2])))
    name = next(name for name in hands if cards[name.rpartition("#")[2]][1])
    shown, hidden = cards[name.rpartition("#")[2]]
    page.get_by_role("link", name=name, exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(name.rpartition("#")[2])
    assert minor_units(page.locator("tr", has_text="Rake").locator("td.n").inner_text()) == hands[name]
    named = {*re.findall(r'data-c="(\w\w)"', page.content())}
    assert named == {*shown}
    assert not named & {*hidden}
    owner.picture("hand")
    owner.close()
    assert owner.browser_errors == []


def rows(owner: Person) -> dict[str, int]:
    """The rake of each row of the report, minor units; they sum to the total."""
    table = owner.page.locator("table.report")
    expect(table.locator("thead")).to_contain_text("Rake")
    cells = table.locator("tbody tr").evaluate_all(
        "all => all.map((row) => [row.querySelector('.title').innerText, row.querySelector('.n').innerText])"
    )
    (_, total), *found = [(name, minor_units(rake)) for name, rake in cells]
    assert sum(rake for _, rake in found) == total > 0
    return dict(found)
