"""Sitting down, acting and leaving with the keyboard alone; the focus is never lost."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.journeys.people import Person

MAX_STOPS = 60


def focused_name(person: Person) -> str:
    """Returns the name of the focused element."""
    name: str = person.page.evaluate(
        "() => { const at = document.activeElement;"
        " return at === document.body ? '' : (at.getAttribute('aria-label') || at.textContent || at.id).trim(); }"
    )
    return name


def tab_to(person: Person, selector: str) -> None:
    """Presses Tab until the element has the focus; every element on the way must be visible."""
    for _ in range(MAX_STOPS):
        person.page.keyboard.press("Tab")
        reached, visible = person.page.evaluate(
            "selector => { const at = document.activeElement; const box = at.getBoundingClientRect();"
            " return [at.matches(selector), box.width > 0 && box.bottom > 0 && box.right > 0]; }",
            selector,
        )
        assert visible, focused_name(person)
        if reached:
            return
    raise AssertionError(f"Tab did not reach {selector}")


def test_a_session_is_played_with_the_keyboard_alone(somebody: Callable[..., Person]) -> None:
    player = somebody("keys")
    page = player.page
    player.go("/")
    tab_to(player, ".play-now button")
    page.keyboard.press("Enter")
    page.locator("#dialog[open] .amount").wait_for()
    assert page.evaluate("document.activeElement.matches('#dialog .amount')")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    player.wait_until_seated()

    player.wait_turn()
    page.keyboard.press("r")
    assert page.evaluate("document.activeElement.id") == "amount"
    least = int(page.locator("#raise").get_attribute("data-min") or 0)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    chosen = int(page.locator("#raise input[type=hidden]").input_value())
    assert chosen > least
    player.picture("amount")
    amount, raise_button = page.locator("#amount"), page.locator("#controls [data-key=r]")
    amount.fill("abc")
    expect(raise_button).not_to_contain_text("0")
    page.keyboard.press("Enter")
    expect(page.locator("#alert")).to_contain_text("This is not an amount.")
    amount.fill("999999")
    expect(raise_button).to_contain_text("All-in")
    page.keyboard.press("Enter")
    expect(page.locator("#alert")).to_contain_text("Press again to do so.")
    all_in = page.locator("#raise").get_attribute("data-max") or ""
    assert page.locator("#raise input[type=hidden]").input_value() == all_in
    amount.fill(f"{chosen // 100},{chosen % 100:02d}")
    assert page.locator("#raise input[type=hidden]").input_value() == str(chosen)
    before = player.controls_data()
    page.keyboard.press("Enter")
    page.wait_for_function("turn => document.getElementById('controls').dataset.turn !== turn", arg=before["turn"])
    assert focused_name(player) or page.evaluate("document.activeElement.id === 'controls'")
    player.wait_turn()
    assert page.evaluate("document.activeElement !== document.body")
    page.keyboard.press("Escape")
    player.act("c" if player.facing() < 200_00 else "f", press=True)
    player.play_hands(1, press=True)
    player.wait_turn()
    if player.facing():
        player.act("f", press=True)
    else:
        page.keyboard.press("f")
        page.locator("#fold-dialog[open]").wait_for()
        assert focused_name(player).startswith("Check")
        player.picture("fold-dialog")
        page.keyboard.press("Escape")
        player.act("c", press=True)
    assert page.evaluate("document.activeElement !== document.body")

    tab_to(player, "[role=tab][aria-selected=true]")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("tab", name="Me")).to_be_focused()
    tab_to(player, "[data-opens=leave-dialog]")
    page.keyboard.press("Enter")
    page.locator("#leave-dialog[open]").wait_for()
    assert focused_name(player) == "Stay"
    page.keyboard.press("Tab")
    assert focused_name(player) == "Leave"
    page.keyboard.press("Enter")
    page.locator("#my-hand.seated").wait_for(state="detached")
    assert page.evaluate("document.activeElement !== document.body")
    assert page.evaluate("document.activeElement.isConnected")
