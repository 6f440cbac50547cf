"""Stud, draw games and Omaha in a browser, with keyboard and touch."""

import time
from collections.abc import Callable

from playwright.sync_api import expect

from tests.journeys.people import Person

WITHIN_SECONDS = 150


def play_until(player: Person, wanted: str) -> None:
    """Checks, calls and stands pat until the controls are in the wanted state."""
    end = time.monotonic() + WITHIN_SECONDS
    while player.state() != wanted:
        assert time.monotonic() < end, player.page.locator("#table-surface").inner_text()
        if player.state() in ("turn", "draw") and not player.page.locator("#controls.sent").count():
            key = "c" if player.page.locator("#controls [data-key=c]").count() else "r"
            player.act(key)
        player.page.wait_for_timeout(60)


def test_g13_cards_are_exchanged_by_keys(somebody: Callable[..., Person]) -> None:
    player = somebody("drawer")
    player.play_now()
    player.sit("Ostrava")
    play_until(player, "draw")
    button = player.page.locator("#exchange")
    expect(button).to_contain_text("Stand pat")
    before = player.cards()
    assert len(before) == 5
    player.page.keyboard.press("2")
    player.page.keyboard.press("5")
    expect(button).to_contain_text("Exchange 2")
    player.page.keyboard.press("5")
    expect(button).to_contain_text("Exchange 1")
    player.picture("chosen")
    player.act("c", press=True)
    after = player.cards()
    assert len(after) == 5
    kept = [card for place, card in enumerate(before) if place != 1]
    assert [card for card in after if card in before] == kept
    assert before[1] not in after
    player.leave()


def test_g13_on_a_phone_cards_are_chosen_by_touch(somebody: Callable[..., Person]) -> None:
    player = somebody("thumb", phone=True)
    player.play_now()
    player.sit("Liberec")
    play_until(player, "draw")
    for box in player.boxes(".picks label"):
        assert box["width"] >= 44
        assert box["height"] >= 44
    labels = player.page.locator(".picks label")
    labels.nth(0).tap()
    labels.nth(3).tap()
    expect(player.page.locator("#exchange")).to_contain_text("Exchange 2")
    assert player.page.locator("#my-hand input:checked").count() == 2
    player.picture("chosen")
    before = player.cards()
    player.act("c")
    assert [card for card in player.cards() if card in before] == [before[1], before[2], before[4]]
    player.leave()


def test_g14_g15_a_stud_hand_is_bet_at_the_fixed_limits(somebody: Callable[..., Person]) -> None:
    player = somebody("studious", phone=True)
    player.play_now()
    player.sit("Košice")
    play_until(player, "turn")
    assert len(player.cards()) >= 3
    assert player.page.locator("#board .slot").count() == 0
    up = player.boxes(".seat .hand.fan .card[data-c]")
    assert up
    for card in up:
        assert card["width"] >= 26, "cards are narrower than 26 px"
        assert card["x"] >= 0
        assert card["x"] + card["width"] <= 390
    player.picture("stud")
    player.leave()


def test_g2_omaha_deals_four_cards_and_offers_pot_sized_raises(somebody: Callable[..., Person]) -> None:
    player = somebody("omaha")
    player.play_now()
    player.sit("Olomouc")
    player.wait_turn(WITHIN_SECONDS)
    assert len(player.cards()) == 4
    player.picture("omaha")
    player.leave()
