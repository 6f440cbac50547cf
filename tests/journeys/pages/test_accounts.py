"""Accounts, languages, preferences, sitting out, top-ups and pre-actions in a browser."""

import re
import time
import uuid
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.journeys.people import Person, minor_units

NEW_PASSWORD = "horse battery staple 7"


def new_name() -> str:
    """Returns an unused name."""
    return f"Nina {uuid.uuid4().hex[:6]}"


def test_sign_up_sign_out_sign_in(somebody: Callable[..., Person]) -> None:
    person, name = somebody("newcomer"), new_name()
    page = person.page
    person.go("/")
    page.get_by_role("link", name="Sign in").click()
    person.picture("sign-in")
    page.get_by_role("link", name="Create an account").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("12345678")
    person.ignores_errors = True
    page.locator("main").get_by_role("button", name="Create an account").click()
    expect(page.locator(".errorlist").first).to_be_visible()
    person.ignores_errors = False
    person.picture("sign-up-refused")
    page.get_by_label("Password").fill(NEW_PASSWORD)
    page.locator("main").get_by_role("button", name="Create an account").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)
    page.locator("summary.icon").click()
    person.picture("menu")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    person.go("/accounts/sign-in/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(NEW_PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)


def test_a_guest_keeps_the_account(somebody: Callable[..., Person]) -> None:
    person, name = somebody("stays"), new_name()
    page = person.page
    person.play_now()
    person.sit("Brno")
    # The header is updated shortly after the chips have moved to the table.
    expect(page.locator("#wallet")).to_have_text("5\u202f000 play money")
    page.locator("summary.icon").click()
    page.get_by_role("link", name="Keep this account").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(NEW_PASSWORD)
    person.picture("stay")
    page.get_by_role("button", name="Keep this account").click()
    page.wait_for_url("**/")
    expect(page.locator("#wallet")).to_have_text("5\u202f000 play money")
    page.locator("#tables tr", has_text="Brno").get_by_role("link", name="Return").click()
    page.locator("#my-hand.seated").wait_for(state="attached")
    person.leave()


@pytest.mark.parametrize("language", ["cs", "sk"])
def test_the_room_is_translated(somebody: Callable[..., Person], language: str) -> None:
    person = somebody(f"speaks-{language}")
    page = person.page
    person.go("/")
    page.locator("summary.icon").click()
    page.locator(f".menu-languages [value={language}]").click()
    page.locator(f"html[lang={language}]").wait_for()
    person.picture("lobby")
    page.locator(".play-now button").click()
    page.locator("#dialog[open] .button.call").click()
    person.wait_until_seated()
    person.wait_turn()
    person.picture("table")
    # "Check" is the same word in every language.
    english = {"Fold", "Call", "Raise to", "Bet"}
    labels = page.locator("#controls .act span").all_inner_texts()
    assert labels and not english & set(labels), labels
    page.locator("#tab-me").click()
    person.picture("me")
    page.locator("#my-seat [data-opens=leave-dialog]").click()
    page.locator("#leave-dialog .fold").click()
    page.locator("#my-hand.seated").wait_for(state="detached")


def test_preferences_top_ups_and_sitting_out(somebody: Callable[..., Person]) -> None:
    person = somebody("tastes")
    page = person.page
    person.play_now()
    person.sit("Prague")
    person.tab("Rules")
    expect(page.locator("#panel-rules")).to_contain_text("Small blind 10, big blind 20.")
    person.picture("rules")
    person.tab("Me")
    colour = "getComputedStyle(document.body).getPropertyValue('--club')"
    green = page.evaluate(colour)
    with page.expect_response("**/preferences/"):
        page.get_by_label("two colours").check()
    assert page.evaluate(colour) != green
    page.reload()
    person.wait_until_ready()
    assert page.evaluate(colour) != green
    person.tab("Me")
    with page.expect_response("**/preferences/"):
        page.get_by_label("four colours").check()

    person.wait_turn()
    with page.expect_navigation():
        page.get_by_label("big blinds").check()
    person.wait_turn()
    expect(page.locator(".seat .stack").first).to_contain_text("BB")
    person.picture("in-big-blinds")
    least = int(page.locator("#raise").get_attribute("data-min") or 0)
    assert page.locator("#raise input[type=hidden]").input_value() == str(least)
    page.locator("#amount").fill("5.5")
    assert page.locator("#raise input[type=hidden]").input_value() == "11000"
    person.tab("Me")
    with page.expect_navigation():
        page.get_by_label("money", exact=True).check()
    person.wait_turn()
    expect(page.locator(".seat .stack").first).not_to_contain_text("BB")

    person.tab("Me")
    page.locator("#my-seat").get_by_role("button", name="Add chips").click()
    page.locator("#dialog[open] .amount").fill("500")
    person.picture("top-up")
    page.locator("#dialog").get_by_role("button", name="Add chips").click()
    expect(page.locator("#dialog")).not_to_be_visible()
    expect(page.locator("#my-seat")).to_contain_text(re.compile(r"\+500|2\u202f[45]\d\d"))
    expect(page.locator("#wallet")).to_contain_text("7\u202f500")
    person.act("f" if person.facing() else "c")
    page.get_by_role("switch", name="Sit out from the next hand").click()
    page.get_by_role("switch", name="Sit out from the next hand", checked=True).or_(
        page.locator("#controls").get_by_role("button", name="I'm back")
    ).first.wait_for()
    end = time.monotonic() + 120
    while person.state() != "sitting-out":
        assert time.monotonic() < end, page.locator("#table-surface").inner_text()
        if person.state() == "turn":
            person.act("f" if person.facing() else "c")
        page.wait_for_timeout(100)
    person.picture("sitting-out")
    stack = page.locator("#my-seat .facts dd").first.inner_text()
    assert minor_units(stack) >= 500_00
    page.locator("#controls").get_by_role("button", name="I'm back").click()
    person.wait_turn()
    person.leave()


def test_a_pre_action_is_carried_out(somebody: Callable[..., Person]) -> None:
    pair = alice, bob = somebody("bob"), somebody("charlie")
    for person in pair:
        person.sign_in(person.name)
        person.sit("Bratislava")
    bar = alice.page.locator("#controls")
    alice.page.locator("#controls.is-turn, #controls.is-pre-actions").wait_for()
    first, second = (alice, bob) if alice.state() == "turn" else (bob, alice)
    second.page.locator("#controls.is-pre-actions").wait_for()
    choice = second.page.locator("#controls").get_by_role("button", name="Check", exact=True)
    if not choice.count():
        choice = second.page.locator("#controls").get_by_role("button", name="Call any")
    choice.click()
    expect(choice).to_have_attribute("aria-pressed", "true")
    second.picture("pre-action")
    log = len(second.page.locator("#log li").all())
    first.act("c")
    expect(second.page.locator("#log li")).not_to_have_count(log)
    expect(second.page.locator("#log")).to_contain_text(f"{second.name.capitalize()} checks")
    assert bar.count() == 1
    for person in pair:
        person.ask_to_leave()
    for person in pair:
        person.wait_until_gone()
