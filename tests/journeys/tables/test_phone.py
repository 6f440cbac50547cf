"""The table at 390×844 by touch: elements do not overlap, and every button is large enough to hit."""

from collections.abc import Callable
from itertools import combinations

import pytest

from tests.journeys.people import PHONE, Box, Person

PLATES = ".seat .plate"
CONTROLS = "#controls button, #controls input:not([type=hidden])"
TAPS = f"{CONTROLS}, .side-tabs button, .seat button, .bar a, .bar summary"
SMALLEST_TAP = 44


def overlap(one: Box, other: Box) -> float:
    """Returns by how many pixels two boxes overlap."""
    width = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    height = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return min(width, height)


def assert_apart(boxes: list[Box], slack: float = 1) -> None:
    """Checks that no two boxes overlap."""
    for one, other in combinations(boxes, 2):
        assert overlap(one, other) <= slack, (one, other)


def assert_clear(person: Person) -> None:
    """Checks that nothing on the table page overlaps, leaves the viewport or is too small to hit."""
    width, height = PHONE["width"], PHONE["height"]
    plates, controls = person.boxes(PLATES), person.boxes(CONTROLS)
    board, bets = person.boxes("#board .card"), person.boxes(".seat .bet")
    own_cards = person.boxes("#my-hand .card")
    pots = person.boxes("#pots .pot")
    assert_apart(plates)
    assert_apart(controls)
    assert_apart([*bets, *pots, *board])
    labels = person.boxes(".seat .seat-line, .seat .blind, .seat .button-mark")
    for bet in bets:
        for label in labels:
            assert overlap(bet, label) <= 1, (bet, label)
        assert_apart([bet, *own_cards])
        for plate in plates:
            assert overlap(bet, plate) <= 1, (bet, plate)
    for plate in plates:
        for card in board:
            assert overlap(plate, card) <= 1, (plate, card)
    bar = person.boxes("#controls")[0]
    for box in [*plates, *own_cards, *person.boxes(".side-tabs button")]:
        assert box["y"] + box["height"] <= bar["y"] + 1, (box, bar)
    for box in [*plates, *controls, *board, *bets, *own_cards, *pots, *labels, *person.boxes(".seat .card")]:
        assert box["x"] >= -1 and box["x"] + box["width"] <= width + 1, box
        assert box["y"] >= -1 and box["y"] + box["height"] <= height + 1, box
    for box in person.boxes(TAPS):
        assert box["height"] >= SMALLEST_TAP and box["width"] >= 40, box
    assert person.page.evaluate("document.documentElement.scrollWidth") <= width
    assert person.page.evaluate("document.documentElement.scrollHeight") <= height


@pytest.mark.parametrize("table", ["Prague", "Brno"])
def test_a_session_is_played_on_a_phone(somebody: Callable[..., Person], table: str) -> None:
    player = somebody(f"thumb-{table}", phone=True)
    page = player.page
    player.go("/")
    player.picture("lobby")
    player.play_now()
    player.picture("welcome")
    page.locator("#tables tr", has_text=table).get_by_role("link", name="Sit down").tap()
    page.locator("#dialog[open]").wait_for()
    player.picture("buy-in")
    page.locator("#dialog").get_by_role("button", name="Sit down").tap()
    player.wait_until_seated()
    hands: set[str] = set()
    decisions = 0
    while len(hands) < 2:
        hands.add(player.wait_turn()["hand"])
        page.wait_for_timeout(450)
        if player.state() != "turn":
            continue
        decisions += 1
        assert_clear(player)
        if decisions < 4:
            player.picture("turn")
        expensive = player.facing() > 500_00
        page.locator(f"#controls [data-key={'f' if expensive else 'c'}]").tap()
        page.locator("#controls:not(.sent)").wait_for()
    for name in ("Hand", "Chat", "Rules", "Me"):
        player.tab(name)
        player.picture(f"sheet-{name.lower()}")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("button", name="Leave the table").tap()
    page.locator("#leave-dialog").get_by_role("button", name="Leave").tap()
    page.locator("#my-hand.seated").wait_for(state="detached")
    player.picture("left")
    player.go("/wallet/")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    player.picture("wallet")
