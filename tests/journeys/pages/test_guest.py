"""A guest plays three hands against house bots and leaves; the wallet statement lists every movement exactly."""

import re
from collections.abc import Callable
from itertools import pairwise

from playwright.sync_api import expect

from tests.journeys.people import Person, minor_units
from tests.journeys.room import Room

GRANT = 10_000_00


def rows_of(guest: Person, only: str) -> list[tuple[str, int, int]]:
    """Returns the rows of the statement, oldest first: description, change, balance afterwards."""
    guest.go("/wallet/")
    guest.page.get_by_role("navigation", name="Movements").get_by_role("link", name=only, exact=True).click()
    guest.page.locator(f".pill[aria-current]:text-is('{only}')").wait_for()
    texts = guest.page.locator("#statement tbody tr").evaluate_all(
        "rows => rows.map((row) => [...row.cells].map((cell) => cell.innerText.trim()))"
    )
    return [(what, minor_units(change), minor_units(balance)) for what, _, change, balance in reversed(texts)]


def test_a_guest_plays_three_hands_and_leaves_with_the_chips(somebody: Callable[..., Person], room: Room) -> None:
    guest = somebody("guest")
    guest.go("/")
    guest.picture("lobby")
    guest.page.get_by_role("button", name="Play now").click()
    guest.page.locator("#dialog[open]").wait_for()
    expect(guest.page).to_have_title(re.compile("Prague"))
    expect(guest.page.locator("#wallet")).to_contain_text("10\u202f000")
    guest.wait_until_ready()
    guest.picture("buy-in")
    guest.page.locator("#dialog").get_by_role("button", name="Sit down").click()
    guest.wait_until_seated()
    expect(guest.page.locator("#wallet")).to_contain_text("8\u202f000")
    guest.wait_turn()
    guest.picture("my-turn")
    hands = guest.play_hands(3)
    guest.wait_turn()
    guest.picture("a-later-turn")
    guest.leave()
    guest.picture("left")
    moves = rows_of(guest, "All")
    guest.picture("wallet")
    assert len(set(hands)) == 3
    assert [what for what, _, _ in moves] == ["Welcome: play money to start with", "Buy-in at Prague", "Left Prague"]
    assert moves[0][1:] == (GRANT, GRANT)
    assert moves[1][1:] == (-2000_00, GRANT - 2000_00)
    for before, after in pairwise(moves):
        assert after[2] == before[2] + after[1]
    assert minor_units(guest.page.locator("#balance").inner_text()) == moves[-1][2]
    played = rows_of(guest, "Hands")
    guest.picture("wallet-hands")
    assert 2000_00 + sum(change for _, change, _ in played) == moves[-1][1]
    assert room.audit().returncode == 0
